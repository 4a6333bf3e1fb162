/**
 * Untrusted XML in pieces: the elements of some names, each as a tree of its own, while the rest of the file is passed
 * over. What is held is one such element, however long the file is. The limits of the safe reader hold here too.
 */
import { type SaxesTagNS, SaxesParser } from 'saxes'
import { FormatError } from '../format-error.ts'

interface StreamLimits {
  depth: number
  attributes: number
  elementNodes: number
}

/** A bank names a few hundred values in an entry; a batch booking may hold thousands of transactions. */
const LIMITS: StreamLimits = { depth: 100, attributes: 128, elementNodes: 1_000_000 }

/**
 * An element and what is inside it. Messages of one kind come in many editions, each a namespace of its own: the local
 * name tells.
 */
export class Piece {
  readonly name: string
  readonly parent: Piece | undefined
  readonly children: Piece[] = []
  readonly #attributes: ReadonlyMap<string, string>
  #text = ''

  constructor(name: string, attributes: ReadonlyMap<string, string>, parent: Piece | undefined) {
    this.name = name
    this.parent = parent
    this.#attributes = attributes
    parent?.children.push(this)
  }

  get text(): string {
    return this.#text
  }

  append(text: string): void {
    this.#text += text
  }

  first(name: string): Piece | undefined {
    return this.children.find((child) => child.name === name)
  }

  all(name: string): Piece[] {
    return this.children.filter((child) => child.name === name)
  }

  attribute(name: string): string | undefined {
    return this.#attributes.get(name)
  }
}

export interface Found {
  /** Namespace of the root. */
  namespace: string
  element: Piece
}

const CHUNK = 65_536

class Gatherer {
  readonly found: Found[] = []
  readonly #wanted: ReadonlySet<string>
  readonly #limits: StreamLimits
  #depth = 0
  #namespace: string | undefined
  #open: Piece | undefined
  #attributes = 0
  #nodes = 0

  constructor(wanted: readonly string[], limits: StreamLimits) {
    this.#wanted = new Set(wanted)
    this.#limits = limits
  }

  attribute(): void {
    if (++this.#attributes > this.#limits.attributes)
      throw new FormatError('TOO_LARGE', `An element has more than ${this.#limits.attributes} attributes.`)
  }

  opened(tag: SaxesTagNS): void {
    this.#attributes = 0
    this.#namespace ??= tag.uri
    if (++this.#depth > this.#limits.depth)
      throw new FormatError('TOO_LARGE', `The elements are nested more than ${this.#limits.depth} levels deep.`)
    if (this.#open || this.#wanted.has(tag.local)) this.#open = this.#element(tag, this.#open)
  }

  text(text: string): void {
    if (this.#open && /\S/.test(text)) this.#open.append(text)
  }

  closed(): void {
    this.#depth -= 1
    const closed = this.#open
    if (!closed) return
    this.#open = closed.parent
    if (this.#open) return
    this.found.push({ namespace: this.#namespace ?? '', element: closed })
    this.#nodes = 0
  }

  #element({ local, attributes }: SaxesTagNS, parent: Piece | undefined): Piece {
    if (++this.#nodes > this.#limits.elementNodes)
      throw new FormatError('TOO_LARGE', `An entry has more than ${this.#limits.elementNodes} elements.`)
    return new Piece(
      local,
      new Map(
        Object.values(attributes).flatMap(({ uri, local, value }) => (uri === '' ? [[local, value] as const] : [])),
      ),
      parent,
    )
  }
}

const openParser = (wanted: readonly string[], limits: StreamLimits) => {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const gatherer = new Gatherer(wanted, limits)
  const fail = (code: 'MALFORMED' | 'DOCTYPE_REFUSED', message: string): never => {
    throw new FormatError(code, message, parser.line, parser.column + 1)
  }
  parser.on('doctype', () => fail('DOCTYPE_REFUSED', 'A document type declaration (DOCTYPE) is not accepted.'))
  parser.on('error', (error) =>
    fail('MALFORMED', `The file is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`),
  )
  parser.on('attribute', () => gatherer.attribute())
  parser.on('opentag', (tag) => gatherer.opened(tag))
  parser.on('text', (text) => gatherer.text(text))
  parser.on('cdata', (text) => gatherer.text(text))
  parser.on('closetag', () => gatherer.closed())
  return { parser, gatherer }
}

/** The same of a file in UTF-8 that is never held whole. */
export async function* streamedElements(
  chunks: AsyncIterable<Uint8Array>,
  wanted: readonly string[],
): AsyncGenerator<Found> {
  const { parser, gatherer } = openParser(wanted, LIMITS)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }))
      yield* gatherer.found.splice(0)
    }
    parser.write(decoder.decode())
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new FormatError('ENCODING', 'The file is not valid UTF-8.')
  }
  parser.close()
  yield* gatherer.found.splice(0)
}

/** Throws a FormatError for what is not well-formed, declares a document type, or goes beyond the limits. */
export function* streamElements(
  bytes: Uint8Array,
  wanted: readonly string[],
  limits: StreamLimits = LIMITS,
): Generator<Found> {
  const { parser, gatherer } = openParser(wanted, limits)
  for (const text of texts(bytes)) {
    parser.write(text)
    yield* gatherer.found.splice(0)
  }
  parser.close()
  yield* gatherer.found.splice(0)
}

/** What banks write, by the name in the declaration. Windows-1252 holds what ISO-8859-1 does. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['iso-8859-1', 'iso-8859-1'],
  ['latin1', 'iso-8859-1'],
  ['iso-8859-15', 'iso-8859-15'],
  ['windows-1252', 'windows-1252'],
])

const encodingOf = (bytes: Uint8Array): string => {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const [, name = 'utf-8'] =
    /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(start) ?? []
  const encoding = ENCODINGS.get(name.toLowerCase())
  if (encoding === undefined)
    throw new FormatError('ENCODING', `The encoding "${name}" is not read. Send the file in UTF-8 or ISO-8859-1.`)
  return encoding
}

/** The text in pieces, in the encoding that the file declares. */
function* texts(bytes: Uint8Array): Generator<string> {
  const encoding = encodingOf(bytes)
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let start = 0; start < bytes.length; start += CHUNK)
      yield decoder.decode(bytes.subarray(start, start + CHUNK), { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new FormatError('ENCODING', `The file is not valid ${encoding.toUpperCase()}.`)
  }
}
