import { nameKnown } from '../formats/xml/names.ts'
import { withOneMore } from '../values/short-list.ts'
import { type XmlElement, type XmlPath, xpathOf } from '../formats/xml/tree.ts'
import { findUnused, holdsUnused } from './unused.ts'
import type { CheckedDocument } from './checked-document.ts'
import { always, type Context, type Finding, type Pattern, type Rule, type RuleSet } from './rule.ts'

/** A document with ten thousand bad lines needs no ten thousand sentences about them. */
const MAX_FINDINGS_PER_RULE = 100

/** The contexts of each pattern by the name they ask for, in the pattern's order. */
type CompiledSet = {
  readonly when: (document: CheckedDocument) => boolean
  readonly byName: ReadonlyMap<string, readonly Pattern[]>
  readonly anyName: readonly Pattern[]
}

export type CompiledRules = readonly CompiledSet[]

export const compileRules = (sets: readonly RuleSet[]): CompiledRules =>
  sets.map(({ patterns, when = always }) => {
    const names = new Set(patterns.flatMap((pattern) => pattern.flatMap((context) => context.names)))
    return {
      when,
      byName: new Map([...names].map((name) => [nameKnown(name), patternsOf(patterns, name)])),
      anyName: patternsOf(patterns, '*'),
    }
  })

const patternsOf = (patterns: readonly Pattern[], name: string): Pattern[] =>
  patterns
    .map((pattern) => pattern.filter(({ names }) => names.includes(name) || names.includes('*')))
    .filter((pattern) => pattern.length > 0)

/**
 * Tests every element of the document against the contexts that ask for it. Which contexts can match is found out once
 * for each path of the outline: a document of many lines costs what its values cost, not what the rules could be about.
 */
export const check = (document: CheckedDocument, rules: CompiledRules): Finding[] => {
  const report = new Report()
  for (const { when, byName, anyName } of rules) {
    if (!when(document)) continue
    for (const path of document.paths) {
      for (const pattern of byName.get(path.qname) ?? anyName) {
        const contexts = contextsAt(pattern, path)
        if (contexts.length > 0) testAll(path.elements, contexts, document, report)
      }
    }
  }
  return report.findings
}

const NO_CONTEXTS: readonly Context[] = []

/** Of a pattern, the contexts that an element of the path can meet. */
const contextsAt = (pattern: Pattern, path: XmlPath): Pattern => {
  // Mostly there is one, and no list has to be made.
  const [only] = pattern
  if (pattern.length === 1 && only?.unused === undefined) return only?.at?.(path) === false ? NO_CONTEXTS : pattern
  let contexts = NO_CONTEXTS
  for (const context of pattern) {
    if (context.at !== undefined && !context.at(path)) continue
    const unused = context.unused !== undefined && holdsUnused(path, context.unused) ? context.unused : undefined
    contexts = withOneMore(contexts, unused === context.unused ? context : { ...context, unused })
    if (context.where === undefined) break
  }
  return contexts
}

const testAll = (
  elements: readonly XmlElement[],
  contexts: Pattern,
  document: CheckedDocument,
  report: Report,
): void => {
  for (const element of elements) test(element, contexts, document, report)
}

const test = (element: XmlElement, contexts: Pattern, document: CheckedDocument, report: Report): void => {
  for (const { where, rules, group, unused } of contexts) {
    if (where !== undefined && !where(element, document)) continue
    for (const rule of rules) if (!rule.test(element, document)) report.add(rule, element)
    if (group !== undefined) {
      const subject = group.of(element, document)
      for (const rule of group.rules) if (!rule.test(subject, document)) report.add(rule, element)
    }
    if (unused !== undefined) findUnused(element, unused, (rule, at) => report.add(rule, at))
    return
  }
}

/** A rule, whatever it reads. */
type Statement = Omit<Rule, 'test'>

class Report {
  readonly findings: Finding[] = []
  readonly #counts = new Map<string, number>()

  add(rule: Statement, element: XmlElement): void {
    const count = this.#counts.get(rule.id) ?? 0
    this.#counts.set(rule.id, count + 1)
    if (count < MAX_FINDINGS_PER_RULE) this.findings.push(findingOf(rule, element))
  }
}

const findingOf = ({ id, severity, message, fix, terms }: Statement, element: XmlElement): Finding => ({
  rule: id,
  labels: labelsOf(id),
  severity,
  message,
  fix,
  terms,
  xpath: xpathOf(element),
  line: element.line,
  column: element.column,
  lineIndex: lineIndexOf(element),
})

/** The specification of the service calls the Belgian rules BR-BE. */
const labelsOf = (id: string): readonly string[] => (id.startsWith('ubl-BE-') ? [`BR-BE-${id.slice(7)}`] : [])

const LINES = new Set([
  'cac:InvoiceLine',
  'cac:CreditNoteLine',
  'cac:OrderLine',
  'ram:IncludedSupplyChainTradeLineItem',
])

/** The position of the invoice line that an element stands in. */
export const lineIndexOf = (element: XmlElement): number | undefined => {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    if (LINES.has(at.qname)) return at.parent?.all(at.qname).indexOf(at)
  }
  return undefined
}
