/** Reads XSD files for generate.ts: every component by its name, and what names mean where they stand. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DOMParser } from '@xmldom/xmldom'

export const XS = 'http://www.w3.org/2001/XMLSchema'

/** The components that other schemas may name. */
type Kind = 'element' | 'type' | 'attribute'
export type Component = { readonly node: Element; readonly namespace: string; readonly name: string }

const kinds: Readonly<Record<string, Kind>> = {
  element: 'element',
  complexType: 'type',
  simpleType: 'type',
  attribute: 'attribute',
}
/** What says nothing about documents. */
const PASSED_OVER = new Set(['annotation', 'import', 'include'])

export class SchemaFiles {
  readonly #components = new Map<string, Component>()
  readonly #read = new Set<string>()

  /** Reads a file and all that it imports and includes. */
  read(file: string): void {
    if (this.#read.has(file)) return
    this.#read.add(file)
    // The document type of XML signatures declares nothing that is used; the parser would refuse some of them.
    const text = readFileSync(file, 'utf8').replace(/<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>/, '')
    const root = new DOMParser().parseFromString(text, 'text/xml').documentElement
    const namespace = root.getAttribute('targetNamespace') ?? ''
    for (const node of childrenOf(root)) {
      const location = node.getAttribute('schemaLocation')
      if (location) this.read(resolve(dirname(file), location))
      if (PASSED_OVER.has(node.localName)) continue
      const kind = kinds[node.localName]
      const name = node.getAttribute('name') ?? ''
      if (kind === undefined) throw new Error(`${file}: ${node.localName} is not understood.`)
      this.#components.set(`${kind} {${namespace}}${name}`, { node, namespace, name })
    }
  }

  find(kind: Kind, name: string): Component {
    const found = this.#components.get(`${kind} ${name}`)
    if (found === undefined) throw new Error(`No ${kind} ${name}.`)
    return found
  }

  get elements(): Component[] {
    return [...this.#components].filter(([key]) => key.startsWith('element ')).map(([, component]) => component)
  }
}

export const childrenOf = (node: Element): Element[] =>
  Array.from({ length: node.childNodes.length }, (_, index) => node.childNodes[index] as Element).filter(
    ({ nodeType, namespaceURI }) => nodeType === 1 && namespaceURI === XS,
  )

export const childOf = (node: Element, ...names: readonly string[]): Element | undefined =>
  childrenOf(node).find(({ localName }) => names.includes(localName))

/** The value of an attribute that names something, as `{namespace}name`. */
export const nameIn = (node: Element, attribute: string): string | undefined => {
  const written = node.getAttribute(attribute)
  if (!written) return undefined
  const [prefix, local] = written.includes(':') ? (written.split(':') as [string, string]) : ['', written]
  return `{${namespaceOf(node, prefix)}}${local}`
}

const namespaceOf = (node: Element, prefix: string): string => {
  for (let at: Node | null = node; at !== null && at.nodeType === 1; at = at.parentNode) {
    const uri = (at as Element).getAttribute(prefix === '' ? 'xmlns' : `xmlns:${prefix}`)
    if (uri) return uri
  }
  return prefix === 'xml' ? 'http://www.w3.org/XML/1998/namespace' : ''
}

/** Is a local element or attribute in the namespace of its schema? */
export const isQualified = (node: Element, setting: 'elementFormDefault' | 'attributeFormDefault'): boolean =>
  (node.getAttribute('form') || (node.ownerDocument.documentElement.getAttribute(setting) ?? '')) === 'qualified'
