import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FormatError } from '../../src/formats/format-error.ts'
import { readFatturaPa, readFatturaPaFile, writeFatturaPa } from '../../src/formats/fatturapa/invoice.ts'
import { fileNameOf, numbered, routeOf } from '../../src/formats/fatturapa/route.ts'
import type { Invoice } from '../../src/formats/invoice.ts'
import { readUbl } from '../../src/formats/ubl/invoice.ts'
import { Decimal } from '../../src/values/money.ts'
import { bodies, draftOf } from '../support/bodies.ts'
import { smallInvoice } from '../support/invoices.ts'
import { runs } from '../support/runs.ts'
import { sample } from '../support/sample.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared, sampleBytes, samples } from '../support/shared.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The small invoice between two Italian companies, changed by the test. */
const italian = (change: Partial<Invoice> = {}): Invoice => {
  const { document } = readUbl(smallInvoice)
  const { electronicAddress: _seller, legalId: _legal, ...seller } = document.seller
  const { electronicAddress: _buyer, legalId: _id, ...buyer } = document.buyer
  const address = { street: 'Via Roma 1', city: 'Torino', postalCode: '10121', subdivision: 'TO', country: 'IT' }
  return {
    ...document,
    seller: { ...seller, vatNumber: 'IT01234567890', address },
    buyer: { ...buyer, vatNumber: 'IT09876543217', address },
    ...change,
  }
}
const withoutVat = (category: string, exemptionReason?: string): Partial<Invoice> => {
  const { lines, vatBreakdown } = italian()
  const zero = new Decimal(0)
  return {
    lines: lines.map((line) => ({ ...line, vat: { category, ...(category !== 'O' && { rate: zero }) } })),
    vatBreakdown: vatBreakdown.map(({ taxable }) => ({
      taxable,
      vat: zero,
      category,
      ...(category !== 'O' && { rate: zero }),
      ...(exemptionReason && { exemptionReason }),
    })),
  }
}
const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

describe.skipIf(!hasShared)('the public FatturaPA samples', () => {
  const different: Readonly<Record<string, string>> = {
    'fatturapa/data_IT06363391001_00011.xml': 'an article code of it has letters that are written as the nearest ones',
    'fatturapa/data_IT02780790107_11004_xml_doctor.xml': 'a line of it has no description, which is written as a dash',
    'fatturapa/data_IT02780790107_11006.xml': 'a line of it has no description, which is written as a dash',
  }

  const all = samples().filter(({ syntax, xsd }) => syntax === 'FatturaPA' && xsd === true)
  const chosen = sample(all, 1 / 4)

  test(
    'valid public FatturaPA samples are read, and written again say the same and are valid',
    { timeout: 60_000 },
    () => {
      const faults: Record<string, string> = {}
      for (const one of chosen) {
        try {
          const reading = readFatturaPaFile(sampleBytes(one))
          for (const invoice of reading.document) {
            const xml = writeFatturaPa(invoice, reading.transmission)
            faults[one.file] = schemaErrors(xml).join()
            expect(plain(readFatturaPa(xml).document)).toEqual(plain(invoice))
          }
        } catch (error) {
          faults[one.file] = (error as Error).message
        }
      }
      expect(all.length).toBeGreaterThan(90)
      expect(
        Object.keys(faults)
          .filter((file) => faults[file] !== '')
          .sort(),
      ).toEqual(
        Object.keys(different)
          .filter((file) => chosen.some((one) => one.file === file))
          .sort(),
      )
    },
  )

  test('public FatturaPA samples keep what the model has no place for in sight', () => {
    const { unmapped } = readFatturaPaFile(sampleBytes({ file: 'fatturapa/good_IT01234567890_FPA02.xml' }))
    expect(unmapped.map(({ xpath }) => xpath)).toContain(
      '/p:FatturaElettronica/FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/Anagrafica' +
        '/Denominazione',
    )
  })
})

