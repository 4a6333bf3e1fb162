import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import type { Amount } from '../exact.ts'
import { decimal, sumOf } from '../numbers.ts'
import { compile, type Path } from '../path.ts'
import { isBlank } from '../white-space.ts'

/** What the rules know of the syntax that a document is written in. */
export type Syntax = {
  readonly name: 'UBL' | 'CII'
  /** The day that a date element says, to be compared; undefined for what is no date of the syntax. */
  readonly day: (element: XmlElement) => string | bigint | undefined
}

type Term = {
  readonly path: Path
  /** What an element on the path says, as text or in the attribute. */
  readonly value: (element: XmlElement) => string | undefined
  /** It says something, which may have to be more than white space. */
  readonly carries: (element: XmlElement) => boolean
}
export type Terms = ReadonlyMap<string, Term>

/** A business group of a document: reads terms by their official number. */
export class Group {
  readonly element: XmlElement
  readonly document: CheckedDocument
  readonly syntax: Syntax
  readonly #terms: Terms

  constructor(element: XmlElement, document: CheckedDocument, syntax: Syntax, terms: Terms) {
    this.element = element
    this.document = document
    this.syntax = syntax
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
    return this.some(name, () => true)
  }

  amount(name: string): Amount {
    return decimal(this.text(name))
  }

  /** The exact sum of all amounts of a term; undefined where one is no number. */
  sum(name: string): Amount {
    return sumOf(this.all(name))
  }

  day(name: string): string | bigint | undefined {
    const [element] = this.all(name)
    return element === undefined ? undefined : this.syntax.day(element)
  }
}

/** A term from its path in a table of bindings. */
export const parseTerm = (written: string): Term => {
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
