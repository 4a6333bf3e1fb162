/** What the rules say of a document, and how it is shown and kept. */
import type { Detail } from '../../kernel/errors/app-error.ts'
import { jsonPathOf } from '../../formats/json/paths.ts'
import { unsaidIn } from '../../formats/json/unsaid.ts'
import type { XmlElement } from '../../formats/xml/tree.ts'
import { profilesFor } from '../../rules/profiles-for.ts'
import { type Finding, type ProfileName, validate } from '../../rules/validate.ts'
import type { DocumentType } from '../../values/document-types.ts'
import { atMost } from '../../values/text.ts'
import type { Model } from './read-document.ts'

export interface ShownFinding {
  rule: string
  severity: 'fatal' | 'warning'
  message: string
  fix: string
  terms: readonly string[]
  /** Where in the JSON body, when it came as one. */
  path: string | null
  xpath: string
  profile: ProfileName | 'send-body'
}

export interface Validation {
  profile: string | null
  valid: boolean
  errors: readonly ShownFinding[]
  warnings: readonly ShownFinding[]
}

export const UNCHECKED: Validation = { profile: null, valid: true, errors: [], warnings: [] }

const MOST_SHOWN = 200
/** A finding may repeat what the document says. */
const LONGEST_MESSAGE = 1_000

type PathOf = (finding: Finding) => string | null

/** Tests a document against the profiles that it and its parties call for. */
export const checkDocument = (root: XmlElement, pathOf: PathOf = () => null): Validation => {
  const profiles = profilesFor(root)
  const found = validate(root, profiles).flatMap(({ profile, findings }) =>
    findings.map((finding) => shown(finding, profile, pathOf)),
  )
  const distinct = [...new Map(found.map((finding) => [`${finding.rule} ${finding.xpath}`, finding])).values()]
  const errors = distinct.filter(({ severity }) => severity === 'fatal')
  return {
    profile: profiles.join('+') || null,
    valid: errors.length === 0,
    errors: errors.slice(0, MOST_SHOWN),
    warnings: distinct.filter(({ severity }) => severity === 'warning').slice(0, MOST_SHOWN),
  }
}

const shown = (finding: Finding, profile: ProfileName, pathOf: PathOf): ShownFinding => {
  const { rule, severity, message, fix, terms, xpath } = finding
  return {
    rule,
    severity,
    message: atMost(LONGEST_MESSAGE, message),
    fix: atMost(LONGEST_MESSAGE, fix),
    terms,
    xpath: atMost(LONGEST_MESSAGE, xpath),
    path: pathOf(finding),
    profile,
  }
}

/** For a JSON body: the field that caused a finding. */
export const jsonPaths = (model: Model, body: Record<string, unknown>): PathOf =>
  model.kind === 'invoice' ? ({ xpath, terms }) => jsonPathOf(xpath, model.invoice, body, terms) : () => null

/** What a JSON body says and its document cannot: nothing is left out without a word. */
export const withUnsaid = (
  validation: Validation,
  type: DocumentType,
  body: Parameters<typeof unsaidIn>[1],
): Validation => ({
  ...validation,
  warnings: [
    ...validation.warnings,
    ...unsaidIn(type, body)
      .slice(0, MOST_SHOWN)
      .map((path): ShownFinding => ({
        rule: 'NOT_CARRIED',
        severity: 'warning',
        message: `A document of the type ${type} cannot hold this field, so the recipient does not see it.`,
        fix: 'Put the information in a note, or remove the field.',
        terms: [],
        path,
        xpath: '',
        profile: 'send-body',
      })),
  ],
})

/** Findings as the details of a refusal. */
export const findingDetails = (findings: readonly ShownFinding[]): Detail[] =>
  findings.map(({ rule, message, fix, terms, path, xpath, severity }) => ({
    field: path ?? xpath,
    rule,
    message,
    fix,
    terms,
    xpath,
    severity,
  }))
