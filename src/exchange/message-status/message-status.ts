/** Message Level Statuses: what is said of a document that arrived, and what an answer says of one of ours. Pure. */
import { createHash } from 'node:crypto'
import type { LineResponse, Response } from '../../formats/response.ts'
import { profiles } from '../../formats/profiles.ts'
import { XSD } from '../../rules/xsd/schemas.ts'
import { SERVICE_PROVIDER_SCHEME } from '../../values/service-provider.ts'
import { atMost } from '../../values/text.ts'
import type { ShownFinding, Validation } from '../../documents/record/validation.ts'

export interface Issue {
  place: string
  reason: string
  message: string
}

/** More would be read by nobody. */
const MOST_ISSUES = 50
/** Of a text that is kept or told. */
export const MOST_CHARACTERS = 1_000

/** Faults that kept the file from being read, or break its schema; every other is a broken rule. */
const SYNTAX = new Set(['TOO_LARGE', 'ENCODING', 'DOCTYPE_REFUSED', 'MALFORMED', 'EMPTY', 'UNSUPPORTED', XSD])

const issueOf = ({ rule, severity, message, xpath }: ShownFinding): LineResponse => ({
  place: xpath || 'NA',
  description: atMost(MOST_CHARACTERS, `${rule}: ${message}`),
  statuses: [{ reasonCode: severity === 'warning' ? 'BW' : SYNTAX.has(rule) ? 'SV' : 'BV', conditions: [] }],
})

/** The same document has the same status under the same identifier, however often it is written. */
export const statusIdOf = (organizationId: string, instanceId: string): string => {
  const digest = createHash('sha256').update(`message-status\n${organizationId}\n${instanceId}`).digest('hex')
  const [third, fourth] = [digest.slice(13, 16), digest.slice(17, 20)]
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${third}-a${fourth}-${digest.slice(20, 32)}`
}

interface StatusSubject {
  id: string
  instanceId: string
  receivedAt: Date
  validation: Validation
  from: string
  to: string
}

const digitsOf = (id: string): string => id.slice(SERVICE_PROVIDER_SCHEME.length + 1)
const provider = (id: string) => ({
  electronicAddress: { scheme: SERVICE_PROVIDER_SCHEME, value: digitsOf(id) },
  identifiers: [],
})

/** Accepted, with what might be better; or rejected, with what is wrong. */
export const statusOf = ({
  id,
  instanceId,
  receivedAt,
  validation: { errors, warnings, valid },
  from,
  to,
}: StatusSubject): Response => {
  const [date = '', time = ''] = receivedAt.toISOString().split('T')
  return {
    ...profiles['peppol-mls'],
    id,
    issueDate: date,
    issueTime: time,
    sender: provider(from),
    receiver: provider(to),
    code: valid ? 'AP' : 'RE',
    ...(!valid && { description: `The document breaks ${errors.length} rule${errors.length === 1 ? '' : 's'}.` }),
    statuses: [],
    reference: { number: instanceId },
    lines: [...errors, ...warnings].slice(0, MOST_ISSUES).map(issueOf),
  }
}

export const issuesOf = ({ lines }: Response): Issue[] =>
  lines.slice(0, MOST_ISSUES).map(({ place, description, code, statuses }) => ({
    place,
    reason: statuses[0]?.reasonCode ?? code ?? '',
    message: atMost(MOST_CHARACTERS, description ?? ''),
  }))

/** In words, for the document that is rejected. */
export const reasonOf = (answer: Response): string => {
  const texts = [
    answer.description,
    ...issuesOf(answer)
      .filter(({ reason }) => reason !== 'BW')
      .map(({ message }) => message),
  ].filter((text) => text !== undefined && text !== '')
  return (
    atMost(MOST_CHARACTERS, [...new Set(texts)].join(' ')) ||
    "The recipient's access point rejected the message and does not say why."
  )
}
