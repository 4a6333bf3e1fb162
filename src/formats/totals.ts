import { ZERO, round, sum, type Decimal } from '../values/money.ts'
import type { Allowance, DocumentAllowance, Invoice, Line, Totals, VatCategory, VatSubtotal } from './invoice.ts'

/**
 * The arithmetic of EN 16931: lines, VAT breakdown and totals (BR-CO-10 to BR-CO-17). All rounding is half away from
 * zero.
 */

/**
 * EN 16931 computes in hundredths whatever the currency, yen and dinar too: no amount has more (BR-DEC-*), and a line
 * rounded further than to 0.02 of quantity × price is refused (PEPPOL-EN16931-R120). Adding zero turns the "-0" of a
 * negative quantity at no price into 0.
 */
export const toHundredths = (amount: Decimal): Decimal => round(amount, 2).plus(ZERO)

export const negate = (amount: Decimal): Decimal => ZERO.minus(amount)

/** BT-131: quantity × price per base quantity, rounded, less allowances, plus charges. */
export const lineNet = ({
  quantity,
  price,
  allowances,
  charges,
}: Pick<Line, 'quantity' | 'price' | 'allowances' | 'charges'>): Decimal =>
  lineGross(quantity, price).minus(total(allowances)).plus(total(charges))

export const lineGross = (quantity: Decimal, { net, baseQuantity }: Line['price']): Decimal => {
  const gross = quantity.times(net)
  return toHundredths(baseQuantity ? gross.dividedBy(baseQuantity) : gross)
}

const total = (allowances: readonly Allowance[]): Decimal => sum(allowances.map(({ amount }) => amount))

/** Categories whose breakdown is told apart by rate; every other category has one breakdown and no VAT. */
const TAXED = new Set(['S', 'L', 'M'])
export const isTaxed = (category: string): boolean => TAXED.has(category)

/** What an invoice says of VAT that is not charged, unless its lines say otherwise. */
export const exemptions: Readonly<Record<string, { reason: string; code?: string }>> = {
  AE: { reason: 'Reverse charge', code: 'VATEX-EU-AE' },
  E: { reason: 'Exempt from VAT' },
  G: { reason: 'Export outside the EU', code: 'VATEX-EU-G' },
  K: { reason: 'Intra-Community supply', code: 'VATEX-EU-IC' },
  O: { reason: 'Not subject to VAT', code: 'VATEX-EU-O' },
}

/** The rate that goes with a category: none outside the scope, zero where no VAT is charged. */
export const rateOf = (category: string, rate: Decimal | undefined): Decimal | undefined =>
  category === 'O' ? undefined : isTaxed(category) ? (rate ?? ZERO) : ZERO

export type Exemption = { category: string; reason?: string | undefined; code?: string | undefined }
type TaxedAmount = { vat: VatCategory; amount: Decimal }

type Adjustments = Pick<Invoice, 'allowances' | 'charges'>

/** BG-23: one entry a category and rate, in the order in which they appear. */
export const vatBreakdown = (
  invoice: Adjustments & { lines: readonly Pick<Line, 'vat' | 'net'>[] },
  said: readonly Exemption[] = [],
): VatSubtotal[] => {
  const amounts: TaxedAmount[] = [
    ...invoice.lines.map(({ vat, net }) => ({ vat, amount: net })),
    ...invoice.charges.map(({ vat, amount }) => ({ vat, amount })),
    ...invoice.allowances.map(({ vat, amount }: DocumentAllowance) => ({ vat, amount: negate(amount) })),
  ]
  const groups = new Map<string, { vat: VatCategory; taxable: Decimal }>()
  for (const { vat, amount } of amounts) {
    const key = `${vat.category} ${vat.rate?.toFixed() ?? ''}`
    const group = groups.get(key)
    if (group) group.taxable = group.taxable.plus(amount)
    else groups.set(key, { vat, taxable: amount })
  }
  return [...groups.values()].map(({ vat, taxable }) => subtotal(vat, taxable, said))
}

const subtotal = ({ category, rate }: VatCategory, taxable: Decimal, said: readonly Exemption[]): VatSubtotal => {
  const vat = rate ? toHundredths(taxable.times(rate).dividedBy(100)) : ZERO
  const base: VatSubtotal = { taxable, vat, category, ...(rate ? { rate } : {}) }
  const standard = exemptions[category]
  if (!standard) return base
  const given = said.filter((exemption) => exemption.category === category)
  const reasons = [...new Set(given.flatMap(({ reason }) => reason ?? []))]
  const code = given.find(({ code }) => code !== undefined)?.code ?? standard.code
  return {
    ...base,
    exemptionReason: reasons.length > 0 ? reasons.join('; ') : standard.reason,
    ...(code ? { exemptionCode: code } : {}),
  }
}

type PaidAmounts = {
  prepaid?: Decimal | undefined
  rounding?: Decimal | undefined
  vatInVatCurrency?: Decimal | undefined
}

/** BG-22 from the lines, the document's allowances and charges, and the VAT breakdown. */
export const totalsOf = (
  invoice: Adjustments & { lines: readonly Pick<Line, 'net'>[]; vatBreakdown: readonly VatSubtotal[] },
  given: PaidAmounts = {},
): Totals => {
  const lines = sum(invoice.lines.map(({ net }) => net))
  const [allowances, charges] = [total(invoice.allowances), total(invoice.charges)]
  const withoutVat = lines.minus(allowances).plus(charges)
  const vat = sum(invoice.vatBreakdown.map(({ vat }) => vat))
  const withVat = withoutVat.plus(vat)
  return {
    lines,
    ...(invoice.allowances.length > 0 ? { allowances } : {}),
    ...(invoice.charges.length > 0 ? { charges } : {}),
    withoutVat,
    vat,
    ...(given.vatInVatCurrency ? { vatInVatCurrency: given.vatInVatCurrency } : {}),
    withVat,
    ...(given.prepaid ? { prepaid: given.prepaid } : {}),
    ...(given.rounding ? { rounding: given.rounding } : {}),
    payable: withVat.minus(given.prepaid ?? ZERO).plus(given.rounding ?? ZERO),
  }
}
