import { type XmlElement, xpathOf } from '../formats/xml/tree.ts'
import { findUnused } from './unused.ts'
import type { Document } from './document.ts'
import type { Context, Finding, Pattern, Rule, RuleSet } from './rule.ts'

/** A document with ten thousand bad lines needs no ten thousand sentences about them. */
const MAX_FINDINGS_PER_RULE = 100

type Dispatch = {
  readonly when: (document: Document) => boolean
  /** The contexts of a pattern by the name they ask for, in the pattern's order. */
  readonly byName: ReadonlyMap<string, readonly Context[]>
  readonly anyName: readonly Context[]
}

export type CompiledRules = readonly Dispatch[]

const always = (): boolean => true

export const compileRules = (sets: readonly RuleSet[]): CompiledRules =>
  sets.flatMap(({ patterns, when = always }) => patterns.map((pattern) => compilePattern(pattern, when)))

const compilePattern = (pattern: Pattern, when: Dispatch['when']): Dispatch => {
  const byName = new Map<string, Context[]>()
  const names = new Set(pattern.flatMap((context) => context.names))
  for (const name of names) {
    if (name !== '*') byName.set(name, pattern.filter((context) => context.names.includes(name) || context.names.includes('*')))
  }
  return { when, byName, anyName: pattern.filter((context) => context.names.includes('*')) }
}

/** Tests every element of the document against the contexts that ask for it, in one pass a pattern. */
export const check = (document: Document, rules: CompiledRules): Finding[] => {
  const report = new Report()
  for (const dispatch of rules) {
    if (!dispatch.when(document)) continue
    if (dispatch.anyName.length > 0) for (const element of document.elements) test(element, dispatch.byName.get(element.qname) ?? dispatch.anyName, document, report)
    else for (const [name, contexts] of dispatch.byName) for (const element of document.named(name)) test(element, contexts, document, report)
  }
  return report.findings
}

const test = (element: XmlElement, contexts: readonly Context[], document: Document, report: Report): void => {
  for (const { where, rules, unused } of contexts) {
    if (where !== undefined && !where(element, document)) continue
    for (const rule of rules) if (!rule.test(element, document)) report.add(rule, element)
    if (unused !== undefined) findUnused(element, unused, (rule, at) => report.add(rule, at))
    return
  }
}

class Report {
  readonly findings: Finding[] = []
  readonly #counts = new Map<string, number>()

  add(rule: Rule, element: XmlElement): void {
    const count = this.#counts.get(rule.id) ?? 0
    this.#counts.set(rule.id, count + 1)
    if (count < MAX_FINDINGS_PER_RULE) this.findings.push(findingOf(rule, element))
  }
}

const findingOf = ({ id, severity, message, fix, terms }: Rule, element: XmlElement): Finding => ({
  rule: id,
  labels: labelsOf(id),
  severity,
  message,
  fix,
  terms,
  xpath: xpathOf(element),
  line: element.line,
  lineIndex: lineIndexOf(element),
})

/** The specification of the service calls the Belgian rules BR-BE. */
const labelsOf = (id: string): readonly string[] => (id.startsWith('ubl-BE-') ? [`BR-BE-${id.slice(7)}`] : [])

const LINES = new Set(['cac:InvoiceLine', 'cac:CreditNoteLine', 'cac:OrderLine', 'ram:IncludedSupplyChainTradeLineItem'])

const lineIndexOf = (element: XmlElement): number | undefined => {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    if (LINES.has(at.qname)) return at.parent?.all(at.qname).indexOf(at)
  }
  return undefined
}
