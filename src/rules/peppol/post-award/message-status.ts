/** Peppol Message Level Status 1.0: what a receiving access point says of a message. */
import type { XmlElement } from '../../../formats/xml/tree.ts'
import { attribute, count, filled, has, select, value } from '../../path.ts'
import { place } from '../../place.ts'
import { fatal, type Pattern, type Rule } from '../../rule.ts'

/** The digits of the seat id, and perhaps parts that the provider chose for itself. */
const SERVICE_PROVIDER = /^\d{6}(-[0-9A-Z_]{3,12}(\.[0-9A-Z\-._~]{3,24})?)?$/i
const SERVICE_PROVIDERS = '0242'
const ROOT = '/response:ApplicationResponse'
const RESPONSE = `${ROOT}/cac:DocumentResponse`

/** What was found wrong, from the lightest: a warning of a business rule is no failure. */
const FAILURES = ['BV', 'FD', 'SV']
const ISSUES = ['BW', ...FAILURES]

const status = (document: XmlElement): string => value(document, 'cac:Response/cbc:ResponseCode')
const isRejection = (document: XmlElement): boolean => status(document) === 'RE'
const hasFailure = (document: XmlElement): boolean =>
  select(document, 'cac:LineResponse/cac:Response').some((response) =>
    FAILURES.includes(value(response, 'cac:Status/cbc:StatusReasonCode')),
  )

/** Five rules say the same of both parties; `first` is the number of the first. */
const party = (role: string, first: number, who: string): Rule[] => {
  const path = `cac:${role}/cbc:EndpointID`
  const id = (index: number): string => `SCH-MLS-${String(first + index).padStart(2, '0')}`
  return [
    fatal(id(0), '', (root) => has(root, path), `The ${who} has no endpoint.`, 'Give the id of the service provider.'),
    fatal(
      id(1),
      '',
      (root) => filled(root, path),
      `The endpoint of the ${who} is blank.`,
      'Give the id of the service provider.',
    ),
    fatal(
      id(2),
      '',
      (root) => SERVICE_PROVIDER.test(value(root, path)),
      `The endpoint of the ${who} is not the six digits of a service provider.`,
      'Give the digits of the seat id: 000123 for POP000123.',
    ),
    fatal(
      id(3),
      '',
      (root) => attribute(root, path, 'schemeID') !== undefined,
      `The endpoint of the ${who} has no scheme.`,
      `Write schemeID="${SERVICE_PROVIDERS}".`,
    ),
    fatal(
      id(4),
      '',
      (root) => attribute(root, path, 'schemeID') === SERVICE_PROVIDERS,
      `The endpoint of the ${who} is not of the scheme of service providers.`,
      `Write schemeID="${SERVICE_PROVIDERS}".`,
    ),
  ]
}

const header: Rule[] = [
  fatal(
    'SCH-MLS-01',
    '',
    (root) => value(root, 'cbc:CustomizationID') === 'urn:peppol:edec:mls:1.0',
    'The specification is not that of a message level status.',
    'Write urn:peppol:edec:mls:1.0.',
  ),
  fatal(
    'SCH-MLS-02',
    '',
    (root) => value(root, 'cbc:ProfileID') === 'urn:peppol:edec:mls',
    'The process is not that of message level statuses.',
    'Write urn:peppol:edec:mls.',
  ),
  fatal('SCH-MLS-03', '', (root) => filled(root, 'cbc:ID'), 'The status has no id.', 'Give it an id.'),
  fatal(
    'SCH-MLS-04',
    '',
    (root) => value(root, 'cbc:IssueDate').length === 10,
    'The date has a time zone.',
    'Write the date as YYYY-MM-DD.',
  ),
  fatal(
    'SCH-MLS-05',
    '',
    (root) => has(root, 'cbc:IssueTime'),
    'The status has no time.',
    'Give the time of day with its zone.',
  ),
  fatal(
    'SCH-MLS-06',
    '',
    (root) => /([+-]\d{2}:\d{2}|Z)$/.test(value(root, 'cbc:IssueTime')),
    'The time has no time zone.',
    'End the time with Z or an offset such as +01:00.',
  ),
  ...party('SenderParty', 7, 'sender'),
  ...party('ReceiverParty', 12, 'receiver'),
  fatal(
    'SCH-MLS-17',
    '',
    (root) => count(root, 'cac:DocumentResponse') === 1,
    'There is not exactly one response.',
    'Answer one message with one status.',
  ),
]

