/** One small mistake each in a good document, and exactly the rules that it breaks: an example of every family. */
import { describe, expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { type RuleOptions, type ProfileName, profilesFor, validate } from '../../src/rules/validate.ts'
import {
  belgianInvoice,
  frenchCiiInvoice,
  frenchInvoice,
  smallCiiInvoice,
  smallLifecycle,
  smallMessageStatus,
  smallOrder,
  smallResponse,
} from '../support/documents.ts'
import { smallInvoice } from '../support/invoices.ts'
import { mutualCiiInvoice, mutualInvoice, vendorsCiiInvoice, vendorsInvoice } from '../support/vendors.ts'

type Edit = readonly [what: string, from: string, to: string]

/** One element right after the other: an edit need not say how the lines of a document are broken. */
const packed = (xml: string): string => xml.replace(/>\s+</g, '><')

const edited = (document: string, [, from, to]: Edit): string => {
  expect(packed(document)).toContain(packed(from))
  return packed(document).replace(packed(from), packed(to))
}

const broken = (document: string, profile: ProfileName, options?: RuleOptions): string[] =>
  validate(readXml(document), [profile], options).flatMap(({ findings }) =>
    [...new Set(findings.map(({ rule }) => rule))].toSorted(),
  )

const cases: readonly {
  readonly profile: ProfileName
  readonly document: string
  readonly options?: RuleOptions
  readonly edits: readonly (readonly [...Edit, rules: string])[]
}[] = [
  {
    profile: 'en16931-ubl',
    document: smallInvoice,
    edits: [
      ['no number', '<cbc:ID>2026-0042</cbc:ID>', '', 'BR-02'],
      ['an unknown type', '<cbc:InvoiceTypeCode>380<', '<cbc:InvoiceTypeCode>999<', 'BR-CL-01'],
      ['an unknown currency', '<cbc:DocumentCurrencyCode>EUR<', '<cbc:DocumentCurrencyCode>EUX<', 'BR-CL-04 BR-CO-15'],
      ['no buyer name', '<cbc:RegistrationName>Café du Coin SRL</cbc:RegistrationName>', '', 'BR-07'],
      ['a period that ends before it starts', '<cbc:EndDate>2026-11-30<', '<cbc:EndDate>2026-10-30<', 'BR-29'],
      [
        'a wrong sum of lines',
        '<cbc:LineExtensionAmount currencyID="EUR">40.00<',
        '<cbc:LineExtensionAmount currencyID="EUR">41.00<',
        'BR-CO-10 BR-CO-13',
      ],
      [
        'a total with three decimals',
        '<cbc:PayableAmount currencyID="EUR">48.40<',
        '<cbc:PayableAmount currencyID="EUR">48.400<',
        'BR-DEC-18 UBL-DT-01',
      ],
      [
        'a wrong VAT amount',
        '<cbc:TaxAmount currencyID="EUR">8.40</cbc:TaxAmount><cac:TaxCategory',
        '<cbc:TaxAmount currencyID="EUR">9.40</cbc:TaxAmount><cac:TaxCategory',
        'BR-CO-14 BR-CO-17 BR-S-09',
      ],
      [
        'a line without a VAT category',
        '<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme>' +
          '<cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>',
        '',
        'BR-CO-04 BR-S-08 UBL-SR-48',
      ],
      [
        'no seller VAT number',
        '<cac:PartyTaxScheme><cbc:CompanyID>BE0403170701</cbc:CompanyID><cac:TaxScheme><cbc:ID>' +
          'VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
        '',
        'BR-S-02',
      ],
      [
        'split payment outside Italy, beside the standard rate',
        '<cac:ClassifiedTaxCategory><cbc:ID>S<',
        '<cac:ClassifiedTaxCategory><cbc:ID>B<',
        'BR-B-01 BR-B-02 BR-S-08',
      ],
      [
        'an unknown subject of a note, of three characters beyond the first plane',
        '<cbc:Note>Thank',
        '<cbc:Note>#𐀀𐀀𐀀#Thank',
        'BR-CL-08',
      ],
      [
        'an element that the norm does not use',
        '<cbc:InvoiceTypeCode>',
        '<cbc:UUID>1</cbc:UUID><cbc:InvoiceTypeCode>',
        'UBL-CR-005',
      ],
    ],
  },
  {
    profile: 'peppol-ubl',
    document: smallInvoice,
    edits: [
      [
        'no process',
        '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>',
        '',
        'PEPPOL-EN16931-R001 PEPPOL-EN16931-R007',
      ],
      [
        'a wrong enterprise number',
        '<cbc:EndpointID schemeID="0208">0403170701<',
        '<cbc:EndpointID schemeID="0208">0403170702<',
        'PEPPOL-COMMON-R043',
      ],
      [
        'a line amount that is not the price times the quantity',
        '<cbc:PriceAmount currencyID="EUR">10.00<',
        '<cbc:PriceAmount currencyID="EUR">11.00<',
        'PEPPOL-EN16931-R120',
      ],
      ['an empty element', '<cbc:Note>Thank you for your order</cbc:Note>', '<cbc:Note/>', 'PEPPOL-EN16931-R008'],
      ['a type for Germans only', '<cbc:InvoiceTypeCode>380<', '<cbc:InvoiceTypeCode>384<', 'PEPPOL-EN16931-P0112'],
    ],
  },
  {
    profile: 'en16931-cii',
    document: smallCiiInvoice,
    edits: [
      ['no number', '<ram:ID>2026-0042</ram:ID>', '', 'BR-02'],
      ['a date in another format', 'format="102">20261120<', 'format="610">20261120<', 'BR-03'],
      ['a wrong total with VAT', '<ram:GrandTotalAmount>24.20<', '<ram:GrandTotalAmount>25.20<', 'BR-CO-15 BR-CO-16'],
      ['split payment outside Italy', '<ram:CategoryCode>S<', '<ram:CategoryCode>B<', 'BR-B-01 BR-B-02 BR-S-08'],
      ['an unknown unit', 'unitCode="H87"', 'unitCode="Lamps"', 'BR-CL-23'],
      [
        'an element that the norm does not use',
        '<ram:TypeCode>380</ram:TypeCode>',
        '<ram:Name>Invoice</ram:Name><ram:TypeCode>380</ram:TypeCode>',
        'CII-SR-013',
      ],
    ],
  },
  {
    profile: 'peppol-cii',
    document: smallCiiInvoice,
    edits: [
      [
        'no process',
        '<ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID>',
        '',
        'PEPPOL-EN16931-R001 PEPPOL-EN16931-R007',
      ],
      [
        'a wrong enterprise number',
        '<ram:URIID schemeID="0208">0403170701<',
        '<ram:URIID schemeID="0088">0403170702<',
        'PEPPOL-COMMON-R040',
      ],
      [
        'a line amount that is not the price times the quantity',
        '<ram:ChargeAmount>10.00<',
        '<ram:ChargeAmount>11.00<',
        'PEPPOL-EN16931-R120',
      ],
    ],
  },
  {
    profile: 'peppol-ubl-sb',
    document: smallInvoice
      .replace('billing:3.0', 'selfbilling:3.0')
      .replace('billing:01:1.0', 'selfbilling:01:1.0')
      .replace('TypeCode>380<', 'TypeCode>389<'),
    edits: [
      ['the type of an ordinary invoice', 'TypeCode>389<', 'TypeCode>380<', 'PEPPOL-EN16931-P0100'],
      ['the process of ordinary billing', 'selfbilling:01:1.0', 'billing:01:1.0', 'PEPPOL-EN16931-R007'],
    ],
  },
  {
    profile: 'fr-flux2-ubl',
    document: frenchInvoice,
    edits: [
      ['a number with a space', '<cbc:ID>2026-0042<', '<cbc:ID>2026 0042<', 'BR-FR-01_BT-1-2 BR-FR-02_BT-1'],
      ['a type that France does not use', 'TypeCode>380<', 'TypeCode>383<', 'BR-FR-04_BT-3'],
      ['no note on penalties', '<cbc:Note>#PMD#Three times the legal rate</cbc:Note>', '', 'BR-FR-05_BT-22-2'],
      [
        'two treatments',
        '<cbc:Note>#BAR#B2B</cbc:Note>',
        '<cbc:Note>#BAR#B2B</cbc:Note><cbc:Note>#BAR#B2C</cbc:Note>',
        'BR-FR-30_BT-21',
      ],
      ['a mode of 1.4', '<cbc:ProfileID>B1<', '<cbc:ProfileID>B9<', 'BR-FR-08_BT-23'],
      ['a rate that France never had', '<cbc:Percent>20<', '<cbc:Percent>21<', 'BR-FR-16_BT-119'],
      [
        'an address that is not the SIREN of the buyer',
        'schemeID="0225">439368049',
        'schemeID="0225">439368050',
        'BR-FR-21_BT-49',
      ],
      [
        'an identifier without a scheme',
        '<cac:PartyName><cbc:Name>Lumière',
        '<cac:PartyIdentification><cbc:ID>1</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Lumière',
        'BR-FR-CO-10_BT-29-1',
      ],
      ['a correction of no invoice', 'TypeCode>380<', 'TypeCode>384<', 'BR-FR-CO-04_BT-3'],
    ],
  },
  {
    profile: 'fr-flux2-ubl',
    document: vendorsInvoice,
    options: { france: '1.4' },
    edits: [
      ['a self-billed invoice of several vendors', 'TypeCode>380<', 'TypeCode>389<', 'BR-FR-MV-13_BT-3'],
      [
        'a SIREN of eight digits',
        'CompanyID schemeID="0002">439368049',
        'CompanyID schemeID="0002">43936804',
        'BR-FR-11_BT-47 BR-FR-32-LEGALID',
      ],
      [
        'a line without a subtype',
        '<cbc:DocumentStatusCode>INFORMATION</cbc:DocumentStatusCode>',
        '',
        'BR-FR-MV-01_EXT-FR-FE-163',
      ],
      [
        'a vendor without a name',
        '<cbc:RegistrationName>Vendor 324872211</cbc:RegistrationName>',
        '',
        'BR-FR-MV-03_EXT-FR-FE-164',
      ],
      [
        'a vendor without a country',
        '<cac:PostalAddress><cac:Country><cbc:IdentificationCode>FR</cbc:IdentificationCode>' +
          '</cac:Country></cac:PostalAddress>\n        <cac:PartyLegalEntity><cbc:RegistrationName>V',
        '<cac:PartyLegalEntity><cbc:RegistrationName>V',
        'BR-FR-MV-03_EXT-FR-FE-177',
      ],
      [
        'a line without a vendor',
        '<cbc:CompanyID schemeID="0002">324872211</cbc:CompanyID></cac:PartyLegalEntity>\n      ' +
          '</cac:ManufacturerParty>',
        '</cac:PartyLegalEntity></cac:ManufacturerParty>',
        'BR-FR-MV-03_EXT-FR-FE-167 BR-FR-MV-06_EXT-FR-FE-167',
      ],
      [
        'no VAT of a vendor',
        '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">8.00</cbc:TaxAmount></cac:TaxTotal>',
        '',
        'BR-FR-MV-03_EXT-FR-FE-181 BR-FR-MV-09_EXT-FR-FE-181 BR-FR-MV-10_EXT-FR-FE-184',
      ],
      [
        'no VAT of a vendor in the accounting currency',
        '<cbc:BuyerReference>',
        '<cbc:TaxCurrencyCode>USD</cbc:TaxCurrencyCode><cbc:BuyerReference>',
        'BR-FR-MV-03_EXT-FR-FE-182',
      ],
      [
        'a vendor whose invoice is of several vendors',
        'schemeID="AVV">S1<',
        'schemeID="AVV">M8<',
        'BR-FR-MV-03_BT-128_AVV',
      ],
      [
        'a group that does not add up',
        '<cbc:LineExtensionAmount currencyID="EUR">25.00<',
        '<cbc:LineExtensionAmount currencyID="EUR">26.00<',
        'BR-FR-MV-05_EXT-FR-FE-BG-12',
      ],
      [
        'a group two cents off, over two lines',
        '<cbc:LineExtensionAmount currencyID="EUR">25.00<',
        '<cbc:LineExtensionAmount currencyID="EUR">24.98<',
        '',
      ],
      [
        'a line of another invoice than its group',
        'schemeID="AFL">C-7</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>' +
          '</cac:DocumentReference>\n    <cac:Item>',
        'schemeID="AFL">C-8</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:DocumentReference><cac:Item>',
        'BR-FR-MV-07_BT-128 BR-FR-MV-08_BT-128',
      ],
      [
        'a breakdown of another invoice',
        '<cbc:TaxExemptionReason>#C-7#',
        '<cbc:TaxExemptionReason>#C-8#',
        'BR-FR-MV-09_EXT-FR-FE-181',
      ],
      [
        'a wrong total of a group',
        '>48.00</cbc:TaxInclusiveLineExtensionAmount>',
        '>49.00</cbc:TaxInclusiveLineExtensionAmount>',
        'BR-FR-MV-10_EXT-FR-FE-184',
      ],
      [
        'a group of the seller with another number',
        'schemeID="AFL">2026-0042<',
        'schemeID="AFL">2026-0043<',
        'BR-FR-MV-07_BT-128 BR-FR-MV-09_EXT-FR-FE-181 BR-FR-MV-11_BT-128',
      ],
      [
        'a group with a number that stands before',
        'schemeID="AFL">C-7</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>' +
          '</cac:DocumentReference>\n    <cac:Doc',
        'schemeID="AFL">2026-0042</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>' +
          '</cac:DocumentReference><cac:Doc',
        'BR-FR-MV-07_BT-128 BR-FR-MV-09_EXT-FR-FE-181 BR-FR-MV-12_BT-128',
      ],
      [
        'a correction without the invoices it corrects',
        'TypeCode>380<',
        'TypeCode>384<',
        'BR-FR-CO-04_BT-3 BR-FR-MV-14-EXT-FR-FE-136 BR-FR-MV-14-EXT-FR-FE-138',
      ],
    ],
  },
  {
    profile: 'fr-flux2-ubl',
    document: vendorsInvoice,
    edits: [
      ['a self-billed invoice of several vendors, in 1.3', 'TypeCode>380<', 'TypeCode>389<', 'BR-FR-MV-13_BT-3'],
      ['a correction without the invoices it corrects, in 1.3', 'TypeCode>380<', 'TypeCode>384<', 'BR-FR-CO-04_BT-3'],
    ],
  },
  {
    profile: 'fr-flux2-ubl',
    document: frenchInvoice.replace('<cbc:ProfileID>B1<', '<cbc:ProfileID>M1<'),
    edits: [
      [
        'several vendors without groups',
        '<cbc:ProfileID>M1<',
        '<cbc:ProfileID>M8<',
        'BR-FR-MV-01_EXT-FR-FE-163 BR-FR-MV-02_EXT-FR-FE-163 BR-FR-MV-06_EXT-FR-FE-167 BR-FR-MV-07_BT-128',
      ],
    ],
  },
  {
    profile: 'fr-flux2-ubl',
    document: mutualInvoice,
    options: { france: '1.4' },
    edits: [
      ['a type that is not self-billed', 'TypeCode>389<', 'TypeCode>380<', 'BR-FR-MV-BD_BT-3'],
      [
        'a group of a third party',
        '<cbc:CompanyID schemeID="0002">439368049</cbc:CompanyID></cac:PartyLegalEntity>\n      </cac:Man',
        '<cbc:CompanyID schemeID="0002">552100554</cbc:CompanyID></cac:PartyLegalEntity></cac:Man',
        'BR-FR-BD-02_BT-47 BR-FR-MV-06_EXT-FR-FE-167',
      ],
      [
        'one group',
        '<cbc:DocumentStatusCode>GROUP<',
        '<cbc:DocumentStatusCode>DETAIL<',
        'BR-FR-BD-02_BT-30 BR-FR-BD-02_EXT-FR-FE-163',
      ],
      [
        'a correction without the invoices it corrects',
        'TypeCode>389<',
        'TypeCode>471<',
        'BR-FR-BD-14-EXT-FR-FE-136 BR-FR-BD-14-EXT-FR-FE-138 BR-FR-CO-04_BT-3',
      ],
    ],
  },
  {
    profile: 'fr-flux2-cii',
    document: vendorsCiiInvoice,
    options: { france: '1.4' },
    edits: [
      [
        'a line with a blank subtype',
        '<ram:LineStatusReasonCode>INFORMATION<',
        '<ram:LineStatusReasonCode> <',
        'BR-FR-MV-01_EXT-FR-FE-163 BR-FR-MV-05_EXT-FR-FE-BG-12',
      ],
      ['a vendor without a name', '<ram:Name>Vendor 324872211</ram:Name>', '', 'BR-FR-MV-03_EXT-FR-FE-164'],
      [
        'an object of another type',
        '<ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>AVV',
        '<ram:TypeCode>50</ram:TypeCode><ram:ReferenceTypeCode>AVV',
        'BR-FR-MV-03_BT-128_AVV',
      ],
      [
        'a group that does not add up',
        '<ram:LineTotalAmount>25.00<',
        '<ram:LineTotalAmount>26.00<',
        'BR-FR-MV-05_EXT-FR-FE-BG-12',
      ],
      [
        'a group of the seller with another number',
        '<ram:IssuerAssignedID>2026-0042<',
        '<ram:IssuerAssignedID>2026-0043<',
        'BR-FR-MV-07_BT-128 BR-FR-MV-09_EXT-FR-FE-181 BR-FR-MV-11_BT-128',
      ],
      [
        'a breakdown of another invoice',
        '<ram:ExemptionReason>#C-7#</ram:ExemptionReason><ram:Basis',
        '<ram:ExemptionReason>C-7</ram:ExemptionReason><ram:Basis',
        'BR-FR-MV-09_EXT-FR-FE-181',
      ],
      [
        'a wrong total of a group',
        '<ram:GrandTotalAmount>48.00<',
        '<ram:GrandTotalAmount>49.00<',
        'BR-FR-MV-10_EXT-FR-FE-184',
      ],
      [
        'a correction without the invoices it corrects',
        'TypeCode>380<',
        'TypeCode>384<',
        'BR-FR-CO-04_BT-4 BR-FR-MV-14-EXT-FR-FE-136 BR-FR-MV-14-EXT-FR-FE-138',
      ],
    ],
  },
  {
    profile: 'fr-flux2-cii',
    document: mutualCiiInvoice,
    options: { france: '1.4' },
    edits: [
      [
        'one group',
        '<ram:LineStatusReasonCode>GROUP<',
        '<ram:LineStatusReasonCode>DETAIL<',
        'BR-FR-BD-02_BT-31 BR-FR-BD-02_EXT-FR-FE-163',
      ],
      ['a type that is not self-billed', 'TypeCode>389<', 'TypeCode>380<', 'BR-FR-BD-13_BT-3'],
    ],
  },
  {
    profile: 'fr-flux2-cii',
    document: frenchCiiInvoice,
    edits: [
      ['no note on penalties', '<ram:SubjectCode>PMD<', '<ram:SubjectCode>AAI<', 'BR-FR-05_BT-22_PMD'],
      ['a credit note for no invoice', 'TypeCode>380<', 'TypeCode>381<', 'BR-FR-CO-05_BT-3'],
      [
        'a seller without SIREN',
        '<ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">324872211</ram:ID></ram:SpecifiedLegalOrganization>',
        '',
        'BR-FR-10_BT-30',
      ],
    ],
  },
  {
    profile: 'fr-cdv',
    document: smallLifecycle,
    edits: [
      ['a collection without its VAT rate', '<ram:ValuePercent>20.00</ram:ValuePercent>', '', 'BR-FR-CDV-14_MDT-207'],
      ['a refusal without a reason', '>212<', '>210<', 'BR-FR-CDV-15_MDT-113'],
      ['an unknown state', '>212<', '>299<', 'BR-FR-CDV-CL-06_MDT-105'],
      [
        'a recipient without an address',
        '<ram:URIUniversalCommunication><ram:URIID ' +
          'schemeID="0225">439368049</ram:URIID></ram:URIUniversalCommunication>',
        '',
        'BR-FR-CDV-08_MDT-73',
      ],
      ['a decision by a platform', '<ram:RoleCode>SE<', '<ram:RoleCode>WK<', 'BR-FR-CDV-CL-03_MDT-40_23'],
    ],
  },
  {
    profile: 'ublbe',
    document: belgianInvoice,
    edits: [
      [
        'one additional document only',
        '<cac:AdditionalDocumentReference><cbc:ID>2026-0042.pdf</cbc:ID><cbc:DocumentDescription>' +
          'CommercialInvoice</cbc:DocumentDescription></cac:AdditionalDocumentReference>',
        '',
        'ubl-BE-01 ubl-BE-02',
      ],
      ['no mark of the software', '<cbc:ID>UBL.BE<', '<cbc:ID>Our software<', 'ubl-BE-03'],
      [
        'a category without a grid',
        '<cbc:Name>03</cbc:Name><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID>' +
          '</cac:TaxScheme></cac:TaxCategory>',
        '<cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>',
        'ubl-BE-10',
      ],
      [
        'a discount of more than everything',
        '<cbc:Note>Thirty days</cbc:Note>',
        '<cbc:SettlementDiscountPercent>150</cbc:SettlementDiscountPercent><cbc:Amount>1</cbc:Amount>' +
          '<cbc:PaymentDueDate>2026-12-01</cbc:PaymentDueDate>',
        'ubl-BE-07',
      ],
      [
        'a line without VAT',
        '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">4.20</cbc:TaxAmount></cac:TaxTotal>',
        '',
        'ubl-BE-14',
      ],
    ],
  },
  {
    profile: 'peppol-t01',
    document: smallOrder,
    edits: [
      [
        'no seller',
        /<cac:SellerSupplierParty>.*<\/cac:SellerSupplierParty>/s.exec(smallOrder)?.[0] ?? '',
        '',
        'PEPPOL-T01-B00107',
      ],
      [
        'an element that the model does not have',
        '<cbc:ID>O-1</cbc:ID>',
        '<cbc:ID>O-1</cbc:ID><cbc:UUID>1</cbc:UUID>',
        'PEPPOL-T01-B00110',
      ],
      [
        'a wrong sum of lines',
        '<cbc:LineExtensionAmount currencyID="EUR">20.00</cbc:LineExtensionAmount><cbc:Payable',
        '<cbc:LineExtensionAmount currencyID="EUR">21.00</cbc:LineExtensionAmount><cbc:Payable',
        'PEPPOL-T01-R008',
      ],
      ['no unit', ' unitCode="H87"', '', 'PEPPOL-T01-B24101'],
      ['an empty element', '<cbc:ID>O-1</cbc:ID>', '<cbc:ID/>', 'PEPPOL-COMMON-R001'],
    ],
  },
  {
    profile: 'peppol-t111',
    document: smallResponse,
    edits: [
      ['an unknown response', '<cbc:ResponseCode>RE<', '<cbc:ResponseCode>XX<', 'PEPPOL-T111-B03001'],
      [
        'a rejection without a reason',
        '<cbc:StatusReasonCode listID="OPStatusReason">QUA</cbc:StatusReasonCode>',
        '',
        'PEPPOL-T111-R001',
      ],
      ['an action in the list of reasons', '>QUA<', '>NIN<', 'PEPPOL-T111-R007'],
      ['no document type', '<cbc:DocumentTypeCode>380</cbc:DocumentTypeCode>', '', 'PEPPOL-T111-B03902'],
    ],
  },
  {
    profile: 'peppol-mls',
    document: smallMessageStatus,
    edits: [
      ['a time without a zone', '12:00:00Z', '12:00:00', 'SCH-MLS-06'],
      [
        'a participant in the place of a service provider',
        'schemeID="0242">000123',
        'schemeID="0208">0403170701',
        'SCH-MLS-09 SCH-MLS-11',
      ],
      ['a scheme of the sender with a blank', 'schemeID="0242">000123', 'schemeID="0242 ">000123', 'SCH-MLS-11'],
      ['a scheme of the receiver with a tab', 'schemeID="0242">000456', 'schemeID="&#9;0242">000456', 'SCH-MLS-16'],
      ['a part of a provider that is too short', '>000123<', '>000123-ab<', 'SCH-MLS-09'],
      ['a part of a provider with a dot of nothing', '>000456<', '>000456-abc.de<', 'SCH-MLS-14'],
      ['a rejection for a warning only', '>BV<', '>BW<', 'SCH-MLS-24'],
    ],
  },
]

describe.each(cases)('$profile', ({ profile, document, options, edits }) => {
  test('$profile accepts the good document', () => {
    expect(broken(document, profile, options)).toEqual([])
  })

  test.each(edits)('the rules of the profile find %s', (what, from, to, rules) => {
    expect(broken(edited(document, [what, from, to]), profile, options).join(' ')).toBe(rules)
  })
})
describe('the profiles of a document', () => {
  test.each([
    ['an invoice of Peppol', smallInvoice, ['en16931-ubl', 'peppol-ubl']],
    ['a self-billed invoice', smallInvoice.replace('billing:3.0', 'selfbilling:3.0'), ['en16931-ubl', 'peppol-ubl-sb']],
    [
      'an invoice of no specification',
      smallInvoice.replace(/<cbc:CustomizationID>.*?<\/cbc:CustomizationID>/, ''),
      ['en16931-ubl'],
    ],
    ['an invoice inside France', frenchInvoice, ['en16931-ubl', 'peppol-ubl', 'fr-flux2-ubl']],
    ['an invoice of UBL.BE', belgianInvoice, ['en16931-ubl', 'ublbe']],
    ['an invoice in CII', smallCiiInvoice, ['en16931-cii', 'peppol-cii']],
    ['an order', smallOrder, ['peppol-t01']],
    ['a response', smallResponse, ['peppol-t111']],
    ['a message level status', smallMessageStatus, ['peppol-mls']],
    ['a French state', smallLifecycle, ['fr-cdv']],
    ['a document without rules', '<letter/>', []],
  ])('the profiles of %s are those that its kind and claim ask for', (_, document, profiles) => {
    expect(profilesFor(readXml(document))).toEqual(profiles)
  })
})

describe('a finding', () => {
  test('a finding of a Belgian rule has the name that the service gives it', () => {
    const [{ findings } = { findings: [] }] = validate(readXml(belgianInvoice.replace('>UBL.BE<', '>ours<')), ['ublbe'])
    expect(findings[0]).toMatchObject({ rule: 'ubl-BE-03', labels: ['BR-BE-03'] })
  })

  test('a finding says where it is, in the XML and in a JSON body', () => {
    const document = edited(smallInvoice, ['', '<cbc:ID>2</cbc:ID>', '<cbc:ID></cbc:ID>'])
    const [{ findings } = { findings: [] }] = validate(readXml(document), ['en16931-ubl'])
    expect(findings).toMatchObject([
      { rule: 'BR-21', severity: 'fatal', terms: ['BT-126'], xpath: '/Invoice/cac:InvoiceLine[2]', lineIndex: 1 },
    ])
  })

  test('a finding of a code that is in no list names the codes of a short one', () => {
    const [{ findings } = { findings: [] }] = validate(
      readXml(edited(smallInvoice, ['', '<cbc:ID>S</cbc:ID>', '<cbc:ID>Q</cbc:ID>'])),
      ['en16931-ubl'],
    )
    expect(findings.find(({ rule }) => rule === 'BR-CL-17')?.fix).toBe('Use one of AE, L, M, E, S, Z, G, O, K, B.')
  })
})

test('characters are counted as XPath counts them', () => {
  expect(broken(edited(smallInvoice, ['', '<cbc:Note>Thank', '<cbc:Note>#𐀀x#Thank']), 'en16931-ubl')).toEqual([])
})

test('a date of millions of digits is compared with nothing', () => {
  const endless = `<cbc:EndDate>${'1'.repeat(8_000_000)}<`
  expect(broken(edited(smallInvoice, ['', '<cbc:EndDate>2026-11-30<', endless]), 'en16931-ubl')).toEqual(
    broken(edited(smallInvoice, ['', '<cbc:EndDate>2026-11-30<', '<cbc:EndDate>?<']), 'en16931-ubl'),
  )
})