describe('any body of the send schema', () => {
  test(
    'any body of the send schema becomes valid FatturaPA with the same amounts, parties and references',
    { timeout: 600_000 },
    () => {
      const amounts = ({ totals, vatBreakdown }: Invoice) => ({
        totals: [totals.withVat, totals.payable, totals.rounding ?? new Decimal(0)].map((amount) => amount.toFixed(2)),
        vat: vatBreakdown.map(({ rate, taxable, vat }) => [rate?.toFixed() ?? '0', taxable.toFixed(2), vat.toFixed(2)]),
      })
      const said = ({
        number,
        issueDate,
        currency,
        lines,
        allowances,
        charges,
        orderReference,
        contractReference,
        projectReference,
        paymentReference,
        dueDate,
        attachments,
        precedingInvoices,
      }: Invoice) => ({
        number,
        issueDate,
        currency,
        orderReference,
        contractReference,
        projectReference,
        paymentReference,
        dueDate,
        precedingInvoices,
        attachments: attachments.map(({ file }) => file?.content),
        lines: lines.map(({ id, quantity, net, unit, period, allowances: less, charges: more }) => [
          id,
          quantity.abs().toFixed(),
          net.toFixed(2),
          unit,
          period,
          less.length,
          more.length,
        ]),
        whole: [...allowances, ...charges].map(({ amount }) => amount.toFixed(2)),
      })
      fc.assert(
        fc.property(bodies('en16931'), (body) => {
          // Outside the scope of VAT EN 16931 takes no VAT numbers (BR-O-02), and FatturaPA wants them.
          const drafted = draftOf(body)
          const invoice = {
            ...drafted,
            seller: { ...drafted.seller, vatNumber: 'BE0987654394' },
            buyer: { ...drafted.buyer, vatNumber: 'FR37200000008' },
          }
          const xml = writeFatturaPa(invoice)
          const { document, unmapped } = readFatturaPa(xml)
          expect(hasShared ? schemaErrors(xml) : []).toEqual([])
          expect(unmapped).toEqual([])
          expect(amounts(document)).toEqual(amounts(invoice))
          expect(plain(said(document))).toEqual(plain(said(invoice)))
        }),
        { numRuns: runs },
      )
    },
  )
})

