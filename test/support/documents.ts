/** Small good documents of our own, one of each kind that has rules. The UBL invoice is in invoices.ts. */
import { smallInvoice, ubl } from './invoices.ts'

const cii =
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" ' +
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"'

const ciiParty = (role: string, number: string, name: string): string => `
      <ram:${role}>
        <ram:Name>${name}</ram:Name>
        <ram:SpecifiedLegalOrganization><ram:ID schemeID="0208">${number}</ram:ID></ram:SpecifiedLegalOrganization>
        <ram:PostalTradeAddress>
          <ram:PostcodeCode>1000</ram:PostcodeCode>
          <ram:LineOne>Rue Haute 1</ram:LineOne>
          <ram:CityName>Bruxelles</ram:CityName>
          <ram:CountryID>BE</ram:CountryID>
        </ram:PostalTradeAddress>
        <ram:URIUniversalCommunication><ram:URIID schemeID="0208">${number}</ram:URIID></ram:URIUniversalCommunication>
        <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">BE${number}</ram:ID></ram:SpecifiedTaxRegistration>
      </ram:${role}>`

const ciiParties =
  ciiParty('SellerTradeParty', '0403170701', 'Lumière SA') +
  ciiParty('BuyerTradeParty', '0417497106', 'Café du Coin SRL')

