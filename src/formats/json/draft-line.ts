import { ZERO, type Decimal } from '../../values/money.ts'
import type { Line, Price } from '../invoice.ts'
import { lineGross, lineNet, negate, rateOf } from '../totals.ts'
import type { BodyLine } from './body.ts'
import { CHARGE, DISCOUNT, allowanceOf, categoryOf } from './draft-allowance.ts'
import { present } from './present.ts'

/** Recommendation 20, "one": what is counted without a unit of its own. */
const ONE = 'C62'

export const lineOf = (
  given: Omit<BodyLine, 'unitPrice'> & { unitPrice?: Decimal | undefined },
  index: number,
): Line => {
  const { quantity, price } = quantityAndPrice(given)
  const gross = lineGross(quantity, price)
  const allowances = (given.allowances ?? []).map((entry) => allowanceOf(entry, gross, DISCOUNT))
  const charges = (given.charges ?? []).map((entry) => allowanceOf(entry, gross, CHARGE))
  const category = categoryOf(given)
  return present({
    id: given.id ?? String(index + 1),
    note: given.note,
    object: given.object,
    quantity,
    unit: given.unit ?? ONE,
    net: lineNet({ quantity, price, allowances, charges }),
    orderLineReference: given.orderLineReference,
    buyerAccountingReference: given.buyerAccountingReference,
    period: given.period && present(given.period),
    allowances,
    charges,
    price,
    vat: present({ category, rate: rateOf(category, given.vatRate) }),
    item: itemOf(given),
  })
}

/** A price is never negative (BR-27): what a body takes off by a negative price is taken off by a negative quantity. */
const quantityAndPrice = (
  given: Omit<BodyLine, 'unitPrice'> & { unitPrice?: Decimal | undefined },
): { quantity: Decimal; price: Price } => {
  const net = given.unitPrice ?? ZERO
  const flip = net.lt(0)
  return {
    quantity: flip ? negate(given.quantity) : given.quantity,
    price: present({
      net: net.abs(),
      discount: flip ? given.priceDiscount?.abs() : given.priceDiscount,
      gross: given.grossPrice?.abs(),
      baseQuantity: given.priceQuantity,
      // A base quantity is counted in the unit of the line (PEPPOL-EN16931-R130).
      baseUnit: given.priceQuantity && (given.priceUnit ?? given.unit ?? ONE),
    }),
  }
}

const itemOf = (given: Omit<BodyLine, 'unitPrice'>): Line['item'] =>
  present({
    name: given.description,
    description: given.longDescription,
    sellerCode: given.itemCode,
    buyerCode: given.buyerItemCode,
    standardId: given.standardItemId,
    classifications: (given.classifications ?? []).map((entry) => present(entry)),
    originCountry: given.originCountry,
    attributes: given.attributes ?? [],
  })
