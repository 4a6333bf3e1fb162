import { FormatError } from '../format-error.ts'
import type { Order } from '../order.ts'
import type { Reading } from '../unmapped.ts'
import { readDocument, writeDocument } from '../xml/codec.ts'
import { type Shape, shape } from '../xml/shape.ts'
import { namespaces, readXml, type XmlElement } from '../xml/tree.ts'
import { orderTables } from './order-table.ts'

type OrderKind = Order['kind']

const common = { cac: namespaces.cac, cbc: namespaces.cbc }
const form = (kind: OrderKind, root: string, prefix: 'order' | 'orderresponse' | 'quotation' | 'rfq') => ({
  kind,
  root,
  qname: `${prefix}:${root}`,
  namespaces: { '': namespaces[prefix], ...common },
  table: shape(orderTables[kind]),
})

const forms = {
  'purchase-order': form('purchase-order', 'Order', 'order'),
  'sales-order': form('sales-order', 'OrderResponse', 'orderresponse'),
  quote: form('quote', 'Quotation', 'quotation'),
  'purchase-request': form('purchase-request', 'RequestForQuotation', 'rfq'),
} as const satisfies Record<OrderKind, ReturnType<typeof form>>

const byRoot = new Map(Object.values(forms).map((entry) => [entry.qname, entry]))

/** Lists that some kinds have no place for. */
const EMPTY = { attachments: [], allowances: [], charges: [] }

/** UBL 2.1 Order, OrderResponse, Quotation or RequestForQuotation, as the kind of document says. */
export const writeOrder = (order: Order): string => {
  const { root, namespaces, table } = forms[order.kind]
  return writeDocument(root, namespaces, table, speakable(order))
}

export const readOrder = (source: Uint8Array | string | XmlElement): Reading<Order> => {
  const root = typeof source === 'string' || source instanceof Uint8Array ? readXml(source) : source
  const form = byRoot.get(root.qname)
  if (!form)
    throw new FormatError(
      'UNSUPPORTED',
      `The root element is "${root.name}" (${root.qname}), not a UBL Order, OrderResponse, Quotation or ` +
        'RequestForQuotation.',
      root.line,
      root.column,
    )
  const currency = (root.first('cbc:DocumentCurrencyCode') ?? root.first('cbc:PricingCurrencyCode'))?.text.trim() ?? ''
  const reading = readDocument<Omit<Order, 'kind'>>(root, form.table, { currency, vatCurrency: undefined })
  return { ...reading, document: withoutPlaceholder({ kind: form.kind, ...EMPTY, ...reading.document }) }
}

/** Peppol wants an answer to name an order, and prescribes this word where there is none. */
const NO_ORDER = 'NA'

/** The table that an order is written by, with the order as it is written. */
export const orderForm = (order: Order): { table: Shape; from: Order } => ({
  table: forms[order.kind].table,
  from: speakable(order),
})

const speakable = (order: Order): Order =>
  order.kind === 'sales-order' && order.orderReference === undefined ? { ...order, orderReference: NO_ORDER } : order

const withoutPlaceholder = (order: Order): Order => {
  if (order.kind === 'sales-order' && order.orderReference === NO_ORDER) delete order.orderReference
  return order
}
