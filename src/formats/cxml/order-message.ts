/** `PunchOutOrderMessage`: the cart that a shop hands back. */
import { type CartLine, type Mappable, type ShopCart, type ShopHabits, mappable } from '../cart/cart.ts'
import { type LineTexts, currencyOfLines, lineOf, mappedTo, refuseTooMany, totalOf } from '../cart/line.ts'
import { amountOf, currencyOf, decimalOf, fault, textOf } from '../cart/values.ts'
import { FormatError } from '../format-error.ts'
import type { XmlElement } from '../xml/tree.ts'
import { atMost } from '../../values/text.ts'
import { type CxmlCredential, at, payloadOf, readCxml, sendersOf, textAt } from './document.ts'

/** What is read before anybody knows whether the shop may bring it. */
export interface OrderHead {
  buyerCookie: string
  senders: CxmlCredential[]
}

const MOST_WARNINGS = 100
const OPERATIONS = ['create', 'edit', 'inspect'] as const

interface Money {
  amount: string
  currency: string
}

const moneyAt = (element: XmlElement | undefined, place: string): Money | null => {
  const money = element?.name === 'Money' ? element : at(element, 'Money')
  const text = money?.stringValue.trim() ?? ''
  if (money === undefined || text === '') return null
  // cXML allows thousands separators in amounts: `1,250.00`.
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text
  return { amount: decimalOf(plain, place).toFixed(), currency: currencyOf(money.attribute('currency') ?? null, place) }
}

/** Tax and shipping are in the currency of the price. */
const besides = (element: XmlElement | undefined, price: Money, place: string): string | null => {
  const money = moneyAt(element, place)
  if (money === null) return null
  if (money.currency === price.currency) return amountOf(decimalOf(money.amount, place), place).toFixed(2)
  throw fault(place, `it is in ${money.currency}, and the price in ${price.currency}. One currency is allowed.`)
}

const isMappable = (name: string | undefined): name is Mappable => name !== undefined && Object.hasOwn(mappable, name)

interface Extrinsics {
  mapped: LineTexts['texts']
  extras: CartLine['extras']
}

const extrinsicsOf = (elements: readonly XmlElement[], habits: ShopHabits, place: string): Extrinsics => {
  const found: Extrinsics = { mapped: {}, extras: [] }
  for (const element of elements) {
    const name = textOf(element.attribute('name'), place)
    const value = textOf(element.stringValue, place, 1_000)
    const target = name === null ? undefined : mappedTo(habits, name)
    if (name === null || value === null) continue
    if (isMappable(target)) found.mapped[target] = value
    else found.extras.push({ name, value })
  }
  return found
}

/** A description with a short name: the name is what is bought, and the text says more about it. */
const wordsOf = (description: XmlElement | undefined): { description?: string; longText?: string } => {
  const short = textAt(description, 'ShortName')
  const long = description?.text.trim() ?? ''
  if (short === null) return long === '' ? {} : { description: long }
  return { description: short, ...(long !== '' && { longText: long }) }
}

/** Long descriptions go where long texts go. */
const fitted = ({ description, longText }: ReturnType<typeof wordsOf>) =>
  description !== undefined && description.length > 200
    ? { description: `${atMost(199, description)}…`, longText: longText ?? description }
    : { ...(description !== undefined && { description }), ...(longText !== undefined && { longText }) }

const textsOf = (item: XmlElement, detail: XmlElement | undefined): LineTexts['texts'] => {
  const id = item.first('ItemID')
  const said: Partial<Record<Mappable, string | null>> = {
    supplierPartId: textAt(id, 'SupplierPartID'),
    supplierPartAuxiliaryId: textAt(id, 'SupplierPartAuxiliaryID'),
    buyerPartId: textAt(id, 'BuyerPartID'),
    manufacturer: textAt(detail, 'ManufacturerName'),
    manufacturerPartId: textAt(detail, 'ManufacturerPartID'),
    note: textAt(item, 'Comments') ?? null,
    supplier: textAt(item, 'SupplierID'),
    requestedDate: item.attribute('requestedDeliveryDate')?.slice(0, 10) ?? null,
    contract: item.attribute('agreementNumber') ?? null,
    contractItem: item.attribute('agreementItemNumber') ?? null,
  }
  const present = Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== null)
  return { ...Object.fromEntries(present), ...fitted(wordsOf(detail?.first('Description'))) }
}

/** The price is for so many units of the basis, each of which is `conversionFactor` units of the order. */
const basisOf = (detail: XmlElement | undefined, place: string): string | undefined => {
  const basis = detail?.first('PriceBasisQuantity')
  if (basis === undefined) return undefined
  const quantity = decimalOf(basis.attribute('quantity') ?? '1', place)
  const factor = decimalOf(basis.attribute('conversionFactor') ?? '1', place)
  if (!factor.gt(0)) throw fault(place, 'the conversion factor of the price must be greater than 0.')
  return quantity.div(factor).toDecimalPlaces(10).toFixed()
}

