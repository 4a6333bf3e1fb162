/**
 * `node(id)` and `nodes(ids)`. The prefix of an identifier tells its kind, and so the operation that finds the object.
 */
import { getBulkOperation } from '../../bulk/get-bulk-operation.ts'
import { getCompany } from '../../companies/get-company.ts'
import { getDocument } from '../../documents/views/get-document.ts'
import type { EventType } from '../../engine/feed/catalog.ts'
import { type NumberedEvent, eventName } from '../../engine/feed/envelope.ts'
import { getEvent } from '../../events/get-event.ts'
import { getPartner } from '../../partners/get-partner.ts'
import { getCart } from '../../procurement/get-cart.ts'
import { getShop } from '../../procurement/get-shop.ts'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import type { Operation } from '../../operation/operation.ts'
import { getRequest } from '../../requests/get-request.ts'
import { getWebhook } from '../../webhooks/get-webhook.ts'
import { type IdKind, kindOf } from '../../values/ids.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { read } from '../../graphql/field.ts'
import { Node } from '../../graphql/node-interface.ts'
import { limits } from '../../values/limits.ts'

interface Finder {
  typename(found: unknown): string
  operation: Operation
  argument: string
}

const finder = (typename: string | Finder['typename'], operation: unknown, argument: string): Finder => ({
  typename: typeof typename === 'string' ? () => typename : typename,
  operation: operation as Operation,
  argument,
})

/** Which operation finds the object of which kind of identifier. */
export const finders: Partial<Record<IdKind, Finder>> = {
  company: finder('Company', getCompany, 'companyId'),
  document: finder('Document', getDocument, 'documentId'),
  partner: finder('Partner', getPartner, 'partnerId'),
  webhook: finder('Webhook', getWebhook, 'webhookId'),
  cart: finder('Cart', getCart, 'cartId'),
  shop: finder('Shop', getShop, 'shopId'),
  bulkOperation: finder('BulkOperation', getBulkOperation, 'bulkOperationId'),
  request: finder('Request', getRequest, 'requestId'),
  event: finder(({ type }: NumberedEvent) => eventName(type as EventType), getEvent, 'eventId'),
}

interface NodeObject {
  id: string
  __typename: string
}

export const findNode = async (id: string, context: Context): Promise<NodeObject> => {
  const kind = kindOf(id)
  const how = kind && finders[kind]
  if (!how) throw new AppError('RESOURCE_NOT_FOUND')
  try {
    const found = await read(how.operation, { [how.argument]: id }, context)
    return { ...(found as NodeObject), __typename: how.typename(found) }
  } catch (error) {
    // Here the code is the same for every kind of object.
    throw error instanceof AppError && error.code.endsWith('_NOT_FOUND') ? new AppError('RESOURCE_NOT_FOUND') : error
  }
}

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    description: 'Any object by its public identifier. Null, with an error, when the object was not found.',
    args: { id: t.arg.id({ required: true, description: 'Public identifier, such as `comp_…`.' }) },
    resolve: (_root, { id }, context) => findNode(id, context),
  }),
)
builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'Several objects by their public identifiers, in the same order. Null, ' +
      'with an error, in place of each object that was not found.',
    args: {
      ids: t.arg.idList({ required: true, description: `At most ${limits.nodeIds} identifiers are allowed.` }),
    },
    resolve: async (_root, { ids }, context) => {
      if (ids.length > limits.nodeIds)
        throw refusal('INVALID_REQUEST', 'ids', `Public identifiers of the objects, at most ${limits.nodeIds}.`)
      // An error in the place of an object fails that place alone.
      return Promise.all(ids.map((id) => findNode(id, context).catch((error: unknown) => error as NodeObject)))
    },
  }),
)
