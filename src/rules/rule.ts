import type { XmlElement, XmlPath } from '../formats/xml/tree.ts'
import type { CheckedDocument } from './checked-document.ts'
import type { Group } from './en16931/group.ts'

export type Severity = 'fatal' | 'warning'

/**
 * One rule: its official id, the business terms it speaks of, a test that holds for a good document, a sentence, and
 * what to do. A rule never throws, calls no other rule, and knows nothing of the API's JSON.
 */
export type Rule<Subject = XmlElement> = {
  readonly id: string
  readonly severity: Severity
  readonly terms: readonly string[]
  readonly test: (subject: Subject, document: CheckedDocument) => boolean
  readonly message: string
  readonly fix: string
}

/** Where rules apply: elements of these canonical names (`*` for all) that stand `at` such a place and pass `where`. */
export type Context = {
  readonly names: readonly string[]
  /** Asked once for all the elements of a path, so it is given nothing but names. */
  readonly at?: ((path: XmlPath) => boolean) | undefined
  readonly where?: ((element: XmlElement, document: CheckedDocument) => boolean) | undefined
  readonly rules: readonly Rule[]
  /** Rules that read something else than the element, which is made of it once for all of them. */
  readonly group?: RulesOfGroup | undefined
  /** What may not stand inside such an element. */
  readonly unused?: UnusedTree | undefined
}

type RulesOfGroup = {
  readonly of: (element: XmlElement, document: CheckedDocument) => Group
  readonly rules: readonly Rule<Group>[]
}

/**
 * The rules on what a specification does not use. Hundreds of them at one element would be hundreds of searches, so
 * they are a tree that is walked once beside the document: each element meets only the rules that name its path.
 */
export type UnusedTree = {
  readonly children: Map<string, UnusedTree>
  readonly attributes: Map<string, Rule>
  rule: Rule | undefined
}

/**
 * Contexts as the official rule files group them: in one pattern an element meets the first context that matches it and
 * no other. Rule files that do not depend on this are a single pattern each.
 */
export type Pattern = readonly Context[]

/** Which documents a pattern speaks of at all; lets a country's rules cost nothing elsewhere. */
export type RuleSet = {
  readonly patterns: readonly Pattern[]
  readonly when?: (document: CheckedDocument) => boolean
}

export type Finding = {
  readonly rule: string
  /** Other names of the rule (`BR-BE-01` for `ubl-BE-01`). */
  readonly labels: readonly string[]
  readonly severity: Severity
  readonly message: string
  readonly fix: string
  readonly terms: readonly string[]
  readonly xpath: string
  readonly line: number
  readonly column: number
  /** Position from 0 of the invoice line that the place is in; with `terms` it leads to the place in a JSON body. */
  readonly lineIndex: number | undefined
}

type Test<Subject> = Rule<Subject>['test']

/** `fatal('BR-02', 'BT-1', test, 'The invoice has a number.', 'Give the invoice number.')` */
export const fatal = <Subject = XmlElement>(
  id: string,
  terms: string,
  test: Test<Subject>,
  message: string,
  fix: string,
): Rule<Subject> => ({
  id,
  severity: 'fatal',
  terms: termList(terms),
  test,
  message,
  fix,
})

export const warning = <Subject = XmlElement>(
  id: string,
  terms: string,
  test: Test<Subject>,
  message: string,
  fix: string,
): Rule<Subject> => ({
  ...fatal(id, terms, test, message, fix),
  severity: 'warning',
})

export const termList = (terms: string): readonly string[] => (terms === '' ? [] : terms.split(' '))

export const always = (): boolean => true
export const never = (): boolean => false
