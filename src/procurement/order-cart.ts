import { z } from 'zod'
import type { SendPlan } from '../exchange/send/store/plan-send.ts'
import { prepareSend } from '../exchange/send/prepare-sends.ts'
import { SEND_ERRORS } from '../exchange/send/send-document.ts'
import { storeDocument } from '../exchange/send/store/store-documents.ts'
import { type SendInput, sendInput } from '../exchange/send/read/send-input.ts'
import type { CartLine } from '../formats/cart/cart.ts'
import { FormatError } from '../formats/format-error.ts'
import { amountOf } from '../formats/cart/values.ts'
import type { Cart, Partner } from '../generated/prisma/client.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { businessDate, decimal } from '../kernel/input.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../operation/precondition.ts'
import { limits } from '../values/limits.ts'
import { Decimal } from '../values/money.ts'
import { type CartChange, changesBetween } from './cart-changes.ts'
import { purchaseBody } from './cart-body.ts'
import { cartId, openCart, requireOpen, visibleCart } from './cart.ts'
import { supplierOf } from './receive-cart.ts'
import { dayOf } from '../values/dates.ts'

const input = z
  .strictObject({
    cartId,
    number: z.string().min(1).max(limits.codeCharacters).describe('Number of the purchase order.'),
    issueDate: businessDate.optional().describe('Date of the order (default: today).'),
    deliveryDate: businessDate.optional().describe('Day on which the goods are wanted.'),
    note: z.string().min(1).max(5_000).optional().describe('Note on the order.'),
    quantities: z
      .array(
        z
          .strictObject({
            line: z.number().int().min(1).max(limits.cartLines).describe('Number of the line in the cart.'),
            quantity: decimal.describe('Quantity to order; 0 leaves the line out.'),
          })
          .meta({ id: 'OrderedQuantityInput', description: 'Another quantity of a line than that of the cart.' }),
      )
      .max(limits.cartLines)
      .optional()
      .describe('Lines that are ordered in another quantity. Prices are those of the cart.'),
    ifUpdatedAt,
  })
  .meta({ examples: [{ number: 'PO-2026-0417', quantities: [{ line: 1, quantity: 3 }] }] })
type Given = z.output<typeof input>

/** The amount of a line in another quantity, which may have no room. */
const amountFor = ({ number, price, priceQuantity }: CartLine, quantity: Decimal, field: string): string => {
  try {
    return amountOf(quantity.times(price).div(priceQuantity), `Line ${number}`).toFixed(2)
  } catch (error) {
    throw error instanceof FormatError ? refusal('INVALID_REQUEST', field, error.message) : error
  }
}

const orderedLines = (lines: readonly CartLine[], quantities: NonNullable<Given['quantities']>): CartLine[] => {
  const wanted = new Map(
    quantities.map(({ line, quantity }, index) => [line, { quantity, field: `quantities[${index}].quantity` }]),
  )
  for (const [index, { line, quantity }] of quantities.entries()) {
    if (quantity.lt(0)) throw refusal('INVALID_REQUEST', `quantities[${index}].quantity`, 'Must not be negative.')
    if (!lines.some(({ number }) => number === line))
      throw refusal('INVALID_REQUEST', `quantities[${index}].line`, 'The cart has no line with this number.')
  }
  return lines
    .filter(({ number }) => wanted.get(number)?.quantity.isZero() !== true)
    .map((line) => {
      const other = wanted.get(line.number)
      if (other === undefined) return line
      const { quantity, field } = other
      return { ...line, quantity: new Decimal(quantity).toFixed(), amount: amountFor(line, quantity, field) }
    })
}

interface OrderPlan {
  send: SendPlan
  body: SendInput
  changes: CartChange[]
  /** What was read: the order is of this. */
  read: Cart
}

const partnerFor = async (
  { db }: Preparation,
  { organizationId, partnerId }: Cart,
): Promise<Partner & { peppolId: string }> => {
  const partner = await db.partner.findUnique({ where: { organizationId_id: { organizationId, id: partnerId } } })
  const peppolId = partner?.peppolId
  if (partner && peppolId) return { ...partner, peppolId }
  throw new AppError('CONFLICT', {
    message: partner
      ? 'The partner has no participant id, so no order can be sent to it. Set its `peppolId`.'
      : 'The partner was deleted, so no order can be sent to it.',
  })
}

const plan = async (call: Preparation, given: Given): Promise<OrderPlan> => {
  const { db, actor, platform } = call
  const read = await visibleCart(db, actor, given.cartId)
  requireOpen(read)
  const partner = await partnerFor(call, read)
  const { organizationId, companyId, documentId } = read
  const [company, request] = [
    await db.company.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id: companyId } } }),
    await db.document.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id: documentId } } }),
  ]
  const before = read.lines as CartLine[]
  const lines = orderedLines(before, given.quantities ?? [])
  if (lines.length === 0) throw refusal('INVALID_REQUEST', 'quantities', 'An order has at least one line.')
  const { deliveryDate, note } = given
  const document = purchaseBody(
    {
      number: given.number,
      issueDate: given.issueDate ?? dayOf(platform.clock.now()),
      currency: read.currency,
      threadId: read.threadId,
      supplierOrderId: read.supplierOrderId,
      lines,
      supplier: supplierOf(partner),
    },
    {
      orderReference: request.number,
      ...(deliveryDate !== undefined && { requestedDelivery: { start: deliveryDate, end: deliveryDate } }),
      ...(note !== undefined && { note }),
    },
  )
  const metadata = { threadId: read.threadId, cartId: read.id }
  const body = parseInput(sendInput, {
    type: 'purchase-order',
    from: company.peppolId,
    to: partner.peppolId,
    document,
    metadata,
  })
  return { send: await prepareSend(call, body), body, changes: changesBetween(before, lines), read }
}

export const orderCart = operation({
  name: 'orderCart',
  summary:
    'Orders an open cart: sends a purchase order to the partner, with the prices and references of the cart. ' +
    'Quantities may differ from the cart; the answer tells what does.',
  scope: 'send',
  writes: true,
  input,
  errors: ['RESOURCE_NOT_FOUND', 'PRECONDITION_FAILED', ...SEND_ERRORS],
  prepare: plan,
  async run(run, given, { send, body, changes, read }) {
    const { db, actor, now, emit } = run
    const cart = await openCart(db, actor, given.cartId)
    refuseChanged(cart, given.ifUpdatedAt ?? read.updatedAt.toISOString())
    const { document } = await storeDocument(run, { actor, input: body, plan: send })
    const { organizationId, id, companyId, threadId } = cart
    const after = await db.cart.update({
      where: { organizationId_id: { organizationId, id } },
      data: {
        status: 'ordered',
        orderId: document.id,
        changes: [...(cart.changes as CartChange[]), ...changes],
        updatedAt: changedAt(cart, now),
      },
    })
    const told = { cartId: id, threadId, documentId: cart.documentId, orderId: document.id }
    emit('cart.ordered', told, { companyId, updatedAt: after.updatedAt })
    return after
  },
})
