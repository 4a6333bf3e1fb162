import { type Step, get, pass, post, quietly, refused } from '../../../support/story.ts'
import { arrived, company, exchange, invoice, terms, trade } from './trade.ts'

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
const desk = {
  issueDate: '2026-11-20',
  lines: [{ description: 'Desk', quantity: 2, unit: 'C62', unitPrice: 100, vatRate: 21 }],
}
const order = { type: 'purchase-order', from: '{to.peppolId}', to: '{from.peppolId}' }
const address = { street: 'Via Roma 1', city: 'Torino', postalCode: '10121', country: 'IT' }
const italian = {
  ...terms,
  number: 'FT-1',
  note: 'TD24',
  parties: [{ role: 'buyer', vatNumber: 'IT09876543217', name: 'Cliente Srl', address }],
  lines: [{ description: 'Consulenza', quantity: 2, unit: 'HUR', unitPrice: 100, vatRate: 22 }],
}

const renditions: readonly Step[] = [
  ...exchange('INV-1', invoice('INV-1', { attachments, note: 'Thank you' })),
  quietly(
    post(
      '/v1/documents/send',
      { type: 'invoice', from: '{torino.peppolId}', to: '0211:IT09876543217', document: italian },
      { as: 'italian' },
    ),
  ),
  get('/v1/documents/{sentINV-1.id}/structured'),
  get('/v1/documents/{gotINV-1.data.0.id}/structured', { by: 'other' }),
  get('/v1/documents/{italian.id}/structured'),
  get('/v1/documents/{sentINV-1.id}/xml'),
  get('/v1/documents/{sentINV-1.id}/ubl'),
  get('/v1/documents/{sentINV-1.id}/cii'),
  get('/v1/documents/{sentINV-1.id}/pdf'),
  get('/v1/documents/{sentINV-1.id}/html'),
  get('/v1/documents/{sentINV-1.id}/facturx'),
  get('/v1/documents/{italian.id}/fatturapa'),
  get('/v1/documents/{sentINV-1.id}/original'),
  get('/v1/documents/{sentINV-1.id}/fatturapa'),
  get('/v1/documents/{sentINV-1.id}/attachments', { as: 'list' }),
  get('/v1/documents/{sentINV-1.id}/attachments/{list.data.0.id}'),
  refused('404 RESOURCE_NOT_FOUND', get('/v1/documents/{sentINV-1.id}/attachments/att_01kafm4h7vf8xbkrs9q2m3c5de')),
  get('/v1/documents/{italian.id}/attachments'),
]

const acting: readonly Step[] = [
  ...exchange('INV-2', invoice('INV-2')),
  ...['mark_unread', 'mark_read', 'archive'].map((action) => post('/v1/documents/{sentINV-1.id}/actions', { action })),
  get('/v1/documents/{sentINV-1.id}'),
  post('/v1/documents/{sentINV-1.id}/actions', { action: 'archive' }),
  post('/v1/documents/{sentINV-1.id}/actions', { action: 'tag', tag: 'urgent' }),
  post('/v1/documents/{sentINV-1.id}/actions', { action: 'untag', tag: 'urgent' }),
  post('/v1/documents/{sentINV-1.id}/actions', { action: 'note', note: 'Checked.' }),
  get('/v1/documents/{sentINV-1.id}/notes'),
  post('/v1/documents/{sentINV-1.id}/actions', { action: 'link', relatedDocumentId: '{sentINV-2.id}' }),
  post('/v1/documents/{sentINV-1.id}/actions', { action: 'unlink', relatedDocumentId: '{sentINV-2.id}' }),
  refused('400 MISSING_FIELD: tag', post('/v1/documents/{sentINV-1.id}/actions', { action: 'tag' })),
  post('/v1/documents/actions', {
    updates: [
      { documentId: '{sentINV-1.id}', action: 'unarchive' },
      { documentId: '{sentINV-2.id}', action: 'tag', tag: 'late' },
      { documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de', action: 'archive' },
      { documentId: '{sentINV-1.id}', action: 'tag' },
    ],
  }),
  get('/v1/documents?tag=late'),
]

const telling: readonly Step[] = [
  get('/v1/documents/{sentINV-1.id}/timeline', { as: 'line' }),
  get('/v1/documents/{sentINV-1.id}/evidence/{line.data.0.data.messageHash}'),
  get('/v1/documents/{gotINV-1.data.0.id}/timeline', { by: 'other' }),
  get('/v1/documents/{sentINV-1.id}/attempts'),
  get('/v1/documents/{gotINV-1.data.0.id}/attempts', { by: 'other' }),
  get('/v1/documents/{sentINV-1.id}/message-statuses'),
  get('/v1/documents/{gotINV-1.data.0.id}/message-statuses', { by: 'other' }),
  get('/v1/documents/{sentINV-1.id}/evidence'),
  get('/v1/documents/{gotINV-1.data.0.id}/evidence', { by: 'other' }),
  // The verdict of the interchange system comes later.
  pass(3_600_000),
  get('/v1/documents/{italian.id}/timeline'),
]

const relating: readonly Step[] = [
  quietly(
    post(
      '/v1/documents/send',
      { ...order, document: { number: 'PO-1', ...desk, buyerReference: 'DEPT-5' } },
      { by: 'other', as: 'order' },
    ),
  ),
  arrived('PO-1', 'ordered', 'me'),
  ...['INV-8', 'INV-9'].flatMap((number) => exchange(number, invoice(number, { orderReference: 'PO-1', ...desk }))),
  ...exchange(
    'CN-1',
    invoice(
      'CN-1',
      { orderReference: 'PO-1', billingReference: 'INV-8', billingReferenceDate: '2026-11-20', ...desk },
      { type: 'credit-note' },
    ),
  ),
  get('/v1/purchase-orders/{order.id}/invoices?limit=2', { by: 'other', as: 'page' }),
  get('/v1/purchase-orders/{order.id}/invoices?limit=2&cursor={page.cursor}', { by: 'other' }),
  get('/v1/purchase-orders/number:PO-1/invoices'),
  get('/v1/documents/{sentINV-8.id}/related'),
  get('/v1/documents/{order.id}/related?limit=1', { by: 'other' }),
  get('/v1/documents/{ordered.data.0.id}/structured'),
]

export const files: readonly Step[] = [
  ...trade('BE0701000390', 'BE0701101647'),
  company('torino', 'IT03456789001'),
  ...renditions,
  ...acting,
  ...telling,
  ...relating,
]
