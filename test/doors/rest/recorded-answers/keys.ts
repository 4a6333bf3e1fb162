import { type Step, get, organization, patch, post, remove, refused } from '../../../support/story.ts'

const everything = {
  name: 'ERP',
  scopes: ['send', 'documents.read'],
  companyId: '{me.company.id}',
  rateLimit: 100,
  expiresAt: '2027-01-19T00:00:00Z',
}

export const keys: readonly Step[] = [
  organization('me', 'platform'),
  post('/v1/api-keys', { name: 'Plain' }, { as: 'plain' }),
  post('/v1/api-keys', everything, { as: 'full' }),
  post('/v1/api-keys', { name: 'Third', scopes: ['stats'] }, { headers: { 'idempotency-key': 'once' } }),
  post('/v1/api-keys', { name: 'Third', scopes: ['stats'] }, { headers: { 'idempotency-key': 'once' } }),
  refused(
    '400 INVALID_ENUM: name, scopes[0], rateLimit',
    post('/v1/api-keys', { name: '', scopes: ['companies:read'], rateLimit: 0 }),
  ),
  get('/v1/api-keys?limit=3', { as: 'page' }),
  get('/v1/api-keys?limit=3&cursor={page.cursor}'),
  patch('/v1/api-keys/{full.id}', { name: 'Ledger', scopes: ['documents.read'] }),
  refused('400 INVALID_REQUEST: scopes', patch('/v1/api-keys/{full.id}', { scopes: [] })),
  remove('/v1/api-keys/{plain.id}'),
  refused('404 RESOURCE_NOT_FOUND', remove('/v1/api-keys/{plain.id}')),
  get('/v1/api-keys'),
  async (stage) => {
    stage.enter('revoked', { authorization: `Bearer ${stage.known('plain').key}` }, {})
    await stage.ask(refused('401 REVOKED_KEY', get('/v1/api-keys', { by: 'revoked' })))
  },
  organization('white', 'white_label'),
  get('/v1/api-keys', { by: 'white' }),
]