export const smallCiiInvoice = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" ${cii}>
  <rsm:ExchangedDocumentContext>
    <ram:BusinessProcessSpecifiedDocumentContextParameter>
      <ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID>
    </ram:BusinessProcessSpecifiedDocumentContextParameter>
    <ram:GuidelineSpecifiedDocumentContextParameter>
      <ram:ID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</ram:ID>
    </ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>2026-0042</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20261120</udt:DateTimeString></ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:Name>Lamp</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement>
        <ram:NetPriceProductTradePrice><ram:ChargeAmount>10.00</ram:ChargeAmount></ram:NetPriceProductTradePrice>
      </ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery>
        <ram:BilledQuantity unitCode="H87">2</ram:BilledQuantity>
      </ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax>
          <ram:TypeCode>VAT</ram:TypeCode>
          <ram:CategoryCode>S</ram:CategoryCode>
          <ram:RateApplicablePercent>21</ram:RateApplicablePercent>
        </ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation>
          <ram:LineTotalAmount>20.00</ram:LineTotalAmount>
        </ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:BuyerReference>PO-7</ram:BuyerReference>${ciiParties}
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery>
      <ram:ActualDeliverySupplyChainEvent>
        <ram:OccurrenceDateTime><udt:DateTimeString format="102">20261118</udt:DateTimeString></ram:OccurrenceDateTime>
      </ram:ActualDeliverySupplyChainEvent>
    </ram:ApplicableHeaderTradeDelivery>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:ApplicableTradeTax>
        <ram:CalculatedAmount>4.20</ram:CalculatedAmount>
        <ram:TypeCode>VAT</ram:TypeCode>
        <ram:BasisAmount>20.00</ram:BasisAmount>
        <ram:CategoryCode>S</ram:CategoryCode>
        <ram:RateApplicablePercent>21</ram:RateApplicablePercent>
      </ram:ApplicableTradeTax>
      <ram:SpecifiedTradePaymentTerms><ram:Description>Thirty days</ram:Description></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>20.00</ram:LineTotalAmount>
        <ram:TaxBasisTotalAmount>20.00</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="EUR">4.20</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>24.20</ram:GrandTotalAmount>
        <ram:DuePayableAmount>24.20</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`

/** The UBL invoice between two French companies. */
export const frenchInvoice = smallInvoice
  .replaceAll('schemeID="0208">0403170701', 'schemeID="0225">324872211')
  .replaceAll('schemeID="0208">0417497106', 'schemeID="0225">439368049')
  .replaceAll('<cbc:CompanyID schemeID="0225">', '<cbc:CompanyID schemeID="0002">')
  .replaceAll('BE0403170701', 'FR88324872211')
  .replaceAll('BE0417497106', 'FR37439368049')
  .replaceAll('>BE<', '>FR<')
  .replaceAll('<cbc:Percent>21<', '<cbc:Percent>20<')
  .replaceAll('>8.40<', '>8.00<')
  .replaceAll('>48.40<', '>48.00<')
  .replace('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'B1')
  .replace(
    '<cbc:Note>Thank you for your order</cbc:Note>',
    '<cbc:Note>#PMD#Three times the legal rate</cbc:Note><cbc:Note>#PMT#40 ' +
      'euros</cbc:Note><cbc:Note>#AAB#No discount</cbc:Note><cbc:Note>#BAR#B2B</cbc:Note>',
  )

/** The CII invoice between two French companies. */
export const frenchCiiInvoice = smallCiiInvoice
  .replaceAll('<ram:ID schemeID="0208">0403170701', '<ram:ID schemeID="0002">324872211')
  .replaceAll('<ram:ID schemeID="0208">0417497106', '<ram:ID schemeID="0002">439368049')
  .replaceAll('schemeID="0208">0403170701', 'schemeID="0225">324872211')
  .replaceAll('schemeID="0208">0417497106', 'schemeID="0225">439368049')
  .replaceAll('BE0403170701', 'FR88324872211')
  .replaceAll('BE0417497106', 'FR37439368049')
  .replaceAll('>BE<', '>FR<')
  .replaceAll('Percent>21<', 'Percent>20<')
  .replaceAll('>4.20<', '>4.00<')
  .replaceAll('>24.20<', '>24.00<')
  .replace('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'S1')
  .replace(
    '</rsm:ExchangedDocument>',
    ['PMD', 'PMT', 'AAB']
      .map(
        (subject) =>
          '<ram:IncludedNote><ram:Content>As the law ' +
          `asks</ram:Content><ram:SubjectCode>${subject}</ram:SubjectCode></ram:IncludedNote>`,
      )
      .join('') + '</rsm:ExchangedDocument>',
  )

/** The UBL invoice as UBL.BE wants it. */
export const belgianInvoice = smallInvoice
  .replace('#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0', '#conformant#urn:UBL.BE:1.0.0.20180214')
  .replace(
    '<cac:AccountingSupplierParty>',
    '<cac:AdditionalDocumentReference><cbc:ID>UBL.BE</cbc:ID><cbc:DocumentDescription>Our software ' +
      '1.0</cbc:DocumentDescription></cac:AdditionalDocumentReference><cac:AdditionalDocumentReference>' +
      '<cbc:ID>2026-0042.pdf</cbc:ID><cbc:DocumentDescription>CommercialInvoice</cbc:DocumentDescription>' +
      '</cac:AdditionalDocumentReference><cac:AccountingSupplierParty>',
  )
  .replaceAll('<cbc:Percent>', '<cbc:Name>03</cbc:Name><cbc:Percent>')
  .replaceAll(
    '<cac:Item>',
    '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">4.20</cbc:TaxAmount></cac:TaxTotal><cac:Item>',
  )

export const smallOrder = `<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2" ${ubl}>
  <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:order:3</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:ordering:3</cbc:ProfileID>
  <cbc:ID>O-1</cbc:ID><cbc:IssueDate>2026-11-20</cbc:IssueDate><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:ValidityPeriod><cbc:EndDate>2026-12-20</cbc:EndDate></cac:ValidityPeriod>
  <cac:BuyerCustomerParty>
    <cac:Party>
      <cbc:EndpointID schemeID="0208">0417497106</cbc:EndpointID>
      <cac:PartyLegalEntity><cbc:RegistrationName>Café du Coin SRL</cbc:RegistrationName></cac:PartyLegalEntity>
    </cac:Party>
  </cac:BuyerCustomerParty>
  <cac:SellerSupplierParty>
    <cac:Party>
      <cbc:EndpointID schemeID="0208">0403170701</cbc:EndpointID>
      <cac:PostalAddress>
        <cac:Country><cbc:IdentificationCode>BE</cbc:IdentificationCode></cac:Country>
      </cac:PostalAddress>
      <cac:PartyLegalEntity><cbc:RegistrationName>Lumière SA</cbc:RegistrationName></cac:PartyLegalEntity>
    </cac:Party>
  </cac:SellerSupplierParty>
  <cac:AnticipatedMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">20.00</cbc:LineExtensionAmount>
    <cbc:PayableAmount currencyID="EUR">20.00</cbc:PayableAmount>
  </cac:AnticipatedMonetaryTotal>
  <cac:OrderLine>
    <cac:LineItem>
      <cbc:ID>1</cbc:ID>
      <cbc:Quantity unitCode="H87">2</cbc:Quantity>
      <cbc:LineExtensionAmount currencyID="EUR">20.00</cbc:LineExtensionAmount>
      <cac:Price><cbc:PriceAmount currencyID="EUR">10.00</cbc:PriceAmount></cac:Price>
      <cac:Item><cbc:Name>Lamp</cbc:Name></cac:Item>
    </cac:LineItem>
  </cac:OrderLine>
</Order>
`

const answer = (
  specification: string,
  process: string,
  parties: string,
  response: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" ${ubl}>
  <cbc:CustomizationID>${specification}</cbc:CustomizationID>
  <cbc:ProfileID>${process}</cbc:ProfileID>
  <cbc:ID>R-1</cbc:ID><cbc:IssueDate>2026-11-20</cbc:IssueDate><cbc:IssueTime>12:00:00Z</cbc:IssueTime>${parties}
  <cac:DocumentResponse>${response}</cac:DocumentResponse>
</ApplicationResponse>
`

const responder = (role: string, number: string, name: string): string => `
  <cac:${role}>
    <cbc:EndpointID schemeID="0208">${number}</cbc:EndpointID>
    <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:${role}>
  `

