import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { examine } from '../../src/cli/examine.ts'
import { draftBody } from '../../src/cli/json-input.ts'
import { readCii, writeCii } from '../../src/formats/cii/invoice.ts'
import { FormatError } from '../../src/formats/format-error.ts'
import { Budget } from '../../src/formats/pdf/budget.ts'
import { loadFonts } from '../../src/formats/pdf/fonts.ts'
import { writeFacturX } from '../../src/formats/pdf/facturx.ts'
import { sniff } from '../../src/formats/sniff.ts'
import { Scanner } from '../../src/formats/xml/scanner.ts'
import { readUbl, writeUbl } from '../../src/formats/ubl/invoice.ts'
import { runs } from '../support/runs.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const refusal = (input: Uint8Array): FormatError => {
  try {
    sniff(input)
  } catch (error) {
    if (error instanceof FormatError) return error
    throw error
  }
  throw new Error('was accepted')
}

describe('a file that is no document is named', () => {
  test.each([
    ['PK\x03\x04abc', /ZIP archive/],
    ['\x1f\x8b\x08', /gzip/],
    ['\x89PNG\r\n', /PNG/],
    ['\xff\xd8\xff\xe0', /JPEG/],
    ['<!DOCTYPE html><html>', /HTML/],
    ['  <HTML><body>', /HTML/],
    ["UNB+UNOC:3'", /EDIFACT/],
    ['0\x82\x01\x02', /PKCS #7/],
    [
      '<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"/>',
      /ZUGFeRD 1\.0 \(urn:ferd:CrossIndustryDocument:invoice:1p0\).*Factur-X/,
    ],
    ['hello', /neither XML, nor JSON, nor PDF/],
    ['{"number": ', /begins like JSON/],
    ['', /empty/],
    [' \r\n\t', /empty/],
    ['\0\0\0', /empty/],
  ])('the file %j is refused with what it is', (text, message) => {
    expect(refusal(bytes(text)).message).toMatch(message)
  })

  test.each([
    ['<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', 'DOCTYPE_REFUSED'],
    ['<a><b></a>', 'MALFORMED'],
    ['<a:b/>', 'MALFORMED'],
  ])('the XML %j is refused as %s', (text, code) => {
    expect(refusal(bytes(text)).code).toBe(code)
  })

  test.each([
    ['<cXML payloadID="1"/>', 'cxml'],
    ['<?xml version="1.0"?><!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.063/cXML.dtd"><cXML/>', 'cxml'],
    ['<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"/>', 'fatturapa'],
    ['<x/>', 'xml'],
    ['%PDF-1.7\n%%EOF', 'pdf'],
    ['[1]', 'json'],
  ])('the file %j is recognized as %s', (text, kind) => {
    expect(sniff(bytes(text)).kind).toBe(kind)
  })
})

describe('a PDF', () => {
  const pdf = (objects: string): Uint8Array => bytes(`%PDF-1.7\n${objects}\n%%EOF`)
  const stream = (number: number, dictionary: string, content: Uint8Array): string =>
    `${number} 0 obj <</Length ${content.length} ${dictionary}>> ` +
    `stream\n${Buffer.from(content).toString('latin1')}\nendstream endobj\n`
  const specification = '1 0 obj <</Type/Filespec /F (factur-x.xml) /EF <</F 2 0 R>> >> endobj\n'

  test('a PDF that carries ZUGFeRD 1.0 is refused by that name', () => {
    const invoice = bytes('<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"/>')
    expect(refusal(pdf(specification.replace('factur-x', 'ZUGFeRD-invoice') + stream(2, '', invoice)))).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('ZUGFeRD 1.0'),
    })
  })

  test('a PDF whose attachment unfolds beyond all measure is refused', () => {
    const bomb = deflateSync(Buffer.alloc(60_000_000), { level: 1 })
    expect(refusal(pdf(specification + stream(2, '/Filter/FlateDecode', bomb))).code).toBe('TOO_LARGE')
  })

  test('a PDF whose invoice is no XML is refused, and one that embeds another file is a plain PDF', () => {
    expect(refusal(pdf(specification + stream(2, '', bytes('<a>')))).code).toBe('MALFORMED')
    expect(sniff(pdf(specification.replace('factur-x', 'terms') + stream(2, '', bytes('<a>'))))).toEqual({
      kind: 'pdf',
      attachments: ['terms.xml'],
    })
  })

  test('a PDF with attachments inside an object stream is read', () => {
    const inner = '1 0 <</F (factur-x.xml) /EF <</F 2 0 R>> >>'
    const xml = bytes(
      '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>',
    )
    const found = sniff(
      pdf(
        stream(2, '/Filter/FlateDecode', deflateSync(xml)) +
          stream(3, '/Type/ObjStm /N 1 /First 4 /Filter/FlateDecode', deflateSync(bytes(inner))),
      ),
    )
    expect(found).toMatchObject({ kind: 'facturx', attachment: { filename: 'factur-x.xml' } })
  })

  test('of a PDF that was updated the invoice is the one that was written last, wherever it is named', () => {
    const invoice = (text: string): Uint8Array =>
      bytes(
        '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">' +
          `${text}</rsm:CrossIndustryInvoice>`,
      )
    const named = (number: number, file: number): string => `${number} 0 <</F (factur-x.xml) /EF <</F ${file} 0 R>> >>`
    const plain = (number: number, file: number): string =>
      `${named(number, file).replace('0 <<', '0 obj <<')} endobj\n`
    const held = (number: number, file: number, stored: number): string =>
      stream(stored, '/Type/ObjStm /N 1 /First 4', bytes(named(number, file)))
    const [before, after] = [stream(2, '', invoice('before')), stream(8, '', invoice('after'))]
    const updates = [
      [held(1, 2, 3), held(1, 8, 9)],
      [plain(1, 2), held(1, 8, 9)],
      [held(1, 2, 3), plain(1, 8)],
      [held(1, 2, 3), plain(7, 8)],
    ] as const
    const roots = updates.map(([first, second]) => sniff(pdf(before + first + after + second)))
    expect(roots.map((found) => 'root' in found && found.root.text)).toEqual(['after', 'after', 'after', 'after'])
  })

  test('a PDF that is encrypted is refused as such', () => {
    expect(refusal(pdf('trailer <</Encrypt 9 0 R>>')).message).toMatch(/encrypted/)
  })

  test('a stream that many file specifications name is looked for and read once', { tags: 'heavy' }, () => {
    const names = Array.from({ length: 900 }, (_, index) =>
      specification.replace('1 0', `${index + 9} 0`).replace('factur-x', `a${index}`),
    )
    const read = vi.spyOn(Scanner.prototype, 'read')
    const spent = vi.spyOn(Budget.prototype, 'spend')
    const bytes = pdf(`${names.join('')}2 0 obj <<>> stream\n<a>${'<b/>'.repeat(400_000)}</a>`)
    expect(sniff(bytes)).toMatchObject({ kind: 'pdf', attachments: { length: 900 } })
    expect(read).toHaveBeenCalledTimes(1)
    const searched = spent.mock.calls.reduce((sum, [what, count = 1]) => sum + (what === 'searched' ? count : 0), 0)
    expect(searched).toBeLessThan(bytes.length)
    vi.restoreAllMocks()
  })

  test('a PDF that would be read for long is refused before it is', { tags: 'heavy' }, () => {
    expect(refusal(pdf(`1 0 obj [${'[]'.repeat(500_000)}]`)).code).toBe('TOO_LARGE')
    expect(refusal(pdf('1 0 obj <</A 1>> '.repeat(200_001))).code).toBe('TOO_LARGE')
    expect(refusal(pdf(specification.repeat(10_001))).code).toBe('TOO_LARGE')
  })

  test('a PDF of nothing but blanks and comments is a plain PDF', () => {
    expect(sniff(pdf(`1 0 obj ${' '.repeat(4_000_000)}`)).kind).toBe('pdf')
    expect(sniff(pdf(`1 0 obj ${'%\n'.repeat(1_000_000)}`)).kind).toBe('pdf')
  })

  test('a PDF of nested dictionaries and endless names takes no time', () => {
    expect(sniff(pdf(`1 0 obj ${'<</A '.repeat(100_000)} endobj`)).kind).toBe('pdf')
    expect(sniff(pdf(`1 0 obj ${'['.repeat(200_000)} endobj`)).kind).toBe('pdf')
    expect(sniff(pdf(`1 0 obj (${'('.repeat(300_000)} endobj`)).kind).toBe('pdf')
    expect(sniff(pdf('1 0 obj '.repeat(50_000))).kind).toBe('pdf')
    expect(sniff(pdf('1 0 obj <<>> stream '.repeat(20_000))).kind).toBe('pdf')
  })
})

