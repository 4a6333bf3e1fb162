import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { draftBody } from '../../src/cli/json-input.ts'
import { writeHtml } from '../../src/formats/html/write.ts'
import type { Invoice } from '../../src/formats/invoice.ts'
import { loadFonts } from '../../src/formats/pdf/fonts.ts'
import { writeFacturX } from '../../src/formats/pdf/facturx.ts'
import { writePdf } from '../../src/formats/pdf/write.ts'
import { showCountry } from '../../src/formats/readable/countries.ts'
import { labelsIn, languages } from '../../src/formats/readable/labels.ts'
import { showAmount, showDate } from '../../src/formats/readable/numbers.ts'
import { addressOf, pictureAt, pictureOf } from '../../src/formats/readable/picture.ts'
import { paymentQrText, qrModules } from '../../src/formats/readable/qr.ts'
import { drawingAt } from '../../src/formats/readable/svg.ts'
import { readableView } from '../../src/formats/readable/view.ts'
import { sniff } from '../../src/formats/sniff.ts'
import { readCii } from '../../src/formats/cii/invoice.ts'
import { countries, vatCategories } from '../../src/values/codelists/code-lists.ts'
import { Decimal } from '../../src/values/money.ts'
import { random } from '../fuzz/mutate.ts'
import { expectGolden } from '../support/golden.ts'
import { dataUrl, jpeg, png } from '../support/pictures.ts'
import { sample } from '../support/sample.ts'

const fixture = (name: string) =>
  draftBody(JSON.parse(readFileSync(join(import.meta.dirname, `fixtures/bodies/${name}.json`), 'utf8')))
const invoiceOf = (name: string): Invoice => {
  const { invoice } = fixture(name)
  if (!invoice) throw new Error(`${name} is no invoice`)
  return invoice
}
const everything = invoiceOf('everything')
const short = invoiceOf('invoice')
const fonts = loadFonts()
const folder = mkdtempSync(join(tmpdir(), 'readable-'))
afterAll(() => rmSync(folder, { recursive: true }))

const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined
const textOf = (pdf: Uint8Array): string => {
  const file = join(folder, 'text.pdf')
  writeFileSync(file, pdf)
  return execFileSync('pdftotext', ['-layout', file, '-']).toString()
}

describe('the readable view', () => {
  test.each(languages)('the readable view has every label in "%s"', (language) => {
    expect(Object.values(labelsIn(language)).every((label) => label.length > 0)).toBe(true)
  })

  test.each([
    ['1234567.5', 'EUR', 'en', '1,234,567.50'],
    ['-1234.5', 'EUR', 'de', '−1.234,50'],
    ['1234.567', 'EUR', 'fr', '1\u00a0234,567'],
    ['1000', 'JPY', 'it', '1.000'],
    ['1000.5', 'JPY', 'nl', '1.000,5'],
  ] as const)('the readable view shows %s %s in "%s" as %s', (value, currency, language, shown) => {
    expect(showAmount(new Decimal(value), currency, language)).toBe(shown)
  })

  test('the readable view shows a date as the language does, and leaves alone what is none', () => {
    expect(languages.map((language) => showDate('2026-01-31', language))).toEqual([
      '31 Jan 2026',
      '31/01/2026',
      '31-01-2026',
      '31.01.2026',
      '31/01/2026',
    ])
    expect(showDate('soon', 'fr')).toBe('soon')
  })

  test('the readable view names a document by what it is', () => {
    expect(
      ['credit-note', 'debit-note', 'self-billed', 'reverse-charge'].map(
        (name) => readableView(invoiceOf(name), 'fr').title,
      ),
    ).toEqual(['Avoir', 'Note de débit', 'Facture en autofacturation', 'Facture rectificative'])
    expect(
      ['purchase-order', 'sales-order', 'quote', 'purchase-request'].map(
        (name) => readableView(fixture(name).order ?? everything).title,
      ),
    ).toEqual(['Purchase order', 'Sales order', 'Quotation', 'Purchase request'])
  })
})

test('a drawing is made safe in no time, however its transformations are spaced', () => {
  const shown = (transform: string): string | undefined => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><path transform="${transform}" d="M0 0h1"/></svg>`
    return drawingAt(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`)
  }
  const spaced = Array.from({ length: 20 }, () => 'scale(1)').join(' '.repeat(20))
  expect(shown(`  ${spaced} `)).toContain(`transform="${spaced}"`)
  // Every further transformation took twenty times as long.
  expect(shown(`${spaced}!`)).not.toContain('transform')
})

