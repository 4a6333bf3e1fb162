/**
 * The safe reader of untrusted XML.
 *
 *   const root = readXml(bytes)                    // Uint8Array, or text already decoded; throws FormatError
 *   root.qname                                     // 'inv:Invoice' (canonical prefixes: see names.ts)
 *   root.first('cac:AccountingSupplierParty')      // first child of that name, or undefined
 *   root.all('cac:InvoiceLine')                    // every child of that name
 *   element.text, element.stringValue              // own text; text at any depth
 *   element.attribute('schemeID')                  // string or undefined
 *   element.children, element.parent
 *   element.name, element.names                    // 'Invoice'; {qname, name, namespace, prefix}
 *   element.line, element.column                   // of the start tag, from 1
 *   xpathOf(element)                               // '/Invoice/cac:InvoiceLine[2]/cbc:ID'
 *   descendants(element)                           // generator, document order, itself first
 *
 * `qname` is canonical whatever prefixes the document chose. Comments and processing instructions are dropped, and so is
 * white space between child elements. A document type declaration is refused, so the only entities are the five predefined
 * ones and numeric references. Size, depth, attributes and nodes are bounded, and time is linear in size.
 *
 * A scanner of our own, because a document is read on every request. Documents repeat themselves: the reader expects at each
 * place the element and the attributes that came there the last time, and looks closer only where it is wrong.
 */
import { decodeXml } from './decode.ts'
import { FormatError, type FormatErrorCode } from '../format-error.ts'
import { type XmlAttribute, XmlElement } from './element.ts'
import { namespaces, qualify } from './names.ts'
import { type Scope, type XmlName, XmlPath, XmlSource } from './outline.ts'

export { descendants, type XmlAttribute, XmlElement, xpathOf } from './element.ts'
export type { XmlName, XmlPath } from './outline.ts'
export { namespaces, qualify } from './names.ts'

export type XmlLimits = {
  readonly bytes: number
  /** Elements and attributes together. */
  readonly nodes: number
  /** Different paths of names; an invoice that uses everything has about a thousand. */
  readonly paths: number
  readonly depth: number
  /** On one element, namespace declarations included. */
  readonly attributes: number
  readonly nameLength: number
}

/**
 * 25 MB is the largest file the product takes; ten thousand lines of fifty nodes are the longest invoice; UBL nests
 * about twenty levels, a signature inside it some ten more.
 */
export const defaultLimits: XmlLimits = { bytes: 25_000_000, nodes: 500_000, paths: 20_000, depth: 100, attributes: 128, nameLength: 256 }

export const readXml = (input: Uint8Array | string, limits: Partial<XmlLimits> = {}): XmlElement => {
  const bounds = { ...defaultLimits, ...limits }
  if (input.length > bounds.bytes) {
    throw new FormatError('TOO_LARGE', `The file has ${input.length} bytes; at most ${bounds.bytes} are read.`)
  }
  let text = typeof input === 'string' ? input : decodeXml(input)
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
  if (!/\S/.test(text)) throw new FormatError('EMPTY', 'The file is empty.')
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
  return new Scanner(text, typeof input === 'string', bounds).read()
}

