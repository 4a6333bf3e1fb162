import { ZERO } from '../../values/money.ts'
import type { Item, ItemAttribute, Line, Period, Price } from '../invoice.ts'
import type { Binding } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { constant } from '../xml/fixed-bindings.ts'
import { amount, classification, date, decimal, identifier, text, within } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import { isAllowance, isCharge, lineAllowanceRows, lineChargeRows, vatRows } from './amounts.ts'

const period = tableOf<Period>()
export const periodRows = [period.one('cbc:StartDate', 'start', date), period.one('cbc:EndDate', 'end', date)]

export const documentTypeIs =
  (code: string) =>
  (element: XmlElement): boolean =>
    element.first('cbc:DocumentTypeCode')?.text.trim() === code

const attribute = tableOf<ItemAttribute>()
export const attributeRows = [attribute.must('cbc:Name', 'name', text), attribute.must('cbc:Value', 'value', text)]

const item = tableOf<Item>()
export const itemRows = [
  item.one('cbc:Description', 'description', text),
  item.must('cbc:Name', 'name', text),
  item.wrap('cac:BuyersItemIdentification', [item.one('cbc:ID', 'buyerCode', text)]),
  item.wrap('cac:SellersItemIdentification', [item.one('cbc:ID', 'sellerCode', text)]),
  item.wrap('cac:StandardItemIdentification', [item.one('cbc:ID', 'standardId', identifier)]),
  item.wrap('cac:OriginCountry', [item.one('cbc:IdentificationCode', 'originCountry', text)]),
  item.many('cac:CommodityClassification', 'classifications', within('cbc:ItemClassificationCode', classification)),
]

const price = tableOf<Price>()
const discount = price.one('cbc:Amount', 'discount', amount)
/** UBL cannot say a gross price without a discount: where there is none it is zero. */
const discountOrZero: Binding<Price> = {
  ...discount,
  write: (from, context) =>
    discount.write(
      from.gross !== undefined && from.discount === undefined ? { ...from, discount: ZERO } : from,
      context,
    ),
}
export const priceRows = [
  price.must('cbc:PriceAmount', 'net', amount),
  price.one('cbc:BaseQuantity', 'baseQuantity', decimal, { attribute: { name: 'unitCode', key: 'baseUnit' } }),
  price.wrap(
    'cac:AllowanceCharge',
    [constant('cbc:ChargeIndicator', 'false', ['0']), discountOrZero, price.one('cbc:BaseAmount', 'gross', amount)],
    isAllowance,
  ),
]

const line = tableOf<Line>()
/** The item with its VAT category, which UBL keeps inside it and the norm beside it (BG-30). */
const itemParts = line.mustAt('item', [
  ...itemRows,
  item.list('cac:AdditionalItemProperty', 'attributes', attributeRows),
])
const itemWithVat: Binding<Line> = line.wrap('cac:Item', [
  ...itemParts.slice(0, -1),
  line.mustGroup('cac:ClassifiedTaxCategory', 'vat', vatRows),
  ...itemParts.slice(-1),
])

/** `cac:InvoiceLine` and `cac:CreditNoteLine` differ in the name of the quantity. */
export const lineRows = (quantity: 'cbc:InvoicedQuantity' | 'cbc:CreditedQuantity') => [
  line.must('cbc:ID', 'id', text),
  line.one('cbc:Note', 'note', text),
  line.must(quantity, 'quantity', decimal, { attribute: { name: 'unitCode', key: 'unit' } }),
  line.must('cbc:LineExtensionAmount', 'net', amount),
  line.one('cbc:AccountingCost', 'buyerAccountingReference', text),
  line.group('cac:InvoicePeriod', 'period', periodRows),
  line.wrap('cac:OrderLineReference', [line.one('cbc:LineID', 'orderLineReference', text)]),
  line.wrap(
    'cac:DocumentReference',
    [line.one('cbc:ID', 'object', identifier), constant('cbc:DocumentTypeCode', '130')],
    documentTypeIs('130'),
  ),
  line.list('cac:AllowanceCharge', 'allowances', lineAllowanceRows, isAllowance),
  line.list('cac:AllowanceCharge', 'charges', lineChargeRows, isCharge),
  itemWithVat,
  line.mustGroup('cac:Price', 'price', priceRows),
]
