import { smallInvoice } from '../../../support/invoices.ts'
import { type Step, get, pass, patch, post, quietly, refused } from '../../../support/story.ts'
import { arrived, invoice, lines, trade } from './trade.ts'

const HOUR_MS = 3_600_000

const attachments = [
  {
    reference: 'A-1',
    description: 'Hours',
    filename: 'Stunden März.csv',
    mimeType: 'text/csv',
    content: 'ZGF5O2hvdXJz',
  },
  { reference: 'A-2', filename: 'b.csv', mimeType: 'text/csv', content: 'MTsz' },
]
const rich = {
  dueDate: '2026-12-31',
  orderReference: 'PO-1',
  paymentReference: 'RF18539007547034',
  note: 'Thank you',
  attachments,
  paymentMeans: [{ iban: 'BE68 5390 0754 7034', accountName: 'Atelier', bic: 'GKCCBEBB' }],
  prepaidAmount: 10,
  period: { start: '2026-11-01', end: '2026-11-30' },
  allowances: [{ percent: 5, vatRate: 21, reasonCode: '95' }],
  lines: [...lines, { description: 'Travel', quantity: 1, unit: 'C62', unitPrice: 40, vatRate: 6, note: 'By train' }],
}
const credited = { billingReference: 'INV-1', billingReferenceDate: '2026-11-20', orderReference: 'PO-1' }
const buyer = {
  role: 'buyer',
  name: 'Buyer GmbH',
  address: { street: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
  contact: { name: 'Accounts', email: 'buyer@example.com' },
}
const [NOBODY, REJECTS, NOT_THERE, REJECTS_LATER] = ['400', '420', '430', '443'].map((end) => `9930:DE000000${end}`)
const raw = {
  type: 'invoice',
  format: 'raw',
  from: '{from.peppolId}',
  to: '{to.peppolId}',
  file: 'c2Nhbg==',
  fileName: 'scan.tif',
}

const sending: readonly Step[] = [
  post('/v1/documents/send', invoice('INV-1', rich, { metadata: { erp: { id: 4711, paid: null } } }), { as: 'rich' }),
  post('/v1/documents/send', invoice('INV-2'), { as: 'plain', headers: { 'idempotency-key': 'once' } }),
  arrived('INV-1', 'inbox'),
  get('/v1/documents/{rich.id}'),
  get('/v1/documents/number:INV-2'),
  get('/v1/documents/{inbox.data.0.id}', { by: 'other' }),
  post('/v1/documents/send', {
    type: 'event',
    from: '{from.peppolId}',
    document: { number: 'EV-1', metadata: { step: 'packed' } },
  }),
  post('/v1/documents/send', raw, { as: 'raw' }),
  post('/v1/documents/send', invoice('CN-1', credited, { type: 'credit-note' })),
  post('/v1/documents/send', invoice('SELF-1', {}, { selfBilled: true })),
  get('/v1/documents/number:SELF-1'),
  get('/v1/documents/number:CN-1'),
  post('/v1/documents/send', invoice('PRE-1', {}, { documentSubtype: 'PREPAYMENT_INVOICE' })),
  post('/v1/documents/send', {
    type: 'invoice',
    format: 'ubl-xml',
    from: '{from.peppolId}',
    to: '{to.peppolId}',
    xml: smallInvoice,
  }),
  refused('409 DUPLICATE_NUMBER: document.number', post('/v1/documents/send', invoice('INV-1'))),
  refused(
    '422 UBL_VALIDATION_FAILED: document.buyerReference',
    post('/v1/documents/send', invoice('INV-3', { buyerReference: undefined })),
  ),
  refused(
    '400 INVALID_DATE: document.dueDate',
    post('/v1/documents/send', invoice('INV-3', { dueDate: '2026-02-30' })),
  ),
]

const repeated: readonly Step[] = [
  post('/v1/documents/send', invoice('INV-2'), { headers: { 'idempotency-key': 'once' } }),
  refused(
    '422 idempotency_body_mismatch',
    post('/v1/documents/send', invoice('INV-9'), { headers: { 'idempotency-key': 'once' } }),
  ),
]

const failing: readonly Step[] = [
  post('/v1/documents/send', invoice('BAD-1', {}, { to: REJECTS }), { as: 'rejected' }),
  get('/v1/documents/{rejected.id}'),
  post('/v1/documents/send', invoice('BAD-2', {}, { to: REJECTS_LATER }), { as: 'late' }),
  get('/v1/documents/{late.id}'),
  get('/v1/documents/{late.id}/message-statuses'),
  get('/v1/documents/{late.id}/timeline'),
  post('/v1/documents/send', invoice('BAD-3', {}, { to: NOT_THERE }), { as: 'failed' }),
  get('/v1/documents/{failed.id}'),
  ...Array.from({ length: 6 }, () => pass(HOUR_MS)),
  get('/v1/documents/{failed.id}'),
  get('/v1/documents/{failed.id}/attempts'),
  get('/v1/documents/{failed.id}/timeline'),
  post('/v1/documents/{failed.id}/resend', {}, { as: 'again' }),
  refused('409 CONFLICT', post('/v1/documents/{failed.id}/resend')),
  refused('409 CONFLICT', post('/v1/documents/{rich.id}/resend')),
]

const warned = {
  lines: [{ ...lines[0], vatRate: 0, vatCategory: 'E', vatExemptionCode: 'VATEX-EU-132' }],
  parties: [{ role: 'payer', name: 'Parent' }],
}
const byMail: readonly Step[] = [
  quietly(patch('/v1/companies/{from.id}', { settings: { emailFallback: true } })),
  post('/v1/documents/validate', invoice('MAIL-1', { parties: [buyer] }, { to: NOBODY })),
  post('/v1/documents/send', invoice('MAIL-1', { parties: [buyer] }, { to: NOBODY }), { as: 'mail' }),
  get('/v1/documents/{mail.id}'),
  get('/v1/documents/{mail.id}/attempts'),
]

const validating: readonly Step[] = [
  post('/v1/documents/validate', invoice('V-1', rich)),
  post('/v1/documents/validate', invoice('V-1', { buyerReference: undefined }, { to: NOBODY })),
  post('/v1/documents/validate', { type: 'event', from: '{from.peppolId}', document: { number: 'V-2' } }),
  post('/v1/documents/validate', raw),
  post('/v1/documents/validate', invoice('V-3', warned)),
  ...['pdf', 'html', 'xml'].map((form) => post(`/v1/documents/preview/${form}`, invoice('V-1', rich))),
  post('/v1/documents/read', {
    file: Buffer.from(
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
        'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:ID>R-1</cbc:ID></Invoice>',
    ).toString('base64'),
  }),
  post('/v1/documents/send', invoice('WARNED-1', warned)),
  get('/v1/documents/number:WARNED-1/timeline'),
  refused('400 MISSING_FIELD: from, to, document', post('/v1/documents/validate', { type: 'invoice' })),
  post('/v1/documents/send/batch', {
    documents: [
      invoice('B-1'),
      invoice('B-2', { buyerReference: undefined }),
      invoice('B-1'),
      invoice('B-3', {}, { from: '{to.peppolId}' }),
    ],
  }),
]

const finding: readonly Step[] = [
  get('/v1/documents?limit=2', { as: 'page' }),
  get('/v1/documents?limit=2&cursor={page.cursor}'),
  get('/v1/documents?type=credit-note,invoice&status=delivered&sort=grossAmount:asc&limit=1'),
  get('/v1/documents?from=2026-11-20&to=2026-11-20&amountMin=400&direction=outgoing&read=false&archived=false'),
  get('/v1/documents?number=nothing'),
  get('/v1/documents?limit=1', { by: 'other' }),
  refused('400 INVALID_ENUM: status[0]', get('/v1/documents?status=lost')),
  post(
    '/v1/documents/search',
    {
      any: [{ all: [{ number: 'CN-1' }] }, { all: [{ field: 'grossAmount', op: 'gte', value: '380' }] }],
      sort: [{ field: 'number', order: 'asc' }],
      limit: 1,
    },
    { as: 'page' },
  ),
  post('/v1/documents/search', { all: [{ field: 'number', op: 'eq', value: 'EV-1' }] }),
  refused(
    '400 INVALID_ENUM: all[0].field',
    post('/v1/documents/search', { all: [{ field: 'colour', op: 'eq', value: 'red' }] }),
  ),
  refused('404 DOCUMENT_NOT_FOUND', get('/v1/documents/doc_01kafm4h7vf8xbkrs9q2m3c5de')),
]

export const documents: readonly Step[] = [
  ...trade('BE0403170701', 'BE0417497106'),
  ...sending,
  ...repeated,
  ...failing,
  ...byMail,
  ...validating,
  ...finding,
]
