/** An invoice of two vendors, in UBL and CII: the seller, who invoices two lamps, and another, who invoices a chair. */
import { frenchCiiInvoice, frenchInvoice } from './documents.ts'

type Line = {
  readonly id: string
  readonly subtype: 'GROUP' | 'DETAIL' | 'INFORMATION'
  readonly parent?: string
  readonly vendor: string
  readonly number: string
  readonly net: string
  readonly vat?: string
  readonly gross?: string
}

const SELLER = '324872211'
const OTHER = '552100554'

const lines: readonly Line[] = [
  { id: '1', subtype: 'GROUP', vendor: SELLER, number: '2026-0042', net: '40.00', vat: '8.00', gross: '48.00' },
  { id: '1.1', subtype: 'DETAIL', parent: '1', vendor: SELLER, number: '2026-0042', net: '15.00' },
  { id: '1.2', subtype: 'DETAIL', parent: '1', vendor: SELLER, number: '2026-0042', net: '25.00' },
  { id: '1.3', subtype: 'INFORMATION', parent: '1', vendor: SELLER, number: '2026-0042', net: '99.00' },
  { id: '2', subtype: 'GROUP', vendor: OTHER, number: 'C-7', net: '100.00', vat: '20.00' },
  { id: '2.1', subtype: 'DETAIL', parent: '2', vendor: OTHER, number: 'C-7', net: '100.00' },
]

/** An element that stands there where it has a content. */
const optional = (name: string, content: string | undefined, attributes = ''): string =>
  content === undefined ? '' : `<${name}${attributes}>${content}</${name}>`
const EUR = ' currencyID="EUR"'

const ublObject = (number: string, scheme: string): string => `
    <cac:DocumentReference>
      <cbc:ID schemeID="${scheme}">${number}</cbc:ID>
      <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>
    </cac:DocumentReference>`

const ublParent = (parent: string | undefined): string =>
  optional('cac:BillingReferenceLine', parent && `<cbc:ID>${parent}</cbc:ID>`)

const ublLine = ({ id, subtype, parent, vendor, number, net, vat, gross }: Line): string => `
  <cac:InvoiceLine>
    <cbc:ID>${id}</cbc:ID>
    <cbc:InvoicedQuantity unitCode="H87">1</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">${net}</cbc:LineExtensionAmount>
    ${optional('cbc:TaxInclusiveLineExtensionAmount', gross, EUR)}
    <cac:BillingReference>
      <cac:InvoiceDocumentReference>
        <cbc:ID>2026-0042</cbc:ID>
        <cbc:DocumentStatusCode>${subtype}</cbc:DocumentStatusCode>
      </cac:InvoiceDocumentReference>
      ${ublParent(parent)}
    </cac:BillingReference>${ublObject(number, 'AFL')}${vat === undefined ? '' : ublObject('S1', 'AVV')}
    ${optional('cac:TaxTotal', vat && optional('cbc:TaxAmount', vat, EUR))}
    <cac:Item>
      <cbc:Name>Item ${id}</cbc:Name>
      <cac:ClassifiedTaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>20</cbc:Percent>
        <cbc:TaxExemptionReason>#${number}#</cbc:TaxExemptionReason>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:ClassifiedTaxCategory>
      <cac:ManufacturerParty>
        <cac:PostalAddress>
          <cac:Country><cbc:IdentificationCode>FR</cbc:IdentificationCode></cac:Country>
        </cac:PostalAddress>
        <cac:PartyLegalEntity>
          <cbc:RegistrationName>Vendor ${vendor}</cbc:RegistrationName>
          <cbc:CompanyID schemeID="0002">${vendor}</cbc:CompanyID>
        </cac:PartyLegalEntity>
      </cac:ManufacturerParty>
    </cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">${net}</cbc:PriceAmount></cac:Price>
  </cac:InvoiceLine>`

