import type { Allowance, DocumentAllowance, Totals, VatCategory, VatSubtotal } from '../invoice.ts'
import type { Binding } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { constant } from '../xml/fixed-bindings.ts'
import { amount, decimal, text } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import { vatScheme } from './parties.ts'

const indicated =
  (value: 'true' | 'false') =>
  (element: XmlElement): boolean => {
    const said = element.first('cbc:ChargeIndicator')?.text.trim()
    return said === value || said === (value === 'true' ? '1' : '0')
  }
export const isCharge = indicated('true')
export const isAllowance = indicated('false')

const vat = tableOf<VatCategory>()
export const vatRows = [vat.must('cbc:ID', 'category', text), vat.one('cbc:Percent', 'rate', decimal), vatScheme]

const allowance = tableOf<Allowance>()
const commonRows = (indicator: 'true' | 'false'): Binding<Allowance>[] => [
  constant('cbc:ChargeIndicator', indicator, [indicator === 'true' ? '1' : '0']),
  allowance.one('cbc:AllowanceChargeReasonCode', 'reasonCode', text),
  allowance.one('cbc:AllowanceChargeReason', 'reason', text),
  allowance.one('cbc:MultiplierFactorNumeric', 'percent', decimal),
  allowance.must('cbc:Amount', 'amount', amount),
  allowance.one('cbc:BaseAmount', 'base', amount),
]
export const lineAllowanceRows = commonRows('false')
export const lineChargeRows = commonRows('true')

const documentAllowance = tableOf<DocumentAllowance>()
export const allowanceRows = [...lineAllowanceRows, documentAllowance.mustGroup('cac:TaxCategory', 'vat', vatRows)]
export const chargeRows = [...lineChargeRows, documentAllowance.mustGroup('cac:TaxCategory', 'vat', vatRows)]

const subtotal = tableOf<VatSubtotal>()
export const vatSubtotalRows = [
  subtotal.must('cbc:TaxableAmount', 'taxable', amount),
  subtotal.must('cbc:TaxAmount', 'vat', amount),
  subtotal.wrap('cac:TaxCategory', [
    subtotal.must('cbc:ID', 'category', text),
    subtotal.one('cbc:Percent', 'rate', decimal),
    subtotal.one('cbc:TaxExemptionReasonCode', 'exemptionCode', text),
    subtotal.one('cbc:TaxExemptionReason', 'exemptionReason', text),
    vatScheme,
  ]),
]

const totals = tableOf<Totals>()
export const totalsRows = [
  totals.must('cbc:LineExtensionAmount', 'lines', amount),
  totals.must('cbc:TaxExclusiveAmount', 'withoutVat', amount),
  totals.must('cbc:TaxInclusiveAmount', 'withVat', amount),
  totals.one('cbc:AllowanceTotalAmount', 'allowances', amount),
  totals.one('cbc:ChargeTotalAmount', 'charges', amount),
  totals.one('cbc:PrepaidAmount', 'prepaid', amount),
  totals.one('cbc:PayableRoundingAmount', 'rounding', amount),
  totals.must('cbc:PayableAmount', 'payable', amount),
]
