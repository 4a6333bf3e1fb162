import type { XmlElement } from '../formats/xml/tree.ts'

/**
 * The small path language of the rule tables. Steps of canonical names between slashes:
 *
 *   cac:Item/cbc:Name                        children
 *   cac:InvoiceLine|cac:CreditNoteLine       either, in document order
 *   ..   .   *                               the parent; the element itself; any child
 *   ram:ID[@schemeID=VA,FC]                  whose attribute is one of these
 *   cac:TaxCategory[VAT]                     whose tax is VAT: cac:TaxScheme/cbc:ID in UBL, ram:TypeCode in CII
 *   cac:AllowanceCharge[allowance]           an allowance by its indicator; [charge]
 *   ram:AdditionalReferencedDocument[916]    a document of that type
 *
 * Paths are compiled once and kept.
 */
type Step = { readonly names: readonly string[]; readonly keep: ((element: XmlElement) => boolean) | undefined }

const compiled = new Map<string, readonly Step[]>()

const compile = (path: string): readonly Step[] => {
  const known = compiled.get(path)
  if (known !== undefined) return known
  const steps = path.split('/').map(compileStep)
  compiled.set(path, steps)
  return steps
}

const compileStep = (step: string): Step => {
  const bracket = step.indexOf('[')
  if (bracket === -1) return { names: step.split('|'), keep: undefined }
  const names = step.slice(0, bracket).split('|')
  const condition = step.slice(bracket + 1, -1)
  const named = conditions[condition]
  if (named !== undefined) return { names, keep: named }
  const [name = '', values = ''] = condition.slice(1).split('=')
  const allowed = values.split(',')
  return { names, keep: (element) => allowed.includes(element.attribute(name) ?? '\0') }
}

/** True for an allowance or charge, in either syntax, whose indicator says so as an xs:boolean. */
const indicates = (element: XmlElement, ...spellings: readonly string[]): boolean => {
  const indicator = element.first('cbc:ChargeIndicator') ?? element.first('ram:ChargeIndicator')?.first('udt:Indicator')
  return indicator !== undefined && spellings.includes(indicator.stringValue.trim())
}
export const isAllowance = (element: XmlElement): boolean => indicates(element, 'false', '0')
export const isCharge = (element: XmlElement): boolean => indicates(element, 'true', '1')

/** True for a tax, tax category or tax registration whose scheme says VAT, in any case. */
export const isVat = (element: XmlElement): boolean => {
  for (const scheme of element.all('cac:TaxScheme')) if (upper(scheme.first('cbc:ID')) === 'VAT') return true
  return element.first('ram:TypeCode')?.stringValue.toUpperCase() === 'VAT'
}

const upper = (element: XmlElement | undefined): string => normalize(element?.stringValue).toUpperCase()

const conditions: Readonly<Record<string, (element: XmlElement) => boolean>> = { VAT: isVat, allowance: isAllowance, charge: isCharge, 916: (element) => element.first('ram:TypeCode')?.stringValue === '916' }

/** The elements a path leads to, in document order. */
export const select = (from: XmlElement, path: string): readonly XmlElement[] => {
  let current: readonly XmlElement[] = [from]
  for (const { names, keep } of compile(path)) {
    const only = current.length === 1 ? current[0] : undefined
    current = only === undefined ? current.flatMap((element) => step(element, names)) : step(only, names)
    if (keep !== undefined) current = current.filter(keep)
    if (current.length === 0) return current
  }
  return current
}

const step = (element: XmlElement, names: readonly string[]): readonly XmlElement[] => {
  const [name = ''] = names
  if (names.length > 1) return element.children.filter((child) => names.includes(child.qname))
  if (name === '..') return element.parent === undefined ? [] : [element.parent]
  if (name === '.') return [element]
  return name === '*' ? element.children : element.all(name)
}

/** The first element a path leads to. */
export const first = (from: XmlElement, path: string): XmlElement | undefined => {
  const steps = compile(path)
  const [only] = steps
  if (steps.length === 1 && only?.names.length === 1 && only.keep === undefined && !/^[.*]/.test(path)) return from.first(path)
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

/**
 * Where an element stands, as a context asks for it: on a path that starts at the root (`/inv:Invoice|cn:CreditNote/cbc:ID`),
 * or, without the first slash, anywhere.
 */
export const place = (path: string): { readonly names: readonly string[]; readonly where: (element: XmlElement) => boolean } => {
  const anchored = path.startsWith('/')
  const steps = compile(anchored ? path.slice(1) : path).toReversed()
  const where = (element: XmlElement): boolean => {
    let at: XmlElement | undefined = element
    for (const { names, keep } of steps) {
      if (at === undefined || !names.includes(at.qname) || (keep !== undefined && !keep(at))) return false
      at = at.parent
    }
    return !anchored || at === undefined
  }
  return { names: steps[0]?.names ?? [], where }
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
