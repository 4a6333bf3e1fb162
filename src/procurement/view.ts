/** What shops, visits and carts answer. */
import { companyView } from '../companies/view.ts'
import { documentView } from '../documents/record/view.ts'
import { cartLine, mappable } from '../formats/cart/cart.ts'
import type { Cart, CartSession, Shop } from '../generated/prisma/client.ts'
import { partnerView } from '../partners/view.ts'
import {
  amount,
  choice,
  choiceOf,
  currency,
  flag,
  id,
  instant,
  integer,
  object,
  relation,
  structure,
  text,
  view,
} from '../operation/view.ts'
import { cartChange } from './cart-changes.ts'
import { protocols } from './shop-input.ts'
import type { ShopIdentity, ShopParties, ShopSender } from './shop.ts'
import { fromStored } from '../kernel/stored-json.ts'

export const cartOperations = {
  create: 'Fill a new cart.',
  edit: 'Change a cart.',
  inspect: 'Look at a cart, without changing it.',
} as const

export const cartStatuses = {
  open: 'Neither ordered nor discarded.',
  ordered: 'A purchase order was sent.',
  discarded: 'Nothing is ordered.',
  replaced: 'A later cart of the same thread took its place.',
} as const

const protocolChoice = choiceOf('ShopProtocol', Object.keys(protocols), protocols)
const operationChoice = choiceOf('CartOperation', Object.keys(cartOperations), cartOperations)
const statusChoice = choiceOf('CartStatus', Object.keys(cartStatuses), cartStatuses)
const fieldChoice = choiceOf('CartLineField', Object.keys(mappable), mappable)

const identityView = view<ShopIdentity>()('ShopIdentity', 'An identity in the header of cXML.', {
  domain: text('Kind of the identity.').like('DUNS'),
  identity: text('The identity.').like('65652314'),
})

const senderView = view<ShopSender>()('ShopSender', 'Who may bring a cart of the shop by cXML.', {
  domain: text('Kind of the identity.').like('DUNS'),
  identity: text('The identity.').like('83528721'),
  hasSharedSecret: flag('Whether it has to show a shared secret.').by(
    ['secretHash'],
    ({ secretHash }: Pick<ShopSender, 'secretHash'>) => secretHash !== null,
  ),
})

interface Mapping {
  from: string
  to: string
}

const fieldMappingView = view<Mapping>()('ShopFieldMapping', 'A field of the shop, and what of a line it is.', {
  from: text('Field of the shop.').like('CUST_FIELD1'),
  to: choice(fieldChoice, 'What of a line it is.'),
})

const unitMappingView = view<Mapping>()('ShopUnitMapping', 'A unit of the shop, and its code of Recommendation 20.', {
  from: text('Unit as the shop writes it.').like('VE'),
  to: text('Code of UN/ECE Recommendation 20.').like('H87'),
})

type WithParties = Pick<Shop, 'parties'>
const partyOf = (name: keyof ShopParties, description: string) =>
  object(identityView, description)
    .orNull()
    .by(['parties'], ({ parties }: WithParties) => fromStored<ShopParties | null>(parties)?.[name] ?? null)

const COMPANY = 'The company that buys there. Null when all companies of the organization do.'

