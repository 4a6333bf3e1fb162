import { camt053, pain002 } from '../../../support/bank-files.ts'
import { type Ask, type Stage, type Step, get, post, quietly, refused } from '../../../support/story.ts'
import { exchange, invoice, trade } from './trade.ts'

/** The buyer pays. */
const by = 'other'
const debtor = { name: 'Atelier Logistics', iban: 'BE68539007547034', bic: 'GKCCBEBB' }
const account = { paymentMeans: [{ iban: 'FR7630006000011234567890189' }] }
const bought = (number: string, document: object = account): readonly Step[] => [
  ...exchange(number, invoice(number, document)),
  quietly(post(`/v1/documents/{got${number}.data.0.id}/lifecycle`, { status: 'approved' }, { by })),
]
const pay = (number: string, body: object): Ask =>
  post(`/v1/payments/documents/{got${number}.data.0.id}/pay`, body, { by })
const info = (number: string): Step => get(`/v1/payments/documents/{got${number}.data.0.id}`, { by })
const order = (numbers: readonly string[], more: object = {}): object => ({
  documentIds: numbers.map((number) => `{got${number}.data.0.id}`),
  debtor,
  executionDate: '2035-12-31',
  ...more,
})

const paying: readonly Step[] = [
  ...bought('PAY-1'),
  ...bought('PAY-2', {}),
  info('PAY-1'),
  info('PAY-2'),
  quietly(
    post(
      '/v1/documents/send',
      { type: 'event', from: '{to.peppolId}', document: { number: 'EV-1' } },
      { by, as: 'event' },
    ),
  ),
  get('/v1/payments/documents/{event.id}', { by }),
  pay('PAY-1', { amount: '100.10', date: '2026-11-20', reference: 'Bank 4711' }),
  info('PAY-1'),
  pay('PAY-1', { amount: 261.09, date: '2026-11-21', currency: 'EUR' }),
  post('/v1/payments/documents/{gotPAY-1.data.0.id}/pay', { amount: 1, date: '2026-11-22' }, { by, as: 'tooMuch' }),
  info('PAY-1'),
  refused('422 CURRENCY_MISMATCH: currency', pay('PAY-1', { amount: 1, date: '2026-11-20', currency: 'USD' })),
  refused('400 MISSING_FIELD: amount, date', pay('PAY-1', { amount: 0 })),
  get('/v1/payments?limit=2', { by, as: 'page' }),
  get('/v1/payments?limit=2&cursor={page.cursor}', { by }),
  get('/v1/payments?documentId={gotPAY-1.data.0.id}&from=2026-11-21&to=2026-11-21', { by }),
  post('/v1/payments/{tooMuch.id}/reverse', { date: '2026-11-23', reason: 'Paid twice' }, { by }),
  refused('409 PAYMENT_REVERSED', post('/v1/payments/{tooMuch.id}/reverse', {}, { by })),
  get('/v1/payments'),
  get('/v1/payments/ageing'),
  get('/v1/payments/ageing?side=payable', { by }),
]

/** What the order calls itself and its transfer: the bank says them back. */
const readOrder = (stage: Stage): void => {
  const text = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(stage.known('file'))?.[1] ?? ''
  stage.keep('order', { id: text('MsgId'), transfer: text('EndToEndId') })
}
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const ordering: readonly Step[] = [
  ...bought('PAY-3', { ...account, paymentReference: 'RF18539007547034' }),
  ...bought('PAY-4'),
  post('/v1/payments/export/iso20022', order(['PAY-3', 'PAY-4'], { batchBooking: false }), { by, as: 'file' }),
  readOrder,
  get('/v1/payments/exports/pexp_{order.id}', { by }),
  post('/v1/payments/export/iso20022', order(['PAY-3'], { format: 'pain.001.001.03', force: true }), {
    by,
    headers: { 'idempotency-key': 'pay' },
  }),
  refused(
    '422 NOT_PAYABLE: documentIds[0], documentIds[1]',
    post('/v1/payments/export/iso20022', order(['PAY-3', 'PAY-2']), { by }),
  ),
  async (stage) => {
    const { id, transfer } = stage.known('order')
    const file = base64(pain002(id, [{ endToEndId: transfer, status: 'RJCT', reason: 'AC04' }], 'ACCP'))
    await stage.ask(post('/v1/payments/import', { file, mode: 'record' }, { by }))
  },
  get('/v1/documents/{gotPAY-3.data.0.id}/timeline', { by }),
]

const statement = camt053([
  {
    amount: '100.00',
    direction: 'DBIT',
    bankReference: 'S1',
    text: 'Invoice PAY-2',
    name: 'Lumière SA',
    iban: 'FR7630006000011234567890189',
  },
  { amount: '361.19', direction: 'DBIT', bankReference: 'S2', structured: 'RF18539007547034' },
  { amount: '7.00', direction: 'DBIT', bankReference: 'S3', text: 'Bank charges' },
  { amount: '5.00', direction: 'DBIT', bankReference: 'S4', text: 'PAY-1' },
  { amount: '5.00', currency: 'USD', bankReference: 'S5', text: 'PAY-4' },
])

const importing: readonly Step[] = [
  post('/v1/payments/import', { file: base64(statement) }, { by }),
  post('/v1/payments/import?mode=record', Buffer.from(statement), {
    by,
    headers: { 'content-type': 'application/xml' },
  }),
  post('/v1/payments/import', { file: base64(statement), mode: 'record' }, { by }),
  refused('400 UNREADABLE_FILE: file', post('/v1/payments/import', { file: base64('<x/>') }, { by })),
  get('/v1/payments?limit=1', { by }),
  get('/v1/documents/{gotPAY-2.data.0.id}/timeline', { by }),
]

export const payments: readonly Step[] = [
  ...trade('BE0702013348', 'BE0702114605'),
  ...paying,
  ...ordering,
  ...importing,
]
