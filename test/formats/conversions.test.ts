/** What one syntax says and the other cannot say alike: it comes over, and what is written keeps schema and rules. */
import { expect, test } from 'vitest'
import { readCii, writeCii } from '../../src/formats/cii/invoice.ts'
import { readUbl, writeUbl } from '../../src/formats/ubl/invoice.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate, type ProfileName } from '../../src/rules/validate.ts'
import { schemaFindings } from '../../src/rules/xsd/schemas.ts'
import { smallCiiInvoice } from '../support/documents.ts'
import { smallInvoice } from '../support/invoices.ts'

const faults = (xml: string, profile: ProfileName): string[] => {
  const root = readXml(xml)
  const broken = validate(root, [profile]).flatMap(({ findings }) => findings)
  return [...schemaFindings(root), ...broken.filter(({ severity }) => severity === 'fatal')].map(({ rule }) => rule)
}

test('a date of UBL with a time zone is that day, in the model and in CII', () => {
  const zoned = smallInvoice.replace(/(<cbc:IssueDate>[^<]*)/, '$1+01:00').replace(/(<cbc:DueDate>[^<]*)/, '$1Z')
  expect(zoned).not.toBe(smallInvoice)
  expect(readUbl(zoned).document).toEqual(readUbl(smallInvoice).document)
  expect(faults(writeCii(readUbl(zoned).document), 'en16931-cii')).toEqual([])
})

test('a negative zero comes out as 0 in both syntaxes', () => {
  const ubl = smallInvoice.replace(
    /<cbc:PayableAmount/,
    '<cbc:PrepaidAmount currencyID="EUR">-0.00</cbc:PrepaidAmount>$&',
  )
  const cii = smallCiiInvoice.replace(
    '<ram:DuePayableAmount>',
    '<ram:TotalPrepaidAmount>-0.00</ram:TotalPrepaidAmount>$&',
  )
  for (const { document } of [readUbl(ubl), readCii(cii)]) {
    expect(document.totals.prepaid?.toFixed()).toBe('0')
    expect(writeUbl(document)).toContain('<cbc:PrepaidAmount currencyID="EUR">0.00</cbc:PrepaidAmount>')
    expect(writeCii(document)).toContain('<ram:TotalPrepaidAmount>0.00</ram:TotalPrepaidAmount>')
  }
})

test('a VAT currency that is the currency of the invoice is left out of CII, which wants another one', () => {
  const twice = smallInvoice.replace(
    '</cbc:DocumentCurrencyCode>',
    '</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
  )
  const { document } = readUbl(twice)
  expect(document.vatCurrency).toBe('EUR')
  expect(faults(writeCii(document), 'en16931-cii')).toEqual([])
})

test('a VAT breakdown of CII without the total of VAT is written to UBL with its sum', () => {
  const outside = smallCiiInvoice.replace(/<ram:TaxTotalAmount.*?<\/ram:TaxTotalAmount>/, '')
  const { document } = readCii(outside)
  expect(document.totals.vat).toBeUndefined()
  const xml = writeUbl(document)
  expect(faults(xml, 'en16931-ubl')).toEqual([])
  expect(readUbl(xml).document.totals.vat?.toFixed()).toBe(readCii(smallCiiInvoice).document.totals.vat?.toFixed())
})
