import { GREATER, SLASH, type XmlCursor } from './cursor.ts'
import { namespaceIn, namespaces, type NamespaceScope, qualify, type XmlAttribute, type XmlName } from './names.ts'
import type { NodeCount } from './node-count.ts'

const NO_ATTRIBUTES: readonly XmlAttribute[] = []

/** Reads the attributes of start tags, and what names mean under the namespaces that hold there. */
export class TagReader {
  /** The namespaces that hold where the reader is. */
  scope: NamespaceScope = {
    uris: new Map([
      ['', ''],
      ['xml', namespaces.xml],
    ]),
    outer: undefined,
    names: new Map(),
  }
  readonly #cursor: XmlCursor
  /** How many attributes one element may have. */
  readonly #limit: number
  readonly #nodes: NodeCount

  constructor(cursor: XmlCursor, limit: number, nodes: NodeCount) {
    this.#cursor = cursor
    this.#limit = limit
    this.#nodes = nodes
  }

  /** The attributes of a start tag, up to its `>` or `/>`. Opens a new scope where there are namespace declarations. */
  attributes(): readonly XmlAttribute[] {
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
      if (++count > this.#limit) cursor.fail('TOO_LARGE', `An element has more than ${this.#limit} attributes.`)
      const name = cursor.name(cursor.at)
      const value = cursor.attributeValue(name)
      if (name === 'xmlns' || name.startsWith('xmlns:')) {
        uris ??= new Map()
        this.#declare(uris, name.slice(6), value)
      } else written.push({ name, value })
    }
    if (uris !== undefined) this.scope = { uris, outer: this.scope, names: new Map() }
    return written.length === 0 ? NO_ATTRIBUTES : this.#resolveAttributes(written)
  }

  #declare(uris: Map<string, string>, prefix: string, uri: string): void {
    const reserved = prefix === 'xmlns' || (prefix === 'xml') !== (uri === namespaces.xml)
    if (reserved || (uri === '' && prefix !== ''))
      this.#cursor.fail('MALFORMED', `The namespace prefix "${prefix}" is declared in a way that XML does not allow.`)
    uris.set(prefix, uri)
    this.#nodes.add(1)
  }

  #resolveAttributes(written: readonly { name: string; value: string }[]): XmlAttribute[] {
    const attributes: XmlAttribute[] = []
    for (const { name, value } of written) {
      // An attribute without a prefix is in no namespace, whatever the default is.
      const qname = name.includes(':') ? this.resolve(name).qname : name
      if (attributes.some((other) => other.qname === qname))
        this.#cursor.fail('MALFORMED', `The element has the attribute "${name}" twice.`)
      attributes.push({ qname, value })
      this.#nodes.add(1)
    }
    return attributes
  }

  /** What a name as written means here. */
  resolve(written: string): XmlName {
    const known = this.scope.names.get(written)
    if (known !== undefined) return known
    const colon = written.indexOf(':')
    const prefix = colon === -1 ? '' : written.slice(0, colon)
    const name = written.slice(colon + 1)
    const namespace = namespaceIn(this.scope, prefix)
    if (namespace === undefined)
      return this.#cursor.fail('MALFORMED', `The namespace prefix "${prefix}" is not declared.`)
    const names = { qname: qualify(namespace, name), name, namespace, prefix }
    this.scope.names.set(written, names)
    return names
  }
}
