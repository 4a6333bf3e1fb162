import type { Decimal } from '../../values/money.ts'

/** What a FatturaPA file says, in its own order and with its own codes. `table.ts` ties it to the XML. */
export type Fattura = {
  transmission: Transmission
  seller: FatturaParty
  taxRepresentative?: FatturaParty
  buyer: FatturaParty
  /** `CC`: the buyer issued it, `TZ`: somebody for the seller. */
  issuer?: string
  bodies: FatturaBody[]
}

export type FiscalId = { country: string; code: string }

/** How the file goes through the interchange system. */
export type Transmission = {
  sender: FiscalId
  /** Tells apart the files of one sender. */
  progressive: string
  /** FPA12 to a public body, FPR12 to anybody else. */
  format: string
  /** Seven characters, six for a public body; `0000000` where unknown, `XXXXXXX` abroad. */
  recipientCode: string
  pec?: string
}

export type FatturaParty = {
  vat?: FiscalId
  fiscalCode?: string
  name?: string
  firstName?: string
  lastName?: string
  regime?: string
  place?: FatturaPlace
  phone?: string
  email?: string
  reference?: string
}

export type FatturaPlace = {
  street: string
  number?: string
  postalCode: string
  city: string
  province?: string
  country: string
}

export type FatturaBody = {
  documentType: string
  currency: string
  date: string
  number: string
  funds: Fund[]
  total?: Decimal
  rounding?: Decimal
  reasons: string[]
  orders: DocumentReference[]
  contracts: DocumentReference[]
  receipts: DocumentReference[]
  linkedInvoices: DocumentReference[]
  waybills: { number: string; date: string }[]
  transport?: { deliveredAt?: string; place?: FatturaPlace }
  lines: FatturaLine[]
  summaries: Summary[]
  payments: PaymentTerms[]
  files: FatturaFile[]
}

/** A contribution to a social security fund, which the buyer pays on top. */
export type Fund = {
  kind: string
  percent: Decimal
  amount: Decimal
  base?: Decimal
  vatRate: Decimal
  nature?: string
}

export type DocumentReference = {
  lines: string[]
  id: string
  date?: string
  item?: string
  cup?: string
  cig?: string
}

export type FatturaLine = {
  number: string
  /** `SC` discount, `AC` additional cost: what EN 16931 says of the whole document. */
  kind?: string
  articles: { type: string; value: string }[]
  description: string
  quantity?: Decimal
  unit?: string
  start?: string
  end?: string
  unitPrice: Decimal
  adjustments: Adjustment[]
  total: Decimal
  vatRate: Decimal
  nature?: string
  reference?: string
  data: { type: string; text?: string }[]
}

/** A discount (`SC`) or surcharge (`MG`) on the price of one unit. */
export type Adjustment = { kind: string; percent?: Decimal; amount?: Decimal }

export type Summary = {
  vatRate: Decimal
  nature?: string
  taxable: Decimal
  vat: Decimal
  chargeability?: string
  law?: string
}

export type PaymentTerms = { terms: string; details: PaymentDetail[] }
export type PaymentDetail = {
  payee?: string
  means: string
  dueDate?: string
  amount: Decimal
  iban?: string
  bic?: string
  code?: string
}

export type FatturaFile = { name: string; format?: string; description?: string; content: string }
