/** An invoice that is written has its tree at once: the very tree that reading its bytes builds. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftBody } from '../../src/cli/json-input.ts'
import { type ReadDocument, ofWritten, readBytes } from '../../src/documents/record/read-document.ts'
import { factsOf } from '../../src/documents/record/facts.ts'
import { FormatError } from '../../src/formats/format-error.ts'
import type { Invoice } from '../../src/formats/invoice.ts'
import { writeUbl } from '../../src/formats/ubl/invoice.ts'
import { type XmlElement, type XmlPath, xpathOf } from '../../src/formats/xml/tree.ts'
import { Decimal } from '../../src/values/money.ts'
import { bodies, draftOf, frenchBodies, frenchDraftOf } from '../support/bodies.ts'
import { runs } from '../support/runs.ts'

const options = { numRuns: runs }
const LONG = 60_000 + runs * 500

/** Everything that a tree says of an element. */
const elementOf = (element: XmlElement): unknown => ({
  names: element.names,
  qname: element.qname,
  text: element.text,
  attributes: element.attributes,
  place: [element.line, element.column, xpathOf(element)],
  path: element.path.elements.indexOf(element),
  children: element.children.map(elementOf),
})
const pathOf = (path: XmlPath): unknown => ({
  qname: path.qname,
  depth: path.depth,
  attributes: [...path.attributes],
  holdsBlank: path.holdsBlank,
  elements: path.elements.length,
  children: path.children.map(pathOf),
})
const said = (read: ReadDocument): unknown => {
  const { root, model, unmapped, ...facts } = read
  return {
    facts: { ...factsOf(read), bytes: Buffer.from(facts.bytes as Uint8Array).toString() },
    tree: root && elementOf(root),
    outline: root && pathOf(root.path),
    model: JSON.parse(JSON.stringify(model)) as unknown,
    unmapped,
  }
}
const outcomeOf = (read: () => ReadDocument): unknown => {
  try {
    return said(read())
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    // Only a file that is read has to be recognized.
    const { recognition: _recognition, ...outcome } = error
    return { ...outcome, message: error.message }
  }
}
const expectTheSame = (invoice: Invoice): void => {
  const written = outcomeOf(() => ofWritten(invoice))
  expect(written).toEqual(outcomeOf(() => readBytes(Buffer.from(writeUbl(invoice)))))
}

test('of any body, the tree and the facts are those of the bytes', { timeout: LONG }, () => {
  fc.assert(
    fc.property(bodies('en16931'), (body) => expectTheSame(draftOf(body))),
    options,
  )
  fc.assert(
    fc.property(frenchBodies('france-cius'), (body) => expectTheSame(frenchDraftOf(body))),
    options,
  )
})

const folder = join(import.meta.dirname, 'fixtures/bodies')

test.each(readdirSync(folder))('of the body %s, the tree and the facts are those of the bytes', (file) => {
  const { invoice } = draftBody(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  for (const one of invoice ? [invoice] : []) expectTheSame(one)
})

const STRANGE = [
  '',
  ' ',
  '\u00a0',
  ' around ',
  'a\r\nb\rc\nd\te',
  '<&>"\'',
  ']]>',
  'é 😀 \u{10FFFF}',
  'half \ud83d',
  '\ude00',
  '\u0001',
  '\u007f\u0085',
  '\ufffe',
  '\uffff',
  '\ufeff',
  'NA',
  '%PDF',
] as const

/** Every text of a draft, one after the other, becomes something strange. */
const withText = (value: unknown, replace: (text: string) => string): unknown => {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((item) => withText(item, replace))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withText(item, replace)]))
}

test('texts that reading changes or refuses are read, wherever they stand', { timeout: LONG }, () => {
  fc.assert(
    fc.property(bodies('en16931'), fc.nat(), fc.constantFrom(...STRANGE), (body, chosen, strange) => {
      const draft = draftOf(body)
      let texts = 0
      withText(draft, (text) => ((texts += 1), text))
      let at = 0
      expectTheSame(withText(draft, (text) => (at++ === chosen % texts ? strange : text)) as Invoice)
    }),
    { numRuns: runs * 2 },
  )
})

test('of a file that is attached, the white space within its base64 is left out', () => {
  const [body] = fc.sample(bodies('en16931'), { numRuns: 1, seed: 1 })
  const file = { content: 'JVBE\n Ri0=', mimeType: 'application/pdf', filename: 'a.pdf' }
  const draft = { ...draftOf(body as Parameters<typeof draftOf>[0]), attachments: [{ reference: 'A', file }] }
  expectTheSame(draft)
  expect(said(ofWritten(draft))).toMatchObject({
    model: { invoice: { attachments: [{ file: { content: 'JVBERi0=' } }] } },
  })
})

test.each([
  ['a text that begins with a subject', { notes: [{ text: '#AAB# No discount.' }] }],
  [
    'an identifier of SEPA',
    { seller: { name: 'S', identifiers: [{ value: 'BE69ZZZ050D000000008', scheme: 'SEPA' }] } },
  ],
  ['a gross price without a discount', { lines: [{ price: { net: new Decimal(1), gross: new Decimal(1) } }] }],
])('%s is read as what UBL says by it', (_what, change: object) => {
  const [body] = fc.sample(bodies('en16931'), { numRuns: 1, seed: 2 })
  const draft = draftOf(body as Parameters<typeof draftOf>[0])
  const lines =
    'lines' in change ? draft.lines.map((line) => ({ ...line, ...(change.lines as object[])[0] })) : draft.lines
  expectTheSame({ ...draft, ...change, lines })
})

test('an invoice that is longer than others is held to the limits of every document', () => {
  const [body] = fc.sample(bodies('en16931'), { numRuns: 1, seed: 1 })
  const draft = draftOf(body as Parameters<typeof draftOf>[0])
  const [line] = draft.lines
  expectTheSame({ ...draft, lines: Array.from({ length: 400 }, () => line) as Invoice['lines'] })
  const notes = Array.from({ length: 12_001 }, () => ({ text: 'x' }))
  expect(outcomeOf(() => ofWritten({ ...draft, notes }))).toMatchObject({ code: 'TOO_LARGE' })
  expectTheSame({ ...draft, notes })
})
