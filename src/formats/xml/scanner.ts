import { XmlElement, XmlPath } from './element.ts'
import type { NamespaceScope, XmlName } from './names.ts'
import { NodeCount } from './node-count.ts'
import { TagReader } from './tag-reader.ts'
import { BANG, GREATER, isSpace, LESS, QUESTION, SLASH, XmlCursor } from './cursor.ts'
import type { XmlLimits } from './limits.ts'
import type { ShortenedText } from './long-texts.ts'

const endsName = (code: number): boolean => code === GREATER || code === SLASH || isSpace(code)

/**
 * Builds the tree of a document. Documents repeat themselves: the scanner expects at each place the start tag that came
 * there the last time, and looks closer only where it is wrong.
 */
export class Scanner {
  readonly #cursor: XmlCursor
  readonly #limits: XmlLimits
  readonly #nodes: NodeCount
  /** Holds the namespaces of the innermost open element. */
  readonly #tags: TagReader
  #paths = 0
  #root: XmlElement | undefined
  /** The innermost open element, and the path of the one that ended last inside it. */
  #open: XmlElement | undefined
  #last: XmlPath | undefined
  /**
   * The scopes around the open elements, and where the children of each begin among those that wait for their parent.
   */
  readonly #outer: NamespaceScope[] = []
  readonly #marks: number[] = []
  readonly #waiting: XmlElement[] = []
  #waits = 0
  /** White space in the open element, which is text unless a child follows. */
  #blank = ''

  constructor(text: string, limits: XmlLimits, shortened?: ShortenedText) {
    this.#cursor = new XmlCursor(text, limits.nameLength, shortened)
    this.#limits = limits
    this.#nodes = new NodeCount(this.#cursor, limits.nodes)
    this.#tags = new TagReader(this.#cursor, limits.attributes, this.#nodes)
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

  /** True if the long texts that were left out stand where they may. */
  get isWhole(): boolean {
    return this.#cursor.isWhole
  }

  #markup(tag: number): void {
    const code = this.#cursor.code(tag + 1)
    if (code === SLASH) this.#endTag(tag)
    else if (code === BANG) this.#declarationOrSection(tag)
    else if (code === QUESTION) this.#cursor.skipInstruction(tag)
    else this.#startTag(tag)
  }

  /** Text up to the next tag. White space beside child elements is dropped; beside a comment alone it is text. */
  #characters(start: number): void {
    const cursor = this.#cursor
    const open = this.#open
    const end = cursor.textEnd(start)
    const isBlank = cursor.afterSpace(start) === end
    if (open === undefined) {
      if (!isBlank) cursor.fail('MALFORMED', 'There is text outside the document element.')
    } else if (!isBlank) this.#append(open, cursor.textBetween(start, end))
    else if (this.#last === undefined) this.#blank += cursor.textBetween(start, end)
    cursor.at = end
  }

  #append(open: XmlElement, text: string): void {
    open.appendText(this.#blank + text)
    this.#blank = ''
  }

  #startTag(tag: number): void {
    const cursor = this.#cursor
    if (this.#outer.length >= this.#limits.depth) {
      cursor.fail('TOO_LARGE', `The elements are nested more than ${this.#limits.depth} levels deep.`)
    }
    const outer = this.#tags.scope
    const expected = this.#expected()
    const path = expected !== undefined && this.#isSame(expected, tag) ? expected : this.#readTag(tag, expected)
    const element = new XmlElement(path, path.attributeList, this.#open, tag)
    path.include(element)
    this.#nodes.add(1)
    if (cursor.code(cursor.at) === SLASH) {
      this.#tags.scope = outer
      cursor.at += 1
      this.#end(element)
    } else if (this.#isLeaf(element, path)) {
      this.#tags.scope = outer
      this.#end(element)
    } else {
      this.#outer.push(outer)
      this.#marks.push(this.#waits)
      this.#open = element
      this.#last = undefined
      this.#blank = ''
    }
    if (cursor.code(cursor.at) !== GREATER) cursor.fail('MALFORMED', `The tag <${path.written}> does not end.`)
    cursor.at += 1
  }

