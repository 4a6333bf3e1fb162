import { type Step, get, organization, patch, pass, post, remove, user, refused } from '../../../support/story.ts'

const BATCH = 'req_01kafm4h7vf8xbkrs9q2m3c5d1'

const everything = {
  vatNumber: 'DE811000011',
  name: 'Ünser Büro & Co',
  address: { street: '1 Rue', streetLine2: 'Bât. C', city: 'Metz', postalCode: '57000', country: 'FR' },
  additionalIdentifiers: [
    { scheme: 'GLN', value: '5412345000013' },
    { scheme: 'DUNS', value: '123456789' },
  ],
  capabilities: { send: ['invoice', 'credit-note'], receive: [] },
  settings: { defaultCurrency: 'EUR', emailFallback: null, auto: { ppf: true, list: [1, null] } },
  metadata: { customer: '4711', dropped: null },
}

const registering: readonly Step[] = [
  get('/v1/companies/{me.company.id}'),
  post('/v1/companies', { vatNumber: 'FR40303265045' }, { as: 'lyon' }),
  get('/v1/companies/{lyon.id}'),
  post('/v1/companies', everything, { as: 'metz' }),
  post('/v1/companies', { vatNumber: 'IT01234567897', capabilities: { receive: ['invoice'] } }, { as: 'torino' }),
  post('/v1/companies', { vatNumber: 'LU15027442', address: { country: 'LU' } }, { as: 'luxembourg' }),
  post('/v1/companies', { vatNumber: 'FR00000000450' }, { as: 'refused' }),
  get('/v1/companies/vat:FR00000000450'),
  refused('409 duplicate: vatNumber', post('/v1/companies', { vatNumber: 'FR40303265045' })),
  refused('422 validation_error', post('/v1/companies', { vatNumber: 'DE000000404' })),
  refused('400 invalid_request: vatNumber, adress', post('/v1/companies', { adress: {} })),
  patch('/v1/companies/{metz.id}', {
    name: 'Büro',
    address: { country: 'DE' },
    metadata: { customer: null, erp: '1' },
  }),
  get('/v1/companies/{metz.id}'),
  patch('/v1/companies/{lyon.id}', { compliance: { FR: { directoryLine: '303265045_ACHATS' } }, settings: {} }),
  patch('/v1/companies/{torino.id}', { compliance: { IT: { recipientCode: 'ABCDEF1', pec: 'a@pec.example.com' } } }),
]

/** No registry of the sandbox tells everything that a company can have. */
const told: Step = async ({ app }) => {
  const address = { update: { streetLine2: 'B' } }
  const where = { vatNumber: 'LU15027442', organization: { name: 'me' } }
  const { organizationId, id } = await app.platform.db.client.company.findFirstOrThrow({ where })
  await app.platform.db.client.company.update({
    where: { organizationId_id: { organizationId, id } },
    data: { taxNumber: 'T-99', isPublic: false, legalAddress: address },
  })
}

const finding: readonly Step[] = [
  told,
  get('/v1/companies/{luxembourg.id}'),
  get('/v1/companies?limit=2', { as: 'page' }),
  get('/v1/companies?limit=2&cursor={page.cursor}&include_address=true'),
  get('/v1/companies?country=FR&include_address=false'),
  get('/v1/companies?search=nobody'),
  get('/v1/companies/search?q=b%C3%BCro'),
  get('/v1/companies/search?q=de&countryCode=BE'),
  get('/v1/companies/resolve?countryCode=FR&vatNumber=FR40303265045'),
  get('/v1/companies/resolve?countryCode=FR&registrationNumber=30326504500013'),
  get('/v1/companies/resolve?countryCode=BE&registrationNumber=0123.456.749'),
  get('/v1/companies/resolve?countryCode=BE&vatNumber=BE0123456740'),
  get('/v1/companies/resolve?countryCode=DE&vatNumber=DE000000405'),
  refused('400 invalid_request: vatNumber', get('/v1/companies/resolve?countryCode=DE')),
  refused('404 not_found', get('/v1/companies/nonsense')),
]

const importing: readonly Step[] = [
  post('/v1/companies/import', { siret: '51230001400013', companyName: 'Atelier', mode: 'bulk' }, { as: 'atelier' }),
  post('/v1/companies/import', { siret: '51230001400013' }),
  get('/v1/companies/{atelier.id}'),
  post(
    '/v1/companies/import/batch',
    {
      items: [
        { siret: '41230001200013' },
        { siret: '12' },
        { siret: '00000040400013' },
        { siren: '512300021' },
        { siret: '41230001300013' },
        {},
      ],
    },
    { headers: { 'x-request-id': BATCH } },
  ),
  get(`/v1/companies/import/batch/${BATCH}`),
]

