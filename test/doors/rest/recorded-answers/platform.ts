import { type Step, get, organization, patch, post, remove } from '../../../support/story.ts'

const whole = {
  vatNumber: 'DE811000071',
  externalId: 'customer-71',
  receiveDocuments: true,
  quotas: { documentsPerMonth: 100, requestsPerMinute: 60 },
  webhook: { url: 'https://hooks.example.com/71', events: ['document.received'] },
  apiKey: { name: 'ERP', label: 'Shop 7', scopes: ['send'], rateLimit: { documentsPerMonth: 50 } },
}
const at = '/v1/platform/companies'

export const platform: readonly Step[] = [
  organization('me', 'white_label'),
  post(at, whole, { as: 'made', headers: { 'idempotency-key': 'once' } }),
  post(at, whole, { headers: { 'idempotency-key': 'once' } }),
  post(at, whole),
  post(
    `${at}/batch`,
    { items: [{ vatNumber: 'DE811000072', autoVerify: false, name: 'Own Words' }, { vatNumber: 'DE000000404' }] },
    { headers: { 'x-request-id': 'req_01kafm4h7vf8xbkrs9q2m3c5d7' } },
  ),
  get(`${at}/batch/req_01kafm4h7vf8xbkrs9q2m3c5d7`),
  get(`${at}?q=customer-71&sortBy=name&order=asc`),
  patch(`${at}/ext:customer-71/quotas`, { documentsPerMonth: null, requestsPerMinute: 120 }),
  post(`${at}/ext:customer-71/suspend`, { reason: 'Unpaid', bounce: true }),
  post(`${at}/ext:customer-71/resume`),
  post(`${at}/ext:customer-71/offboard`),
  post(`${at}/ext:customer-71/reactivate`),
  get('/v1/platform/usage?groupBy=type&period=quarter'),
  post(
    '/v1/platform/api-keys',
    { name: 'Office', allowedNetworks: ['127.0.0.0/8'], rateLimit: { requestsPerMinute: 30 } },
    { as: 'key' },
  ),
  get('/v1/platform/api-keys?limit=2'),
  post('/v1/platform/api-keys/{key.id}/rotate', { overlapHours: 2 }, { as: 'fresh' }),
  post('/v1/api-keys/{fresh.id}/rotate', { overlapHours: 0 }, { as: 'last' }),
  remove('/v1/platform/api-keys/{last.id}'),
  patch('/v1/platform/settings', { branding: { name: 'Atelier', colors: { primary: '#123456' } } }),
  patch('/v1/platform/settings', { branding: { colors: { primary: '#eeeeee' } } }),
  get('/v1/platform/settings'),
  get('/v1/platform/health'),
  get('/v1/platform/audit?limit=3'),
  post(`${at}/ext:customer-71/onboarding-links`, { ttlHours: 24 }),
  get(`${at}/ext:customer-71/onboarding-links`),
  get('/v1/organization'),
  patch('/v1/organization', { name: 'Atelier', country: 'FR', contactEmail: 'ops@example.com' }),
  patch('/v1/organization', { vatNumber: 'x' }),
  get('/v1/organization/members'),
]
