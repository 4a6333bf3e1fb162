import type { Decimal } from '../values/money.ts'
import type {
  Allowance,
  Attachment,
  Buyer,
  Delivery,
  DocumentAllowance,
  Identifier,
  Item,
  Period,
  Price,
  Seller,
  Totals,
  VatCategory,
} from './invoice.ts'

/** What comes before an invoice: an order, the answer to one, a quotation or a request for one. */
export type Order = {
  kind: 'purchase-order' | 'sales-order' | 'quote' | 'purchase-request'
  number: string
  issueDate: string
  currency: string
  specification?: string
  process?: string
  notes: string[]
  /** The last day on which a quotation holds, an order may be met, or an offer be made. */
  validUntil?: string
  /** The document this one answers: the order, the quotation or the request. */
  orderReference?: string
  buyerReference?: string
  contractReference?: string
  projectReference?: string
  buyerAccountingReference?: string
  /** Of a sales order: AB received, AP accepted, CA accepted with changes, RE refused. */
  responseCode?: string
  seller: Seller
  buyer: Buyer
  delivery?: Delivery & { requested?: Period }
  paymentTerms?: string
  attachments: Attachment[]
  allowances: DocumentAllowance[]
  charges: DocumentAllowance[]
  totals?: Totals
  lines: OrderLine[]
}

export type OrderLine = {
  id: string
  note?: string
  quantity: Decimal
  unit?: string
  net?: Decimal
  buyerAccountingReference?: string
  /** The line of the order that a line of a sales order answers. */
  orderLineReference?: string
  /** Of a sales order: 1 added, 3 changed, 5 accepted, 7 not accepted, 42 delivered already. */
  status?: string
  /** What is delivered later than the rest; 0 where it is never delivered. */
  backorderQuantity?: Decimal
  /** When the line is asked for, or promised. */
  period?: Period
  object?: Identifier
  allowances: Allowance[]
  charges: Allowance[]
  price?: Price
  vat?: VatCategory
  item: Item
}