const ending: readonly Step[] = [
  post('/v1/companies/{lyon.id}/register'),
  post('/v1/companies/{refused.id}/register'),
  remove('/v1/companies/{torino.id}'),
  get('/v1/companies/{torino.id}'),
  get('/v1/companies?status=inactive'),
  // Longer than all tries of its publication.
  ...Array.from({ length: 8 }, () => pass(43_200_000)),
  get('/v1/companies/{refused.id}'),
]

const joining: readonly Step[] = [
  user('ada', { '{me.organizationId}': ['admin'] }, { email: 'ada@example.com' }),
  user('bob', { '{me.organizationId}': ['read'] }, { email: 'bob@example.com' }),
  user('eve', { '{me.organizationId}': ['read'] }),
  post('/v1/companies/{lyon.id}/join', {}, { by: 'bob', as: 'first' }),
  post('/v1/companies/{lyon.id}/join', {}, { by: 'eve', as: 'second' }),
  get('/v1/companies/join-requests?limit=1', { by: 'ada', as: 'page' }),
  get('/v1/companies/join-requests?limit=1&cursor={page.cursor}', { by: 'ada' }),
  post('/v1/companies/{lyon.id}/join-requests/{first.id}/accept', {}, { by: 'ada' }),
  post('/v1/companies/{lyon.id}/join-requests/{second.id}/reject', {}, { by: 'ada' }),
  refused(
    '409 conflict: joinRequestId',
    post('/v1/companies/{lyon.id}/join-requests/{second.id}/accept', {}, { by: 'ada' }),
  ),
  get('/v1/companies/join-requests?status=accepted', { by: 'ada' }),
  refused('403 forbidden: Authorization', get('/v1/companies/join-requests', { by: 'bob' })),
]

/** A second organization claims a company, and proves that it is its own. */
const owning: readonly Step[] = [
  organization('other'),
  post('/v1/companies', { vatNumber: 'FR40303265045' }, { by: 'other', as: 'claim' }),
  post('/v1/companies/{claim.id}/register', {}, { by: 'other' }),
  refused(
    '409 OWNERSHIP_PENDING: from',
    post('/v1/documents/validate', { type: 'event', from: '{claim.peppolId}', document: {} }, { by: 'other' }),
  ),
  post('/v1/companies/{claim.id}/ownership', { method: 'mail' }, { by: 'other' }),
  refused(
    '422 validation_error: code',
    post('/v1/companies/{claim.id}/ownership/confirm', { code: '00000000' }, { by: 'other' }),
  ),
  refused(
    '400 invalid_request: mandate',
    post('/v1/companies/{claim.id}/ownership', { method: 'mandate' }, { by: 'other' }),
  ),
  post('/v1/companies/{claim.id}/ownership', { method: 'dns' }, { by: 'other' }),
  get('/v1/companies/{claim.id}/ownership', { by: 'other' }),
  post('/v1/companies/{claim.id}/ownership/confirm', {}, { by: 'other' }),
  get('/v1/companies/{claim.id}/ownership', { by: 'other' }),
  get('/v1/companies/{claim.id}', { by: 'other' }),
  get('/v1/companies/{lyon.id}'),
]

/** The further electronic addresses of a French company. */
const addressing: readonly Step[] = [
  post(
    '/v1/companies/{claim.id}/addresses',
    { address: '0225:303265045_STATUTS', takes: 'statuses' },
    { by: 'other', as: 'statuts' },
  ),
  refused(
    '409 conflict: address',
    post('/v1/companies/{claim.id}/addresses', { address: '0225:303265045_STATUTS' }, { by: 'other' }),
  ),
  refused(
    '400 invalid_request: address',
    post(
      '/v1/companies/{claim.id}/addresses',
      { address: '0225:999000018_STATUTS', endsOn: '2020-01-01' },
      { by: 'other' },
    ),
  ),
  post(
    '/v1/companies/{claim.id}/addresses',
    { address: '0225:303265045_ACHATS', startsOn: '2027-01-01' },
    { by: 'other' },
  ),
  post('/v1/companies/{claim.id}/addresses/{statuts.id}/end', { endsOn: '2026-12-31' }, { by: 'other' }),
  get('/v1/companies/{claim.id}/addresses', { by: 'other' }),
]

export const companies: readonly Step[] = [
  organization('me'),
  ...registering,
  ...finding,
  ...importing,
  ...ending,
  ...joining,
  ...owning,
  ...addressing,
]