const ublTax = (number: string, net: string, vat: string): string => `
    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="EUR">${net}</cbc:TaxableAmount>
      <cbc:TaxAmount currencyID="EUR">${vat}</cbc:TaxAmount>
      <cac:TaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>20</cbc:Percent>
        <cbc:TaxExemptionReason>#${number}#</cbc:TaxExemptionReason>
        <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
      </cac:TaxCategory>
    </cac:TaxSubtotal>`

export const vendorsInvoice = frenchInvoice
  .replace('<cbc:ProfileID>B1<', '<cbc:ProfileID>M8<')
  .replace(
    /\s*<cac:TaxSubtotal>.*<\/cac:TaxSubtotal>/s,
    ublTax('2026-0042', '40.00', '8.00') + ublTax('C-7', '100.00', '20.00'),
  )
  .replace(/\s*<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s, lines.map(ublLine).join(''))

const ciiObject = (number: string, scheme: string): string =>
  `<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>${number}</ram:IssuerAssignedID><ram:TypeCode>` +
  `130</ram:TypeCode><ram:ReferenceTypeCode>${scheme}</ram:ReferenceTypeCode>` +
  '</ram:AdditionalReferencedDocument>'

const ciiLine = ({ id, subtype, parent, vendor, number, net, vat, gross }: Line): string => `
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument>
        <ram:LineID>${id}</ram:LineID>
        ${optional('ram:ParentLineID', parent)}
        <ram:LineStatusReasonCode>${subtype}</ram:LineStatusReasonCode>
      </ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:Name>Item ${id}</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement>
        <ram:NetPriceProductTradePrice><ram:ChargeAmount>${net}</ram:ChargeAmount></ram:NetPriceProductTradePrice>
        <ram:ItemSellerTradeParty>
          <ram:Name>Vendor ${vendor}</ram:Name>
          <ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">${vendor}</ram:ID></ram:SpecifiedLegalOrganization>
          <ram:PostalTradeAddress><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress>
        </ram:ItemSellerTradeParty>
      </ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery>
        <ram:BilledQuantity unitCode="H87">1</ram:BilledQuantity>
      </ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax>
          <ram:TypeCode>VAT</ram:TypeCode>
          <ram:ExemptionReason>#${number}#</ram:ExemptionReason>
          <ram:CategoryCode>S</ram:CategoryCode>
          <ram:RateApplicablePercent>20</ram:RateApplicablePercent>
        </ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation>
          <ram:LineTotalAmount>${net}</ram:LineTotalAmount>
          ${optional('ram:TaxTotalAmount', vat, EUR)}
          ${optional('ram:GrandTotalAmount', gross)}
        </ram:SpecifiedTradeSettlementLineMonetarySummation>
        ${ciiObject(number, 'AFL')}${vat === undefined ? '' : ciiObject('S1', 'AVV')}
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>`

const ciiTax = (number: string, net: string, vat: string): string =>
  `<ram:ApplicableTradeTax><ram:CalculatedAmount>${vat}</ram:CalculatedAmount><ram:TypeCode>` +
  `VAT</ram:TypeCode><ram:ExemptionReason>#${number}#</ram:ExemptionReason><ram:BasisAmount>${net}` +
  '</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>' +
  '20</ram:RateApplicablePercent></ram:ApplicableTradeTax>'

export const vendorsCiiInvoice = frenchCiiInvoice
  .replace('<ram:ID>S1<', '<ram:ID>M8<')
  .replace(
    /<ram:ApplicableTradeTax>\s*<ram:CalculatedAmount>.*?<\/ram:ApplicableTradeTax>/s,
    ciiTax('2026-0042', '40.00', '8.00') + ciiTax('C-7', '100.00', '20.00'),
  )
  .replace(
    /\s*<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/s,
    lines.map(ciiLine).join(''),
  )

/** The same lines as an invoice of two parties to each other: the other vendor is the buyer. */
const betweenTwo = (invoice: string): string =>
  invoice.replaceAll(OTHER, '439368049').replace('M8<', 'M9<').replace('TypeCode>380<', 'TypeCode>389<')
export const mutualInvoice = betweenTwo(vendorsInvoice)
export const mutualCiiInvoice = betweenTwo(vendorsCiiInvoice)
