import type { Decimal } from '../values/money.ts'
import type { EncodedText } from './xml/encoded-text.ts'

/**
 * The semantic model of EN 16931: what an invoice says, whatever syntax says it.
 *
 * Every business term (BT) and group (BG) of the norm is here under a readable name, with its number behind it.
 * Mandatory terms are mandatory in the type; a reader that does not find one takes the neutral value ('' or 0) and says
 * so. Dates are `YYYY-MM-DD` texts as the document gives them; codes are the codes of the lists the norm names.
 */
export type Invoice = {
  number: string // BT-1
  issueDate: string // BT-2
  typeCode: string // BT-3, UNCL1001
  currency: string // BT-5
  vatCurrency?: string // BT-6
  taxPointDate?: string // BT-7
  taxPointCode?: string // BT-8, UNCL2005: 3 issue, 35 delivery, 432 payment
  dueDate?: string // BT-9
  buyerReference?: string // BT-10
  projectReference?: string // BT-11
  contractReference?: string // BT-12
  orderReference?: string // BT-13
  salesOrderReference?: string // BT-14
  receivingAdviceReference?: string // BT-15
  despatchAdviceReference?: string // BT-16
  tenderReference?: string // BT-17
  invoicedObject?: Identifier // BT-18
  buyerAccountingReference?: string // BT-19
  paymentTerms?: string // BT-20
  notes: Note[] // BG-1
  process?: string // BT-23
  specification?: string // BT-24
  precedingInvoices: PrecedingInvoice[] // BG-3
  seller: Seller // BG-4
  buyer: Buyer // BG-7
  payee?: Payee // BG-10
  taxRepresentative?: TaxRepresentative // BG-11
  delivery?: Delivery // BG-13
  period?: Period // BG-14
  paymentMeans: PaymentMeans[] // BG-16, one entry an account or card
  paymentReference?: string // BT-83
  mandateReference?: string // BT-89
  creditorIdentifier?: string // BT-90
  allowances: DocumentAllowance[] // BG-20
  charges: DocumentAllowance[] // BG-21
  totals: Totals // BG-22
  vatBreakdown: VatSubtotal[] // BG-23
  attachments: Attachment[] // BG-24
  lines: Line[] // BG-25
}

/** An identifier and the list it is taken from (ISO 6523, EAS, UNCL1153 …). */
export type Identifier = { value: string; scheme?: string }

/** BG-1. */
export type Note = {
  subject?: string // BT-21, UNCL4451
  text: string // BT-22
}

/** BG-3. */
export type PrecedingInvoice = {
  number: string // BT-25
  issueDate?: string // BT-26
}

/** BG-5, BG-8, BG-12, BG-15. Numbers: seller, buyer, tax representative, delivery. */
export type Address = {
  street?: string // BT-35, BT-50, BT-64, BT-75
  streetLine2?: string // BT-36, BT-51, BT-65, BT-76
  streetLine3?: string // BT-162, BT-163, BT-164, BT-165
  city?: string // BT-37, BT-52, BT-66, BT-77
  postalCode?: string // BT-38, BT-53, BT-67, BT-78
  subdivision?: string // BT-39, BT-54, BT-68, BT-79
  country?: string // BT-40, BT-55, BT-69, BT-80
}

/** BG-6, BG-9. */
export type Contact = {
  name?: string // BT-41, BT-56
  phone?: string // BT-42, BT-57
  email?: string // BT-43, BT-58
}

/** BG-7, and what BG-4 shares with it. Numbers: seller, buyer. */
export type Buyer = {
  name: string // BT-27, BT-44
  tradingName?: string // BT-28, BT-45
  identifiers: Identifier[] // BT-29, BT-46
  legalId?: Identifier // BT-30, BT-47
  vatNumber?: string // BT-31, BT-48
  electronicAddress?: Identifier // BT-34, BT-49
  address?: Address // BG-5, BG-8
  contact?: Contact // BG-6, BG-9
}

/** BG-4. */
export type Seller = Buyer & {
  taxNumber?: string // BT-32
  legalForm?: string // BT-33
}

/** BG-10. */
export type Payee = {
  name: string // BT-59
  identifiers: Identifier[] // BT-60
  legalId?: Identifier // BT-61
}

