/** Broken variants of good documents. The same number always makes the same one. */
export type Source = { readonly source: string; readonly read: () => Uint8Array }
export type Mutation = { readonly source: string; readonly bytes: Uint8Array }

/** Numbers from 0 up to, not including, a bound (mulberry32). */
export const random = (seed: number): ((bound: number) => number) => {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

type Pick = (bound: number) => number

/** Values that numbers, dates, codes and texts are not, and those that nearly are. */
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
  '99999-01-01',
  '#BAR#',
  '##',
  'true',
  '١٢',
  '\u{1F4A9}',
  '&#0;',
  '&x;',
  ']]>',
  '<',
  '\u0000',
  '\ud800',
  'x'.repeat(10_000),
]

const PLACES = /(?<=>)[^<>\n]+(?=<\/)|(?<==")[^"]*(?=")/g
/** Elements inside the document element, which is longer. */
const ELEMENTS = /<([A-Za-z]+:?\w*)(?: [^<>]*)?>(?:(?!<\1[ >])[^]){0,1000}?<\/\1>/g

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const replaced = (text: string, at: number, length: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + length)

const onText =
  (change: (text: string, pick: Pick) => string) =>
  (bytes: Uint8Array, pick: Pick): Uint8Array =>
    bytesOf(change(Buffer.from(bytes).toString('utf8'), pick))

const place = (text: string, pick: Pick, pattern: RegExp): { index: number; 0: string } => {
  const places = [...text.matchAll(pattern)]
  return places[pick(places.length)] ?? { index: 0, 0: '' }
}

type Mutator = (bytes: Uint8Array, pick: Pick) => Uint8Array

/** Bytes changed, lost, added; the end lost. Most of what comes out is no document any more. */
const onBytes: readonly Mutator[] = [
  (bytes, pick) => {
    const copy = bytes.slice()
    for (let count = 1 + pick(12); count > 0; count -= 1) copy[pick(copy.length)] = pick(256)
    return copy
  },
  (bytes, pick) => {
    const at = pick(bytes.length)
    return Uint8Array.from([
      ...bytes.subarray(0, at),
      ...Array.from({ length: pick(8) }, () => pick(256)),
      ...bytes.subarray(at + pick(40)),
    ])
  },
  (bytes, pick) => bytes.slice(0, pick(bytes.length)),
]

/** A strange value; an element lost, doubled, repeated, moved; a name changed everywhere. */
const onDocuments: readonly Mutator[] = [
  onText((text, pick) => {
    const { index, 0: old } = place(text, pick, PLACES)
    return replaced(text, index, old.length, values[pick(values.length)] ?? '')
  }),
  onText((text, pick) => {
    const { index, 0: old } = place(text, pick, ELEMENTS)
    return replaced(text, index, old.length, '')
  }),
  onText((text, pick) => {
    const { index, 0: old } = place(text, pick, ELEMENTS)
    return replaced(text, index, 0, old.repeat(1 + pick(3)))
  }),
  onText((text, pick) => {
    const { 0: moved } = place(text, pick, ELEMENTS)
    const { index } = place(text, pick, ELEMENTS)
    return replaced(text, index, 0, moved)
  }),
  onText((text, pick) => {
    const { 0: name } = place(text, pick, /(?<=<)[A-Za-z]+:?\w*/g)
    const { 0: other } = place(text, pick, /(?<=<)[A-Za-z]+:?\w*/g)
    return name === '' ? text : text.replaceAll(`${name}>`, `${other}>`).replaceAll(`<${name} `, `<${other} `)
  }),
]

/** One to three changes to one of the documents. */
export const mutated = (documents: readonly Source[], number: number): Mutation => {
  const pick = random(number)
  const chosen = documents[pick(documents.length)]
  if (chosen === undefined) throw new Error('There is no document to change.')
  let bytes = chosen.read()
  for (let times = 1 + pick(3); times > 0 && bytes.length > 0; times -= 1) {
    const ways = pick(8) === 0 ? onBytes : onDocuments
    bytes = ways[pick(ways.length)]?.(bytes, pick) ?? bytes
  }
  return { source: chosen.source, bytes }
}
