/** What e-reporting tells of an invoice, read from its file. Pure, and heavy. */
import { create } from 'xmlbuilder2'
import { LONGEST_READ_MS, READ_IN_PLACE } from '../../documents/record/examine-document.ts'
import { readBytes } from '../../documents/record/read-document.ts'
import type { Invoice } from '../../formats/invoice.ts'
import { readXml } from '../../formats/xml/tree.ts'
import { heavyJob } from '../../kernel/threads/job.ts'
import { creditNotes, vatRates } from '../../rules/france/lists.ts'
import { validate } from '../../rules/validate.ts'
import { schemaFindings } from '../../rules/xsd/schemas.ts'
import { invoiceElement, modeOf, paidInvoice } from './invoice-element.ts'
import { writeInvoices } from './write-report.ts'

/** Decimals as texts, which cross between threads. */
export interface ReportedRate {
  rate: string
  category: string
  taxable: string
  vat: string
  exemptionCode: string | null
}

export interface ReportedInvoice {
  currency: string
  isCredit: boolean
  /** B, S or M: goods, services, or both. */
  sold: string
  withoutVat: string
  /** Null where the invoice is in another currency and does not say it. */
  vatInEuros: string | null
  rates: readonly ReportedRate[]
  /** VAT of another country was charged: the operation is not in France. */
  isTaxedAbroad: boolean
  element: object
  paid: object
  /** The rules for which the portal would refuse it; null where there are none. */
  problem: string | null
}

const inEuros = ({ currency, vatCurrency, totals }: Invoice): string | null => {
  if (currency === 'EUR' || (totals.vat?.isZero() ?? true)) return totals.vat?.toFixed(2) ?? '0.00'
  return vatCurrency === 'EUR' ? (totals.vatInVatCurrency?.toFixed(2) ?? null) : null
}

/** A report of the invoice alone, judged as the whole is. */
const problemOf = (element: object, vatInEuros: string | null): string | null => {
  if (vatInEuros === null) return 'TT-52'
  const root = readXml(create({ version: '1.0' }, writeInvoices([element])).end())
  const rules = validate(root, ['fr-flux10']).flatMap(({ findings }) => findings)
  const broken = [...schemaFindings(root), ...rules.filter(({ severity }) => severity === 'fatal')]
  return broken.length === 0 ? null : [...new Set(broken.map(({ rule }) => rule))].join(', ')
}

const reportedOf = (invoice: Invoice): ReportedInvoice => {
  const vatInEuros = inEuros(invoice)
  const element = invoiceElement(invoice, vatInEuros ?? '0.00')
  return {
    currency: invoice.currency,
    isCredit: creditNotes.has(invoice.typeCode),
    sold: modeOf(invoice).slice(0, 1),
    withoutVat: invoice.totals.withoutVat.toFixed(2),
    vatInEuros,
    rates: invoice.vatBreakdown.map(({ rate, category, taxable, vat, exemptionCode = null }) => ({
      rate: rate?.toFixed() ?? '0',
      category,
      taxable: taxable.toFixed(2),
      vat: vat.toFixed(2),
      exemptionCode,
    })),
    isTaxedAbroad: invoice.vatBreakdown.some(({ rate }) => !vatRates.has(rate?.toFixed() ?? '0')),
    element,
    paid: paidInvoice(invoice),
    problem: problemOf(element, vatInEuros),
  }
}

export const readReported = heavyJob({
  name: 'readReported',
  run: ({ bytes }: { bytes: Uint8Array }): ReportedInvoice | null => {
    const { model } = readBytes(bytes)
    return model.kind === 'invoice' ? reportedOf(model.invoice) : null
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
