/** The data model of Peppol BIS Order 3 (T01), release of May 2026. */
import { codeList } from '../../../values/codelists/code-list.ts'
import {
  allowanceReasons,
  chargeReasons,
  identifierSchemes,
  itemClassificationSchemes,
  peppolCountries,
  peppolCurrencies,
  peppolElectronicAddressSchemes,
  units,
} from '../../../values/codelists/code-lists.ts'
import { dataModel } from './data-model.ts'

const drawing = `
order:Order
  cbc:CustomizationID!
  cbc:ProfileID!
  cbc:ID!
  cbc:SalesOrderID
  cbc:IssueDate!
  cbc:IssueTime
  cbc:OrderTypeCode =orderTypes
  cbc:Note
  cbc:DocumentCurrencyCode! =currencies
  cbc:CustomerReference
  cbc:AccountingCost
  cac:ValidityPeriod
    cbc:EndDate!
  cac:QuotationDocumentReference
    cbc:ID!
  cac:OrderDocumentReference
    cbc:ID!
  cac:OriginatorDocumentReference
    cbc:ID!
  cac:CatalogueReference
    cbc:ID!
  cac:AdditionalDocumentReference
    cbc:ID!
    cbc:DocumentType
    cac:Attachment
      cbc:EmbeddedDocumentBinaryObject @mimeCode!=attachmentTypes @filename!
      cac:ExternalReference
        cbc:URI!
  cac:Contract
    cbc:ID!
  cac:ProjectReference
    cbc:ID!
  cac:BuyerCustomerParty!
    cac:Party!
      cbc:EndpointID! @schemeID!=addresses
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyName ~
        cbc:Name!
      cac:PostalAddress
        cbc:StreetName
        cbc:AdditionalStreetName
        cbc:CityName
        cbc:PostalZone
        cbc:CountrySubentity
        cac:AddressLine ~
          cbc:Line
        cac:Country!
          cbc:IdentificationCode! =countries
      cac:PartyTaxScheme
        cbc:CompanyID!
        cac:TaxScheme!
          cbc:ID!
      cac:PartyLegalEntity!
        cbc:RegistrationName!
        cbc:CompanyID @schemeID=schemes
        cac:RegistrationAddress
          cbc:CityName
          cac:Country!
            cbc:IdentificationCode! =countries
      cac:Contact
        cbc:Name
        cbc:Telephone
        cbc:ElectronicMail
  cac:SellerSupplierParty!
    cac:Party!
      cbc:EndpointID! @schemeID!=addresses
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyName ~
        cbc:Name!
      cac:PostalAddress!
        cbc:StreetName
        cbc:AdditionalStreetName
        cbc:CityName
        cbc:PostalZone
        cbc:CountrySubentity
        cac:AddressLine ~
          cbc:Line
        cac:Country!
          cbc:IdentificationCode! =countries
      cac:PartyLegalEntity!
        cbc:RegistrationName!
        cbc:CompanyID @schemeID=schemes
        cac:RegistrationAddress
          cbc:CityName
          cac:Country!
            cbc:IdentificationCode! =countries
      cac:Contact
        cbc:Name
        cbc:Telephone
        cbc:ElectronicMail
  cac:OriginatorCustomerParty
    cac:Party!
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyName ~
        cbc:Name!
      cac:Contact
        cbc:Name
        cbc:Telephone
        cbc:ElectronicMail
  cac:AccountingCustomerParty
    cac:Party!
      cbc:EndpointID @schemeID!=addresses
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyName ~
        cbc:Name!
      cac:PostalAddress!
        cbc:StreetName
        cbc:AdditionalStreetName
        cbc:CityName
        cbc:PostalZone
        cbc:CountrySubentity
        cac:AddressLine ~
          cbc:Line
        cac:Country!
          cbc:IdentificationCode! =countries
      cac:PartyTaxScheme
        cbc:CompanyID!
        cac:TaxScheme!
          cbc:ID!
      cac:PartyLegalEntity!
        cbc:RegistrationName!
        cbc:CompanyID @schemeID=schemes
        cac:RegistrationAddress
          cbc:CityName
          cac:Country!
            cbc:IdentificationCode! =countries
      cac:Contact
        cbc:Name
        cbc:Telephone
        cbc:ElectronicMail
  cac:Delivery
    cac:DeliveryLocation
      cbc:ID @schemeID=schemes
      cbc:Name
      cac:Address!
        cbc:StreetName
        cbc:AdditionalStreetName
        cbc:CityName
        cbc:PostalZone
        cbc:CountrySubentity
        cac:AddressLine ~
          cbc:Line!
        cac:Country!
          cbc:IdentificationCode! =countries
    cac:RequestedDeliveryPeriod
      cbc:StartDate
      cbc:StartTime
      cbc:EndDate
      cbc:EndTime
    cac:DeliveryParty
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyName! ~
        cbc:Name!
      cac:PostalAddress
        cbc:StreetName
        cbc:AdditionalStreetName
        cbc:CityName
        cbc:PostalZone
        cbc:CountrySubentity
        cac:AddressLine ~
          cbc:Line!
        cac:Country!
          cbc:IdentificationCode! =countries
      cac:Contact
        cbc:Name
        cbc:Telephone
        cbc:ElectronicMail
    cac:Despatch
      cbc:RequestedDespatchDate!
      cbc:RequestedDespatchTime
    cac:Shipment
      cbc:ID!
      cbc:ShippingPriorityLevelCode =priorities
      cac:TransportHandlingUnit
        cbc:ShippingMarks
  cac:DeliveryTerms
    cbc:ID
    cbc:SpecialTerms
    cac:DeliveryLocation
      cbc:ID!
  cac:PaymentTerms
    cbc:Note!
  cac:AllowanceCharge
    cbc:ChargeIndicator! =booleans
    cbc:AllowanceChargeReasonCode =reasons
    cbc:AllowanceChargeReason!
    cbc:MultiplierFactorNumeric
    cbc:Amount! @currencyID!=currencies
    cbc:BaseAmount @currencyID!=currencies
    cac:TaxCategory
      cbc:ID!
      cbc:Percent
      cac:TaxScheme!
        cbc:ID!
  cac:TaxTotal
    cbc:TaxAmount! @currencyID!=currencies
  cac:AnticipatedMonetaryTotal
    cbc:LineExtensionAmount! @currencyID!=currencies
    cbc:TaxExclusiveAmount @currencyID!=currencies
    cbc:TaxInclusiveAmount @currencyID!=currencies
    cbc:AllowanceTotalAmount @currencyID!=currencies
    cbc:ChargeTotalAmount @currencyID!=currencies
    cbc:PrepaidAmount @currencyID!=currencies
    cbc:PayableRoundingAmount @currencyID!=currencies
    cbc:PayableAmount! @currencyID!=currencies
  cac:OrderLine!
    cbc:Note
    cac:LineItem!
      cbc:ID!
      cbc:Quantity! @unitCode!=units
      cbc:LineExtensionAmount @currencyID!=currencies
      cbc:PartialDeliveryIndicator =booleans
      cbc:AccountingCost
      cac:Delivery
        cbc:ID @schemeID=schemes
        cac:DeliveryLocation
          cbc:Name
          cac:Address!
            cbc:StreetName
            cbc:AdditionalStreetName
            cbc:CityName
            cbc:PostalZone
            cbc:CountrySubentity
            cac:AddressLine ~
              cbc:Line!
            cac:Country!
              cbc:IdentificationCode! =countries
        cac:RequestedDeliveryPeriod!
          cbc:StartDate
          cbc:StartTime
          cbc:EndDate
          cbc:EndTime
      cac:OriginatorParty
        cac:PartyIdentification ~
          cbc:ID! @schemeID=schemes
        cac:PartyName ~
          cbc:Name!
      cac:AllowanceCharge
        cbc:ChargeIndicator!
        cbc:AllowanceChargeReasonCode =reasons
        cbc:AllowanceChargeReason
        cbc:MultiplierFactorNumeric
        cbc:Amount! @currencyID!=currencies
        cbc:BaseAmount @currencyID!=currencies
      cac:Price
        cbc:PriceAmount! @currencyID!=currencies
        cbc:BaseQuantity @unitCode=units
        cac:AllowanceCharge
          cbc:ChargeIndicator! =false
          cbc:Amount! @currencyID!=currencies
          cbc:BaseAmount @currencyID!=currencies
      cac:Item!
        cbc:Name!
        cbc:Description
        cac:BuyersItemIdentification
          cbc:ID!
        cac:SellersItemIdentification
          cbc:ID!
        cac:ManufacturersItemIdentification
          cbc:ID!
        cac:StandardItemIdentification
          cbc:ID! @schemeID!=schemes
        cac:ItemSpecificationDocumentReference
          cbc:ID!
        cac:CommodityClassification
          cbc:ItemClassificationCode @listID!=itemClassifications @listVersionID @name
        cac:ClassifiedTaxCategory
          cbc:ID!
          cbc:Percent
          cac:TaxScheme!
            cbc:ID!
        cac:AdditionalItemProperty
          cbc:ID @schemeID @schemeAgencyID @schemeVersionID
          cbc:Name!
          cbc:NameCode @listID!
          cbc:Value!
          cbc:ValueQuantity @unitCode!=units
          cbc:ValueQualifier
        cac:ItemInstance
          cbc:SerialID
          cac:LotIdentification
            cbc:LotNumberID
    cac:QuotationLineReference
      cbc:LineID!
`

export const orderModel = dataModel('PEPPOL-T01', drawing, {
  orderTypes: codeList('105 220 221 226 227 402'),
  currencies: peppolCurrencies,
  countries: peppolCountries,
  /** Fewer than those of invoices, and drawings. */
  attachmentTypes: codeList(
    'application/pdf image/png image/jpeg image/tiff application/acad application/dwg drawing/dwg ' +
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.oasis.opendocument.spreadsheet',
  ),
  addresses: peppolElectronicAddressSchemes,
  schemes: identifierSchemes,
  /** UNCL4219: mail, express, priority, normal. */
  priorities: codeList('1 2 3 4'),
  booleans: codeList('true false'),
  false: codeList('false'),
  reasons: { has: (code) => allowanceReasons.has(code) || chargeReasons.has(code) },
  units,
  itemClassifications: itemClassificationSchemes,
})
