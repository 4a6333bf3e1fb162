/** A line of a cart from the texts that a shop gives for it. */
import { limits } from '../../values/limits.ts'
import { Decimal } from '../../values/money.ts'
import type { CartLine, Mappable, ShopHabits } from './cart.ts'
import { amountOf, currencyOf, decimalOf, fault, textOf, unitOf } from './values.ts'

/** What a shop says of a line, as texts; the rest is of the protocol. */
export interface LineTexts {
  texts: Partial<Record<Mappable, string>>
  quantity: string | undefined
  unit: string | undefined
  price: string | undefined
  priceQuantity: string | undefined
  currency: string | null
  leadTime: string | undefined
  isService: boolean
  tax?: string | null
  shipping?: string | null
  classifications: CartLine['classifications']
  attachments: CartLine['attachments']
  extras: CartLine['extras']
}

export const MOST_LINES = limits.cartLines
const MOST_EXTRAS = 100

const longest: Partial<Record<Mappable, number>> = {
  description: limits.nameCharacters,
  longText: limits.textCharacters,
  supplierPartAuxiliaryId: limits.nameCharacters,
  note: limits.textCharacters,
}

export const refuseTooMany = (lines: number): void => {
  if (lines > MOST_LINES) throw fault('The cart', `it has ${lines} lines, and at most ${MOST_LINES} are allowed.`)
}

const daysOf = (given: string | undefined, place: string, warnings: string[]): number | null => {
  const text = textOf(given, place)
  if (text === null) return null
  if (/^\d{1,4}(?:\.0*)?$/.test(text)) return Math.trunc(Number(text))
  warnings.push(`${place}: the lead time "${text}" is not a number of days.`)
  return null
}

/** A field of the shop that was mapped; undefined where it was not. */
export const mappedTo = ({ fields }: ShopHabits, name: string): string | undefined =>
  fields.find(({ from }) => from.toLowerCase() === name.toLowerCase())?.to

/** What no shop means: nothing, or less than nothing. */
const quantityOf = (given: string | undefined, place: string): Decimal => {
  const quantity = decimalOf(given ?? '1', `${place}, quantity`)
  if (!quantity.gt(0)) throw fault(`${place}, quantity`, 'it must be greater than 0.')
  return quantity
}

const pricing = (said: LineTexts, place: string) => {
  const price = decimalOf(said.price ?? '0', `${place}, price`)
  const priceQuantity = decimalOf(said.priceQuantity ?? '1', `${place}, price unit`)
  if (!priceQuantity.gt(0)) throw fault(`${place}, price unit`, 'it must be greater than 0.')
  if (price.lt(0)) throw fault(`${place}, price`, 'it must not be negative.')
  const quantity = quantityOf(said.quantity, place)
  return {
    quantity: quantity.toFixed(),
    price: price.toFixed(),
    priceQuantity: priceQuantity.toFixed(),
    amount: amountOf(quantity.times(price).div(priceQuantity), place).toFixed(2),
  }
}

const mappableTexts = ({ texts }: LineTexts, place: string) => {
  const read = (name: Mappable): string | null => textOf(texts[name], `${place}, ${name}`, longest[name])
  return {
    longText: read('longText'),
    supplierPartId: read('supplierPartId'),
    supplierPartAuxiliaryId: read('supplierPartAuxiliaryId'),
    buyerPartId: read('buyerPartId'),
    manufacturer: read('manufacturer'),
    manufacturerPartId: read('manufacturerPartId'),
    supplier: read('supplier'),
    materialGroup: read('materialGroup'),
    contract: read('contract'),
    contractItem: read('contractItem'),
    quote: read('quote'),
    quoteItem: read('quoteItem'),
    productId: read('productId'),
    accountingReference: read('accountingReference'),
    note: read('note'),
    requestedDate: read('requestedDate'),
    description: read('description'),
  }
}

export const lineOf = (said: LineTexts, number: number, habits: ShopHabits, warnings: string[]): CartLine => {
  const place = `Line ${number}`
  const { description, ...texts } = mappableTexts(said, place)
  const named = description ?? texts.buyerPartId ?? texts.supplierPartId
  if (named === null) throw fault(place, 'it has neither a description nor a material number.')
  if (said.extras.length > MOST_EXTRAS) throw fault(place, `it has more than ${MOST_EXTRAS} other fields.`)
  const unitAsSent = textOf(said.unit, `${place}, unit`, 20)
  return {
    number,
    description: named,
    ...texts,
    ...pricing(said, place),
    unit: unitOf(unitAsSent, habits, place, warnings),
    unitAsSent,
    currency: currencyOf(said.currency ?? habits.currency, `${place}, currency`),
    leadTimeDays: daysOf(said.leadTime, place, warnings),
    isService: said.isService,
    tax: said.tax ?? null,
    shipping: said.shipping ?? null,
    classifications: said.classifications,
    attachments: said.attachments,
    extras: said.extras,
  }
}

/** What the lines come to. */
export const totalOf = (lines: readonly CartLine[]): Decimal =>
  amountOf(
    lines.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)),
    'The cart',
  )

/** A cart is paid in one currency: prices in several would be added up to a nonsense. */
export const currencyOfLines = (lines: readonly CartLine[], stated: string | null): string | null => {
  const [first, ...others] = [
    ...new Set([...(stated === null ? [] : [stated]), ...lines.map(({ currency }) => currency)]),
  ]
  if (others.length > 0)
    throw fault('The cart', `it has prices in several currencies (${[first, ...others].join(', ')}). One is allowed.`)
  return first ?? null
}
