import { type Step, get, patch, post, quietly, remove, refused } from '../../../support/story.ts'
import { exchange, invoice, trade } from './trade.ts'

const everything = {
  peppolId: '0192:310000007',
  name: 'Nord & Sønn',
  role: 'supplier',
  contactName: 'Ada',
  contactEmail: 'ada@example.com',
  defaults: { currency: 'NOK', paymentTermsDays: 14, note: 'Takk', orderReference: 'PO-1' },
  tags: ['north', 'key'],
  enrichment: { rating: 'A', nested: { list: [1, null] } },
  metadata: { accountNumber: '10001', erp: '9' },
}

const keeping: readonly Step[] = [
  post('/v1/partners', everything, { as: 'nord' }),
  post('/v1/partners', { vatNumber: 'BE0702215959' }, { as: 'gent' }),
  post('/v1/partners', { peppolId: '0192:000000401', name: 'Nowhere' }, { as: 'nowhere' }),
  post('/v1/partners', { vatNumber: 'US123456789', name: 'Overseas' }, { as: 'overseas' }),
  refused('409 CONFLICT: peppolId', post('/v1/partners', { peppolId: '0192:310000007' })),
  refused('400 MISSING_FIELD: peppolId, vatNumber', post('/v1/partners', { name: 'Nobody' })),
  refused(
    '400 INVALID_ENUM: role, contactEmail',
    post('/v1/partners', { peppolId: '0192:1', role: 'friend', contactEmail: 'ada' }),
  ),
  patch('/v1/partners/{nord.id}', {
    contactName: null,
    tags: ['b', 'b'],
    defaults: { currency: 'SEK', note: null },
    metadata: { erp: null },
  }),
  refused('400 MISSING_FIELD: peppolId', patch('/v1/partners/{overseas.id}', { vatNumber: null })),
]

const trading: readonly Step[] = [
  ...exchange('P-1', invoice('P-1')),
  ...exchange('P-2', invoice('P-2')),
  quietly(
    post('/v1/documents/send', invoice('P-3', {}, { from: '{to.peppolId}', to: '{from.peppolId}' }), { by: 'other' }),
  ),
  get('/v1/partners?hasActivity=true', { as: 'active' }),
  get('/v1/partners?hasActivity=true', { by: 'other' }),
  get('/v1/partners/{active.data.0.id}'),
  get('/v1/partners/{active.data.0.id}/invoices?limit=2', { as: 'page' }),
  get('/v1/partners/{active.data.0.id}/invoices?limit=2&cursor={page.cursor}'),
  get('/v1/partners/{nord.id}/invoices'),
]

const finding: readonly Step[] = [
  get('/v1/partners?limit=2&sortBy=name&order=asc', { as: 'page' }),
  get('/v1/partners?limit=2&sortBy=name&order=asc&cursor={page.cursor}'),
  get('/v1/partners?role=supplier&tags=b&country=NO'),
  get('/v1/partners?peppolStatus=not_registered'),
  get('/v1/partners?search=nobody-at-all'),
  refused('400 INVALID_ENUM: sortBy', get('/v1/partners?sortBy=colour')),
  get('/v1/partners/vat:BE0702215959'),
  get('/v1/partners/by-account-number?value=10001'),
  refused('404 RESOURCE_NOT_FOUND', get('/v1/partners/by-account-number?value=9&field=erp')),
]

const merging: readonly Step[] = [
  post('/v1/partners/{nord.id}/merge', { duplicateId: '{active.data.0.id}' }),
  refused('400 INVALID_REQUEST: duplicateId', post('/v1/partners/{nord.id}/merge', { duplicateId: '{nord.id}' })),
  post('/v1/partners/{overseas.id}/merge', { duplicateId: '{gent.id}' }),
  get('/v1/partners/{nord.id}/invoices?limit=1'),
  remove('/v1/partners/{nowhere.id}'),
  refused('404 RESOURCE_NOT_FOUND', get('/v1/partners/{nowhere.id}')),
]

export const partners: readonly Step[] = [
  ...trade('BE0701405515', 'BE0701506869'),
  ...keeping,
  ...trading,
  ...finding,
  ...merging,
]
