import { type XmlAttribute, XmlElement } from './element.ts'
import { BANG, GREATER, isSpace, LESS, QUESTION, SLASH, XmlCursor } from './cursor.ts'
import { namespaces, qualify } from './names.ts'
import { namespaceIn, type Scope, type XmlName, XmlPath } from './outline.ts'
import type { XmlLimits } from './tree.ts'

const NO_ATTRIBUTES: readonly XmlAttribute[] = []
const endsName = (code: number): boolean => code === GREATER || code === SLASH || isSpace(code)

/**
 * Builds the tree of a document. Documents repeat themselves: the scanner expects at each place the start tag that came there
 * the last time, and looks closer only where it is wrong.
 */
export class Scanner {
  readonly #cursor: XmlCursor
  readonly #limits: XmlLimits
  #nodes = 0
  #paths = 0
  #root: XmlElement | undefined
  /** The innermost open element, the path of the one that ended last inside it, and the scope inside it. */
  #open: XmlElement | undefined
  #last: XmlPath | undefined
  #scope: Scope = {
    uris: new Map([
      ['', ''],
      ['xml', namespaces.xml],
    ]),
    outer: undefined,
    names: new Map(),
  }
  /** The scopes around the open elements, and where the children of each begin among those that wait for their parent. */
  readonly #outer: Scope[] = []
  readonly #marks: number[] = []
  readonly #waiting: XmlElement[] = []
  #waits = 0

  constructor(text: string, limits: XmlLimits) {
    this.#cursor = new XmlCursor(text, limits.nameLength)
    this.#limits = limits
  }

  read(): XmlElement {
    const cursor = this.#cursor
    cursor.skipDeclaration()
    while (cursor.at < cursor.text.length) {
      if (cursor.code(cursor.at) === LESS) this.#markup(cursor.at)
      else this.#characters(cursor.at)
    }
    if (this.#open !== undefined) cursor.fail('MALFORMED', `The file ends inside <${this.#open.path.written}>.`)
    return this.#root ?? cursor.fail('MALFORMED', 'The file has no element.')
  }

  #markup(tag: number): void {
    const code = this.#cursor.code(tag + 1)
    if (code === SLASH) this.#endTag(tag)
    else if (code === BANG) this.#declarationOrSection(tag)
    else if (code === QUESTION) this.#cursor.skipInstruction(tag)
    else this.#startTag(tag)
  }

  /** Text up to the next tag. White space between child elements is dropped. */
  #characters(start: number): void {
    const cursor = this.#cursor
    const open = this.#open
    const end = cursor.textEnd(start)
    const isBlank = cursor.afterSpace(start) === end
    if (open === undefined) {
      if (!isBlank) cursor.fail('MALFORMED', 'There is text outside the document element.')
    } else if (!isBlank || (this.#last === undefined && cursor.code(end + 1) === SLASH)) {
      open.appendText(cursor.textBetween(start, end))
    }
    cursor.at = end
  }

  #startTag(tag: number): void {
    const cursor = this.#cursor
    if (this.#outer.length >= this.#limits.depth) {
      cursor.fail('TOO_LARGE', `The elements are nested more than ${this.#limits.depth} levels deep.`)
    }
    const outer = this.#scope
    const expected = this.#expected()
    const path = expected !== undefined && this.#isSame(expected, tag) ? expected : this.#readTag(tag, expected)
    const element = new XmlElement(path, path.attributeList, this.#open, tag)
    path.elements.push(element)
    this.#count(1)
    if (cursor.code(cursor.at) === SLASH) {
      this.#scope = outer
      cursor.at += 1
      this.#end(element)
    } else if (this.#isLeaf(element, path)) {
      this.#scope = outer
      this.#end(element)
    } else {
      this.#outer.push(outer)
      this.#marks.push(this.#waits)
      this.#open = element
      this.#last = undefined
    }
    if (cursor.code(cursor.at) !== GREATER) cursor.fail('MALFORMED', `The tag <${path.written}> does not end.`)
    cursor.at += 1
  }

  /** The path that followed here the last time. */
  #expected(): XmlPath | undefined {
    const path = this.#last === undefined ? this.#open?.path.firstInside : this.#last.nextAfter
    return path?.scope === this.#scope ? path : undefined
  }

  /** The start tag stands here again, up to its `>` or `/>`; moves there. */
  #isSame(path: XmlPath, tag: number): boolean {
    const cursor = this.#cursor
    const end = tag + path.tagEnd - path.tagStart
    const code = cursor.code(end)
    if ((code !== GREATER && code !== SLASH) || !cursor.repeats(path.tagStart, path.tagEnd, tag)) return false
    cursor.at = end
    this.#count(path.attributeList.length)
    return true
  }

  /** Reads a start tag up to its `>` or `/>`, and remembers it at its path. */
  #readTag(tag: number, expected: XmlPath | undefined): XmlPath {
    const cursor = this.#cursor
    const outer = this.#scope
    const hasName =
      expected !== undefined &&
      cursor.repeats(expected.tagStart, expected.tagStart + expected.written.length + 1, tag) &&
      endsName(cursor.code(tag + expected.written.length + 1))
    const written = hasName ? expected.written : cursor.name(tag + 1)
    cursor.at = tag + written.length + 1
    const attributes = this.#attributes()
    const path = hasName && this.#scope === outer ? expected : this.#pathOf(written)
    path.written = written
    // A tag that declares namespaces of its own is looked at each time.
    path.scope = this.#scope === outer ? outer : undefined
    path.tagStart = tag
    path.tagEnd = cursor.at
    path.attributeList = attributes
    for (const { qname } of attributes) path.attributes.add(qname)
    return path
  }

  /** Most elements hold a text and nothing else: they are read at once, up to the `>` of their closing tag. */
  #isLeaf(element: XmlElement, { written, tagStart }: XmlPath): boolean {
    const cursor = this.#cursor
    if (cursor.code(cursor.at) !== GREATER) return false
    const start = cursor.at + 1
    const close = cursor.textEnd(start)
    const end = close + 2 + written.length
    if (
      cursor.code(close + 1) !== SLASH ||
      cursor.code(end) !== GREATER ||
      !cursor.repeats(tagStart + 1, tagStart + 1 + written.length, close + 2)
    )
      return false
    if (close > start) element.appendText(cursor.textBetween(start, close))
    cursor.at = end
    return true
  }

  /** The path of a name inside the open element. */
  #pathOf(written: string): XmlPath {
    const names = this.#resolve(written)
    const parent = this.#open?.path
    const path = parent?.child(names.qname) ?? this.#newPath(names, parent)
    if (this.#last !== undefined) this.#last.nextAfter = path
    else if (parent !== undefined) parent.firstInside = path
    return path
  }

  #newPath(names: XmlName, parent: XmlPath | undefined): XmlPath {
    const cursor = this.#cursor
    if (++this.#paths > this.#limits.paths)
      cursor.fail('TOO_LARGE', `The file has elements at more than ${this.#limits.paths} different paths.`)
    if (parent !== undefined) return parent.add(names)
    if (this.#root !== undefined) cursor.fail('MALFORMED', 'There is a second document element.')
    return new XmlPath(names, undefined, cursor.source)
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
    const cursor = this.#cursor
    const open = this.#open
    const outer = this.#outer.pop()
    const mark = this.#marks.pop()
    if (open === undefined || outer === undefined || mark === undefined)
      return cursor.fail('MALFORMED', 'A closing tag closes nothing.', tag)
    const { written, tagStart } = open.path
    const end = cursor.afterSpace(tag + 2 + written.length)
    if (!cursor.repeats(tagStart + 1, tagStart + 1 + written.length, tag + 2) || cursor.code(end) !== GREATER) {
      cursor.fail('MALFORMED', `<${written}> is not closed by this tag.`, tag)
    }
    cursor.at = end + 1
    if (this.#waits - mark > this.#limits.children)
      cursor.fail(
        'TOO_LARGE',
        `The element <${written}> has more than ${this.#limits.children} elements inside it.`,
        tag,
      )
    if (this.#waits > mark) open.adopt(this.#waiting.slice(mark, this.#waits))
    this.#waits = mark
    this.#open = open.parent
    this.#scope = outer
    this.#end(open)
  }

  /** The attributes of a start tag, up to its `>` or `/>`. Opens a new scope where there are namespace declarations. */
  #attributes(): readonly XmlAttribute[] {
    const cursor = this.#cursor
    const written: { name: string; value: string }[] = []
    let uris: Map<string, string> | undefined
    let count = 0
    for (;;) {
      const start = cursor.at
      cursor.at = cursor.afterSpace(start)
      const code = cursor.code(cursor.at)
      if (code === GREATER || code === SLASH) break
      if (cursor.at === start) cursor.fail('MALFORMED', 'A space is missing in a tag, or the tag does not end.')
      if (++count > this.#limits.attributes)
        cursor.fail('TOO_LARGE', `An element has more than ${this.#limits.attributes} attributes.`)
      const name = cursor.name(cursor.at)
      const value = cursor.attributeValue(name)
      if (name === 'xmlns' || name.startsWith('xmlns:')) {
        uris ??= new Map()
        this.#declare(uris, name.slice(6), value)
      } else written.push({ name, value })
    }
    if (uris !== undefined) this.#scope = { uris, outer: this.#scope, names: new Map() }
    return written.length === 0 ? NO_ATTRIBUTES : this.#resolveAttributes(written)
  }

  #declare(uris: Map<string, string>, prefix: string, uri: string): void {
    const reserved = prefix === 'xmlns' || (prefix === 'xml') !== (uri === namespaces.xml)
    if (reserved || (uri === '' && prefix !== ''))
      this.#cursor.fail('MALFORMED', `The namespace prefix "${prefix}" cannot be declared so.`)
    uris.set(prefix, uri)
    this.#count(1)
  }

  #resolveAttributes(written: readonly { name: string; value: string }[]): XmlAttribute[] {
    const attributes: XmlAttribute[] = []
    for (const { name, value } of written) {
      // An attribute without a prefix is in no namespace, whatever the default is.
      const qname = name.includes(':') ? this.#resolve(name).qname : name
      if (attributes.some((other) => other.qname === qname))
        this.#cursor.fail('MALFORMED', `The attribute "${name}" is given twice.`)
      attributes.push({ qname, value })
      this.#count(1)
    }
    return attributes
  }

  /** A comment, a character data section, or a document type declaration. */
  #declarationOrSection(tag: number): void {
    const cursor = this.#cursor
    if (cursor.text.startsWith('<!--', tag)) cursor.skipComment(tag)
    else if (cursor.text.startsWith('<![CDATA[', tag) && this.#open !== undefined)
      this.#open.appendText(cursor.section(tag))
    else if (cursor.text.startsWith('<!DOCTYPE', tag))
      cursor.fail('DOCTYPE_REFUSED', 'A document type declaration (DOCTYPE) is not accepted.', tag)
    else cursor.fail('MALFORMED', 'Unknown markup.', tag)
  }

  #resolve(written: string): XmlName {
    const known = this.#scope.names.get(written)
    if (known !== undefined) return known
    const colon = written.indexOf(':')
    const prefix = colon === -1 ? '' : written.slice(0, colon)
    const name = written.slice(colon + 1)
    const namespace = namespaceIn(this.#scope, prefix)
    if (namespace === undefined)
      return this.#cursor.fail('MALFORMED', `The namespace prefix "${prefix}" is not declared.`)
    const names = { qname: qualify(namespace, name), name, namespace, prefix }
    this.#scope.names.set(written, names)
    return names
  }

  /** Elements and attributes. */
  #count(nodes: number): void {
    this.#nodes += nodes
    if (this.#nodes > this.#limits.nodes)
      this.#cursor.fail('TOO_LARGE', `The file has more than ${this.#limits.nodes} elements and attributes.`)
  }
}
