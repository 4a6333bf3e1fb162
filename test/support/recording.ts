/** Answers as text that is the same at every run, and of which a difference shows where it is. */
import type { Answer } from './app.ts'

/** Base32 of a UUIDv7, as identifiers end. */
const BODY = '0[1-7][0-9a-hjkmnp-tv-z]{24}(?![0-9a-z])'
const ID = new RegExp(`(?<![a-z])([a-z]{2,5})_(${BODY})`, 'g')
const BARE_ID = new RegExp(`(?<![0-9a-z])${BODY}`, 'g')
const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g

/** What chance, the machine or earlier stories decide, and what stands for it: everything else is to be the same. */
const PASSING: readonly [pattern: RegExp, shown: string][] = [
  [/\b(whsec|hand|onb|oac|oar|oad)_[\w-]{43}/g, '$1_<secret>'],
  [/(?<=\/sandbox\/shop\/)[\w-]+/g, '<visit>'],
  [/(?<=cart(?::|%3A)org_\w{26}(?::|%3A)[\w.-]{1,100}(?::|%3A))[\w-]{32}/g, '<nonce>'],
  [/(?<=user_code(?:":"|=))[A-Z]{4}-[A-Z]{4}/g, '<code>'],
  [/(?<="(?:exp|iat|client_id_issued_at)":)\d{10}/g, '<seconds>'],
  [/\b(svc_(?:[a-z]+_)?test_)[\w-]{43}(?![\w-])/g, '$1<secret>'],
  [/\b(svc_(?:[a-z]+_)?test_)[\w-]{6}(?![\w-])/g, '$1<start>'],
  [/(?<="cursor":)"[^"]+"/g, '"<cursor>"'],
  [/(?<="(?:durationMs|startedMs)":)\d+(?:\.\d+)?/g, '<ms>'],
  [/\bPPF-[\dA-F]{16}\b/g, 'PPF-<reference>'],
  // The interchange system numbers all files that it is sent.
  [/(?<="(?:sdiId|messageId|platformReference)":")\d+/g, '<nth>'],
  [/(?<=\bIT\d{11}_)000\w\w(?=[._])/g, '<nth>'],
  [/\b(invoice-exchange=)[\da-f]{40}\b/g, '$1<token>'],
  [/(?<="sandboxCode":")\d{8}/g, '<code>'],
  [/(?<=\bv1=)[\da-f]{64}\b/g, '<signature>'],
  [/(?<=^etag: ")[\da-f]{64}/gm, '<hash>'],
  [/(?<="messageHash":")[\da-f]{64}/g, '<hash>'],
  [/(?<=\/\/127\.0\.0\.1:)\d{4,5}\b/g, '<port>'],
]

/** Ids become `doc_1`, `doc_2` in the order in which they come up; the text is otherwise left as it is. */
class Masks {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #hidden: [text: string, shown: string][] = []

  /** Shows a text that chance has made under another name wherever it stands. */
  hide(text: string): void {
    this.#hidden.push([text, `<drawn_${this.#hidden.length + 1}>`])
  }

  #nameOf(kind: string, text: string, known = this.#names.get(text)): string {
    if (known !== undefined) return known
    const nth = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, nth)
    this.#names.set(text, `${kind}_${nth}`)
    return `${kind}_${nth}`
  }

  #named(kind: string, body: string, id: string): string {
    const name = this.#nameOf(kind, id)
    if (!this.#names.has(body)) this.#names.set(body, name)
    return name
  }

  over(text: string): string {
    const passing = PASSING.reduce((left, [pattern, shown]) => left.replace(pattern, shown), text)
    const hidden = this.#hidden.reduce((left, [given, shown]) => left.replaceAll(given, shown), passing)
    return (
      hidden
        .replace(ID, (id, kind: string, body: string) => this.#named(kind, body, id))
        // Banks take an id without its kind.
        .replace(BARE_ID, (body) => `<${this.#nameOf('id', body)}>`)
        .replace(UUID, (uuid) => `<${this.#nameOf('uuid', uuid)}>`)
    )
  }
}

const WIDTH = 110
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"]+/g
const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** A value of a JSON text and the places in it where a line may be broken; nothing of the text is read or changed. */
type Node = string | { open: string; items: { name: string; value: Node }[] }

const whole = (node: Node): string => {
  if (typeof node === 'string') return node
  return node.open + node.items.map(({ name, value }) => name + whole(value)).join() + CLOSES[node.open]
}

const parse = (tokens: string[]): Node => {
  const open = tokens.shift() ?? ''
  if (!(open in CLOSES)) return open
  const items: { name: string; value: Node }[] = []
  while (tokens.length > 0 && tokens[0] !== CLOSES[open]) {
    const name = open === '{' ? `${tokens.shift()}${tokens.shift()}` : ''
    items.push({ name, value: parse(tokens) })
    if (tokens[0] === ',') tokens.shift()
  }
  tokens.shift()
  return { open, items }
}

const broken = (node: Node, indent: string): string => {
  const inOne = whole(node)
  if (typeof node === 'string' || indent.length + inOne.length <= WIDTH) return inOne
  const inner = `${indent}  `
  const lines = node.items.map(({ name, value }) => `${inner}${name}${broken(value, inner)}`)
  return `${node.open}\n${lines.join(',\n')}\n${indent}${CLOSES[node.open]}`
}

/** JSON in lines. Where there are spaces between names and values, lines would hide them: it is shown as it is. */
const inLines = (json: string): string => {
  const node = parse(json.match(TOKENS) ?? [])
  const isTight = !/\s/.test(json.replace(/"(?:[^"\\]|\\.)*"/g, ''))
  return isTight && whole(node) === json ? broken(node, '') : json
}

const SHOWN_HEADERS = [
  'content-type',
  'content-disposition',
  'etag',
  'content-security-policy',
  'idempotent-replayed',
  'retry-after',
]

/** The names of the files in a ZIP archive, as its directory lists them. */
const namesIn = (archive: Buffer): string[] => {
  const names: string[] = []
  for (let at = archive.indexOf('PK\u0001\u0002'); at >= 0; at = archive.indexOf('PK\u0001\u0002', at + 1))
    names.push(archive.subarray(at + 46, at + 46 + archive.readUInt16LE(at + 28)).toString())
  return names
}

/** What was asked of one section of the interface, and the answers to it. */
export class Recording {
  readonly masks = new Masks()
  readonly #entries: string[] = []

  note(title: string, text: string): void {
    const shown = this.masks.over(text)
    const body = /^[{[]/.test(shown) ? inLines(shown) : shown
    this.#entries.push(`## ${title}${body === '' ? '' : `\n${body}`}`)
  }

  answer(title: string, { status, headers, bytes }: Answer): void {
    const type = headers['content-type'] ?? ''
    const head = SHOWN_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]))
    const top = `${title}\n${this.masks.over([status, ...head].join('\n'))}`
    // Files are made elsewhere, and held there; of those that nobody reads it is told what they are.
    if (type.includes('zip')) this.note(top, namesIn(bytes).join('\n'))
    else if (type.includes('pdf')) this.note(top, bytes.subarray(0, 8).toString())
    else this.note(top, type.includes('json') ? bytes.toString() : bytes.toString().replaceAll('><', '>\n<'))
  }

  text(): string {
    return `${this.#entries.join('\n\n')}\n`
  }
}
