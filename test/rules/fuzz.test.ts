/** Broken documents are refused or judged, never a crash. `FUZZ_RUNS=20000` looks for longer. */
import { check, constantFrom, type IProperty, nat, oneof, property, record, string, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FormatError } from '../../src/formats/format-error.ts'
import { readXml, xpathOf } from '../../src/formats/xml/tree.ts'
import { profileNames, profilesFor, validate } from '../../src/rules/validate.ts'
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

/** `npm run test:long -- rules` takes its time. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 300)
const timeout = 60_000 + runs * 100

const documents = [
  smallInvoice,
  smallCiiInvoice,
  frenchInvoice,
  frenchCiiInvoice,
  belgianInvoice,
  smallOrder,
  smallResponse,
  smallMessageStatus,
  smallLifecycle,
]
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Reads and judges by every profile, whatever the document is; only a FormatError may come out. */
const judge = (input: Uint8Array): void => {
  try {
    const root = readXml(input)
    profilesFor(root)
    for (const { findings } of validate(root, profileNames, { france: '1.4' })) {
      for (const finding of findings)
        if (!finding.xpath.startsWith('/') || finding.line < 1)
          throw new Error(`A finding without a place: ${finding.rule}`)
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
  }
}

/** The first way found to break a property, or nothing. */
const counterexample = <T>(rule: IProperty<T>): unknown => {
  const { failed, counterexample: found, errorInstance } = check(rule, { numRuns: runs })
  return failed ? { found, errorInstance } : undefined
}

/** Values that numbers, dates and codes are not, and those that nearly are. */
const values = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e3',
  '1E400',
  'NaN',
  'INF',
  '.5',
  '5.',
  '+1',
  '1,00',
  '0x10',
  '9'.repeat(70),
  '1.'.padEnd(80, '0'),
  '2026-02-30',
  '0000-00-00',
  '#BAR#',
  '##',
  'true',
  '١٢',
  '\u{1F4A9}',
]

const cut = record({
  document: constantFrom(...documents),
  at: nat(),
  length: nat(40),
  bytes: uint8Array({ maxLength: 8 }),
})

describe('a broken document', { tags: 'heavy' }, () => {
  test('a document with bytes lost, added or changed crashes no rule', { timeout }, () => {
    const found = counterexample(
      property(cut, ({ document, at, length, bytes }) => {
        const whole = bytesOf(document)
        const start = at % whole.length
        judge(Uint8Array.from([...whole.subarray(0, start), ...bytes, ...whole.subarray(start + length)]))
      }),
    )
    expect(found).toBeUndefined()
  })

  test('a document with a strange value crashes no rule', { timeout }, () => {
    const found = counterexample(
      property(constantFrom(...documents), nat(), constantFrom(...values), (document, at, value) => {
        const places = [...document.matchAll(/(?<=>)[^<>\n]+(?=<\/)|(?<==")[^"]*(?=")/g)].filter(
          ({ 0: text }) => !text.startsWith('urn:'),
        )
        const place = places[at % places.length]
        if (place !== undefined)
          judge(bytesOf(document.slice(0, place.index) + value + document.slice(place.index + place[0].length)))
      }),
    )
    expect(found).toBeUndefined()
  })

  test('a document with an element lost, doubled or moved crashes no rule', { timeout }, () => {
    const found = counterexample(
      property(
        constantFrom(...documents),
        nat(),
        nat(),
        constantFrom('lose', 'double', 'move'),
        (document, at, to, how) => {
          const elements = [...document.matchAll(/<([a-z]+:\w+)(?: [^<>]*)?>(?:(?!<\1[ >])[^])*?<\/\1>/g)]
          const element = elements[at % elements.length]
          const target = elements[to % elements.length]
          if (element === undefined || target === undefined) return
          const without = document.slice(0, element.index) + document.slice(element.index + element[0].length)
          if (how === 'lose') judge(bytesOf(without))
          else if (how === 'double')
            judge(bytesOf(document.slice(0, element.index) + element[0] + document.slice(element.index)))
          else judge(bytesOf(without.replace(target[0], target[0] + element[0])))
        },
      ),
    )
    expect(found).toBeUndefined()
  })

  test('a document of any characters is refused or read', { timeout }, () => {
    const found = counterexample(
      property(
        oneof(
          string({ unit: 'binary' }),
          string({
            unit: constantFrom('<', '>', '/', '&', ';', '"', '=', 'a', ':', '!', '[', ']', '-', '?', ' ', '#', 'x'),
          }),
        ),
        (text) => {
          judge(bytesOf(text))
        },
      ),
    )
    expect(found).toBeUndefined()
  })
})

test('every place of a document has its own XPath', () => {
  for (const document of documents) {
    const paths = new Set<string>()
    let elements = 0
    const visit = (element: ReturnType<typeof readXml>): void => {
      elements += 1
      paths.add(xpathOf(element))
      for (const child of element.children) visit(child)
    }
    visit(readXml(document))
    expect(paths.size).toBe(elements)
  }
})
