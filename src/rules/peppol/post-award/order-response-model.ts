/** The data model of the answer to an order in Peppol BIS Ordering 3 (T76), release of May 2026. */
import { codeList } from '../../../values/codelists/code-list.ts'
import {
  identifierSchemes,
  itemClassificationSchemes,
  peppolCurrencies,
  peppolElectronicAddressSchemes,
  units,
} from '../../../values/codelists/code-lists.ts'
import { dataModel } from './data-model.ts'

const drawing = `
orderresponse:OrderResponse
  cbc:CustomizationID!
  cbc:ProfileID! =process
  cbc:ID!
  cbc:SalesOrderID
  cbc:IssueDate!
  cbc:IssueTime
  cbc:OrderResponseCode! =responses
  cbc:Note
  cbc:DocumentCurrencyCode! =currencies
  cbc:CustomerReference
  cac:OrderReference!
    cbc:ID!
  cac:SellerSupplierParty!
    cac:Party!
      cbc:EndpointID! @schemeID!=addresses
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyLegalEntity
        cbc:RegistrationName!
  cac:BuyerCustomerParty!
    cac:Party!
      cbc:EndpointID! @schemeID!=addresses
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyLegalEntity
        cbc:RegistrationName!
  cac:Delivery
    cac:PromisedDeliveryPeriod!
      cbc:StartDate
      cbc:StartTime
      cbc:EndDate
      cbc:EndTime
  cac:OrderLine
    cac:LineItem!
      cbc:ID!
      cbc:Note
      cbc:LineStatusCode! =actions
      cbc:Quantity @unitCode!=units
      cbc:MaximumBackorderQuantity
      cac:Delivery
        cac:PromisedDeliveryPeriod!
          cbc:StartDate
          cbc:StartTime
          cbc:EndDate
          cbc:EndTime
      cac:Price
        cbc:PriceAmount! @currencyID!=currencies
        cbc:BaseQuantity @unitCode!=units
      cac:Item!
        cbc:Name!
        cac:BuyersItemIdentification
          cbc:ID!
        cac:SellersItemIdentification
          cbc:ID!
        cac:StandardItemIdentification
          cbc:ID! @schemeID!=schemes
    cac:SellerSubstitutedLineItem
      cbc:ID!
      cac:Item!
        cbc:Name
        cac:SellersItemIdentification
          cbc:ID!
        cac:StandardItemIdentification
          cbc:ID! @schemeID!=schemes
        cac:CommodityClassification
          cbc:ItemClassificationCode @listID!=itemClassifications @listVersionID @name
        cac:ClassifiedTaxCategory
          cbc:ID!
          cbc:Percent
          cac:TaxScheme!
            cbc:ID!
        cac:AdditionalItemProperty
          cbc:Name!
          cbc:NameCode @listID!
          cbc:Value!
          cbc:ValueQuantity @unitCode!=units
          cbc:ValueQualifier
    cac:OrderLineReference!
      cbc:LineID!
`

export const orderResponseModel = dataModel('PEPPOL-T76', drawing, {
  process: codeList('urn:fdc:peppol.eu:poacc:bis:ordering:3'),
  /** UNCL4343: received, accepted, accepted with changes, rejected. */
  responses: codeList('AB AP CA RE'),
  /** UNCL1229: added, changed, accepted, not accepted, delivered already. */
  actions: codeList('1 3 5 7 42'),
  currencies: peppolCurrencies,
  addresses: peppolElectronicAddressSchemes,
  schemes: identifierSchemes,
  units,
  itemClassifications: itemClassificationSchemes,
})