const NAME = /[A-Z_a-z\u00C0-\u{EFFFF}][-.\w\u00B7\u00C0-\u{EFFFF}]*(?::[A-Z_a-z\u00C0-\u{EFFFF}][-.\w\u00B7\u00C0-\u{EFFFF}]*)?/uy
const ENTITY = /&(?:#x([\dA-Fa-f]{1,8})|#(\d{1,9})|(lt|gt|amp|quot|apos));|&/g
const NOT_A_CHARACTER = /[^\t\n\r\u0020-\uFFFD]/
const DECLARATION = /^<\?xml\s+version\s*=\s*(["'])1\.\d\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/
const predefined: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
/** The ampersand last: it may stand before what looks like another reference. */
const references = Object.entries(predefined).map(([name, character]) => [`&${name};`, character] as const)
const UNNAMED = /&(?!(?:lt|gt|amp|quot|apos);)/
/** In characters. */
const EXPANDED_AT_ONCE = 65_536
const NO_ATTRIBUTES: readonly XmlAttribute[] = []

const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const EQUALS = 0x3d
const GREATER = 0x3e
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09

class Scanner {
  readonly #text: string
  /** Given as text: what was decoded from bytes has no half characters. */
  readonly #isGiven: boolean
  readonly #limits: XmlLimits
  readonly #source: XmlSource
  readonly #hasEntities: boolean
  readonly #hasSectionEnds: boolean
  #at = 0
  #nodes = 0
  #paths = 0
  #root: XmlElement | undefined
  /** The innermost open element, the path of the one that ended last inside it, and the scope inside it. */
  #open: XmlElement | undefined
  #last: XmlPath | undefined
  #scope: Scope = { uris: new Map([['', ''], ['xml', namespaces.xml]]), names: new Map() }
  /** The scopes around the open elements, and where the children of each begin among those that wait for their parent. */
  readonly #outer: Scope[] = []
  readonly #marks: number[] = []
  readonly #waiting: XmlElement[] = []
  #waits = 0

  constructor(text: string, isGiven: boolean, limits: XmlLimits) {
    this.#text = text
    this.#isGiven = isGiven
    this.#limits = limits
    this.#source = new XmlSource(text)
    this.#hasEntities = text.includes('&')
    this.#hasSectionEnds = text.includes(']]>')
  }

  read(): XmlElement {
    if (this.#isGiven && !this.#text.isWellFormed()) this.#fail('MALFORMED', 'The file holds half of a surrogate pair.', 0)
    if (this.#text.startsWith('<?xml') && isSpace(this.#text.charCodeAt(5))) this.#declaration()
    while (this.#at < this.#text.length) {
      const tag = this.#text.indexOf('<', this.#at)
      if (tag !== this.#at) this.#characters(tag === -1 ? this.#text.length : tag)
      if (tag !== -1) this.#markup(tag)
    }
    if (this.#open !== undefined) this.#fail('MALFORMED', `The file ends inside <${this.#open.path.written}>.`)
    return this.#root ?? this.#fail('MALFORMED', 'The file has no element.')
  }

  #markup(tag: number): void {
    const code = this.#text.charCodeAt(tag + 1)
    if (code === SLASH) this.#endTag(tag)
    else if (code === BANG) this.#declarationOrSection(tag)
    else if (code === QUESTION) this.#skipInstruction(tag)
    else this.#startTag(tag)
  }

  /** Where text may stand; anywhere else a control character is no markup. */
  #checkCharacters(start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      const code = this.#text.charCodeAt(at)
      if ((code < 0x20 && !isSpace(code)) || code > 0xfffd) this.#fail('MALFORMED', 'The file holds a control character that XML does not allow.', at)
    }
  }

  #declaration(): void {
    const match = DECLARATION.exec(this.#text)
    if (match === null) return this.#fail('MALFORMED', 'The XML declaration is not well formed.')
    this.#at = match[0].length
  }

  /** Text up to the next tag. */
  #characters(end: number): void {
    const open = this.#open
    const isBlank = this.#skipSpace(this.#at) === end
    if (open === undefined) {
      if (!isBlank) this.#fail('MALFORMED', 'There is text outside the document element.')
    } else if (!isBlank || (this.#last === undefined && this.#text.charCodeAt(end + 1) === SLASH)) {
      this.#addText(open, end)
    }
    this.#at = end
  }

  #addText(element: XmlElement, end: number): void {
    this.#checkCharacters(this.#at, end)
    const text = this.#text.slice(this.#at, end)
    if (this.#hasSectionEnds && text.includes(']]>')) this.#fail('MALFORMED', '"]]>" stands in text.')
    element.appendText(this.#expand(text))
  }

  #startTag(tag: number): void {
    const outer = this.#scope
    const expected = this.#expected(tag + 1)
    const written = expected === undefined ? this.#name(tag + 1) : expected.written
    if (this.#outer.length >= this.#limits.depth) {
      this.#fail('TOO_LARGE', `The elements are nested more than ${this.#limits.depth} levels deep.`)
    }
    const start = this.#at
    const attributes = this.#text.charCodeAt(start) === GREATER ? NO_ATTRIBUTES : this.#expectedAttributes(expected)
    const isExpected = expected !== undefined && this.#scope === outer
    const path = isExpected ? expected : this.#pathOf(written, this.#scope === outer ? outer : undefined)
    if (attributes !== NO_ATTRIBUTES && path.attributeList !== attributes) this.#remember(path, attributes, start)
    const element = new XmlElement(path, attributes, this.#open, tag)
    path.elements.push(element)
    this.#countNode()
    if (this.#text.charCodeAt(this.#at) === SLASH) {
      this.#scope = outer
      this.#at += 1
      this.#end(element)
    } else if (this.#isLeaf(element, written)) {
      this.#scope = outer
      this.#end(element)
    } else {
      this.#outer.push(outer)
      this.#marks.push(this.#waits)
      this.#open = element
      this.#last = undefined
    }
    if (this.#text.charCodeAt(this.#at) !== GREATER) this.#fail('MALFORMED', `The tag <${written}> does not end.`)
    this.#at += 1
  }

  /** Most elements hold a text and nothing else: they are read at once, up to the `>` of their closing tag. */
  #isLeaf(element: XmlElement, written: string): boolean {
    const start = this.#at + 1
    const close = this.#text.indexOf('<', start)
    const end = close + 2 + written.length
    if (this.#text.charCodeAt(start - 1) !== GREATER || this.#text.charCodeAt(close + 1) !== SLASH || this.#text.charCodeAt(end) !== GREATER || !this.#says(written, close + 2)) return false
    if (close > start) {
      this.#at = start
      this.#addText(element, close)
    }
    this.#at = end
    return true
  }

  /** The path that followed here the last time, if its name stands here again; moves behind the name. */
  #expected(at: number): XmlPath | undefined {
    const path = this.#last === undefined ? this.#open?.path.firstInside : this.#last.nextAfter
    if (path === undefined || path.scope !== this.#scope || !this.#says(path.written, at)) return undefined
    const end = at + path.written.length
    const code = this.#text.charCodeAt(end)
    if (code !== GREATER && code !== SLASH && !isSpace(code)) return undefined
    this.#at = end
    return path
  }

  #expectedAttributes(expected: XmlPath | undefined): readonly XmlAttribute[] {
    if (expected === undefined || expected.attributeText === '' || !this.#says(expected.attributeText, this.#at)) return this.#attributes()
    const end = this.#at + expected.attributeText.length
    const code = this.#text.charCodeAt(end)
    if (code !== GREATER && code !== SLASH) return this.#attributes()
    this.#at = end
    for (let count = expected.attributeList.length; count > 0; count -= 1) this.#countNode()
    return expected.attributeList
  }

  /** The path of a name inside the open element. `scope` is undefined where the element declares namespaces of its own. */
  #pathOf(written: string, scope: Scope | undefined): XmlPath {
    const names = this.#resolve(written)
    const parent = this.#open?.path
    const path = parent?.child(names.qname) ?? this.#newPath(names, parent)
    if (path.scope !== scope || path.written !== written) {
      path.scope = scope
      path.written = written
      path.attributeText = ''
    }
    if (this.#last !== undefined) this.#last.nextAfter = path
    else if (parent !== undefined) parent.firstInside = path
    return path
  }

  #newPath(names: XmlName, parent: XmlPath | undefined): XmlPath {
    if (++this.#paths > this.#limits.paths) this.#fail('TOO_LARGE', `The file has elements at more than ${this.#limits.paths} different paths.`)
    if (parent !== undefined) return parent.add(names)
    if (this.#root !== undefined) this.#fail('MALFORMED', 'There is a second document element.')
    return new XmlPath(names, undefined, this.#source)
  }

  #remember(path: XmlPath, attributes: readonly XmlAttribute[], start: number): void {
    for (const { qname } of attributes) path.attributes.add(qname)
    if (path.scope === undefined) return
    path.attributeText = this.#text.slice(start, this.#at)
    path.attributeList = attributes
  }

  /** An element has ended: it waits for its parent to take it. */
  #end(element: XmlElement): void {
    this.#waiting[this.#waits] = element
    this.#waits += 1
    this.#last = element.path
    if (element.isBlank) element.path.holdsBlank = true
    if (element.parent === undefined) this.#root = element
  }

  #endTag(tag: number): void {
    const open = this.#open
    const outer = this.#outer.pop()
    const mark = this.#marks.pop()
    if (open === undefined || outer === undefined || mark === undefined) return this.#fail('MALFORMED', 'A closing tag closes nothing.', tag)
    const { written } = open.path
    const end = tag + 2 + written.length
    this.#at = this.#text.charCodeAt(end) === GREATER ? end : this.#skipSpace(end)
    if (!this.#says(written, tag + 2) || this.#text.charCodeAt(this.#at) !== GREATER) {
      this.#fail('MALFORMED', `<${written}> is not closed by this tag.`, tag)
    }
    this.#at += 1
    if (this.#waits > mark) open.adopt(this.#waiting.slice(mark, this.#waits))
    this.#waits = mark
    this.#open = open.parent
    this.#scope = outer
    this.#end(open)
  }

  /** The attributes of a start tag, up to its `>` or `/>`. Opens a new scope where there are namespace declarations. */
  #attributes(): readonly XmlAttribute[] {
    const written: { name: string; value: string }[] = []
    let uris: Map<string, string> | undefined
    let count = 0
    for (;;) {
      const start = this.#at
      this.#at = this.#skipSpace(start)
      const code = this.#text.charCodeAt(this.#at)
      if (code === GREATER || code === SLASH) break
      if (this.#at === start) this.#fail('MALFORMED', 'A space is missing in a tag, or the tag does not end.')
      if (++count > this.#limits.attributes) this.#fail('TOO_LARGE', `An element has more than ${this.#limits.attributes} attributes.`)
      const name = this.#name(this.#at)
      const value = this.#attributeValue(name)
      if (name === 'xmlns' || name.startsWith('xmlns:')) {
        uris ??= new Map(this.#scope.uris)
        this.#declare(uris, name.slice(6), value)
      } else written.push({ name, value })
    }
    if (uris !== undefined) this.#scope = { uris, names: new Map() }
    return written.length === 0 ? NO_ATTRIBUTES : this.#resolveAttributes(written)
  }

  #declare(uris: Map<string, string>, prefix: string, uri: string): void {
    const reserved = prefix === 'xmlns' || (prefix === 'xml') !== (uri === namespaces.xml)
    if (reserved || (uri === '' && prefix !== '')) this.#fail('MALFORMED', `The namespace prefix "${prefix}" cannot be declared so.`)
    uris.set(prefix, uri)
    this.#countNode()
  }

  #resolveAttributes(written: readonly { name: string; value: string }[]): XmlAttribute[] {
    const attributes: XmlAttribute[] = []
    for (const { name, value } of written) {
      // An attribute without a prefix is in no namespace, whatever the default is.
      const qname = name.includes(':') ? this.#resolve(name).qname : name
      if (attributes.some((other) => other.qname === qname)) this.#fail('MALFORMED', `The attribute "${name}" is given twice.`)
      attributes.push({ qname, value })
      this.#countNode()
    }
    return attributes
  }

  #attributeValue(name: string): string {
    let at = this.#skipSpace(this.#at)
    if (this.#text.charCodeAt(at) !== EQUALS) this.#fail('MALFORMED', `The attribute "${name}" has no value.`, at)
    at = this.#skipSpace(at + 1)
    const quote = this.#text[at] ?? ''
    const end = quote === '"' || quote === "'" ? this.#text.indexOf(quote, at + 1) : -1
    if (end === -1) this.#fail('MALFORMED', `The value of the attribute "${name}" is not quoted, or does not end.`, at)
    this.#checkCharacters(at + 1, end)
    const value = this.#text.slice(at + 1, end)
    if (value.includes('<')) this.#fail('MALFORMED', `The value of the attribute "${name}" holds "<".`, at)
    this.#at = end + 1
    return this.#expand(/[\t\n]/.test(value) ? value.replace(/[\t\n]/g, ' ') : value)
  }

  /** A comment, a character data section, or a document type declaration. */
  #declarationOrSection(tag: number): void {
    if (this.#text.startsWith('<!--', tag)) {
      const end = this.#text.indexOf('--', tag + 4)
      if (end === -1 || this.#text.charCodeAt(end + 2) !== GREATER) this.#fail('MALFORMED', 'A comment does not end, or holds "--".', tag)
      this.#checkCharacters(tag, end)
      this.#at = end + 3
    } else if (this.#text.startsWith('<![CDATA[', tag) && this.#open !== undefined) {
      const end = this.#text.indexOf(']]>', tag + 9)
      if (end === -1) this.#fail('MALFORMED', 'A character data section does not end.', tag)
      this.#checkCharacters(tag, end)
      this.#open.appendText(this.#text.slice(tag + 9, end))
      this.#at = end + 3
    } else if (this.#text.startsWith('<!DOCTYPE', tag)) {
      this.#fail('DOCTYPE_REFUSED', 'A document type declaration (DOCTYPE) is not accepted.', tag)
    } else this.#fail('MALFORMED', 'Unknown markup.', tag)
  }

  #skipInstruction(tag: number): void {
    const target = this.#name(tag + 2)
    const end = this.#text.indexOf('?>', this.#at)
    const apart = end === this.#at || isSpace(this.#text.charCodeAt(this.#at))
    if (end === -1 || !apart || target.toLowerCase() === 'xml') this.#fail('MALFORMED', 'A processing instruction is not well formed.', tag)
    this.#checkCharacters(tag, end)
    this.#at = end + 2
  }

  /** Reads a name and moves behind it. */
  #name(at: number): string {
    NAME.lastIndex = at
    const name = NAME.exec(this.#text)?.[0] ?? this.#fail('MALFORMED', 'A name is expected here.', at)
    if (name.length > this.#limits.nameLength) this.#fail('TOO_LARGE', `A name is longer than ${this.#limits.nameLength} characters.`, at)
    this.#checkCharacters(at, at + name.length)
    this.#at = at + name.length
    return name
  }

  #resolve(written: string): XmlName {
    const known = this.#scope.names.get(written)
    if (known !== undefined) return known
    const colon = written.indexOf(':')
    const prefix = colon === -1 ? '' : written.slice(0, colon)
    const name = written.slice(colon + 1)
    const namespace = this.#scope.uris.get(prefix)
    if (namespace === undefined) return this.#fail('MALFORMED', `The namespace prefix "${prefix}" is not declared.`)
    const names = { qname: qualify(namespace, name), name, namespace, prefix }
    this.#scope.names.set(written, names)
    return names
  }

  /** Resolves references; a long text piece by piece, because millions of replacements at once take much memory. */
  #expand(text: string): string {
    if (!this.#hasEntities || !text.includes('&')) return text
    if (text.length <= EXPANDED_AT_ONCE) return this.#resolveReferences(text)
    const pieces: string[] = []
    for (let at = 0; at < text.length; ) {
      const last = at + EXPANDED_AT_ONCE < text.length ? text.lastIndexOf('&', at + EXPANDED_AT_ONCE) : -1
      const end = last > at ? last : at + EXPANDED_AT_ONCE
      pieces.push(this.#resolveReferences(text.slice(at, end)))
      at = end
    }
    return pieces.join('')
  }

  #resolveReferences(text: string): string {
    // `replaceAll` answers a chain of pieces, which a text of nothing but references makes very long.
    if (!UNNAMED.test(text)) return references.reduce((resolved, [reference, character]) => resolved.split(reference).join(character), text)
    return text.replace(ENTITY, (entity, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return predefined[name] ?? ''
      const code = hex === undefined ? Number(decimal ?? -1) : Number.parseInt(hex, 16)
      const allowed = code <= 0x10ffff && code >= 0 && !(code >= 0xd800 && code <= 0xdfff)
      const character = allowed ? String.fromCodePoint(code) : '\0'
      if (NOT_A_CHARACTER.test(character)) this.#fail('MALFORMED', `"${entity}" is no entity that is known here.`)
      return character
    })
  }

  /** Compared so, because `startsWith` takes twice the time. */
  #says(words: string, at: number): boolean {
    return this.#text.slice(at, at + words.length) === words
  }

  #skipSpace(at: number): number {
    while (isSpace(this.#text.charCodeAt(at))) at += 1
    return at
  }

  #countNode(): void {
    if (++this.#nodes > this.#limits.nodes) this.#fail('TOO_LARGE', `The file has more than ${this.#limits.nodes} elements and attributes.`)
  }

  #fail(code: FormatErrorCode, message: string, at = this.#at): never {
    const { line, column } = this.#source.place(Math.min(at, this.#text.length))
    throw new FormatError(code, message, line, column)
  }
}