const classificationsOf = (detail: XmlElement | undefined, place: string): CartLine['classifications'] =>
  (detail?.all('Classification') ?? []).slice(0, 20).flatMap((element) => {
    const code = textOf(element.stringValue, place)
    return code === null ? [] : [{ scheme: textOf(element.attribute('domain'), place) ?? 'CUSTOM', code }]
  })

const attachmentsOf = (item: XmlElement, detail: XmlElement | undefined, place: string): CartLine['attachments'] =>
  [textAt(detail, 'URL'), ...(item.first('Comments')?.all('Attachment') ?? []).map((one) => textAt(one, 'URL'))]
    .slice(0, 20)
    .flatMap((url) => (url === null ? [] : [{ url: textOf(url, place, 2_048) ?? '', title: null, purpose: null }]))

const lineIn = (item: XmlElement, number: number, habits: ShopHabits, warnings: string[]): CartLine => {
  const place = `Line ${number}`
  const detail = item.first('ItemDetail') ?? item.first('BlanketItemDetail')
  const price = moneyAt(detail?.first('UnitPrice'), `${place}, UnitPrice`)
  if (price === null) throw fault(place, 'it has no UnitPrice.')
  const quantity = item.attribute('quantity')
  if (quantity === undefined) throw fault(place, 'it has no quantity.')
  const extrinsics = [...(detail?.all('Extrinsic') ?? []), ...item.all('Extrinsic')]
  const { mapped, extras } = extrinsicsOf(extrinsics, habits, place)
  return lineOf(
    {
      texts: { ...textsOf(item, detail), ...mapped },
      quantity,
      unit: textAt(detail, 'UnitOfMeasure') ?? undefined,
      price: price.amount,
      priceQuantity: basisOf(detail, place),
      currency: price.currency,
      leadTime: textAt(detail, 'LeadTime') ?? undefined,
      isService: item.attribute('itemClassification') === 'service',
      tax: besides(item.first('Tax'), price, `${place}, Tax`),
      shipping: besides(item.first('Shipping'), price, `${place}, Shipping`),
      classifications: classificationsOf(detail, place),
      attachments: attachmentsOf(item, detail, place),
      extras,
    },
    number,
    habits,
    warnings,
  )
}

const operationIn = (header: XmlElement | undefined): ShopCart['operationAllowed'] => {
  const said = header?.attribute('operationAllowed')?.toLowerCase()
  return OPERATIONS.find((operation) => operation === said) ?? 'create'
}

const cartIn = (message: XmlElement, habits: ShopHabits): ShopCart => {
  const header = message.first('PunchOutOrderMessageHeader')
  const items = message.all('ItemIn')
  refuseTooMany(items.length)
  const total = moneyAt(header?.first('Total'), 'Total')
  const warnings: string[] = []
  const lines = items.map((item, index) => lineIn(item, index + 1, habits, warnings))
  const sum = totalOf(lines)
  if (total !== null && !sum.eq(total.amount))
    warnings.push(`Total: the shop says ${total.amount}, and the lines come to ${sum.toFixed(2)}.`)
  const statedTotal = total && amountOf(decimalOf(total.amount, 'Total'), 'Total').toFixed(2)
  return {
    operationAllowed: operationIn(header),
    currency: lines.length === 0 ? null : currencyOfLines(lines, total?.currency ?? null),
    total: sum.toFixed(2),
    statedTotal,
    supplierOrderId: textOf(at(header, 'SupplierOrderInfo')?.attribute('orderID'), 'SupplierOrderInfo'),
    lines,
    warnings: warnings.slice(0, MOST_WARNINGS),
  }
}

const messageIn = (root: XmlElement): XmlElement => {
  const message = payloadOf(root)
  if (message?.name === 'PunchOutOrderMessage') return message
  throw new FormatError(
    'UNSUPPORTED',
    `The message is ${message === undefined ? 'empty' : `a ${message.name}`}, not a PunchOutOrderMessage.`,
    root.line,
    root.column,
  )
}

/** Who sends the cart, and for which visit: what is asked before its lines are read. */
export const readOrderHead = (source: Uint8Array | string): OrderHead => {
  const root = readCxml(source)
  return { buyerCookie: textAt(messageIn(root), 'BuyerCookie') ?? '', senders: sendersOf(root) }
}

export const readOrderCart = (source: Uint8Array | string, habits: ShopHabits): ShopCart =>
  cartIn(messageIn(readCxml(source)), habits)
