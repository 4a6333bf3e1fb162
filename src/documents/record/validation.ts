/** What the rules say of a document, and how it is shown and kept. */
import type { Detail } from '../../kernel/errors/app-error.ts'
import { jsonFieldOf, jsonPathOf } from '../../formats/json/paths.ts'
import { unsaidIn } from '../../formats/json/unsaid.ts'
import type { FileFinding } from '../../formats/pdf/facturx-look.ts'
import type { XmlElement } from '../../formats/xml/tree.ts'
import { profilesFor } from '../../rules/profiles-for.ts'
import { type Finding, type ProfileName, validate } from '../../rules/validate.ts'
import { schemaFindings } from '../../rules/xsd/schemas.ts'
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
  /** Where in the XML that came, from 1. */
  line: number | null
  column: number | null
  profile: ProfileName | 'xsd' | 'send-body' | 'fatturapa' | 'factur-x'
}

export interface Validation {
  profile: string | null
  valid: boolean
  errors: readonly ShownFinding[]
  warnings: readonly ShownFinding[]
}

export const UNCHECKED: Validation = { profile: null, valid: true, errors: [], warnings: [] }

/** A finding that no place in a file has. */
const NOWHERE = { line: null, column: null } as const

const MOST_SHOWN = 200
/** A finding may repeat what the document says. */
const LONGEST_MESSAGE = 1_000

type PathOf = (finding: Finding) => string | null

/** What the schema of a document says against it. */
export const checkForm = (root: XmlElement): Validation => validationOf([], formFindings(root))

const formFindings = (root: XmlElement): ShownFinding[] =>
  schemaFindings(root).map((finding) => shown(finding, 'xsd', undefined))

/**
 * Tests a document against its schema and the profiles that it and its parties call for. One that we wrote from a body
 * has the form of its schema, and its findings name the fields of the body.
 */
export const checkDocument = (root: XmlElement, pathOf?: PathOf): Validation => {
  const profiles = profilesFor(root)
  const found = validate(root, profiles).flatMap(({ profile, findings }) =>
    findings.map((finding) => shown(finding, profile, pathOf)),
  )
  return validationOf(profiles, pathOf === undefined ? [...formFindings(root), ...found] : found)
}

const validationOf = (profiles: readonly ProfileName[], found: readonly ShownFinding[]): Validation => {
  const distinct = [...new Map(found.map((finding) => [keyOf(finding), finding])).values()]
  const errors = distinct.filter(({ severity }) => severity === 'fatal')
  return {
    profile: profiles.join('+') || null,
    valid: errors.length === 0,
    errors: errors.slice(0, MOST_SHOWN),
    warnings: distinct.filter(({ severity }) => severity === 'warning').slice(0, MOST_SHOWN),
  }
}

/** Rules of several profiles repeat each other; the schema may say several things of one place. */
const keyOf = ({ rule, xpath, profile, message }: ShownFinding): string =>
  `${rule} ${xpath} ${profile === 'xsd' ? message : ''}`

const shown = (finding: Finding, profile: ShownFinding['profile'], pathOf: PathOf | undefined): ShownFinding => {
  const { rule, severity, message, fix, terms, xpath, line, column } = finding
  return {
    rule,
    severity,
    message: atMost(LONGEST_MESSAGE, message),
    fix: atMost(LONGEST_MESSAGE, fix),
    terms,
    xpath: atMost(LONGEST_MESSAGE, xpath),
    path: pathOf?.(finding) ?? null,
    // The XML of a body is ours: its lines say nothing to the caller.
    ...(pathOf === undefined ? { line, column } : NOWHERE),
    profile,
  }
}

/** Broken at a line, an allowance or a charge, and mended at the buyer. */
const NEEDS_BUYERS_VAT = /^BR-(AE|IC)-0[2-4]$/

/** For a JSON body: the field that caused a finding. */
export const jsonPaths = (model: Model, body: Record<string, unknown>): PathOf => {
  if (model.kind === 'none') return () => null
  if (model.kind === 'order') return ({ xpath, terms }) => jsonPathOf(xpath, model.order, body, terms)
  const { invoice } = model
  return ({ rule, xpath, terms }) =>
    NEEDS_BUYERS_VAT.test(rule) && invoice.buyer.vatNumber === undefined
      ? jsonFieldOf('BT-48', invoice, body)
      : jsonPathOf(xpath, invoice, body, terms)
}

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
        ...NOWHERE,
        profile: 'send-body',
      })),
  ],
})

type AuthorityRemarks = readonly { term: string; message: string; fix: string }[]

/** Adds an authority's remarks on an invoice before anything leaves. */
export const withReportingFindings = (
  validation: Validation,
  { faults, remarks }: { faults: AuthorityRemarks; remarks: AuthorityRemarks },
  pathOf: (term: string) => string | null,
): Validation => {
  const shown = (found: AuthorityRemarks, severity: ShownFinding['severity']): ShownFinding[] =>
    found.map(({ term, message, fix }) => ({
      rule: `FATTURAPA-${term}`,
      severity,
      message,
      fix,
      terms: [term],
      path: pathOf(term),
      xpath: '',
      ...NOWHERE,
      profile: 'fatturapa',
    }))
  return {
    ...validation,
    valid: validation.valid && faults.length === 0,
    errors: [...validation.errors, ...shown(faults, 'fatal')],
    warnings: [...validation.warnings, ...shown(remarks, 'warning')],
  }
}

/** With what is to be said of the file that the document came in: the receiver may stumble over it. */
export const withLook = (validation: Validation, look: readonly FileFinding[] = []): Validation => ({
  ...validation,
  warnings: [
    ...validation.warnings,
    ...look.map(({ rule, message, fix, terms }): ShownFinding => ({
      rule,
      severity: 'warning',
      message: atMost(LONGEST_MESSAGE, message),
      fix,
      terms,
      path: null,
      xpath: '',
      ...NOWHERE,
      profile: 'factur-x',
    })),
  ],
})

/** Findings as the details of a refusal. */
export const findingDetails = (findings: readonly ShownFinding[]): Detail[] =>
  findings.map(({ rule, message, fix, terms, path, xpath, line, column, severity }) => ({
    field: path ?? xpath,
    rule,
    message,
    fix,
    terms,
    xpath,
    line,
    column,
    severity,
  }))

/** What the schema says against a message, as the details of its refusal. */
export const formDetails = (root: XmlElement): Detail[] => findingDetails(checkForm(root).errors)