describe('the payment code', () => {
  test('the payment code says a SEPA credit transfer as EPC069-12 wants it', () => {
    expect(paymentQrText(everything)).toBe(
      [
        'BCD',
        '002',
        '1',
        'SCT',
        'GKCCBEBB',
        'Vermeulen',
        'BE68539007547034',
        `EUR${everything.totals.payable.toFixed(2)}`,
        '',
        'RF18539007547034',
        '',
      ].join('\n'),
    )
    expect(qrModules(paymentQrText(everything) ?? '').length).toBeGreaterThan(20)
  })

  test('the payment code is absent where there is nothing to transfer', () => {
    expect([
      paymentQrText(invoiceOf('paid-by-card')),
      paymentQrText(invoiceOf('yen')),
      paymentQrText(invoiceOf('direct-debit')),
    ]).toEqual([undefined, undefined, undefined])
  })

  test('the payment code can be drawn of whatever a document says, and every text of it stays in its line', () => {
    const [means] = everything.paymentMeans.filter(({ account }) => account !== undefined)
    if (!means) throw new Error('the fixture has no account')
    const strange: Invoice = {
      ...everything,
      paymentMeans: [{ ...means, bic: 'B'.repeat(5_000), accountName: `One\nTwo${'€'.repeat(62)}😀` }],
      paymentReference: `${'x'.repeat(139)}😀`,
    }
    const lines = paymentQrText(strange)?.split('\n')
    expect(lines).toHaveLength(11)
    expect([lines?.[4], lines?.[5]?.slice(0, 8)]).toEqual(['', 'One Two€'])
    expect(writeHtml(strange)).toContain('<svg')
  })
})

describe('what a reader is shown', () => {
  test.each([
    ['en', ['Belgium', 'Standard rate']],
    ['fr', ['Belgique', 'Taux normal']],
    ['nl', ['België', 'Normaal tarief']],
    ['de', ['Belgien', 'Regelsatz']],
    ['it', ['Belgio', 'Aliquota ordinaria']],
  ] as const)('in "%s" countries and categories of VAT stand as %j, never as codes', (language, words) => {
    const { parties, vat } = readableView(everything, language)
    const addresses = parties.flatMap(({ lines }) => lines)
    const categories = vat.map(({ category }) => category)
    for (const word of words) expect([...addresses, ...categories]).toContain(word)
    for (const country of ['BE', 'FR']) expect(addresses).not.toContain(country)
    for (const code of vatCategories.codes) expect(categories).not.toContain(code)
  })

  test('every country has a name in every language, and a code that is none stays', () => {
    for (const language of languages)
      for (const code of countries.codes) expect(showCountry(code, language)).toMatch(/^\p{Lu}.{2,}/u)
    expect(showCountry('QQ', 'fr')).toBe('QQ')
  })

  test('a Belgian reference stands in its form on the page and in the payment code, however it was given', () => {
    for (const paymentReference of ['090933755493', '+++090/9337/55493+++']) {
      const invoice = { ...everything, paymentReference }
      expect(JSON.stringify(readableView(invoice).payment)).toContain('+++090/9337/55493+++')
      expect(paymentQrText(invoice)?.split('\n').slice(-2)).toEqual(['', '+++090/9337/55493+++'])
    }
  })
})

describe('a PDF for programs that read aloud', () => {
  test('has headings, tables with heads and cells, and what its pictures say', async () => {
    const pdf = Buffer.from(await writePdf(everything, fonts)).toString('latin1')
    const count = (role: string): number => pdf.match(new RegExp(`/S /${role}\\b`, 'g'))?.length ?? 0
    expect(pdf).toContain('/Marked true')
    expect({ document: count('Document'), title: count('H1'), tables: count('Table') }).toEqual({
      document: 1,
      title: 1,
      tables: 2,
    })
    expect(count('TH')).toBe(10)
    expect(pdf.match(/\/Scope \/Column/g)).toHaveLength(10)
    expect(count('TR')).toBeGreaterThan(everything.lines.length + 2)
    expect(count('H2')).toBeGreaterThan(3)
    expect(pdf).toMatch(/\/S \/Figure[^]{0,200}\/Alt \(Scan to pay\)|\/Alt \(Scan to pay\)[^]{0,200}\/S \/Figure/)
  })
})

