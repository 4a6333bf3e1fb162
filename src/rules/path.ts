import { nameKnown } from '../formats/xml/names.ts'
import type { XmlElement } from '../formats/xml/tree.ts'
import { normalize } from './white-space.ts'

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
type Axis = 'child' | 'either' | 'any' | 'parent' | 'self'
type Step = {
  readonly axis: Axis
  readonly name: string
  readonly names: readonly string[]
  readonly keep: ((element: XmlElement) => boolean) | undefined
}

/** A compiled path. */
export class Path {
  readonly steps: readonly Step[]

  constructor(path: string) {
    this.steps = path.split('/').map(compileStep)
  }

  /** The first element that the path leads to. */
  first(from: XmlElement): XmlElement | undefined {
    return this.#first(from, 0)
  }

  /** All of them, in document order. */
  all(from: XmlElement): readonly XmlElement[] {
    const [only] = this.steps
    if (this.steps.length === 1 && only?.axis === 'child' && only.keep === undefined) return from.all(only.name)
    const found: XmlElement[] = []
    this.#collect(from, 0, found)
    return found
  }

  /** True where it leads to an element that is such. */
  some(from: XmlElement, holds: (element: XmlElement) => boolean): boolean {
    return this.#some(from, 0, holds)
  }

  count(from: XmlElement): number {
    return this.#count(from, 0)
  }

  #first(from: XmlElement, depth: number): XmlElement | undefined {
    const step = this.steps[depth]
    if (step === undefined) return from
    for (const next of candidates(from, step)) {
      if (!isOn(next, step)) continue
      const found = this.#first(next, depth + 1)
      if (found !== undefined) return found
    }
    return undefined
  }

  #some(from: XmlElement, depth: number, holds: (element: XmlElement) => boolean): boolean {
    const step = this.steps[depth]
    if (step === undefined) return holds(from)
    for (const next of candidates(from, step)) if (isOn(next, step) && this.#some(next, depth + 1, holds)) return true
    return false
  }

  #collect(from: XmlElement, depth: number, found: XmlElement[]): void {
    const step = this.steps[depth]
    if (step === undefined) found.push(from)
    else for (const next of candidates(from, step)) if (isOn(next, step)) this.#collect(next, depth + 1, found)
  }

  #count(from: XmlElement, depth: number): number {
    const step = this.steps[depth]
    if (step === undefined) return 1
    let count = 0
    for (const next of candidates(from, step)) if (isOn(next, step)) count += this.#count(next, depth + 1)
    return count
  }
}

/** Where a step looks; `isOn` says which of these it takes. */
const candidates = (from: XmlElement, { axis, name }: Step): readonly XmlElement[] => {
  // Beside thousands of lines, the outline finds the few elements of a name.
  if (axis === 'child') return from.isAlone ? from.all(name) : from.children
  if (axis === 'self') return [from]
  return axis === 'parent' ? (from.parent === undefined ? [] : [from.parent]) : from.children
}

const isOn = (element: XmlElement, step: Step): boolean => {
  const { qname } = element.path
  if (step.axis === 'child' ? qname !== step.name : step.axis === 'either' && !step.names.includes(qname)) return false
  return step.keep === undefined || step.keep(element)
}

const compiled = new Map<string, Path>()

export const compile = (path: string): Path => {
  const found = compiled.get(path)
  if (found !== undefined) return found
  const made = new Path(path)
  compiled.set(path, made)
  return made
}

const axisOf = (names: readonly string[]): Axis => {
  const [name = ''] = names
  if (names.length > 1) return 'either'
  return name === '..' ? 'parent' : name === '.' ? 'self' : name === '*' ? 'any' : 'child'
}

const compileStep = (step: string): Step => {
  const bracket = step.indexOf('[')
  const names = (bracket === -1 ? step : step.slice(0, bracket)).split('|').map(nameKnown)
  const made = { axis: axisOf(names), name: names[0] ?? '', names }
  if (bracket === -1) return { ...made, keep: undefined }
  const condition = step.slice(bracket + 1, -1)
  const named = conditions[condition]
  if (named !== undefined) return { ...made, keep: named }
  const [name = '', values = ''] = condition.slice(1).split('=')
  const allowed = values.split(',')
  return { ...made, keep: (element) => allowed.includes(element.attribute(name) ?? '\0') }
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
  for (const child of element.children)
    if (child.qname === 'cac:TaxScheme' && saysVat(child.first('cbc:ID')?.stringValue)) return true
  return element.first('ram:TypeCode')?.stringValue.toUpperCase() === 'VAT'
}

const saysVat = (scheme: string | undefined): boolean => scheme === 'VAT' || normalize(scheme).toUpperCase() === 'VAT'

const conditions: Readonly<Record<string, (element: XmlElement) => boolean>> = {
  VAT: isVat,
  allowance: isAllowance,
  charge: isCharge,
  916: (element) => element.first('ram:TypeCode')?.stringValue === '916',
}

/** The elements a path leads to, in document order. */
export const select = (from: XmlElement, path: string): readonly XmlElement[] => compile(path).all(from)

/** The first element a path leads to. */
export const first = (from: XmlElement, path: string): XmlElement | undefined => compile(path).first(from)

export const has = (from: XmlElement, path: string): boolean => first(from, path) !== undefined

export const count = (from: XmlElement, path: string): number => compile(path).count(from)

/** The text of the first element, or undefined. */
export const text = (from: XmlElement, path: string): string | undefined => first(from, path)?.stringValue

/** The text of the first element, white space normalized; empty where there is none. */
export const value = (from: XmlElement, path: string): string => normalize(text(from, path))

export const filled = (from: XmlElement, path: string): boolean => value(from, path) !== ''

/** Some element on the path has exactly that text. */
export const some = (from: XmlElement, path: string, expected: string): boolean =>
  compile(path).some(from, (element) => element.stringValue === expected)

/** An attribute of the first element on the path. */
export const attribute = (from: XmlElement, path: string, name: string): string | undefined =>
  first(from, path)?.attribute(name)