export const smallResponse = answer(
  'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
  'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
  responder('SenderParty', '0417497106', 'Café du Coin SRL') + responder('ReceiverParty', '0403170701', 'Lumière SA'),
  `
    <cac:Response>
      <cbc:ResponseCode>RE</cbc:ResponseCode>
      <cac:Status>
        <cbc:StatusReasonCode listID="OPStatusReason">QUA</cbc:StatusReasonCode>
        <cbc:StatusReason>The lamp is broken</cbc:StatusReason>
      </cac:Status>
    </cac:Response>
    <cac:DocumentReference>
      <cbc:ID>2026-0042</cbc:ID>
      <cbc:DocumentTypeCode>380</cbc:DocumentTypeCode>
    </cac:DocumentReference>
  `,
)

const provider = (role: string, number: string): string => `
  <cac:${role}><cbc:EndpointID schemeID="0242">${number}</cbc:EndpointID></cac:${role}>`

export const smallMessageStatus = answer(
  'urn:peppol:edec:mls:1.0',
  'urn:peppol:edec:mls',
  provider('SenderParty', '000123') + provider('ReceiverParty', '000456'),
  `
    <cac:Response>
      <cbc:ResponseCode>RE</cbc:ResponseCode>
      <cbc:Description>Not an invoice</cbc:Description>
    </cac:Response>
    <cac:DocumentReference><cbc:ID>90f14eff-3705-4869-ad3c-caae270a234e</cbc:ID></cac:DocumentReference>
    <cac:LineResponse>
      <cac:LineReference><cbc:LineID>NA</cbc:LineID></cac:LineReference>
      <cac:Response>
        <cbc:Description>BR-02</cbc:Description>
        <cac:Status><cbc:StatusReasonCode>BV</cbc:StatusReasonCode></cac:Status>
      </cac:Response>
    </cac:LineResponse>
  `,
)

/** A French state: collected, with the amount for each VAT rate. */
export const smallLifecycle = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossDomainAcknowledgementAndResponse
  xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100" ${cii}
  xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100">
  <rsm:ExchangedDocumentContext>
    <ram:BusinessProcessSpecifiedDocumentContextParameter>
      <ram:ID>REGULATED</ram:ID>
    </ram:BusinessProcessSpecifiedDocumentContextParameter>
    <ram:GuidelineSpecifiedDocumentContextParameter>
      <ram:ID>urn.cpro.gouv.fr:1p0:CDV:invoice</ram:ID>
    </ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>2026-0042_212</ram:ID>
    <ram:IssueDateTime><udt:DateTimeString format="204">20261220100000</udt:DateTimeString></ram:IssueDateTime>
    <ram:SenderTradeParty><ram:RoleCode>WK</ram:RoleCode></ram:SenderTradeParty>
    <ram:IssuerTradeParty>
      <ram:GlobalID schemeID="0002">324872211</ram:GlobalID>
      <ram:RoleCode>SE</ram:RoleCode>
    </ram:IssuerTradeParty>
    <ram:RecipientTradeParty>
      <ram:GlobalID schemeID="0002">439368049</ram:GlobalID>
      <ram:RoleCode>BY</ram:RoleCode>
      <ram:URIUniversalCommunication><ram:URIID schemeID="0225">439368049</ram:URIID></ram:URIUniversalCommunication>
    </ram:RecipientTradeParty>
  </rsm:ExchangedDocument>
  <rsm:AcknowledgementDocument>
    <ram:TypeCode>23</ram:TypeCode>
    <ram:ReferenceReferencedDocument>
      <ram:IssuerAssignedID>2026-0042</ram:IssuerAssignedID>
      <ram:StatusCode>47</ram:StatusCode>
      <ram:TypeCode>380</ram:TypeCode>
      <ram:FormattedIssueDateTime>
        <qdt:DateTimeString format="102">20261120</qdt:DateTimeString>
      </ram:FormattedIssueDateTime>
      <ram:ProcessConditionCode>212</ram:ProcessConditionCode>
      <ram:IssuerTradeParty><ram:GlobalID schemeID="0002">324872211</ram:GlobalID></ram:IssuerTradeParty>
      <ram:SpecifiedDocumentStatus>
        <ram:SequenceNumeric>1</ram:SequenceNumeric>
        <ram:SpecifiedDocumentCharacteristic>
          <ram:TypeCode>MEN</ram:TypeCode>
          <ram:ValueAmount currencyID="EUR">48.00</ram:ValueAmount>
          <ram:ValuePercent>20.00</ram:ValuePercent>
        </ram:SpecifiedDocumentCharacteristic>
      </ram:SpecifiedDocumentStatus>
    </ram:ReferenceReferencedDocument>
  </rsm:AcknowledgementDocument>
</rsm:CrossDomainAcknowledgementAndResponse>
`
