import { type Step, get, key, organization, post, user, refused } from '../../../support/story.ts'

const [MADE, REFUSED] = ['req_01kafm4h7vf8xbkrs9q2m3c5d1', 'req_01kafm4h7vf8xbkrs9q2m3c5d2']

/** What an organization of the sandbox is not asked for. */
const known: Step = async ({ app }) =>
  void (await app.platform.db.client.organization.updateMany({
    where: { name: 'personal' },
    data: { country: 'BE', vatNumber: 'BE0123456749' },
  }))

export const identity: readonly Step[] = [
  organization('me', 'platform'),
  get('/v1/me'),
  key('bound', { scopes: ['stats', 'companies.read'], companyId: '{me.company.id}', rateLimit: 30 }),
  get('/v1/me', { by: 'bound' }),
  organization('personal', 'personal'),
  known,
  get('/v1/me', { by: 'personal' }),
  user('ada', { '{me.organizationId}': ['admin'], elsewhere: ['read'] }, { email: 'ada@example.com' }),
  get('/v1/me', { by: 'ada' }),
  get('/v1/me', { by: 'ada', headers: { 'x-service-organization-id': 'elsewhere' } }),
  user('eve', { '{me.organizationId}': ['read'] }),
  get('/v1/me', { by: 'eve' }),
  refused('401 MISSING_AUTH', get('/v1/me', { by: 'anyone' })),

  post('/v1/companies', { vatNumber: 'DE811000001', name: 'Traced' }, { headers: { 'x-request-id': MADE } }),
  refused(
    '400 invalid_request: vatNumber, colour',
    post('/v1/companies', { vatNumber: 'x', colour: 'red' }, { by: 'ada', headers: { 'x-request-id': REFUSED } }),
  ),
  get(`/v1/requests/${MADE}`),
  get(`/v1/requests/${REFUSED}`),
  get(`/v1/requests/${REFUSED}/replay`),
  refused('404 RESOURCE_NOT_FOUND', get('/v1/requests/req_01kafm4h7vf8xbkrs9q2m3c5d3')),
  get('/v1/request-logs?limit=2', { as: 'page' }),
  get('/v1/request-logs?limit=2&cursor={page.cursor}'),
  get('/v1/request-logs?status=400&method=POST'),
  get('/v1/request-logs/usage'),
  get('/v1/request-logs/usage?by=user'),
  refused('400 INVALID_REQUEST: limit', get('/v1/request-logs?limit=0')),
]
