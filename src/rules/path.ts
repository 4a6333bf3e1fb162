import type { XmlElement } from '../formats/xml/tree.ts'

/**
 * The small path language of the rule tables: steps of canonical names (`cac:Item/cbc:Name`), `..` for the parent, `*` for
 * any child, alternatives in one step with `|` (`cac:InvoiceLine|cac:CreditNoteLine`). Paths are compiled once.
 */
const compiled = new Map<string, readonly (readonly string[])[]>()

const compile = (path: string): readonly (readonly string[])[] => {
  const known = compiled.get(path)
  if (known !== undefined) return known
  const steps = path.split('/').map((step) => step.split('|'))
  compiled.set(path, steps)
  return steps
}

/** The elements a path leads to, in document order. */
export const select = (from: XmlElement, path: string): readonly XmlElement[] => {
  const steps = compile(path)
  let current: readonly XmlElement[] = [from]
  for (const names of steps) {
    const [name = ''] = names
    const only = current.length === 1 ? current[0] : undefined
    if (only !== undefined && names.length === 1 && name !== '..') current = name === '*' ? only.children : only.all(name)
    else current = current.flatMap((element) => step(element, names))
    if (current.length === 0) return current
  }
  return current
}

const step = (element: XmlElement, names: readonly string[]): readonly XmlElement[] => {
  if (names[0] === '..') return element.parent === undefined ? [] : [element.parent]
  if (names[0] === '*') return element.children
  if (names.length === 1) return element.all(names[0] ?? '')
  return element.children.filter((child) => names.includes(child.qname))
}

/** The first element a path leads to. */
export const first = (from: XmlElement, path: string): XmlElement | undefined => {
  if (!path.includes('/') && !path.includes('|') && path !== '..' && path !== '*') return from.first(path)
  return select(from, path)[0]
}

export const has = (from: XmlElement, path: string): boolean => first(from, path) !== undefined

export const count = (from: XmlElement, path: string): number => select(from, path).length

/** The text of the first element, or undefined. */
export const text = (from: XmlElement, path: string): string | undefined => first(from, path)?.stringValue

/** The text of the first element, white space normalized; empty where there is none. */
export const value = (from: XmlElement, path: string): string => normalize(text(from, path))

export const filled = (from: XmlElement, path: string): boolean => value(from, path) !== ''

/** Some element on the path has exactly that text. */
export const some = (from: XmlElement, path: string, expected: string): boolean =>
  select(from, path).some((element) => element.stringValue === expected)

/** An attribute of the first element on the path. */
export const attribute = (from: XmlElement, path: string, name: string): string | undefined => first(from, path)?.attribute(name)

/** True where the element's parents are, from the nearest, of these names. */
export const within = (element: XmlElement, ...names: readonly string[]): boolean => {
  let at = element.parent
  for (const name of names) {
    if (at?.qname !== name) return false
    at = at.parent
  }
  return true
}

export const hasAncestor = (element: XmlElement, qname: string): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent) if (at.qname === qname) return true
  return false
}

/** XPath's normalize-space. */
export const normalize = (text: string | undefined): string => {
  if (text === undefined || text === '') return ''
  return /^[ \t\n\r]|[ \t\n\r]$|[\t\n\r]|  /.test(text) ? text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '') : text
}
