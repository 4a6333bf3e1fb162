import { createHash } from 'node:crypto'
import { z } from 'zod'
import { callerAtAddress } from '../auth/actor.ts'
import { guarded } from '../auth/guesses.ts'
import { withAddress } from '../companies/company.ts'
import { type DocumentContent, prepareContent } from '../documents/record/store-document.ts'
import { judgeBody } from '../exchange/send/judge/examine-send.ts'
import type { SendParties } from '../exchange/send/read/known-parties.ts'
import type { SendInput } from '../exchange/send/read/send-input.ts'
import type { ShopCart } from '../formats/cart/cart.ts'
import type { Partner } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { runHeavy } from '../operation/heavy.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { purchaseBody } from './cart-body.ts'
import {
  type CxmlSource,
  type OciForm,
  habitsOf,
  orUnreadable,
  readCxmlCart,
  readCxmlHead,
  readOci,
} from './read-cart.ts'
import { refuseOtherSenders, sendersIn } from './senders.ts'
import { type OpenSession, sessionOf } from './session.ts'
import { type ReceivedCart, storeCart } from './store-cart.ts'
import { dayOf } from '../values/dates.ts'

/** What a browser or a shop brings. */
export type CartDelivery = { protocol: 'oci'; cookie: string; form: OciForm } | { protocol: 'cxml'; source: CxmlSource }

const input = z.strictObject({ delivery: z.custom<CartDelivery>() })

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Read {
  session: OpenSession
  contentHash: string
  cart: ShopCart
}

const refuseOtherProtocol = ({ shop }: OpenSession, protocol: CartDelivery['protocol']): void => {
  if (shop.protocol !== protocol) throw new AppError('CART_COOKIE_INVALID')
}

const addressOf = ({ actor }: Preparation): string => `cart:${callerAtAddress(actor)}`

/** A cookie that nobody has is a guess like a wrong secret. */
const openSession = (call: Preparation, cookie: string): Promise<OpenSession> =>
  guarded(call.platform, [addressOf(call)], 'CART_COOKIE_INVALID', () =>
    sessionOf(call.db, cookie, call.platform.clock.now()),
  )

/** Who it is for is known before its lines are read. */
const readOciDelivery = async (
  call: Preparation,
  { cookie, form }: CartDelivery & { protocol: 'oci' },
): Promise<Read> => {
  const session = await openSession(call, cookie)
  refuseOtherProtocol(session, 'oci')
  const cart = await orUnreadable(runHeavy(call, readOci, { ...form, habits: habitsOf(session.shop) }))
  return { session, contentHash: hashOf(form.bytes), cart }
}

const readCxmlDelivery = async (call: Preparation, { source }: CartDelivery & { protocol: 'cxml' }): Promise<Read> => {
  const { buyerCookie, senders } = await orUnreadable(runHeavy(call, readCxmlHead, source))
  const session = await openSession(call, buyerCookie)
  refuseOtherProtocol(session, 'cxml')
  await guarded(call.platform, [addressOf(call), ...sendersIn(session.shop, senders)], 'CART_SENDER_REFUSED', () =>
    refuseOtherSenders(session.shop, senders),
  )
  const cart = await orUnreadable(runHeavy(call, readCxmlCart, { ...source, habits: habitsOf(session.shop) }))
  return { session, contentHash: hashOf(source.bytes), cart }
}

const partiesOf = async ({ db }: Preparation, { organizationId, companyId, shop }: OpenSession) => {
  const [sender, partner] = [
    await db.company.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: companyId } },
      include: withAddress,
    }),
    await db.partner.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id: shop.partnerId } } }),
  ]
  return { parties: { sender, recipient: null } satisfies SendParties, partner }
}

/** The purchase request: drafted like every document that is sent, and kept as a draft. */
const draft = async (
  call: Preparation,
  { session, cart }: Read & { cart: ShopCart & { currency: string } },
  cartId: string,
): Promise<Pick<ReceivedCart, 'document' | 'validation' | 'partner' | 'parties'> & { content: DocumentContent }> => {
  const { parties, partner } = await partiesOf(call, session)
  const { sender } = parties
  const body: SendInput = {
    type: 'purchase-request',
    format: 'json',
    from: sender.peppolId,
    ...(partner.peppolId !== null && { to: partner.peppolId }),
    document: purchaseBody({
      number: `PR-${cartId.slice(-10).toUpperCase()}`,
      issueDate: dayOf(call.platform.clock.now()),
      currency: cart.currency,
      threadId: session.threadId,
      supplierOrderId: cart.supplierOrderId,
      lines: cart.lines,
      supplier: supplierOf(partner),
    }),
  }
  const { facts: document, validation } = await judgeBody(call, { input: body, parties, defaults: undefined })
  const { storage } = call.platform.upstreams
  const content = await prepareContent(storage, call.trace, session.organizationId, document)
  return { document, validation, partner, parties, content }
}

export const supplierOf = ({ name, vatNumber, peppolId }: Partner) => ({ name, vatNumber, peppolId })

/** Nothing was bought, or somebody only looked. */
const bringsNothing = ({ session, cart }: Read): boolean => cart.lines.length === 0 || session.operation === 'inspect'

export const receiveCart = operation({
  name: 'receiveCart',
  summary: 'Receives a cart from a shop. It becomes a draft purchase request; the same cart again makes no second one.',
  scope: 'anyone',
  writes: true,
  input,
  errors: [
    'CART_COOKIE_INVALID',
    'CART_COOKIE_EXPIRED',
    'CART_COOKIE_USED',
    'CART_SENDER_REFUSED',
    'CART_UNREADABLE',
    'CONFLICT',
    'RATE_LIMITED',
  ],
  async prepare(call, { delivery }) {
    const read = await (delivery.protocol === 'oci'
      ? readOciDelivery(call, delivery)
      : readCxmlDelivery(call, delivery))
    const { session, contentHash } = read
    call.trace.organizationId = session.organizationId
    if (session.usedAt !== null && session.contentHash !== contentHash) throw new AppError('CART_COOKIE_USED')
    const { currency } = read.cart
    if (session.usedAt !== null || bringsNothing(read) || currency === null) return { ...read, received: null }
    const cart = { ...read.cart, currency }
    const cartId = newId('cart')
    return { ...read, received: { cartId, cart, ...(await draft(call, { ...read, cart }, cartId)) } }
  },
  async run(run, _input, { session, contentHash, received }) {
    if (received === null) return { session, cartId: session.cartId }
    const { organizationId, id, shopId } = session
    // Of two carts of one purchase at the same moment, the later one takes the place of the earlier.
    await run.db.$queryRaw`
      SELECT 1 FROM shops WHERE "organizationId" = ${organizationId} AND id = ${shopId} FOR NO KEY UPDATE`
    const { count } = await run.db.cartSession.updateMany({
      where: { organizationId, id, usedAt: null },
      data: { usedAt: run.now, contentHash, cartId: received.cartId },
    })
    if (count > 0) return { session, cartId: await storeCart(run, session, received) }
    const now = await run.db.cartSession.findUnique({ where: { organizationId_id: { organizationId, id } } })
    if (now?.contentHash !== contentHash) throw new AppError('CART_COOKIE_USED')
    return { session, cartId: now.cartId }
  },
})
