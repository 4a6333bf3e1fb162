/** Carts from partners' shops, e-reporting, and messages about changing platforms. */
import { CHAIR, RETURN, SENDER, SUPPLIER, formOf, postOci } from '../support/shops.ts'
import { type Step, get, patch, post } from '../support/story.ts'

const identity = (name: string) => ({ domain: 'NetworkID', identity: name })
const shop = {
  partnerId: '{supplier.id}',
  name: 'Office supplies',
  protocol: 'oci',
  url: 'https://shop.example.com/oci',
  parameters: [{ name: 'USERNAME', value: 'buyer' }],
  fieldMapping: [{ from: 'CUST_FIELD1', to: 'accountingReference' }],
  unitMapping: [{ from: 'VE', to: 'XPK' }],
  returnUrls: [RETURN],
}
const punchOut = {
  partnerId: '{supplier.id}',
  name: 'Workchairs',
  protocol: 'cxml',
  url: 'https://shop.example.com/cxml',
  currency: 'EUR',
  from: identity('buyer'),
  to: identity('seller'),
  sender: identity('platform'),
  sharedSecret: 'abracadabra',
  senders: [SENDER],
  returnUrls: [RETURN],
  sessionMinutes: 60,
}

/** Somebody goes to a shop, and comes back with a cart. */
const shopping = (thread: string): readonly Step[] => [
  post(
    '/v1/procurement/shops/{shop.id}/carts',
    { companyId: '{me.company.id}', threadId: thread, returnUrl: `${RETURN}/1` },
    { as: 'visit' },
  ),
  async (stage) => {
    await postOci(stage.caller('anyone'), stage.known('visit').buyerCookie, formOf([CHAIR]))
  },
]

export const duties: readonly Step[] = [
  post('/v1/partners', { peppolId: SUPPLIER, name: 'Workchairs' }, { as: 'supplier' }),
  post('/v1/procurement/shops', shop, { as: 'shop' }),
  post('/v1/procurement/shops', punchOut, { as: 'punchOut' }),
  get('/v1/procurement/shops?limit=1'),
  get('/v1/procurement/shops/{shop.id}'),
  patch('/v1/procurement/shops/{shop.id}', { name: 'Paper and pens', sessionMinutes: 120 }),
  post('/v1/procurement/shops/{punchOut.id}/punch-out', {
    companyId: '{me.company.id}',
    threadId: 'T-3',
    returnUrl: `${RETURN}/3`,
  }),
  ...shopping('T-1'),
  ...shopping('T-2'),
  get('/v1/procurement/carts?limit=5', { as: 'carts' }),
  get('/v1/procurement/carts/{carts.data.0.id}'),
  post('/v1/procurement/carts/{carts.data.1.id}/order', { number: 'PO-9', quantities: [{ line: 1, quantity: 5 }] }),
  post('/v1/procurement/carts/{carts.data.0.id}/discard'),
  post('/v1/companies', { vatNumber: 'FR83404833048' }, { as: 'french' }),
  post(
    '/v1/compliance/e-reporting/transactions',
    {
      companyId: '{french.id}',
      rows: [{ date: '2026-11-19', category: 'TLB1', vatRate: 20, amount: 100, vatAmount: 20 }],
    },
    { as: 'told' },
  ),
  post('/v1/compliance/e-reporting/payments', {
    companyId: '{french.id}',
    rows: [{ date: '2026-11-19', vatRate: 20, amount: 120.12 }],
  }),
  get('/v1/compliance/e-reporting/periods?kind=transactions'),
  get('/v1/compliance/e-reporting/periods/{told.periods.0.id}'),
  post('/v1/portability/build', {
    messageType: 'REQUEST',
    state: 'SUBMITTED',
    requestRef: 'PORT-1',
    taxpayerSiren: '404833048',
    effectiveDate: '2027-03-01',
  }),
  post('/v1/portability/parse', { subject: 'PORTABILITY;REQUEST;SUBMITTED;PORT-1;404833048' }),
  post(
    '/v1/portability/messages',
    { messageType: 'REQUEST', state: 'SUBMITTED', requestRef: 'PORT-2', taxpayerSiren: '404833048' },
    { as: 'moving' },
  ),
  post('/v1/portability/received-messages', { subject: 'PORTABILITY;REQUEST;SUBMITTED;PORT-3;404833048' }),
  get('/v1/portability/requests?limit=2'),
  get('/v1/portability/requests/{moving.id}'),
]