describe('an invoice as FatturaPA', () => {
  const written = (change: Partial<Invoice> = {}): string => {
    const xml = writeFatturaPa(italian(change))
    expect(hasShared ? schemaErrors(xml) : []).toEqual([])
    return xml
  }

  test('FatturaPA has the class that a note names, and the words beside it as a reason', () => {
    const xml = written({ notes: [{ text: 'TD24 deferred invoice' }, { text: 'Thank you' }] })
    expect(element(xml, 'TipoDocumento')).toBe('TD24')
    expect([...xml.matchAll(/<Causale>([^<]*)/g)].map((match) => match[1])).toEqual(['deferred invoice', 'Thank you'])
    expect(readFatturaPa(xml).document.notes).toEqual([
      { text: 'TD24' },
      { text: 'deferred invoice' },
      { text: 'Thank you' },
    ])
  })
  test.each([
    ['380', 'TD01', undefined],
    ['386', 'TD02', undefined],
    ['381', 'TD04', undefined],
    ['383', 'TD05', undefined],
    ['384', 'TD01', undefined],
    ['389', 'TD01', 'CC'],
    ['261', 'TD04', 'CC'],
  ])('FatturaPA of type %s is of class %s, issued by %s', (typeCode, documentType, issuer) => {
    const xml = written({ typeCode })
    expect([element(xml, 'TipoDocumento'), element(xml, 'SoggettoEmittente')]).toEqual([documentType, issuer])
  })
  test.each([
    ['AE', undefined, 'N6.9'],
    ['E', undefined, 'N4'],
    ['G', undefined, 'N3.1'],
    ['K', undefined, 'N3.2'],
    ['O', undefined, 'N2.2'],
    ['Z', undefined, 'N3.6'],
    ['E', 'N3.5 lettera di intento', 'N3.5'],
    ['AE', 'N6.3', 'N6.3'],
  ])(
    'FatturaPA without VAT in category %s, for the reason %s, has the nature %s on its lines and its summary',
    (category, reason, nature) => {
      const xml = written(withoutVat(category, reason))
      expect([...xml.matchAll(/<Natura>([^<]*)/g)].map((match) => match[1])).toEqual([nature, nature, nature])
      expect(readFatturaPa(xml).document.vatBreakdown[0]?.category).toBe(category)
    },
  )
  test('FatturaPA with VAT split between buyer and state says so, and is read back as category B', () => {
    const { lines, vatBreakdown } = italian()
    const xml = written({
      lines: lines.map((line) => ({ ...line, vat: { ...line.vat, category: 'B' } })),
      vatBreakdown: vatBreakdown.map((subtotal) => ({ ...subtotal, category: 'B' })),
    })
    expect(element(xml, 'EsigibilitaIVA')).toBe('S')
    expect(readFatturaPa(xml).document.vatBreakdown[0]?.category).toBe('B')
  })

  const { buyer } = italian()
  test.each([
    [
      'the channel of a company',
      { ...buyer, electronicAddress: { scheme: '0205', value: 'ABC1234' } },
      'FPR12',
      'ABC1234',
      undefined,
    ],
    [
      'the office of a public body',
      { ...buyer, identifiers: [{ scheme: '0201', value: 'UF6WX8' }] },
      'FPA12',
      'UF6WX8',
      undefined,
    ],
    [
      'a certified mail box',
      { ...buyer, identifiers: [{ scheme: '0202', value: 'fatture@pec.example' }] },
      'FPR12',
      '0000000',
      'fatture@pec.example',
    ],
    [
      'abroad',
      {
        ...buyer,
        vatNumber: 'FR40303265045',
        address: { street: '1 rue', city: 'Lyon', postalCode: '69002', country: 'FR' },
      },
      'FPR12',
      'XXXXXXX',
      undefined,
    ],
    ['a buyer of whom nothing is known', buyer, 'FPR12', '0000000', undefined],
  ])('FatturaPA for %s names where it goes', (_name, to, format, code, pec) => {
    const xml = written({ buyer: to })
    expect([
      element(xml, 'FormatoTrasmissione'),
      element(xml, 'CodiceDestinatario'),
      element(xml, 'PECDestinatario'),
    ]).toEqual([format, code, pec])
    expect(xml).toContain(`versione="${format}"`)
  })

  test('FatturaPA is named by its sender and its number among the files of the sender', () => {
    expect([0, 35, 36, 60_466_175].map(numbered)).toEqual(['00000', '0000Z', '00010', 'ZZZZZ'])
    expect(fileNameOf({ ...routeOf(italian()), progressive: numbered(10) })).toBe('IT01234567890_0000A.xml')
    expect(fileNameOf(routeOf(italian()))).toMatch(/^IT01234567890_[A-Z0-9]{5}\.xml$/)
  })

  test('FatturaPA is refused with every term that is missing or does not fit', () => {
    const { seller } = italian()
    const { vatNumber: _vat, ...anonymous } = buyer
    const write = (): string =>
      writeFatturaPa(
        italian({
          number: 'A-NUMBER-THAT-IS-LONGER-THAN-20',
          notes: [{ text: 'TD99' }],
          seller: { ...seller, address: { country: 'IT' } },
          buyer: anonymous,
        }),
      )
    expect(write).toThrow(FormatError)
    for (const term of ['BT-1', 'TD99', 'BT-35', 'BT-37', 'BT-38', 'BT-48'])
      expect(write).toThrow(new RegExp(`\\b${term}\\b`))
  })
  test('FatturaPA writes letters beyond Latin in the nearest ones', () => {
    expect(element(written({ notes: [{ text: 'Ελλάδα Київ – 5 €' }] }), 'Causale')).toBe('Ellada Kiiv - 5 EUR')
  })
})

describe('a FatturaPA file', () => {
  test('a FatturaPA file of several invoices is read whole, and refused where one is wanted', () => {
    const one = writeFatturaPa(italian())
    const body = /<FatturaElettronicaBody>.*<\/FatturaElettronicaBody>/s.exec(one)?.[0] ?? ''
    const two = one.replace(body, body + body.replace('>2026-0042<', '>2026-0043<'))
    expect(readFatturaPaFile(two).document.map(({ number }) => number)).toEqual(['2026-0042', '2026-0043'])
    expect(() => readFatturaPa(two)).toThrow(/contains 2 invoices/)
  })
  test.each([
    [
      'a document type declaration',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><FatturaElettronica>&x;</FatturaElettronica>',
      'DOCTYPE_REFUSED',
    ],
    [
      'no body',
      '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"/>',
      'UNSUPPORTED',
    ],
    ['the simplified form', '<p:FatturaElettronicaSemplificata xmlns:p="urn:x"/>', 'UNSUPPORTED'],
  ])('a FatturaPA file with %s is refused', (_name, xml, code) => {
    expect(() => readFatturaPaFile(xml)).toThrow(expect.objectContaining({ code }))
  })
})