const response: Rule[] = [
  fatal(
    'SCH-MLS-18',
    '',
    (document) => has(document, 'cac:Response/cbc:ResponseCode'),
    'The response has no code.',
    'Write AP, AB or RE.',
  ),
  fatal(
    'SCH-MLS-19',
    '',
    (document) => ['AP', 'AB', 'RE'].includes(status(document)),
    'The response code is not AP, AB or RE.',
    'Write AP (accepted), AB (acknowledged) or RE (rejected).',
  ),
  fatal(
    'SCH-MLS-20',
    '',
    (document) => !isRejection(document) || has(document, 'cac:Response/cbc:Description'),
    'A rejection has no description.',
    'Say why the message was rejected.',
  ),
  fatal(
    'SCH-MLS-21',
    '',
    (document) => !isRejection(document) || filled(document, 'cac:Response/cbc:Description'),
    'A rejection has a blank description.',
    'Say why the message was rejected.',
  ),
  fatal(
    'SCH-MLS-22',
    '',
    (document) => count(document, 'cac:DocumentReference') === 1,
    'There is not exactly one reference to the message.',
    'Give the instance identifier of the envelope.',
  ),
  fatal(
    'SCH-MLS-23',
    '',
    (document) => !isRejection(document) || has(document, 'cac:LineResponse'),
    'A rejection has no issue.',
    'List what is wrong.',
  ),
  fatal(
    'SCH-MLS-24',
    '',
    (document) => !isRejection(document) || hasFailure(document),
    'A rejection has no failure.',
    'Name at least one issue with BV, FD or SV.',
  ),
  fatal(
    'SCH-MLS-25',
    '',
    (document) => isRejection(document) || !hasFailure(document),
    'A positive status names a failure.',
    'Reject the message, or name warnings (BW) only.',
  ),
]

/** Issues are written only where there are any; each says where, what and of which kind. */
const issues: Pattern = [
  { ...place(ROOT), rules: header },
  { ...place(RESPONSE), rules: response },
  {
    ...place(`${RESPONSE}/cac:DocumentReference`),
    rules: [
      fatal(
        'SCH-MLS-26',
        '',
        (reference) => filled(reference, 'cbc:ID'),
        'The id of the message is blank.',
        'Give the instance identifier of the envelope.',
      ),
    ],
  },
  {
    ...place(`${RESPONSE}/cac:LineResponse`),
    rules: [
      fatal(
        'SCH-MLS-27',
        '',
        (issue) => filled(issue, 'cac:LineReference/cbc:LineID'),
        'The place of an issue is blank.',
        'Give an XPath, or NA.',
      ),
    ],
  },
  {
    ...place(`${RESPONSE}/cac:LineResponse/cac:Response`),
    rules: [
      fatal(
        'SCH-MLS-28',
        '',
        (issue) => has(issue, 'cbc:Description'),
        'An issue has no description.',
        'Say what is wrong.',
      ),
      fatal(
        'SCH-MLS-29',
        '',
        (issue) => filled(issue, 'cbc:Description'),
        'The description of an issue is blank.',
        'Say what is wrong.',
      ),
      fatal(
        'SCH-MLS-30',
        '',
        (issue) => has(issue, 'cac:Status'),
        'An issue does not say of which kind it is.',
        'Add a status with BV, BW, FD or SV.',
      ),
    ],
  },
  {
    ...place(`${RESPONSE}/cac:LineResponse/cac:Response/cac:Status`),
    rules: [
      fatal(
        'SCH-MLS-31',
        '',
        (kind) => ISSUES.includes(value(kind, 'cbc:StatusReasonCode')),
        'The kind of an issue is not BV, BW, FD or SV.',
        'Use one of these codes.',
      ),
    ],
  },
]

export const messageStatusRules: Pattern[] = [issues]