export const shopView = view<Shop>()('Shop', "A partner's web shop, which people open to fill a cart.", {
  id: id('Identifier, `shop_…`.'),
  companyId: id(COMPANY).orNull().onlyIn('rest'),
  company: relation(companyView, COMPANY).orNull().onlyIn('graphql'),
  partnerId: id('The partner whose shop it is.').onlyIn('rest'),
  partner: relation(partnerView, 'The partner whose shop it is.').onlyIn('graphql'),
  name: text('Name of the shop.').like('Office supplies'),
  protocol: choice(protocolChoice, 'How the shop opens, and hands a cart back.'),
  url: text('OCI: where the browser goes. cXML: where the setup request is posted.').like('https://shop.example.com'),
  currency: currency('Currency of prices that name none.').orNull(),
  parameterNames: text('Of OCI: names of the fields that the shop wants. Their values are not shown.').list(),
  from: partyOf('from', 'Of cXML: who buys.'),
  to: partyOf('to', 'Of cXML: who sells.'),
  sender: partyOf('sender', 'Of cXML: who sends the setup request.'),
  senders: object(senderView, 'Of cXML: who may bring a cart. Secrets are not shown.').list(),
  fieldMapping: object(fieldMappingView, 'Fields that mean something else in this shop.').list(),
  unitMapping: object(unitMappingView, 'Units that only this shop has.').list(),
  returnUrls: text('Addresses that a browser may be sent back to.').list(),
  sessionMinutes: integer('How long a visit to the shop may last, in minutes.'),
  createdAt: instant('When it was created.'),
  updatedAt: instant('When it was last changed.'),
})

interface VisitField {
  name: string
  value: string
}

/** An opened shop. */
export interface ShopVisit extends Pick<CartSession, 'id' | 'threadId' | 'expiresAt'> {
  buyerCookie: string
  url: string
  method: 'GET' | 'POST'
  fields: readonly VisitField[]
}

const visitFieldView = view<VisitField>()('ShopVisitField', 'A field that the browser posts to the shop.', {
  name: text('Name of the field.').like('HOOK_URL'),
  value: text('Value of the field.').like('https://api.example.com/document/oci-callback?flowie_cookie=…'),
})

export const visitView = view<ShopVisit>()('ShopVisit', 'How the browser of the buyer gets into the shop.', {
  id: id('Identifier of the visit, `csess_…`.'),
  threadId: text('The purchase. It comes back with the cart.').like('REQ-2026-0417'),
  url: text('Where the browser goes.').like('https://shop.example.com/start?sid=20626'),
  method: choice(
    choiceOf('ShopVisitMethod', ['GET', 'POST'], { GET: 'Open the address.', POST: 'Post a form to the address.' }),
    'How the browser goes there.',
  ),
  fields: object(visitFieldView, 'The fields of the form. Empty for GET.').list(),
  buyerCookie: text('The cookie that the shop hands back with the cart. It lets one cart in.'),
  expiresAt: instant('Until when a cart may come.'),
})

export const cartView = view<Cart>()('Cart', 'A cart that came back from a shop, with its purchase request.', {
  id: id('Identifier, `cart_…`.'),
  companyId: id('The company that buys.').onlyIn('rest'),
  company: relation(companyView, 'The company that buys.').onlyIn('graphql'),
  shopId: id('The shop. It may have been deleted since.'),
  shopName: text('Name of the shop.').like('Office supplies'),
  partnerId: id('The partner whose shop it is.'),
  threadId: text('The purchase, as it was named when the shop was opened.').like('REQ-2026-0417'),
  protocol: choice(protocolChoice, 'How the cart came.'),
  operationAllowed: choice(operationChoice, 'What may be done with it in the shop from now on.'),
  status: choice(statusChoice, 'What became of it.'),
  currency: currency('Currency of all prices.'),
  total: amount('Sum of the lines, without VAT.'),
  statedTotal: amount('What the shop says the total is. Null when it says nothing.').orNull(),
  supplierOrderId: text('How the shop numbers it. Null when it says nothing.').orNull(),
  lines: structure(cartLine, 'The lines.').list(),
  changes: structure(
    cartChange,
    'Differences to the cart of the same thread before it, and those of the order.',
  ).list(),
  warnings: text('What was understood with a doubt.').list(),
  documentId: id('The purchase request, a draft document.').onlyIn('rest'),
  document: relation(documentView, 'The purchase request, a draft.').onlyIn('graphql'),
  orderId: id('The purchase order. Null when none was sent.').orNull().onlyIn('rest'),
  order: relation(documentView, 'The purchase order. Null when none was sent.').orNull().onlyIn('graphql'),
  createdAt: instant('When it came.'),
  updatedAt: instant('When it was last changed.'),
})
