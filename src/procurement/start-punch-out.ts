import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CartLine } from '../formats/cart/cart.ts'
import { FormatError } from '../formats/format-error.ts'
import { readSetupResponse } from '../formats/cxml/setup.ts'
import { writeSetupRequest } from '../formats/cxml/write.ts'
import type { CartOperation } from '../generated/prisma/client.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { id, oneOf } from '../kernel/input.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { ShopFailure } from '../upstreams/shops/port.ts'
import { visibleCart } from './cart.ts'
import { type NewSession, type Visitor, newSession, visitInput, visitorOf } from './session.ts'
import { type ShopParties, openSecrets } from './shop.ts'
import { cartOperations } from './view.ts'
import type { ShopVisit } from './view.ts'
import { fromStored } from '../kernel/stored-json.ts'

export const PUNCH_OUT_CALLBACK = '/document/punchout-callback'

const input = z
  .strictObject({
    ...visitInput,
    operation: oneOf('CartOperation', cartOperations)
      .default('create')
      .describe('What the buyer goes there for (default `create`). The others need `cartId`.'),
    cartId: id('cart').optional().describe('The cart to change or to look at again. The visit belongs to its thread.'),
  })
  .meta({ examples: [{ threadId: 'REQ-2026-0417', returnUrl: 'https://buying.example.com/threads/7' }] })
type Given = z.output<typeof input>

/** The cart that the buyer goes back with; none for a new one. */
const earlierCart = async (
  { db, actor }: Preparation,
  given: Given,
  { companyId }: Visitor,
): Promise<{ threadId?: string; lines: CartLine[] }> => {
  if (given.cartId === undefined) {
    if (given.operation === 'create') return { lines: [] }
    throw refusal('MISSING_FIELD', 'cartId', `The operation ${given.operation} needs the cart that it is about.`)
  }
  const cart = await visibleCart(db, actor, given.cartId)
  if (given.operation === 'create') throw refusal('INVALID_REQUEST', 'cartId', 'A new cart is about no earlier one.')
  if (cart.shopId !== given.shopId) throw refusal('CONFLICT', 'cartId', 'The cart came from another shop.')
  if (cart.companyId !== companyId)
    throw refusal('CONFLICT', 'companyId', 'Another company of the organization has the cart.')
  if (cart.status !== 'open') throw refusal('CONFLICT', 'cartId', `The cart is ${cart.status}.`)
  if (given.operation === 'edit' && cart.operationAllowed !== 'edit')
    throw refusal('CONFLICT', 'cartId', `The shop allows only to ${cart.operationAllowed} it.`)
  return { threadId: cart.threadId, lines: cart.lines as CartLine[] }
}

const refused = (message: string, cause?: unknown): AppError =>
  new AppError('SHOP_REFUSED', { message: `The shop did not open: ${message}`, cause })

const isPage = (text: string, mayBePlain: boolean): boolean =>
  URL.canParse(text) && (new URL(text).protocol === 'https:' || (mayBePlain && new URL(text).protocol === 'http:'))

/** Posts the setup request, and reads where the browser goes. */
const open = async (
  { platform, trace, site }: Preparation,
  { shop, companyName }: Visitor,
  { row, buyerCookie }: NewSession,
  lines: readonly CartLine[],
): Promise<string> => {
  const { from, to, sender } = fromStored<ShopParties>(shop.parties)
  const isTest = platform.env.SERVICE_MODE === 'sandbox'
  const message = writeSetupRequest({
    payloadId: `${randomUUID()}@${new URL(site.baseUrl).hostname}`,
    timestamp: row.createdAt.toISOString(),
    from,
    to,
    sender: { ...sender, sharedSecret: openSecrets(platform.secretBox, shop).sharedSecret },
    operation: row.operation,
    buyerCookie,
    formPostUrl: `${site.baseUrl}${PUNCH_OUT_CALLBACK}`,
    shopUrl: shop.url,
    deploymentMode: isTest ? 'test' : 'production',
    buyerName: companyName,
    lines,
  })
  try {
    const { status, startPage } = readSetupResponse(await platform.upstreams.shops.post(trace, shop.url, message))
    if (status.code >= 300) throw refused(`${status.code} ${status.text}. ${status.message}`)
    if (startPage === null || !isPage(startPage, isTest)) throw refused('its answer names no page to go to.')
    return startPage
  } catch (error) {
    throw error instanceof FormatError || error instanceof ShopFailure ? refused(error.message, error) : error
  }
}

export const startPunchOut = operation({
  name: 'startPunchOut',
  summary:
    'Starts a visit to a shop of the protocol cXML: posts a PunchOutSetupRequest, and answers the page that the ' +
    'browser of the buyer opens. The cart comes back to `/document/punchout-callback`, and becomes a draft purchase ' +
    'request.',
  scope: 'send',
  writes: true,
  input,
  errors: [
    'RESOURCE_NOT_FOUND',
    'COMPANY_NOT_FOUND',
    'CONFLICT',
    'RETURN_ADDRESS_FORBIDDEN',
    'SHOP_REFUSED',
    'UPSTREAM_TIMEOUT',
  ],
  async prepare(call, given) {
    const { db, actor, platform } = call
    const visitor = await visitorOf(db, actor, platform.env, given)
    const { lines, threadId = given.threadId } = await earlierCart(call, given, visitor)
    if (visitor.shop.protocol !== 'cxml')
      throw new AppError('CONFLICT', { message: 'The shop speaks OCI. Open it with `startCart`.' })
    const operationWanted: CartOperation = given.operation
    const session = newSession(visitor, { ...given, threadId }, operationWanted, platform.clock.now())
    return { session, startPage: await open(call, visitor, session, lines) }
  },
  async run({ db }, _given, { session: { row, buyerCookie }, startPage }): Promise<ShopVisit> {
    await db.cartSession.create({ data: row })
    return { ...row, buyerCookie, url: startPage, method: 'GET', fields: [] }
  },
})
