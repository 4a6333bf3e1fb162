import type {
  Allowance,
  DocumentAllowance,
  Identifier,
  Item,
  ItemAttribute,
  Line,
  Period,
  Price,
  VatCategory,
} from '../invoice.ts'
import type { Binding } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { constant, onlyRead } from '../xml/fixed-bindings.ts'
import { bareAmount, classification, decimal, identifier, text, within } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import { dateTime } from './values.ts'

const indicated =
  (value: 'true' | 'false') =>
  (element: XmlElement): boolean => {
    const said = element.first('ram:ChargeIndicator')?.first('udt:Indicator')?.text.trim()
    return said === value || said === (value === 'true' ? '1' : '0')
  }
export const isCharge = indicated('true')
export const isAllowance = indicated('false')
const indicator = (value: 'true' | 'false') =>
  constant('ram:ChargeIndicator', { 'udt:Indicator': value }, [value === 'true' ? '1' : '0'])
export const vatType = constant('ram:TypeCode', 'VAT')

const vat = tableOf<VatCategory>()
const vatRows = [
  vatType,
  vat.must('ram:CategoryCode', 'category', text),
  vat.one('ram:RateApplicablePercent', 'rate', decimal),
]

const allowance = tableOf<Allowance>()
const commonRows = (value: 'true' | 'false'): Binding<Allowance>[] => [
  indicator(value),
  allowance.one('ram:CalculationPercent', 'percent', decimal),
  allowance.one('ram:BasisAmount', 'base', bareAmount),
  allowance.must('ram:ActualAmount', 'amount', bareAmount),
  allowance.one('ram:ReasonCode', 'reasonCode', text),
  allowance.one('ram:Reason', 'reason', text),
]
const documentAllowance = tableOf<DocumentAllowance>()
export const allowanceRows = [
  ...commonRows('false'),
  documentAllowance.mustGroup('ram:CategoryTradeTax', 'vat', vatRows),
]
export const chargeRows = [...commonRows('true'), documentAllowance.mustGroup('ram:CategoryTradeTax', 'vat', vatRows)]

const period = tableOf<Period>()
export const periodRows = [
  period.one('ram:StartDateTime', 'start', dateTime),
  period.one('ram:EndDateTime', 'end', dateTime),
]

const object = tableOf<Identifier>()
export const objectRows = [
  object.must('ram:IssuerAssignedID', 'value', text),
  constant('ram:TypeCode', '130'),
  object.one('ram:ReferenceTypeCode', 'scheme', text),
]
export const referenceTypeIs =
  (code: string) =>
  (element: XmlElement): boolean =>
    element.first('ram:TypeCode')?.text.trim() === code

const attribute = tableOf<ItemAttribute>()
const item = tableOf<Item>()
const itemRows = [
  item.one('ram:GlobalID', 'standardId', identifier),
  item.one('ram:SellerAssignedID', 'sellerCode', text),
  item.one('ram:BuyerAssignedID', 'buyerCode', text),
  item.must('ram:Name', 'name', text),
  item.one('ram:Description', 'description', text),
  item.list('ram:ApplicableProductCharacteristic', 'attributes', [
    attribute.must('ram:Description', 'name', text),
    attribute.must('ram:Value', 'value', text),
  ]),
  item.many('ram:DesignatedProductClassification', 'classifications', within('ram:ClassCode', classification)),
  item.wrap('ram:OriginTradeCountry', [item.one('ram:ID', 'originCountry', text)]),
]

const price = tableOf<Price>()
const basis = price.one('ram:BasisQuantity', 'baseQuantity', decimal, {
  attribute: { name: 'unitCode', key: 'baseUnit' },
})
const gross = price.one('ram:ChargeAmount', 'gross', bareAmount)
/** CII cannot say a discount without the price that it is taken off. */
const grossOrSum: Binding<Price> = {
  ...gross,
  write: (from, context) => {
    const { net, discount, gross: said } = from as Price
    return gross.write(said === undefined && discount ? { ...from, gross: net.plus(discount) } : from, context)
  },
}
const priceRows = [
  price.wrap('ram:GrossPriceProductTradePrice', [
    grossOrSum,
    onlyRead(basis),
    price.wrap(
      'ram:AppliedTradeAllowanceCharge',
      [indicator('false'), price.one('ram:ActualAmount', 'discount', bareAmount)],
      isAllowance,
    ),
  ]),
  price.wrap('ram:NetPriceProductTradePrice', [price.must('ram:ChargeAmount', 'net', bareAmount), basis]),
]

const line = tableOf<Line>()
/** `ram:IncludedSupplyChainTradeLineItem`, in the order of its schema. */
export const lineRows = [
  line.wrap('ram:AssociatedDocumentLineDocument', [
    line.must('ram:LineID', 'id', text),
    line.wrap('ram:IncludedNote', [line.one('ram:Content', 'note', text)]),
  ]),
  line.mustGroup('ram:SpecifiedTradeProduct', 'item', itemRows),
  line.wrap('ram:SpecifiedLineTradeAgreement', [
    line.wrap('ram:BuyerOrderReferencedDocument', [line.one('ram:LineID', 'orderLineReference', text)]),
    ...line.mustAt('price', priceRows),
  ]),
  line.wrap('ram:SpecifiedLineTradeDelivery', [
    line.must('ram:BilledQuantity', 'quantity', decimal, { attribute: { name: 'unitCode', key: 'unit' } }),
  ]),
  line.wrap('ram:SpecifiedLineTradeSettlement', [
    line.mustGroup('ram:ApplicableTradeTax', 'vat', vatRows),
    line.group('ram:BillingSpecifiedPeriod', 'period', periodRows),
    line.list('ram:SpecifiedTradeAllowanceCharge', 'allowances', commonRows('false'), isAllowance),
    line.list('ram:SpecifiedTradeAllowanceCharge', 'charges', commonRows('true'), isCharge),
    line.wrap('ram:SpecifiedTradeSettlementLineMonetarySummation', [
      line.must('ram:LineTotalAmount', 'net', bareAmount),
    ]),
    line.group('ram:AdditionalReferencedDocument', 'object', objectRows, referenceTypeIs('130')),
    line.wrap('ram:ReceivableSpecifiedTradeAccountingAccount', [line.one('ram:ID', 'buyerAccountingReference', text)]),
  ]),
]
