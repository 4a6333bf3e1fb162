import { CHAIR, RETURN, SENDER, SUPPLIER, formOf, orderMessage, postOci, postXml } from '../../../support/shops.ts'
import { type Step, get, organization, patch, post, quietly, remove, refused } from '../../../support/story.ts'

const shop = {
  partnerId: '{partner.id}',
  name: 'Office supplies',
  protocol: 'oci',
  url: 'https://shop.example.com/oci',
  parameters: [{ name: 'USERNAME', value: 'buyer' }],
  fieldMapping: [{ from: 'CUST_FIELD1', to: 'accountingReference' }],
  unitMapping: [{ from: 'VE', to: 'XPK' }],
  returnUrls: [RETURN],
}
const identity = (name: string) => ({ domain: 'NetworkID', identity: name })
const punchOut = {
  partnerId: '{partner.id}',
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

/** What the shop of a visit posts. */
const cartOf =
  (visit: string): Step =>
  async (stage) => {
    await postOci(stage.caller('anyone'), stage.known(visit).buyerCookie, formOf([CHAIR, { ...CHAIR, UNIT: 'VE' }]))
  }

export const procurement: readonly Step[] = [
  organization('me', 'platform'),
  quietly(post('/v1/partners', { peppolId: SUPPLIER, name: 'Workchairs' }, { as: 'partner' })),
  post('/v1/procurement/shops', shop, { as: 'shop' }),
  post('/v1/procurement/shops', punchOut, { as: 'punchOut' }),
  refused('400 INVALID_REQUEST: url', post('/v1/procurement/shops', { ...shop, url: 'shop', returnUrls: ['x'] })),
  patch('/v1/procurement/shops/{shop.id}', { name: 'Paper and pens', sessionMinutes: 120 }),
  get('/v1/procurement/shops'),
  get('/v1/procurement/shops/{punchOut.id}'),
  post('/v1/procurement/shops/{shop.id}/carts', { threadId: 'REQ-1', returnUrl: `${RETURN}/1` }, { as: 'visit' }),
  refused(
    '422 RETURN_ADDRESS_FORBIDDEN: returnUrl',
    post('/v1/procurement/shops/{shop.id}/carts', { returnUrl: 'https://elsewhere.example.com/' }),
  ),
  post('/v1/procurement/shops/{punchOut.id}/punch-out', { threadId: 'REQ-2' }, { as: 'opened' }),
  cartOf('visit'),
  async (stage) => {
    await postXml(stage.caller('anyone'), orderMessage(stage.known('opened').buyerCookie))
  },
  get('/v1/procurement/carts', { as: 'carts' }),
  get('/v1/procurement/carts/{carts.data.0.id}'),
  post('/v1/procurement/carts/{carts.data.1.id}/order', { number: 'PO-1', quantities: [{ line: 2, quantity: 5 }] }),
  refused('409 CONFLICT', post('/v1/procurement/carts/{carts.data.1.id}/order', { number: 'PO-2' })),
  post('/v1/procurement/carts/{carts.data.0.id}/discard'),
  remove('/v1/procurement/shops/{shop.id}'),
]
