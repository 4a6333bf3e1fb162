import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/values/document-types.ts'
import {
  documentTypeIdOf,
  documentTypeIdsFor,
  networkDocumentOf,
  networkDocuments,
  networkDocumentsById,
  networkKindOf,
} from '../../src/values/peppol-documents.ts'
import { schemeOf } from '../../src/values/peppol-schemes.ts'

const U = 'urn:oasis:names:specification:ubl:schema:xsd'
const EN = 'urn:cen.eu:en16931:2017'

// As the code lists v9.7 write them.
test.each([
  [
    'invoice',
    'peppol-billing',
    'ubl',
    `${U}:Invoice-2::Invoice##${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1`,
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  ],
  [
    'credit-note',
    'peppol-billing',
    'ubl',
    `${U}:CreditNote-2::CreditNote##${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1`,
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  ],
  [
    'invoice',
    'peppol-billing',
    'cii',
    `urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##${EN}` +
      '#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::D16B',
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  ],
  [
    'credit-note',
    'peppol-selfbilling',
    'ubl',
    `${U}:CreditNote-2::CreditNote##${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0::2.1`,
    'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  ],
  [
    'invoice',
    'france-cius',
    'ubl',
    `${U}:Invoice-2::Invoice##${EN}#compliant#urn:peppol:france:billing:cius:1.0::2.1`,
    'urn:peppol:france:billing:regulated',
  ],
  [
    'invoice',
    'france-extended',
    'cii',
    `urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##${EN}` +
      '#conformant#urn:peppol:france:billing:extended:1.0::D22B',
    'urn:peppol:france:billing:regulated',
  ],
  [
    'invoice',
    'france-facturx',
    'pdf',
    `urn:peppol:doctype:pdf+xml##${EN}#conformant#urn:peppol:france:billing:Factur-X:1.0::D22B`,
    'urn:peppol:france:billing:regulated',
  ],
  [
    'lifecycle',
    'france-cius',
    'cdar',
    'urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100::' +
      'CrossDomainAcknowledgementAndResponse##urn:peppol:france:billing:cdv:1.0::D22B',
    'urn:peppol:france:billing:regulated',
  ],
  [
    'invoice',
    'xrechnung',
    'ubl',
    `${U}:Invoice-2::Invoice##${EN}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0::2.1`,
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  ],
  [
    'invoice',
    'nlcius',
    'ubl',
    `${U}:Invoice-2::Invoice##${EN}#compliant#urn:fdc:nen.nl:nlcius:v1.0::2.1`,
    'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  ],
  [
    'invoice',
    'pint-jp',
    'ubl',
    `${U}:Invoice-2::Invoice##urn:peppol:pint:billing-1@jp-1::2.1`,
    'urn:peppol:bis:billing',
  ],
  [
    'order',
    'peppol',
    'ubl',
    `${U}:Order-2::Order##urn:fdc:peppol.eu:poacc:trns:order:3::2.1`,
    'urn:fdc:peppol.eu:poacc:bis:ordering:3',
  ],
  [
    'order-change',
    'peppol',
    'ubl',
    `${U}:OrderChange-2::OrderChange##urn:fdc:peppol.eu:poacc:trns:order_change:3::2.3`,
    'urn:fdc:peppol.eu:poacc:bis:advanced_ordering:3',
  ],
  [
    'invoice-response',
    'peppol',
    'ubl',
    `${U}:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1`,
    'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
  ],
  [
    'mls',
    'peppol',
    'ubl',
    `${U}:ApplicationResponse-2::ApplicationResponse##urn:peppol:edec:mls:1.0::2.1`,
    'urn:peppol:edec:mls',
  ],
] as const)(
  'the document %s of %s in %s has the identifiers of the code list',
  (kind, profile, syntax, documentTypeId, processId) => {
    expect(documentTypeIdOf(kind, profile, syntax)).toBe(documentTypeId)
    expect(networkDocumentOf(kind, profile, syntax)?.processIds[0]).toBe(processId)
  },
)

describe('the table of documents', () => {
  test('the table of documents finds each document by its identifier', () => {
    for (const document of networkDocuments) expect(networkDocumentsById(document.documentTypeId)).toContain(document)
  })

  test('the table of documents has one row for a kind, profile and syntax', () => {
    const keys = networkDocuments.map(({ kind, profile, syntax }) => `${kind} ${profile} ${syntax}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('the table of documents knows no document that the network has not', () => {
    expect(documentTypeIdOf('order', 'peppol-billing')).toBeUndefined()
    expect(documentTypeIdOf('invoice', 'france-facturx')).toBeUndefined()
    expect(networkDocumentsById('urn:nobody')).toEqual([])
  })

  test('the table of documents gives PINT its own scheme', () => {
    for (const { profile, scheme } of networkDocuments)
      expect(scheme).toBe(profile.startsWith('pint-') ? 'peppol-doctype-wildcard' : 'busdox-docid-qns')
  })

  test('the table of documents lets every kind of document travel but the event', () => {
    for (const type of documentTypes) expect(networkKindOf[type] === null).toBe(type === 'event')
    expect(networkKindOf['debit-note']).toBe('invoice')
  })

  test('a participant that receives invoices receives them of every profile, and no credit note', () => {
    const idsOf = (wanted: string): string[] =>
      networkDocuments
        .filter(({ kind, syntax }) => kind === wanted && (wanted === 'invoice' || syntax === 'ubl'))
        .map(({ documentTypeId }) => documentTypeId)
    const accepted = documentTypeIdsFor(['invoice'])
    expect(accepted).toEqual(expect.arrayContaining(idsOf('invoice')))
    // In CII the two share an identifier.
    expect(accepted.filter((documentTypeId) => idsOf('credit-note').includes(documentTypeId))).toEqual([])
  })
})

test.each([
  ['0208:0123456749', 'BE', true],
  ['0088:7300010000001', null, true],
  ['9906:IT12345678901', 'IT', false],
  ['0225:303265045', 'FR', true],
])('the scheme of %s is of %s', (peppolId, country, active) => {
  expect(schemeOf(peppolId)).toEqual({ country, active })
})
test('a scheme outside the code list is unknown', () => expect(schemeOf('1234:5')).toBeUndefined())
