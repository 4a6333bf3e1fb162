import { FormatError } from '../formats/format-error.ts'
import { readEnvelope, standalone } from '../formats/sbdh/envelope.ts'
import { sniff } from '../formats/sniff.ts'
import { readXml, type XmlElement } from '../formats/xml/tree.ts'
import { writeUbl } from '../formats/ubl/invoice.ts'
import { jsonPathOf } from '../formats/json/paths.ts'
import { profilesFor, validate, type Finding, type RuleOptions, type ProfileName } from '../rules/validate.ts'
import { schemaFindings, schemaNamesOf } from '../rules/xsd/schemas.ts'
import { draftBody } from './json-input.ts'

/** What the rules say of one file. `container`: what the document was taken out of. */
export type Examination = {
  syntax: string
  customization: string
  container?: 'pdf' | 'sbdh' | 'json'
  profiles: Record<string, { fatal: string[]; warning: string[] }>
  findings: (Finding & { profile: ProfileName | 'xsd'; path?: string })[]
}

/** The rule sets asked for, or those that the document claims; and which editions of them. */
export type RuleChoice = { profiles?: readonly ProfileName[]; options?: RuleOptions }

/** Reads a file of any kind and holds the document in it to its rules. Throws FormatError for what cannot be read. */
export const examine = (bytes: Uint8Array, request: RuleChoice = {}): Examination => {
  const file = sniff(bytes)
  switch (file.kind) {
    case 'facturx':
      return { ...examineTree(file.root, request), container: 'pdf' }
    case 'sbdh':
      return { ...examine(standalone(readEnvelope(bytes)), request), container: 'sbdh' }
    case 'json':
      return examineBody(file.value, request)
    case 'pdf':
      throw new FormatError('UNSUPPORTED', 'The PDF has no embedded invoice, so it cannot be validated.')
    case 'cxml':
      throw new FormatError('UNSUPPORTED', 'The file is cXML. There are no rules for this format.')
    default:
      return examineTree(file.root, request)
  }
}

const examineTree = (root: XmlElement, request: RuleChoice): Examination => {
  const syntax = syntaxOf(root)
  const customization = customizationOf(root)
  const results = [
    ...(request.profiles === undefined ? formOf(root) : []),
    ...validate(root, request.profiles ?? profilesFor(root), request.options),
  ]
  return {
    syntax,
    customization,
    profiles: Object.fromEntries(
      results.map(({ profile, findings }) => [
        profile,
        { fatal: idsOf(findings, 'fatal'), warning: idsOf(findings, 'warning') },
      ]),
    ),
    findings: results.flatMap(({ profile, findings }) => findings.map((finding) => ({ profile, ...finding }))),
  }
}

/** What the schema says, as the first of the profiles, unless the caller chose among them. */
const formOf = (root: XmlElement): { profile: 'xsd'; findings: readonly Finding[] }[] =>
  schemaNamesOf(root).length > 0 ? [{ profile: 'xsd', findings: schemaFindings(root) }] : []

const idsOf = (findings: readonly Finding[], severity: Finding['severity']): string[] =>
  [...new Set(findings.filter((finding) => finding.severity === severity).map(({ rule }) => rule))].toSorted()

/** A send body is judged by the UBL that it becomes; each finding says the field it comes from. */
const examineBody = (value: unknown, request: RuleChoice): Examination => {
  const { invoice, body } = draftBody(value)
  if (!invoice)
    throw new FormatError(
      'UNSUPPORTED',
      'This JSON document cannot be validated. Only invoices, credit notes and debit notes in JSON can.',
    )
  const examination = examineTree(readXml(writeUbl(invoice)), request)
  return {
    ...examination,
    container: 'json',
    findings: examination.findings.map((finding) => ({
      ...finding,
      path: jsonPathOf(finding.xpath, invoice, body, finding.terms),
    })),
  }
}

const ublPrefixes = new Set([
  'inv',
  'cn',
  'order',
  'orderresponse',
  'orderchange',
  'ordercancel',
  'quotation',
  'rfq',
  'response',
  'catalogue',
  'despatch',
])

const syntaxOf = ({ qname, name }: XmlElement): string => {
  const prefix = qname.slice(0, Math.max(0, qname.indexOf(':')))
  if (ublPrefixes.has(prefix) || qname.startsWith('{urn:oasis:names:specification:ubl:')) return `UBL-${name}`
  if (prefix === 'rsm') return 'CII'
  if (prefix === 'cdar') return 'CDAR'
  return name === 'FatturaElettronica' ? 'FatturaPA' : name
}

const customizationOf = (root: XmlElement): string => {
  const guideline = root
    .first('rsm:ExchangedDocumentContext')
    ?.first('ram:GuidelineSpecifiedDocumentContextParameter')
    ?.first('ram:ID')
  return (root.first('cbc:CustomizationID') ?? guideline)?.text.trim() ?? ''
}
