/** The rows of a cart that came, and of its purchase request. */
import type { CompanyRow } from '../companies/company.ts'
import type { DocumentFacts } from '../documents/record/facts.ts'
import { type DocumentContent, contentColumns, insertDocument } from '../documents/record/store-document.ts'
import type { Validation } from '../documents/record/validation.ts'
import type { CartLine, ShopCart } from '../formats/cart/cart.ts'
import type { Partner } from '../generated/prisma/client.ts'
import { json } from '../kernel/database/rows.ts'
import { overtaken } from '../kernel/errors/app-error.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { type CartChange, changesBetween } from './cart-changes.ts'
import type { OpenSession } from './session.ts'

export interface ReceivedCart {
  cartId: string
  cart: ShopCart & { currency: string }
  parties: { sender: CompanyRow }
  partner: Partner
  document: DocumentFacts
  validation: Validation
  content: DocumentContent
}

const storeRequest = async (
  { db, now }: Run,
  session: OpenSession,
  { cartId, parties: { sender }, partner, document, validation, content }: ReceivedCart,
): Promise<string> => {
  const columns = {
    organizationId: session.organizationId,
    id: newId('document'),
    companyId: session.companyId,
    direction: 'outgoing' as const,
    format: 'json',
    ...contentColumns(document, validation),
    status: 'draft' as const,
    lifecycleStatus: 'draft' as const,
    senderPeppolId: sender.peppolId,
    senderName: sender.legalName ?? sender.name,
    senderVatNumber: sender.vatNumber,
    receiverPeppolId: partner.peppolId,
    receiverName: partner.name,
    receiverVatNumber: partner.vatNumber,
    metadata: json({ threadId: session.threadId, cartId }),
    createdAt: now,
    updatedAt: now,
  }
  const beginning = { columns: {}, rows: [] }
  const row = await insertDocument(db, { columns, content, beginning, beside: [] }, partner.id)
  if (!row) throw overtaken('The cart is being stored in another request. Send it again in a moment.')
  return row.id
}

/** The open cart of the same purchase makes room; what differs is told. */
const replaceEarlier = async (
  { db, now }: Run,
  session: OpenSession,
  lines: readonly CartLine[],
): Promise<CartChange[]> => {
  const { organizationId, companyId, threadId, shopId } = session
  const where = { organizationId, companyId, threadId, shopId, status: 'open' as const }
  const earlier = await db.cart.findFirst({ where, orderBy: { id: 'desc' } })
  if (!earlier) return []
  await db.cart.updateMany({ where, data: { status: 'replaced', updatedAt: now } })
  return changesBetween(earlier.lines as CartLine[], lines)
}

/** Answers the identifier of the cart. */
export const storeCart = async (run: Run, session: OpenSession, received: ReceivedCart): Promise<string> => {
  const { organizationId, companyId, shop, threadId } = session
  const { cartId, cart, partner } = received
  const documentId = await storeRequest(run, session, received)
  const changes = await replaceEarlier(run, session, cart.lines)
  await run.db.cart.create({
    data: {
      organizationId,
      id: cartId,
      companyId,
      shopId: shop.id,
      shopName: shop.name,
      partnerId: partner.id,
      threadId,
      protocol: shop.protocol,
      operationAllowed: cart.operationAllowed,
      currency: cart.currency,
      total: cart.total,
      statedTotal: cart.statedTotal,
      supplierOrderId: cart.supplierOrderId,
      lines: cart.lines,
      changes,
      warnings: cart.warnings,
      documentId,
      createdAt: run.now,
      updatedAt: run.now,
    },
  })
  const amounts = { total: cart.total, currency: cart.currency }
  const told = { cartId, threadId, shopId: shop.id, partnerId: partner.id, documentId, ...amounts }
  run.emit('cart.received', told, { organizationId, companyId })
  return cartId
}
