/**
 * What the official files make of elements that are absent or empty, and other ways of theirs that no sample shows: a
 * document breaks the rules that it breaks there, and no others.
 */
import { expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { type ProfileName, type RuleOptions, validate } from '../../src/rules/validate.ts'
import {
  frenchCiiInvoice,
  frenchInvoice,
  smallCiiInvoice,
  smallLifecycle,
  smallResponse,
} from '../support/documents.ts'
import { smallInvoice } from '../support/invoices.ts'

const packed = (xml: string): string => xml.replace(/>\s+</g, '><')

const replaced = (document: string, from: string | RegExp, to: string): string => {
  const changed = packed(document).replace(from, to)
  expect(changed).not.toBe(packed(document))
  return changed
}

const broken = (document: string, profile: ProfileName, options?: RuleOptions, family = /./): string[] => {
  const found = validate(readXml(document), [profile], options).flatMap(({ findings }) => findings)
  return [...new Set(found.filter(({ rule }) => family.test(rule)).map(({ rule, severity }) => `${rule} ${severity}`))]
}

const since14: RuleOptions = { france: '1.4' }

test('a card number in full is an error in CII, and a warning in UBL', () => {
  const card = (tag: string) => `<${tag}>4111111111111111</${tag}>`
  const inCii = replaced(
    smallCiiInvoice,
    '<ram:ApplicableTradeTax><ram:CalculatedAmount>',
    `<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>48</ram:TypeCode>
      <ram:ApplicableTradeSettlementFinancialCard>${card('ram:ID')}</ram:ApplicableTradeSettlementFinancialCard>
      </ram:SpecifiedTradeSettlementPaymentMeans><ram:ApplicableTradeTax><ram:CalculatedAmount>`,
  )
  const inUbl = replaced(
    smallInvoice,
    '<cac:TaxTotal>',
    `<cac:PaymentMeans><cbc:PaymentMeansCode>48</cbc:PaymentMeansCode><cac:CardAccount>
      ${card('cbc:PrimaryAccountNumberID')}<cbc:NetworkID>VISA</cbc:NetworkID></cac:CardAccount></cac:PaymentMeans>
      <cac:TaxTotal>`,
  )
  expect(broken(inCii, 'en16931-cii', {}, /BR-51/)).toEqual(['BR-51 fatal'])
  expect(broken(inUbl, 'en16931-ubl', {}, /BR-51/)).toEqual(['BR-51 warning'])
})

test('beside the category outside VAT, a line whose VAT has no category has another', () => {
  const outside = packed(smallInvoice).replaceAll('<cbc:ID>S</cbc:ID>', '<cbc:ID>O</cbc:ID>')
  expect(broken(outside, 'en16931-ubl', {}, /BR-O-1[1-4]/)).toEqual([])
  const withoutId = replaced(outside, '<cac:ClassifiedTaxCategory><cbc:ID>O</cbc:ID>', '<cac:ClassifiedTaxCategory>')
  expect(broken(withoutId, 'en16931-ubl', {}, /BR-O-1[1-4]/)).toEqual(['BR-O-12 fatal'])
})

test('self-billing lets the VAT of a group of the breakdown be in another currency, which billing does not', () => {
  const inDollars = replaced(smallInvoice, /(<cac:TaxSubtotal>.*?<cbc:TaxAmount currencyID=")EUR/, '$1USD')
  const selfBilled = inDollars.replace('billing:3.0', 'selfbilling:3.0').replace('billing:01', 'selfbilling:01')
  expect(broken(inDollars, 'peppol-ubl', {}, /R051/)).toEqual(['PEPPOL-EN16931-R051 fatal'])
  expect(broken(selfBilled, 'peppol-ubl-sb', {}, /R051/)).toEqual([])
})

test('the lists of an invoice response are asked of a clarification that another rule speaks of too', () => {
  const other = replaced(smallResponse, 'listID="OPStatusReason">QUA<', 'listID="OPStatusAction">PPD<')
  expect(broken(other, 'peppol-t111', {}, /R00[46]/)).toEqual(expect.arrayContaining(['PEPPOL-T111-R006 fatal']))
})

test('France wants the category of a tax in CII, and not in UBL', () => {
  const withoutCategory = (document: string, tag: string) => packed(document).replaceAll(new RegExp(tag, 'g'), '')
  expect(
    broken(withoutCategory(frenchCiiInvoice, '<ram:CategoryCode>S</ram:CategoryCode>'), 'fr-flux2-cii', {}, /FR-15/),
  ).toEqual(['BR-FR-15_BT-95_BT-118 fatal', 'BR-FR-15_BT-95_BT-151 fatal'])
  expect(broken(withoutCategory(frenchInvoice, '<cbc:ID>S</cbc:ID>'), 'fr-flux2-ubl', {}, /FR-15/)).toEqual([])
})

test('an empty VAT rate is none in CII, and a wrong one in UBL', () => {
  const inCii = packed(frenchCiiInvoice).replaceAll('Percent>20<', 'Percent><')
  expect(broken(inCii, 'fr-flux2-cii', {}, /FR-16/)).toEqual([])
  const inUbl = packed(frenchInvoice).replaceAll('Percent>20<', 'Percent><')
  expect(broken(inUbl, 'fr-flux2-ubl', {}, /FR-16/)).toEqual(['BR-FR-16_BT-119 fatal', 'BR-FR-16_BT-152 fatal'])
})

test('in UBL, the rate of a line is asked of invoices, and not of credit notes', () => {
  const creditNote = packed(frenchInvoice)
    .replaceAll('cbc:InvoiceTypeCode>', 'cbc:CreditNoteTypeCode>')
    .replaceAll('InvoiceLine>', 'CreditNoteLine>')
    .replaceAll('<Invoice', '<CreditNote')
    .replaceAll('</Invoice>', '</CreditNote>')
    .replaceAll('schema:xsd:Invoice-2', 'schema:xsd:CreditNote-2')
    .replaceAll('Percent>20<', 'Percent>21<')
  expect(broken(creditNote, 'fr-flux2-ubl', {}, /FR-16/)).toEqual(['BR-FR-16_BT-119 fatal'])
})

test('an empty due date is before every date in UBL, and none in CII', () => {
  const inUbl = replaced(frenchInvoice, /<cbc:DueDate>[^<]*</, '<cbc:DueDate><')
  expect(broken(inUbl, 'fr-flux2-ubl', {}, /CO-07/)).toEqual(['BR-FR-CO-07_BT-9 fatal'])
  const due = (date: string) =>
    `<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">${date}` +
    '</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>'
  const inCii = (date: string) =>
    packed(frenchCiiInvoice)
      .replaceAll(/<ram:SpecifiedTradePaymentTerms>.*?<\/ram:SpecifiedTradePaymentTerms>/g, '')
      .replace('<ram:SpecifiedTradeSettlementHeaderM', `${due(date)}<ram:SpecifiedTradeSettlementHeaderM`)
  expect(broken(inCii(''), 'fr-flux2-cii', {}, /CO-07/)).toEqual([])
  expect(broken(inCii(' '), 'fr-flux2-cii', {}, /CO-07/)).toEqual(['BR-FR-CO-07_BT-9 fatal'])
  expect(broken(inCii('20260101'), 'fr-flux2-cii', {}, /CO-07/)).toEqual(['BR-FR-CO-07_BT-9 fatal'])
})

test('an empty price is no number in CII, and none in UBL', () => {
  const inCii = packed(frenchCiiInvoice).replaceAll('<ram:ChargeAmount>10.00<', '<ram:ChargeAmount><')
  expect(broken(inCii, 'fr-flux2-cii', {}, /DEC-03/)).toEqual(['BR-FR-DEC-03_BT-146 fatal'])
  const inUbl = packed(frenchInvoice).replaceAll(/(<cbc:PriceAmount[^>]*>)[^<]*</g, '$1<')
  expect(broken(inUbl, 'fr-flux2-ubl', {}, /DEC-03/)).toEqual([])
})

test('from 1.4 on, what two parties invoice to each other may have a price below zero', () => {
  const below = (mode: string) =>
    packed(frenchInvoice)
      .replace('<cbc:ProfileID>B1<', `<cbc:ProfileID>${mode}<`)
      .replace(/(<cbc:PriceAmount[^>]*>)/, '$1-')
  expect(broken(below('B9'), 'fr-flux2-ubl', since14, /DEC-03/)).toEqual([])
  expect(broken(below('B1'), 'fr-flux2-ubl', since14, /DEC-03/)).toEqual(['BR-FR-DEC-03_BT-146 fatal'])
  expect(broken(below('B9'), 'fr-flux2-ubl', {}, /DEC-03/)).toEqual(['BR-FR-DEC-03_BT-146 fatal'])
})

test('in UBL, a rebate and a credit are what a credit note says of itself, not an invoice', () => {
  const rebate = packed(frenchInvoice).replace('TypeCode>380<', 'TypeCode>262<')
  expect(broken(rebate, 'fr-flux2-ubl', {}, /CO-0[35]/)).toEqual([])
  const inCii = packed(frenchCiiInvoice).replace('TypeCode>380<', 'TypeCode>262<')
  expect(broken(inCii, 'fr-flux2-cii', {}, /CO-0[35]/)).toEqual(['BR-FR-CO-03_BT-3 fatal'])
})

test('a CII invoice without the part that says notes or mode is not asked for them', () => {
  const without = (part: string) => replaced(frenchCiiInvoice, new RegExp(`<rsm:${part}>.*</rsm:${part}>`), '')
  expect(broken(without('ExchangedDocument'), 'fr-flux2-cii', since14, /FR-0[58]/)).toEqual([])
  expect(broken(without('ExchangedDocumentContext'), 'fr-flux2-cii', since14, /FR-0[58]/)).toEqual([])
  const withoutMode = replaced(frenchCiiInvoice, /<ram:Business.*?<\/ram:Business.*?>/, '')
  expect(broken(withoutMode, 'fr-flux2-cii', since14, /FR-08/)).toEqual(['BR-FR-08_BT-23 fatal'])
  expect(broken(withoutMode, 'fr-flux2-cii', {}, /FR-08/)).toEqual([])
})

test('the details of a French state are numbered from 1.4 on', () => {
  const unnumbered = replaced(smallLifecycle, '<ram:SequenceNumeric>1</ram:SequenceNumeric>', '')
  expect(broken(unnumbered, 'fr-cdv')).toEqual([])
  expect(broken(unnumbered, 'fr-cdv', since14)).toEqual(['BR-FR-CDV-16_MDT-124-2 fatal'])
})

test('a French state is asked who issued it, and who the seller is, only where it names them at all', () => {
  const issuer = '<ram:GlobalID schemeID="0002">324872211</ram:GlobalID><ram:RoleCode>SE'
  const anonymous = replaced(smallLifecycle, issuer, '<ram:RoleCode>SE')
  expect(broken(anonymous, 'fr-cdv')).toEqual(['BR-FR-CDV-07_MDT-38_yes fatal'])
  const nobody = replaced(smallLifecycle, `<ram:IssuerTradeParty>${issuer}</ram:RoleCode></ram:IssuerTradeParty>`, '')
  expect(broken(nobody, 'fr-cdv', {}, /CDV-07/)).toEqual([])
  const seller = '<ram:GlobalID schemeID="0002">324872211</ram:GlobalID></ram:IssuerTradeParty>'
  expect(broken(replaced(smallLifecycle, seller, '</ram:IssuerTradeParty>'), 'fr-cdv')).toEqual([
    'BR-FR-CDV-13_MDT-129 fatal',
  ])
  expect(broken(replaced(smallLifecycle, `<ram:IssuerTradeParty>${seller}`, ''), 'fr-cdv')).toEqual([])
})

test('a French state that names no phase keeps the rules of neither', () => {
  const phaseless = replaced(smallLifecycle, '<ram:TypeCode>23</ram:TypeCode>', '')
  expect(broken(phaseless, 'fr-cdv')).toEqual(['BR-FR-CDV-CL-05_MDT-88_305 fatal'])
  const anonymous = phaseless.replace(
    '<ram:GlobalID schemeID="0002">324872211</ram:GlobalID><ram:RoleCode>',
    '<ram:RoleCode>',
  )
  expect(broken(anonymous, 'fr-cdv', {}, /CDV-07/)).toEqual(['BR-FR-CDV-07_MDT-38_yes fatal'])
})

test('in CII, taxes of L, M and O are not asked what every tax is, and those of L and M not for their sum', () => {
  const inCategory = (code: string) =>
    packed(smallCiiInvoice)
      .replaceAll('CategoryCode>S<', `CategoryCode>${code}<`)
      .replace(/<ram:BasisAmount>[^<]*</, '<ram:BasisAmount>7<')
      .replace(/<ram:CalculatedAmount>[^<]*</, '<ram:CalculatedAmount>9<')
  const asked = /BR-CO-17|BR-\w+-08/
  expect(broken(inCategory('S'), 'en16931-cii', {}, asked)).toEqual(['BR-CO-17 fatal', 'BR-S-08 fatal'])
  expect(broken(inCategory('L'), 'en16931-cii', {}, asked)).toEqual([])
  expect(broken(inCategory('M'), 'en16931-cii', {}, asked)).toEqual([])
  expect(broken(inCategory('O'), 'en16931-cii', {}, asked)).toEqual(['BR-O-08 fatal'])
})

test('a self-billed invoice with an empty type is not taken for one of two German parties', () => {
  const empty = packed(smallInvoice)
    .replace('billing:3.0', 'selfbilling:3.0')
    .replace('billing:01', 'selfbilling:01')
    .replace(/(<cbc:InvoiceTypeCode>)[^<]*/, '$1')
  expect(broken(empty, 'peppol-ubl-sb', {}, /P01/)).toEqual(['PEPPOL-EN16931-P0100 fatal'])
})

test('the type of a document is asked in the processes of its specification, and not in one that Peppol does not know', () => {
  const inProcess = (process: string): string =>
    packed(smallInvoice)
      .replace(/(<cbc:ProfileID>)[^<]*/, `$1${process}`)
      .replace(/(<cbc:InvoiceTypeCode>)[^<]*/, '$1751')
  const selfBilled = (process: string): string => inProcess(process).replace('billing:3.0', 'selfbilling:3.0')
  const asked = /P0100|R007/
  expect(broken(inProcess('urn:peppol:bis:billing_with_response'), 'peppol-ubl', {}, asked)).toEqual([
    'PEPPOL-EN16931-P0100 fatal',
  ])
  expect(broken(selfBilled('urn:peppol:bis:billing_with_response'), 'peppol-ubl-sb', {}, asked)).toEqual([])
  for (const [profile, written] of [
    ['peppol-ubl', inProcess],
    ['peppol-ubl-sb', selfBilled],
  ] as const) {
    expect(broken(written('urn:example:process'), profile, {}, asked)).toEqual(['PEPPOL-EN16931-R007 fatal'])
    expect(broken(written('urn:peppol:france:billing:regulated'), profile, {}, asked)).toEqual([
      'PEPPOL-EN16931-P0100 fatal',
    ])
  }
})

test.each([
  ['2026-11-01', '2026-11-30', true],
  ['2026-11-30', '2026-11-01', false],
  ['9999-12-31', '10000-01-01', true],
  ['10000-01-01', '9999-12-31', false],
  ['-0044-03-15', '0044-03-15', true],
  ['-0043-03-15', '-0044-03-15', false],
  ['2026-11-01Z', '2026-11-01+01:00', false],
  ['2026-11-01+01:00', '2026-11-01Z', true],
  ['2026-11-02+14:00', '2026-11-01-10:00', true],
  ['2026-11-02+14:00', '2026-11-01-09:59', false],
  ['2026-11-01', '2026-11-01+15:00', false],
  ['02026-11-01', '2026-11-30', false],
  ['2024-02-29', '2024-03-01', true],
  ['1900-02-29', '1900-03-01', false],
  ['100000000000000000000-01-01', '100000000000000000000-01-02', true],
  ['100000000000000000000-01-02', '100000000000000000000-01-01', false],
])('the period from %s to %s is compared as dates are, zones and long years included', (from, to, holds) => {
  const document = replaced(
    smallInvoice,
    '<cac:AccountingSupplierParty>',
    `<cac:InvoicePeriod><cbc:StartDate>${from}</cbc:StartDate><cbc:EndDate>${to}</cbc:EndDate></cac:InvoicePeriod>
      <cac:AccountingSupplierParty>`,
  ).replace(/<cac:InvoicePeriod><cbc:StartDate>2026-11-01.*?<\/cac:InvoicePeriod>(?=<cac:Acc)/, '')
  expect(broken(document, 'en16931-ubl', {}, /BR-29/)).toEqual(holds ? [] : ['BR-29 fatal'])
})

test('the French number of a single taxable company has nine digits, as a SIREN has', () => {
  const inCii = replaced(
    frenchCiiInvoice,
    '<ram:SellerTradeParty>',
    '<ram:SellerTradeParty><ram:GlobalID schemeID="0231">12345678</ram:GlobalID>',
  )
  expect(broken(inCii, 'fr-flux2-cii', since14, /FR-32/)).toEqual(['BR-FR-32-GLOBALID fatal'])
  expect(broken(inCii.replace('>12345678<', '>123456789<'), 'fr-flux2-cii', since14, /FR-32/)).toEqual([])
  const inUbl = replaced(
    frenchInvoice,
    /(<cac:AccountingSupplierParty><cac:Party>(?:<cbc:EndpointID[^>]*>[^<]*<\/cbc:EndpointID>)?)/,
    '$1<cac:PartyIdentification><cbc:ID schemeID="0231">12345678</cbc:ID></cac:PartyIdentification>',
  )
  expect(broken(inUbl, 'fr-flux2-ubl', since14, /FR-32/)).toEqual(['BR-FR-32-ID fatal'])
})

test('the process of a French state for the portal has at most three characters, and that of others is of the list', () => {
  const forPortal = replaced(
    smallLifecycle,
    /(<ram:RecipientTradeParty>)<ram:GlobalID.*?<\/ram:RoleCode>/,
    '$1<ram:GlobalID schemeID="0238">9998</ram:GlobalID><ram:RoleCode>DFH</ram:RoleCode>',
  ).replace('CDV:invoice', 'CDV:einvoicingF2')
  const as = (process: string) => forPortal.replace('>REGULATED<', `>${process}<`)
  expect(broken(as('B1'), 'fr-cdv')).toEqual([])
  expect(broken(as('B10'), 'fr-cdv')).toEqual([])
  expect(broken(as('REGULATED'), 'fr-cdv')).toEqual(['BR-FR-CDV-CL-01_MDT-2 fatal'])
  const alsoToNobody = '<ram:RecipientTradeParty><ram:RoleCode>WK</ram:RoleCode></ram:RecipientTradeParty>'
  const toTwo = as('B1').replace('</rsm:ExchangedDocument>', `${alsoToNobody}</rsm:ExchangedDocument>`)
  expect(broken(toTwo, 'fr-cdv')).toEqual([])
})

test('every phase that a French state names is kept', () => {
  const second = '<rsm:AcknowledgementDocument><ram:TypeCode>305</ram:TypeCode></rsm:AcknowledgementDocument>'
  const twice = replaced(smallLifecycle, /<\/rsm:CrossDomain/, `${second}</rsm:CrossDomain`)
  expect(broken(twice, 'fr-cdv', {}, /CL-0[23]/)).toEqual(['BR-FR-CDV-CL-03_MDT-40_305 fatal'])
})

test('in UBL, the taxable amount of S may be that of the charges alone', () => {
  const charge =
    '<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Freight' +
    '</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">5</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID>' +
    '<cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>' +
    '</cac:AllowanceCharge>'
  const taxable = (amount: string) =>
    replaced(smallInvoice, '<cac:TaxTotal>', `${charge}<cac:TaxTotal>`).replace(
      /(<cbc:TaxableAmount[^>]*>)[^<]*/,
      `$1${amount}`,
    )
  expect(broken(taxable('5'), 'en16931-ubl', {}, /BR-S-08/)).toEqual([])
  expect(broken(taxable('7'), 'en16931-ubl', {}, /BR-S-08/)).toEqual(['BR-S-08 fatal'])
})

test('in UBL, a tax representative has one VAT number, and a card number no scheme', () => {
  const number = '<cbc:CompanyID>BE0403170701</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>'
  const scheme = `<cac:PartyTaxScheme>${number}</cac:PartyTaxScheme>`
  const represented = (schemes: string) =>
    replaced(
      smallInvoice,
      '<cac:TaxTotal>',
      `<cac:TaxRepresentativeParty><cac:PartyName><cbc:Name>R</cbc:Name></cac:PartyName>${schemes}
        </cac:TaxRepresentativeParty><cac:TaxTotal>`,
    )
  expect(broken(represented(scheme), 'en16931-ubl', {}, /SR-23/)).toEqual([])
  expect(broken(represented(scheme + scheme), 'en16931-ubl', {}, /SR-23/)).toEqual(['UBL-SR-23 fatal'])
  const card = replaced(
    smallInvoice,
    '<cac:TaxTotal>',
    '<cac:PaymentMeans><cac:CardAccount><cbc:PrimaryAccountNumberID schemeID="x">1234</cbc:PrimaryAccountNumberID>' +
      '</cac:CardAccount></cac:PaymentMeans><cac:TaxTotal>',
  )
  expect(broken(card, 'en16931-ubl', {}, /CR-674/)).toEqual(['UBL-CR-674 warning'])
})
