import type { XmlElement } from '../formats/xml/tree.ts'
import type { CodeList } from '../values/codelists/code-list.ts'
import { normalize } from './white-space.ts'
import { type Context, type Pattern, type Severity, termList } from './rule.ts'

/** A row of a code list table: where the code stands, and the list it must be in. */
export type CodeRule = {
  readonly id: string
  readonly severity?: Severity
  readonly terms: string
  readonly names: readonly string[]
  readonly at?: Context['at']
  readonly where?: Context['where']
  /**
   * The attribute that carries the code; otherwise it is the text. Elements without it are not tested, unless it is
   * required.
   */
  readonly attribute?: string
  readonly required?: true
  readonly list: CodeList | ReadonlySet<string>
  /** "The currency (BT-5) is not in ISO 4217." */
  readonly message: string
  /** How a value is made comparable; white space is normalized unless a rule says otherwise. */
  readonly read?: (value: string | undefined) => string
}

const codeOf = (element: XmlElement, { attribute, read = normalize }: CodeRule): string =>
  read(attribute === undefined ? element.stringValue : element.attribute(attribute))

const MOST_NAMED = 20

const fixOf = (list: CodeRule['list']): string => {
  const codes = 'codes' in list ? list.codes : list
  return codes.size <= MOST_NAMED
    ? `Use one of ${[...codes].join(', ')}.`
    : 'Use a code of the list; it changes twice a year.'
}

/** Each row is a pattern of its own: several lists may hold at the same place. */
export const codeRules = (rows: readonly CodeRule[]): Pattern[] => rows.map((row) => [contextOf(row)])

const contextOf = (row: CodeRule): Context => {
  const { id, names, attribute, at, where } = row
  const optional = row.required === undefined ? attribute : undefined
  return {
    names,
    at: (path) => (optional === undefined || path.attributes.has(optional)) && (at === undefined || at(path)),
    where,
    rules: [
      {
        id,
        severity: row.severity ?? 'fatal',
        terms: termList(row.terms),
        test: (element) =>
          (optional !== undefined && element.attribute(optional) === undefined) || row.list.has(codeOf(element, row)),
        message: row.message,
        fix: fixOf(row.list),
      },
    ],
  }
}

export const hasAttribute =
  (name: string) =>
  (element: XmlElement): boolean =>
    element.attribute(name) !== undefined
