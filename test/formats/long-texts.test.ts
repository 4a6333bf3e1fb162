import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../src/formats/format-error.ts'
import { type XmlElement, descendants, readXml } from '../../src/formats/xml/tree.ts'
import { decoded } from '../../src/values/base64.ts'
import { sample } from '../support/sample.ts'

const LONG = randomBytes(800_001).toString('base64')
const PADDED = randomBytes(800_002).toString('base64')
const IN_LINES = LONG.replace(/(.{76})/g, '$1\n')
const IN_WINDOWS_LINES = LONG.replace(/(.{76})/g, '$1\r\n')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const saidBy = (element: XmlElement): unknown[] => [
  element.qname,
  element.line,
  element.column,
  element.isBlank,
  hashOf(element.text),
  hashOf(element.stringValue),
  element.attributes.map(({ qname, value }) => [qname, hashOf(value)]),
]
const outcomeOf = (input: Parameters<typeof readXml>[0]): unknown => {
  try {
    return [...descendants(readXml(input))].map(saidBy)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return [error.code, error.message, error.line, error.column]
  }
}

/** As a file may come over the network. */
const piecesOf = (bytes: Buffer, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

const around = (inside: string): string =>
  `<?xml version="1.0"?>\n<a é="ß">\n  <b>ü 日本</b>\n  ${inside}\n  <c>&amp;\n</c> <d/>\n</a>\n<!-- end -->`

const places: Record<string, string> = {
  'the text of an element': around(`<f>${LONG}</f>`),
  'a text that ends with padding': around(`<f>${PADDED}</f>`),
  'a text in lines': around(`<f>\n${IN_LINES}\n</f>`),
  'a text in lines of Windows': around(`<f>\r\n${IN_WINDOWS_LINES}\r\n</f>`),
  'a file in lines of Windows': around(`<f>${LONG}</f>`).replaceAll('\n', '\r\n'),
  'two texts': around(`<f>${LONG}</f><g>\n${IN_LINES}</g>`),
  'padding in the middle': around(`<f>${PADDED}${PADDED}</f>`),
  'a text behind a reference': around(`<f>&lt;${LONG}</f>`),
  'a text behind another text': around(`<f>é ${LONG}</f>`),
  'a text beside a comment': around(`<f>${LONG}<!-- one -->${LONG}</f>`),
  'a text beside an element': around(`<f>${LONG}<g/></f>`),
  'a text around an element': around(`<f>${LONG}<g>${LONG}</g>${LONG}</f>`),
  'a character data section': around(`<f><![CDATA[${LONG}]]></f>`),
  'a comment': around(`<!-- > ${LONG} < -->`),
  'an instruction': around(`<?go ${LONG}?>`),
  'the value of an attribute': around(`<f g="${LONG}"/>`),
  'a name': around(`<${LONG.replace(/[^A-Za-z]/g, 'x')}/>`),
  'white space alone': around(`<f>${' \n'.repeat(600_000)}</f>`),
  'behind the document': `${around('')}${LONG}`,
  'before the document': `${LONG}${around('')}`,
  'a file that is broken behind it': around(`<f>${LONG}</f></g>`),
  'a text that does not end': `<a>\n<f>${LONG}`,
  'a byte order mark before all': `\uFEFF${around(`<f>${LONG}</f>`)}`,
  'two byte order marks': `\uFEFF\uFEFF${around(`<f>${LONG}</f>`)}`,
  'a byte order mark behind it': around(`<f>${LONG}\uFEFF</f>`),
}

describe('A long text in base64', () => {
  it.each(sample(Object.keys(places), 1 / 6))('is read as if its file were decoded at once: %s', (place) => {
    const text = places[place] ?? ''
    const expected = outcomeOf(text.replace(/^\uFEFF/, ''))
    const bytes = Buffer.from(text)
    expect(outcomeOf(bytes)).toEqual(expected)
    for (const size of [10_000, 65_521]) expect(outcomeOf(piecesOf(bytes, size))).toEqual(expected)
  })

  it('is not made a text of, and is decoded as all of it would be', { tags: 'heavy' }, () => {
    for (const text of [
      LONG,
      PADDED,
      IN_LINES,
      `\n${IN_LINES} `,
      `${LONG}Q`,
      `${LONG}QQ`,
      `${LONG}QQ=`,
      `${LONG}Q==`,
    ]) {
      const { encoded } = readXml(Buffer.from(around(`<f>${text}</f>`))).children[1] as XmlElement
      expect(encoded).toBeDefined()
      const kept = encoded?.parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0) ?? 0
      expect(kept).toBeLessThan(text.length / 4)
      const rooms = new Set<ArrayBufferLike>()
      const pieces = Array.from(decoded(encoded?.parts ?? [], encoded?.pieces ?? []), (piece) => {
        rooms.add(piece.buffer)
        return Buffer.from(piece)
      })
      const content = Buffer.concat(pieces)
      expect(rooms.size).toBeLessThan(4)
      expect(content.equals(Buffer.from(text, 'base64'))).toBe(true)
    }
  })

  it('is found to be malformed by a text that stands for it', () => {
    const wellFormed = (text: string): boolean =>
      /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
    for (const end of ['', '=', '==', 'Q', 'QQ', 'QQ=', 'QQ==', 'QQQ=', 'QQQQ', 'Q==']) {
      const root = readXml(Buffer.from(around(`<f>${LONG}${end}</f>`)))
      const { encoded } = root.children[1] as XmlElement
      expect(encoded?.standIn.length).toBeLessThan(20)
      expect([end, wellFormed(encoded?.standIn ?? '')]).toEqual([end, wellFormed(end)])
    }
  })

  it('is read once, whatever stands behind it', { tags: 'heavy' }, () => {
    // Looked at again from each place, so many would take an hour.
    const spaces = ' '.repeat(2_000_000)
    for (const end of ['!', '=!', '==!', '= =']) {
      const root = readXml(Buffer.from(around(`<f>${LONG}${spaces}${end}</f>`)))
      expect(root.children[1]?.text.endsWith(end)).toBe(true)
    }
  })
})
