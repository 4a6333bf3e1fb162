/** The tree of a document while it is written: the same that reading its text would build. */
import { withOneMore } from '../../values/short-list.ts'
import { XmlElement, XmlPath } from './element.ts'
import { type XmlAttribute, type XmlName, qualify } from './names.ts'
import { XmlSource } from './source.ts'
import { readXml } from './tree.ts'
import { type Namespaces, type WriteListener, type XmlObject, writeXml } from './write.ts'

/** A document in both its forms. */
export interface WrittenDocument {
  text: string
  root: XmlElement
  /** False where reading made something else of the text. */
  isAsWritten: boolean
}

/** Longer ones are read, which holds them to the limits of every document. */
const LONGEST = 200_000

/** What reading refuses: control characters, halves of characters. A carriage return is written as a reference. */
const STRANGE = /[^\t\n\x20-\ud7ff\ue000-\ufffd]/
const isAsWritten = (text: string): boolean =>
  text.length <= LONGEST && (!STRANGE.test(text) || (text.isWellFormed() && !STRANGE.test(withoutPairs(text))))
const withoutPairs = (text: string): string => text.replaceAll(/[\ud800-\udfff]/g, '')

const NO_ATTRIBUTES: readonly XmlAttribute[] = []
const isDeclaration = (name: string): boolean => name === '@xmlns' || name.startsWith('@xmlns:')

class WrittenTree implements WriteListener {
  root: XmlElement | undefined
  /** Something that reading would make something else of. */
  isStrange = false
  readonly #namespaces: Namespaces
  readonly #names = new Map<string, XmlName>()
  readonly #source = new XmlSource('')
  #open: XmlElement | undefined

  constructor(namespaces: Namespaces) {
    this.#namespaces = namespaces
  }

  begins(name: string, content: string | XmlObject, offset: number): void {
    const parent = this.#open
    const path = parent ? this.#pathIn(parent.path, name) : new XmlPath(this.#nameOf(name), undefined, this.#source)
    const isText = typeof content === 'string'
    const element = new XmlElement(path, isText ? NO_ATTRIBUTES : this.#attributesOf(content, path), parent, offset)
    path.include(element)
    const text = isText ? content : content['#']
    if (typeof text === 'string' && text !== '') element.appendText(text)
    parent?.adopt(withOneMore(parent.children, element))
    this.#open = element
    this.root ??= element
  }

  ends(): void {
    const element = this.#open
    if (!element) return
    if (element.isBlank) element.path.holdsBlank = true
    this.#open = element.parent
  }

  /** The text, once it is there: places in it are looked up for findings. */
  isOf(text: string): void {
    this.#source.text = text
  }

  #pathIn(parent: XmlPath, name: string): XmlPath {
    const names = this.#nameOf(name)
    return parent.child(names.qname) ?? parent.add(names)
  }

  #nameOf(written: string): XmlName {
    const known = this.#names.get(written)
    if (known) return known
    const colon = written.indexOf(':')
    const prefix = colon === -1 ? '' : written.slice(0, colon)
    const name = written.slice(colon + 1)
    const namespace = this.#namespaces[prefix] ?? ''
    const names = { qname: qualify(namespace, name), name, namespace, prefix }
    this.#names.set(written, names)
    return names
  }

  #attributesOf(content: XmlObject, path: XmlPath): readonly XmlAttribute[] {
    let attributes: XmlAttribute[] | undefined
    for (const key in content) {
      if (!key.startsWith('@') || isDeclaration(key)) continue
      const [qname, value] = [key.slice(1), content[key] as string]
      // Of names with a prefix, reading makes something else.
      if (qname.includes(':')) this.isStrange = true
      attributes ??= []
      attributes.push({ qname, value })
      path.noteAttribute(qname)
    }
    return attributes ?? NO_ATTRIBUTES
  }
}

/** Writes a document, and has its tree without reading the text, where both are surely the same. */
export const writeWithTree = (rootName: string, namespaces: Namespaces, content: XmlObject): WrittenDocument => {
  const tree = new WrittenTree(namespaces)
  const text = writeXml(rootName, namespaces, content, tree)
  const { root, isStrange } = tree
  if (!root || isStrange || !isAsWritten(text)) return { text, root: readXml(Buffer.from(text)), isAsWritten: false }
  tree.isOf(text)
  return { text, root, isAsWritten: true }
}