describe('HTML', () => {
  test('the HTML of everything is its golden page', () => {
    expectGolden('everything.html', writeHtml(everything, { language: 'nl', color: '#8a1c1c' }))
  })

  test('the HTML has nothing in it that a document or an option smuggles in', () => {
    const evil = '<script>alert("x")</script>'
    const page = writeHtml(
      {
        ...everything,
        number: evil,
        notes: [{ text: `'"><img src=x onerror=alert(1)>` }],
        seller: { ...everything.seller, name: evil },
      },
      { color: 'red;}</style><script>' },
    )
    expect(page).not.toMatch(/<script|<img|red;/)
    expect(page).toContain('&lt;script&gt;')
  })
})

const palette = ['PLTE', Buffer.from([1, 2, 3])] as const
const imagesIn = (pdf: Uint8Array): number => Buffer.from(pdf).toString('latin1').split('/Subtype /Image').length - 1

describe('a logo', () => {
  test.each([
    ['grey', png({ color: 0 })],
    ['colours', png()],
    ['a palette', png({ color: 3, further: [palette] })],
    ['a palette with transparency', png({ color: 3, further: [palette, ['tRNS', Buffer.from([9])]] })],
    ['grey and transparency', png({ color: 4 })],
    ['colours and transparency', png({ color: 6 })],
    ['a JPEG in grey', jpeg({ components: 1 })],
    ['a JPEG in colours', jpeg()],
  ])('a logo of %s stands on the page and in the PDF', async (_, bytes) => {
    const logo = pictureOf(bytes)
    expect(logo?.bytes).toBe(bytes)
    expect(writeHtml(short, { logo })).toContain(`<img class="logo" alt="" src="${logo && addressOf(logo)}">`)
    expect(logo && pictureAt(addressOf(logo))).toEqual(logo)
    expect(imagesIn(await writePdf(short, fonts, { logo }))).toBeGreaterThan(0)
  })

  test('a PDF without a logo has no picture', async () => {
    expect(imagesIn(await writePdf(short, fonts))).toBe(0)
  })

  test.each([
    ['a text', Buffer.from('no picture')],
    ['a PNG cut off', png().subarray(0, -15)],
    ['a PNG whose pixels are missing', png({ pixels: Buffer.alloc(10) })],
    ['a PNG that unfolds to more than it says', png({ pixels: Buffer.alloc(10_000_000) })],
    ['a PNG with a filter that is none', png({ width: 1, height: 1, pixels: Buffer.from([9, 0, 0, 0]) })],
    ['a PNG with a palette and without', png({ color: 3 })],
    ['a PNG of sixteen bits', png({ depth: 16 })],
    ['an interlaced PNG', png({ interlaced: 1 })],
    ['a PNG of 2,001 pixels a side', png({ width: 2_001, height: 1 })],
    ['a PNG of no pixel', png({ width: 0 })],
    ['a PNG of more than 32 kB', png({ further: [['tEXt', Buffer.alloc(33_000)]] })],
    ['a JPEG in the colours of print', jpeg({ components: 4 })],
    ['a JPEG without size', jpeg({ width: 0 })],
    ['a JPEG cut off', jpeg().subarray(0, -4)],
  ])('%s is not taken as a logo', (_, bytes) => {
    expect(pictureOf(bytes)).toBeUndefined()
  })

  test('a logo is never fetched, and is no script', () => {
    for (const address of [
      'https://127.0.0.1/logo.png',
      'data:image/svg+xml;base64,PHN2Zy8+',
      `${dataUrl('png', png())}" onload="x`,
      '',
    ])
      expect(pictureAt(address)).toBeUndefined()
  })

  const MOST_DRAWN = 6
  const numbers = sample([...Array(3_000).keys()], 1 / 10)
  test('a logo that was taken can be drawn, however its bytes were changed before', { tags: 'heavy' }, async () => {
    const pictures = [
      png({ color: 3, further: [palette, ['tRNS', Buffer.from([9])]] }),
      png({ color: 6 }),
      png({ color: 0, further: [['tRNS', Buffer.from([0, 9])]] }),
      jpeg(),
    ]
    let drawn = 0
    for (const number of numbers) {
      const pick = random(number)
      const bytes = Buffer.from(pictures[pick(pictures.length)] ?? [])
      for (let count = 1 + pick(2); count > 0; count -= 1) bytes[pick(bytes.length)] = pick(256)
      const logo = pictureOf(bytes)
      if (logo === undefined || (drawn += 1) > MOST_DRAWN) continue
      expect(imagesIn(await writePdf(short, fonts, { logo }))).toBeGreaterThan(0)
    }
    expect(drawn).toBeGreaterThan(MOST_DRAWN)
  })
})