describe('a document of strange elements', () => {
  test.each([
    ['inside others', `<cac:Strange>${'<cbc:Strange>1</cbc:Strange>'.repeat(10_000)}</cac:Strange>`.repeat(2)],
    ['as lines', '<cac:InvoiceLine/>'.repeat(11_900)],
    ['as attributes', `<cac:Strange>${'<cbc:ID a="1" b="2" c="3">1</cbc:ID>'.repeat(10_000)}</cac:Strange>`.repeat(2)],
  ])('a document with strange elements %s is read in linear time, and a bounded list of them is given', (_, inside) => {
    const xml =
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
      'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
      `xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">${inside}</Invoice>`
    expect(readUbl(xml).unmapped.length).toBeLessThanOrEqual(10_001)
  })
})

describe('mutated documents', async () => {
  const { invoice } = draftBody(
    JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/bodies/everything.json'), 'utf8')),
  )
  if (!invoice) throw new Error('the fixture is an invoice')
  const sources = [new Uint8Array(Buffer.from(writeUbl(invoice))), await writeFacturX(invoice, loadFonts())]

  /** Places are thousandths, or a hundred thousandths, of the length: spread evenly, unlike random doubles. */
  const mutation = fc.record({
    source: fc.nat(sources.length - 1),
    keep: fc.oneof({ weight: 3, arbitrary: fc.constant(1_000) }, { weight: 1, arbitrary: fc.nat(999) }),
    edits: fc.array(fc.tuple(fc.nat(99_999), fc.nat(255)), { maxLength: 12 }),
  })

  test('mutated documents are examined, or refused with a FormatError', { timeout: 600_000 }, () => {
    const check = fc.property(mutation, ({ source, keep, edits }) => {
      const original = sources[source] ?? new Uint8Array()
      const copy = original.slice(0, Math.floor((original.length * keep) / 1_000))
      for (const [place, value] of edits) copy[Math.floor((place * copy.length) / 100_000)] = value
      try {
        examine(copy, { profiles: ['en16931-ubl', 'en16931-cii'] })
        const file = sniff(copy)
        if (file.kind === 'ubl') writeUbl(readUbl(file.root).document)
        if (file.kind === 'facturx') writeCii(readCii(file.root).document)
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
      }
    })
    expect(() => fc.assert(check, { numRuns: runs * 4 })).not.toThrow()
  })
})
