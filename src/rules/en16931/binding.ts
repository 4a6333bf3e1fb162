import type { XmlElement } from '../../formats/xml/tree.ts'
import type { Document } from '../document.ts'
import { decimal, day, sumOf } from '../numbers.ts'
import { compile, isBlank, type Path } from '../path.ts'
import { always, type Amount, type Context, type Pattern, type Rule } from '../rule.ts'

/**
 * How one syntax says the business groups and terms of EN 16931.
 *
 * A group is bound to the elements it is found at; a term to a path from there. In a path `/@name` at the end means an
 * attribute, and `!` that a blank value counts as none: the official rule files differ in that from term to term and from
 * syntax to syntax, so it stands in the tables and the rules themselves are written once.
 */
export type Binding = {
  readonly syntax: 'UBL' | 'CII'
  readonly groups: Readonly<Record<GroupName, GroupBinding>>
  /** The day that a date element says, comparable as text; undefined for what is no date of the syntax. */
  readonly day: (element: XmlElement) => string | undefined
}

export type GroupBinding = {
  readonly names: readonly string[]
  readonly at?: Context['at']
  readonly where?: Context['where']
  readonly terms: Readonly<Record<string, string>>
}

/** The groups that rules speak of, in the order of the norm. `BG-0` is the invoice itself. */
export const groupNames = [
  'BG-0',
  'BG-1',
  'BG-3',
  'BG-4',
  'BT-34',
  'BG-5',
  'BT-49',
  'BG-8',
  'BG-10',
  'BG-11',
  'BG-12',
  'BT-31',
  'BG-13',
  'BG-14',
  'BG-15',
  'BG-16',
  'BG-17',
  'BG-18',
  'BG-20',
  'BG-21',
  'BG-22',
  'BT-110',
  'BG-23',
  'BG-24',
  'BG-25',
  'BG-26',
  'BG-27',
  'BG-28',
  'BT-157',
  'BT-158',
  'BG-32',
] as const
export type GroupName = (typeof groupNames)[number]

type Term = {
  readonly path: Path
  /** What an element on the path says, as text or in the attribute. */
  readonly value: (element: XmlElement) => string | undefined
  /** It says something, which may have to be more than white space. */
  readonly carries: (element: XmlElement) => boolean
}
type Terms = ReadonlyMap<string, Term>

/** A business group of a document: reads terms by their official number. */
export class Group {
  readonly element: XmlElement
  readonly document: Document
  readonly binding: Binding
  readonly #terms: Terms

  constructor(element: XmlElement, document: Document, binding: Binding, terms: Terms) {
    this.element = element
    this.document = document
    this.binding = binding
    this.#terms = terms
  }

  /** The elements that carry a term; those that carry its attribute. */
  all(name: string): readonly XmlElement[] {
    const term = this.#terms.get(name)
    if (term === undefined) return []
    const found = term.path.all(this.element)
    return term.value === textOf ? found : found.filter((element) => term.value(element) !== undefined)
  }

  /** The values of a term, as written. */
  texts(name: string): readonly string[] {
    const term = this.#terms.get(name)
    return term === undefined ? [] : this.all(name).map((element) => term.value(element) ?? '')
  }

  text(name: string): string | undefined {
    const term = this.#terms.get(name)
    return term?.value === textOf ? term.path.first(this.element)?.stringValue : this.texts(name)[0]
  }

  /** True where a value of the term is such. */
  some(name: string, holds: (value: string) => boolean): boolean {
    const term = this.#terms.get(name)
    if (term === undefined) return false
    return term.path.some(this.element, (element) => {
      const value = term.value(element)
      return value !== undefined && holds(value)
    })
  }

  /** The term is there; not with a blank value where such counts as none. */
  has(name: string): boolean {
    const term = this.#terms.get(name)
    return term !== undefined && term.path.some(this.element, term.carries)
  }

  /** The term is there, whatever it says. */
  occurs(name: string): boolean {
    return this.some(name, always)
  }

  amount(name: string): Amount {
    return decimal(this.text(name))
  }

  /** The exact sum of all amounts of a term; undefined where one is no number. */
  sum(name: string): Amount {
    return sumOf(this.all(name))
  }

  day(name: string): string | undefined {
    const [element] = this.all(name)
    return element === undefined ? undefined : this.binding.day(element)
  }
}

const parseTerm = (written: string): Term => {
  const notBlank = written.endsWith('!')
  const path = notBlank ? written.slice(0, -1) : written
  const at = path.lastIndexOf('@')
  if (at === -1 || path.endsWith(']')) return term(compile(path), notBlank, textOf)
  const attribute = path.slice(at + 1)
  return term(compile(at === 0 ? '.' : path.slice(0, at - 1)), notBlank, (element) => element.attribute(attribute))
}

const textOf = (element: XmlElement): string => element.stringValue

const term = (path: Path, notBlank: boolean, value: Term['value']): Term => ({
  path,
  value,
  carries: (element) => {
    const said = value(element)
    return said !== undefined && !(notBlank && isBlank(said))
  },
})

export type GroupRules = Partial<Readonly<Record<GroupName, readonly Rule<Group>[]>>>

/** The rules of the norm over one syntax: a pattern for each group. */
export const bind = (rules: GroupRules, binding: Binding): Pattern[] =>
  groupNames.flatMap((name) => {
    const groupRules = rules[name]
    return groupRules === undefined ? [] : [[bindGroup(groupRules, binding, binding.groups[name])]]
  })

const bindGroup = (
  rules: readonly Rule<Group>[],
  binding: Binding,
  { names, at, where, terms }: GroupBinding,
): Context => {
  const parsed: Terms = new Map(Object.entries(terms).map(([name, path]) => [name, parseTerm(path)]))
  return {
    names,
    at,
    where,
    rules: [],
    group: { rules, of: (element, document) => new Group(element, document, binding, parsed) },
  }
}

export const xmlDay = (element: XmlElement): string | undefined => day(element.stringValue)