describe.skipIf(!has('pdftotext'))('PDF', () => {
  test('the PDF says what the invoice says, on as many pages as it takes, under repeated titles', async () => {
    const long = {
      ...everything,
      lines: Array.from({ length: 80 }, (_, index) => ({
        ...(everything.lines[0] as Invoice['lines'][number]),
        id: String(index + 1),
      })),
    }
    const text = textOf(await writePdf(long, fonts, { language: 'de' }))
    expect(text).toMatch(/Seite 1 \/ \d+/)
    expect(text.match(/Einzelpreis/g)?.length).toBe(text.match(/Seite \d+ \/ \d+/g)?.length)
    for (const said of [
      'F-2026-2',
      'Atelier Vermeulen BV',
      'Société Générale des Huîtres',
      'Zahlbetrag',
      'BE68 5390 0754 7034',
      'Freight',
    ])
      expect(text).toContain(said)
  })

  test('the PDF sets a text longer than a page, and one without any space', async () => {
    const text = textOf(
      await writePdf(
        {
          ...everything,
          notes: [{ text: `${'word '.repeat(3_000)}END` }],
          lines: everything.lines.map((line) => ({ ...line, note: 'x'.repeat(9_000) })),
        },
        fonts,
      ),
    )
    expect(text).toContain('END')
    expect(text.match(/word/g)?.length).toBe(3_000)
  })

  test('the PDF of an order is written too', async () => {
    const { order } = fixture('purchase-order')
    expect(textOf(await writePdf(order ?? everything, fonts, { language: 'fr' }))).toContain('Commande')
  })
})

describe('the readable view', () => {
  test('the readable view does not ask to pay a credit note', () => {
    const payable = {
      ...everything,
      currency: 'EUR',
      paymentMeans: [{ ...everything.paymentMeans[0], code: '30', account: 'BE68539007547034' }],
    }
    expect(writeHtml(payable)).toContain('<svg')
    expect(writeHtml({ ...payable, typeCode: '381' })).not.toContain('<svg')
  })

  test('the readable view shows text in the direction it is written in', () => {
    const shown = writeHtml({ ...everything, number: 'A\u202E00.1\u202C\u2066B' })
    expect(shown).toContain('A00.1B')
    expect(shown).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  })
})

describe('Factur-X', () => {
  test('Factur-X carries the invoice in CII, and the same invoice gives the same bytes', async () => {
    const [one, other] = [await writeFacturX(everything, fonts), await writeFacturX(everything, fonts)]
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
    const found = sniff(one)
    if (found.kind !== 'facturx') throw new Error(found.kind)
    expect(found.attachment.filename).toBe('factur-x.xml')
    expect(JSON.parse(JSON.stringify(readCii(found.root).document))).toEqual(
      JSON.parse(JSON.stringify({ ...everything, specification: 'urn:cen.eu:en16931:2017' })),
    )
  })

  test('the metadata of Factur-X says PDF/A-3b, Factur-X, EN 16931 and an alternative of the page', async () => {
    const pdf = Buffer.from(await writeFacturX({ ...everything, number: 'A&B <é>' }, fonts)).toString('latin1')
    for (const said of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '/AFRelationship /Alternative',
      '/Subtype /text#2Fxml',
      '/OutputIntents',
      '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
    ])
      expect(pdf).toContain(said)
    expect(pdf).not.toContain('A&B')
  })

  test.skipIf(!has('qpdf'))('Factur-X passes qpdf, and is still found after qpdf has rewritten it', async () => {
    const [file, packed] = [join(folder, 'fx.pdf'), join(folder, 'packed.pdf')]
    writeFileSync(file, await writeFacturX(everything, fonts))
    expect(execFileSync('qpdf', ['--check', file]).toString()).toContain('No syntax or stream encoding errors')
    execFileSync('qpdf', ['--object-streams=generate', '--linearize', file, packed])
    expect(sniff(new Uint8Array(readFileSync(packed))).kind).toBe('facturx')
  })
})
