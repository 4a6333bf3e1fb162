import type { Classification, Item, ItemAttribute, Line, Period, Price } from '../invoice.ts'
import type { Binding, Value } from '../xml/binding.ts'
import { constant, tableOf } from '../xml/table.ts'
import { amount, decimal, identifier, text, within } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import { isAllowance, isCharge, lineAllowanceRows, lineChargeRows, vatRows } from './amounts.ts'

const period = tableOf<Period>()
export const periodRows = [period.one('cbc:StartDate', 'start', text), period.one('cbc:EndDate', 'end', text)]

export const documentTypeIs = (code: string) => (element: XmlElement): boolean => element.first('cbc:DocumentTypeCode')?.text.trim() === code

const classification: Value<Classification> = {
  attributes: ['listID', 'listVersionID'],
  read: (element) => {
    const code = element.text.trim()
    const [list, version] = [element.attribute('listID'), element.attribute('listVersionID')]
    return code === '' ? undefined : { code, ...(list ? { list } : {}), ...(version ? { version } : {}) }
  },
  write: ({ code, list, version }) => ({ ...(list ? { '@listID': list } : {}), ...(version ? { '@listVersionID': version } : {}), '#': code }),
}

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
export const priceRows = [
  price.must('cbc:PriceAmount', 'net', amount),
  price.one('cbc:BaseQuantity', 'baseQuantity', decimal, { attribute: { name: 'unitCode', key: 'baseUnit' } }),
  price.wrap(
    'cac:AllowanceCharge',
    [constant('cbc:ChargeIndicator', 'false', ['0']), price.one('cbc:Amount', 'discount', amount), price.one('cbc:BaseAmount', 'gross', amount)],
    isAllowance,
  ),
]

const line = tableOf<Line>()
/** The item with its VAT category, which UBL keeps inside it and the norm beside it (BG-30). */
export const itemWithVat: Binding<Line> = line.wrap('cac:Item', [
  ...line.mustAt('item', itemRows),
  line.mustGroup('cac:ClassifiedTaxCategory', 'vat', vatRows),
  ...line.at('item', [tableOf<Item>().list('cac:AdditionalItemProperty', 'attributes', attributeRows)]),
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
  line.wrap('cac:DocumentReference', [line.one('cbc:ID', 'object', identifier), constant('cbc:DocumentTypeCode', '130')], documentTypeIs('130')),
  line.list('cac:AllowanceCharge', 'allowances', lineAllowanceRows, isAllowance),
  line.list('cac:AllowanceCharge', 'charges', lineChargeRows, isCharge),
  itemWithVat,
  line.mustGroup('cac:Price', 'price', priceRows),
]
