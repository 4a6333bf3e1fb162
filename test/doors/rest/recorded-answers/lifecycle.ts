import { frenchInvoice } from '../../../support/documents.ts'
import { NETWORK_SECRET, enveloped } from '../../../support/exchange.ts'
import { type Ask, type Step, get, post, quietly, refused } from '../../../support/story.ts'
import { company, exchange, invoice, lines, trade } from './trade.ts'

const french = (number: string): object =>
  invoice(number, {
    businessProcess: 'S1',
    lines: [{ description: 'Consulting', quantity: 10, unit: 'HUR', unitPrice: 100, vatRate: 20 }],
  })
const belgian = (number: string): object =>
  invoice(number, { lines }, { from: '{gent.peppolId}', to: '{brugge.peppolId}' })

/** What the other side, which has got the document, says of it. */
const decide = (document: string, update: object): Ask =>
  post(`/v1/documents/{got${document}.data.0.id}/lifecycle`, update, { by: 'other' })
const tell = (document: string, update: object): Step => post(`/v1/documents/{sent${document}.id}/lifecycle`, update)
const told = (document: string): readonly Step[] => [
  get(`/v1/documents/{sent${document}.id}/lifecycle`),
  get(`/v1/documents/{got${document}.data.0.id}/lifecycle`, { by: 'other' }),
]

const dispute = {
  status: 'disputed',
  reasonCode: 'TX_TVA_ERR',
  reason: 'Taux de TVA erroné',
  note: 'Call us',
  requestedAction: 'NIN',
  corrections: [
    { term: 'BT-152', path: 'lines[0].vatRate', current: '20.00', expected: '10.00' },
    { term: 'BT-153', expected: 'Advice' },
  ],
}
const collected = {
  status: 'paid',
  paymentDate: '2026-11-22',
  paymentAmount: '1100.01',
  paymentCurrency: 'EUR',
  paymentByRate: [{ rate: 20, amount: '1100.01' }],
}

const inFrance: readonly Step[] = [
  ...exchange('F-1', french('F-1')),
  ...told('F-1'),
  get('/v1/documents/{gotF-1.data.0.id}/lifecycle/recipient', { by: 'other' }),
  decide('F-1', { status: 'under_review', dryRun: true }),
  decide('F-1', { status: 'under_review' }),
  decide('F-1', dispute),
  decide('F-1', { status: 'approved', remainingAmount: '100.01', reasonCode: 'QTY', reason: 'Less' }),
  decide('F-1', { status: 'paid', paymentDate: '2026-11-21', paymentReference: 'VIR-1' }),
  tell('F-1', { status: 'partially_paid', paymentDate: '2026-11-21', paymentAmount: 99.99 }),
  tell('F-1', collected),
  ...told('F-1'),
  ...exchange('F-2', french('F-2')),
  decide('F-2', { status: 'rejected', reasonCode: 'NON_CONFORME', reason: 'Mention manquante' }),
  refused('409 invalid_transition: status', decide('F-2', { status: 'approved' })),
  ...told('F-2'),
  ...exchange('F-3', french('F-3')),
  decide('F-3', { status: 'disputed', reasonCode: 'suspended', suspensionReasonCode: 'COORD_BANC_ERR' }),
  post('/v1/documents/{sentF-3.id}/actions', { action: 'link', note: 'The delivery note is attached' }),
  ...told('F-3'),
  ...exchange('F-4', french('F-4')),
  decide('F-4', { status: 'disputed', reasonCode: 'suspended' }),
  post('/v1/documents/{sentF-4.id}/actions', { action: 'link', relatedDocumentId: '{sentF-3.id}' }),
  post(
    '/v1/documents/lifecycle/batch',
    {
      updates: [{ documentId: '{gotF-4.data.0.id}', status: 'rejected', reasonCode: 'DOUBLE_FACT', reason: 'Twice' }],
    },
    { by: 'other' },
  ),
  ...told('F-4'),
  get('/v1/documents/{sentF-1.id}/timeline'),
  get('/v1/documents/{sentF-1.id}'),
]

/** What breaks rules is taken in, and goes no further. */
const broken = enveloped({
  payload: frenchInvoice.replace(/<cbc:Note>#PMD.*?<\/cbc:Note>/, ''),
  sender: '0225:324872211',
  receiver: '0225:439368049',
  kind: 'invoice',
  mlsTo: '0242:000001',
  mlsType: 'ALWAYS_SEND',
})
const rejections: readonly Step[] = [
  quietly(
    post('/network/inbound', Buffer.from(broken), {
      by: 'anyone',
      as: 'broken',
      headers: { 'content-type': 'application/xml', 'x-token': NETWORK_SECRET },
    }),
  ),
  ...['', '/lifecycle', '/timeline', '/message-statuses'].map((view) =>
    get(`/v1/documents/{broken.documentId}${view}`, { by: 'other' }),
  ),
  quietly(post('/v1/documents/send', { ...french('F-5'), to: '0225:000000420' }, { as: 'failed' })),
  get('/v1/documents/{failed.id}/lifecycle'),
]

const inBelgium: readonly Step[] = [
  ...exchange('B-1', belgian('B-1')),
  decide('B-1', { status: 'approved' }),
  decide('B-1', {
    status: 'partially_paid',
    paymentDate: '2026-11-21',
    paymentAmount: '100.10',
    remainingAmount: 261.09,
  }),
  tell('B-1', { status: 'paid', paymentDate: '2026-11-22' }),
  ...told('B-1'),
  ...exchange('B-2', belgian('B-2')),
  post(
    '/v1/documents/by-number/B-2/lifecycle',
    { status: 'disputed', reasonCode: 'OTH', reason: 'Never ordered' },
    { by: 'other' },
  ),
  refused('404 not_found', post('/v1/documents/by-number/B-0/lifecycle', { status: 'approved' }, { by: 'other' })),
  ...exchange('B-3', belgian('B-3')),
  post(
    '/v1/documents/lifecycle/batch',
    {
      updates: [
        { documentId: '{gotB-3.data.0.id}', status: 'approved' },
        { documentId: 'doc_nobody', status: 'approved' },
        { status: 'approved' },
        { documentId: '{gotB-2.data.0.id}', status: 'paid' },
        'nonsense',
        { documentId: '{gotB-1.data.0.id}', status: 'under_review' },
        { documentId: '{gotB-2.data.0.id}', status: 'rejected', reasonCode: 'REF', dryRun: true },
      ],
    },
    { by: 'other' },
  ),
  ...told('B-2'),
  refused('400 invalid_request: status', decide('B-3', { status: 'eaten' })),
  refused('404 not_found', get('/v1/documents/doc_01kafm4h7vf8xbkrs9q2m3c5de/lifecycle')),
]

export const lifecycle: readonly Step[] = [
  ...trade('FR41512300013', 'FR45512400086'),
  company('gent', 'BE0701202904'),
  company('brugge', 'BE0701304258', 'other'),
  company('rouen', 'FR37439368049', 'other'),
  ...inFrance,
  ...rejections,
  ...inBelgium,
]