  /** The path that followed here the last time. */
  #expected(): XmlPath | undefined {
    const path = this.#last === undefined ? this.#open?.path.firstInside : this.#last.nextAfter
    return path?.scope === this.#tags.scope ? path : undefined
  }

  /** The start tag stands here again, up to its `>` or `/>`; moves there. */
  #isSame(path: XmlPath, tag: number): boolean {
    const cursor = this.#cursor
    const end = tag + path.tagEnd - path.tagStart
    const code = cursor.code(end)
    if ((code !== GREATER && code !== SLASH) || !cursor.repeats(path.tagStart, path.tagEnd, tag)) return false
    cursor.at = end
    this.#nodes.add(path.attributeList.length)
    return true
  }

  /** Reads a start tag up to its `>` or `/>`, and remembers it at its path. */
  #readTag(tag: number, expected: XmlPath | undefined): XmlPath {
    const cursor = this.#cursor
    const outer = this.#tags.scope
    const hasName =
      expected !== undefined &&
      cursor.repeats(expected.tagStart, expected.tagStart + expected.written.length + 1, tag) &&
      endsName(cursor.code(tag + expected.written.length + 1))
    const written = hasName ? expected.written : cursor.name(tag + 1)
    cursor.at = tag + written.length + 1
    const attributes = this.#tags.attributes()
    const path = hasName && this.#tags.scope === outer ? expected : this.#pathOf(written)
    path.written = written
    // A tag that declares namespaces of its own is looked at each time.
    path.scope = this.#tags.scope === outer ? outer : undefined
    path.tagStart = tag
    path.tagEnd = cursor.at
    path.attributeList = attributes
    for (const { qname } of attributes) path.noteAttribute(qname)
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
    const encoded = cursor.encodedBetween(start, close)
    if (encoded !== undefined) element.encode(encoded)
    else if (close > start) element.appendText(cursor.textBetween(start, close))
    cursor.at = end
    return true
  }

  /** The path of a name inside the open element. */
  #pathOf(written: string): XmlPath {
    const names = this.#tags.resolve(written)
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
      return cursor.fail('MALFORMED', 'A closing tag has no opening tag.', tag)
    const { written, tagStart } = open.path
    const end = cursor.afterSpace(tag + 2 + written.length)
    if (!cursor.repeats(tagStart + 1, tagStart + 1 + written.length, tag + 2) || cursor.code(end) !== GREATER) {
      cursor.fail('MALFORMED', `This closing tag does not match the opening tag <${written}>.`, tag)
    }
    cursor.at = end + 1
    if (this.#waits - mark > this.#limits.children)
      cursor.fail(
        'TOO_LARGE',
        `The element <${written}> has more than ${this.#limits.children} elements inside it.`,
        tag,
      )
    if (this.#waits > mark) open.adopt(this.#waiting.slice(mark, this.#waits))
    else this.#append(open, '')
    this.#blank = ''
    this.#waits = mark
    this.#open = open.parent
    this.#tags.scope = outer
    this.#end(open)
  }

  /** A comment, a character data section, or a document type declaration. */
  #declarationOrSection(tag: number): void {
    const cursor = this.#cursor
    if (cursor.text.startsWith('<!--', tag)) cursor.skipComment(tag)
    else if (cursor.text.startsWith('<![CDATA[', tag) && this.#open !== undefined)
      this.#append(this.#open, cursor.section(tag))
    else if (cursor.text.startsWith('<!DOCTYPE', tag))
      cursor.fail('DOCTYPE_REFUSED', 'A document type declaration (DOCTYPE) is not accepted.', tag)
    else cursor.fail('MALFORMED', 'Unknown markup.', tag)
  }
}