/** BG-11. */
export type TaxRepresentative = {
  name: string // BT-62
  vatNumber?: string // BT-63
  address?: Address // BG-12
}

/** BG-13. */
export type Delivery = {
  name?: string // BT-70
  location?: Identifier // BT-71
  date?: string // BT-72
  address?: Address // BG-15
}

/** BG-14, BG-26. */
export type Period = {
  start?: string // BT-73, BT-134
  end?: string // BT-74, BT-135
}

/** BG-16 with its BG-17 (credit transfer), BG-18 (card) or BG-19 (direct debit). */
export type PaymentMeans = {
  code: string // BT-81, UNCL4461
  text?: string // BT-82
  account?: string // BT-84
  accountName?: string // BT-85
  bic?: string // BT-86
  cardNumber?: string // BT-87
  cardHolder?: string // BT-88
  debitedAccount?: string // BT-91
}

/** What lines, allowances and charges say of their VAT. */
export type VatCategory = {
  category: string // BT-95, BT-102, BT-151, UNCL5305
  rate?: Decimal // BT-96, BT-103, BT-152
}

/** BG-27 (allowance) or BG-28 (charge) of a line. */
export type Allowance = {
  amount: Decimal // BT-136, BT-141
  base?: Decimal // BT-137, BT-142
  percent?: Decimal // BT-138, BT-143
  reason?: string // BT-139, BT-144
  reasonCode?: string // BT-140, BT-145: UNCL5189, UNCL7161
}

/** BG-20 (allowance) or BG-21 (charge) of the document: BT-92 … BT-98, BT-99 … BT-105. */
export type DocumentAllowance = Allowance & { vat: VatCategory }

/** BG-22. */
export type Totals = {
  lines: Decimal // BT-106
  allowances?: Decimal // BT-107
  charges?: Decimal // BT-108
  withoutVat: Decimal // BT-109
  vat?: Decimal // BT-110
  vatInVatCurrency?: Decimal // BT-111
  withVat: Decimal // BT-112
  prepaid?: Decimal // BT-113
  rounding?: Decimal // BT-114
  payable: Decimal // BT-115
}

/** BG-23. */
export type VatSubtotal = {
  taxable: Decimal // BT-116
  vat: Decimal // BT-117
  category: string // BT-118
  rate?: Decimal // BT-119
  exemptionReason?: string // BT-120
  exemptionCode?: string // BT-121
}

/** BG-24. */
export type Attachment = {
  reference: string // BT-122
  description?: string // BT-123
  uri?: string // BT-124
  file?: AttachedFile // BT-125
}

/** The content stays in base64, as both syntaxes and JSON carry it. */
export type AttachedFile = {
  readonly content: string
  mimeType?: string
  filename?: string
  /** The same content where it stands in the bytes that were read, if it is large. */
  readonly encoded?: EncodedText
}

/** BG-25. */
export type Line = {
  id: string // BT-126
  note?: string // BT-127
  object?: Identifier // BT-128
  quantity: Decimal // BT-129
  unit?: string // BT-130
  net: Decimal // BT-131
  orderLineReference?: string // BT-132
  buyerAccountingReference?: string // BT-133
  period?: Period // BG-26
  allowances: Allowance[] // BG-27
  charges: Allowance[] // BG-28
  price: Price // BG-29
  vat: VatCategory // BG-30
  item: Item // BG-31
}

/** BG-29. */
export type Price = {
  net: Decimal // BT-146
  discount?: Decimal // BT-147
  gross?: Decimal // BT-148
  baseQuantity?: Decimal // BT-149
  baseUnit?: string // BT-150
}

/** BG-31. */
export type Item = {
  name: string // BT-153
  description?: string // BT-154
  sellerCode?: string // BT-155
  buyerCode?: string // BT-156
  standardId?: Identifier // BT-157
  classifications: Classification[] // BT-158
  originCountry?: string // BT-159
  attributes: ItemAttribute[] // BG-32
}

/** BT-158 with its list (UNCL7143) and the list's version. */
export type Classification = { code: string; list?: string; version?: string }

/** BG-32. */
export type ItemAttribute = {
  name: string // BT-160
  value: string // BT-161
}
