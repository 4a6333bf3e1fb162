/** A hybrid invoice is looked at as a file: how it carries the XML, and whether its pages say the same. */
import { expect, test, vi } from 'vitest'
import { readBytes } from '../../src/documents/record/read-document.ts'
import { readCii, writeCii } from '../../src/formats/cii/invoice.ts'
import type { Invoice } from '../../src/formats/invoice.ts'
import { Budget } from '../../src/formats/pdf/budget.ts'
import { writeFacturX } from '../../src/formats/pdf/facturx.ts'
import { loadFonts } from '../../src/formats/pdf/fonts.ts'
import { saysAmount, saysDay, condensed } from '../../src/formats/pdf/picture-says.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { Decimal } from '../../src/values/money.ts'
import { smallCiiInvoice } from '../support/documents.ts'

const invoice: Invoice = readCii(readXml(smallCiiInvoice)).document
const good = Buffer.from(await writeFacturX(invoice, loadFonts()))

const found = (bytes: Uint8Array): string[] =>
  (readBytes(bytes).look ?? []).map(({ rule, terms }) => [rule, ...terms].join(' '))

const edited = (from: string | RegExp, to: string): Buffer => {
  const text = good.toString('latin1')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  return Buffer.from(changed, 'latin1')
}

/** A page in a font that every reader has, with the XML inside; what the page shows is said as PDF operators. */
const drawn = (operators: string, font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'): Buffer => {
  const xml = writeCii({ ...invoice, specification: 'urn:cen.eu:en16931:2017' })
  const stream = (dictionary: string, content: string): string =>
    `<< ${dictionary} /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AF [5 0 R] >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F1 7 0 R >> >> >>',
    '<< /Type /Page /Parent 2 0 R /Contents [4 0 R] >>',
    stream('', operators),
    '<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 6 0 R >> /AFRelationship /Data >>',
    stream('/Type /EmbeddedFile', xml),
    font,
  ]
  return Buffer.from(`%PDF-1.7\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj`).join('\n')}\n`)
}

test('nothing is said against the hybrid invoices that the product writes', () => {
  expect(found(good)).toEqual([])
})

test.each([
  ['another version of PDF/A', /(part>)3</, '$11<', ['FX-PDFA']],
  ['no profile of Factur-X in the metadata', /<fx:ConformanceLevel>[^<]*</, '<fx:ConformanceLevel><', ['FX-XMP']],
  ['metadata about another file', 'DocumentFileName>factur-x.xml<', 'DocumentFileName>zugferd.xml<', ['FX-XMP']],
  ['no relationship', /\/AFRelationship \/\w+/, '', ['FX-RELATIONSHIP']],
  [
    'a relationship that Factur-X does not know',
    /\/AFRelationship \/\w+/,
    '/AFRelationship /Supplement',
    ['FX-RELATIONSHIP'],
  ],
  ['a catalog that does not name the file', /\/AF \[/, '/AX [', ['FX-RELATIONSHIP']],
])('a hybrid invoice with %s is warned of', (_, from, to, rules) => {
  expect(found(edited(from, to))).toEqual(rules)
})

test('an invoice under another name than readers look for is warned of', () => {
  const renamed = Buffer.from(good.toString('latin1').replaceAll('factur-x.xml', 'invoices.xml'), 'latin1')
  expect(found(renamed)).toEqual(['FX-NAME'])
})

test('pages that show another number, date or total than the XML are warned of', () => {
  const text = (shown: string): string[] =>
    found(drawn(`BT /F1 9 Tf (${shown}) Tj ET`)).filter((rule) => rule.startsWith('FX-TEXT'))
  expect(text('Invoice 2026-0042 of 20 November 2026: 24,20 EUR')).toEqual([])
  expect(text('Invoice 2026-0043 of 20 November 2026: 24,20 EUR')).toEqual(['FX-TEXT BT-1'])
  expect(text('Invoice 2026-0042 of 21 November 2026: 24,20 EUR')).toEqual(['FX-TEXT BT-2'])
  expect(text('Invoice 2026-0042 of 20 November 2026: 124,20 EUR')).toEqual(['FX-TEXT BT-112'])
})

test('a text that is set letter by letter, or in pieces, is read as one', () => {
  const pieces = 'BT /F1 9 Tf [(Invoice 20) -20 (26-0042)] TJ q (20/1) Tj (1/2026 ) Tj Q <32342E3230> Tj ET'
  expect(found(drawn(pieces))).toEqual(['FX-PDFA', 'FX-XMP'])
})

test('of pages whose text cannot be read for certain, nothing is said', () => {
  const type0 = '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Some /Encoding /Identity-H >>'
  const named = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /a] >> >>'
  for (const font of [type0, named])
    expect(found(drawn('BT /F1 9 Tf (Other) Tj ET', font))).toEqual(['FX-PDFA', 'FX-XMP'])
  expect(found(drawn('0 0 10 10 re f'))).toEqual(['FX-PDFA', 'FX-XMP'])
  expect(found(drawn('BT /F9 9 Tf (Other) Tj ET'))).toEqual(['FX-PDFA', 'FX-XMP'])
})

test(
  'a picture of more values than the budget of a PDF lets be read is not looked at, and its invoice is read',
  { tags: 'heavy' },
  () => {
    expect(found(drawn('0 0 m '.repeat(800_000)))).toEqual(['FX-PDFA', 'FX-XMP'])
  },
)

test(
  'a hybrid invoice whose pages share one large content takes no more than the budget, and is read',
  { tags: 'heavy' },
  () => {
    const page = '<< /Type /Page /Parent 2 0 R /Contents [4 0 R] >>'
    const pages = Array.from({ length: 2_000 }, (_, at) => `${at + 20} 0 obj\n${page}\nendobj\n`).join('')
    const spent = vi.spyOn(Budget.prototype, 'spend')
    expect(found(Buffer.concat([drawn('f '.repeat(1_000_000)), Buffer.from(pages)]))).toEqual(['FX-PDFA', 'FX-XMP'])
    const searched = spent.mock.calls.reduce((sum, [what, count = 1]) => sum + (what === 'searched' ? count : 0), 0)
    spent.mockRestore()
    // Of 4 GB that the pages have together.
    expect(searched).toBeLessThan(15_000_000)
  },
)

test.each([
  '2026-11-05',
  '05.11.2026',
  '5/11/26',
  '11/05/2026',
  '5 novembre 2026',
  '5. listopadu 2026',
  'Nov 5th, 2026',
])('a day written as %s is that day', (written) => {
  expect(saysDay(condensed(`on ${written}.`), '2026-11-05')).toBe(true)
  expect(saysDay(condensed(`on ${written}.`), '2026-12-08')).toBe(false)
})

test.each(['1234.50', '1,234.50', '1.234,50', '1 234,50', '1\u202f234,50', "1'234.50", '1234.5'])(
  'an amount written as %s is that amount, and no other',
  (written) => {
    expect(saysAmount(`EUR ${written} in all`, new Decimal('1234.5'))).toBe(true)
    expect(saysAmount(`EUR ${written} in all`, new Decimal('34.5'))).toBe(false)
  },
)
