import { createHash } from 'node:crypto'
import { create } from 'xmlbuilder2'
import {
  type NetworkDocument,
  PARTICIPANT_SCHEME,
  PROCESS_SCHEME,
  networkDocumentOf,
} from '../../values/peppol-documents.ts'
import { SANDBOX_FAR_SEAT, serviceProviderId } from '../../values/service-provider.ts'
import { scopeOf } from './header.ts'
import type { Outgoing } from './port.ts'

const SBD = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const CBC = `${UBL}CommonBasicComponents-2`
const CAC = `${UBL}CommonAggregateComponents-2`
const RESPONSE = `${UBL}ApplicationResponse-2`

export interface FarEndVerdict {
  code: 'AP' | 'RE'
  reason?: string
}

/** What stands in the status, and around it. */
interface StatusContent {
  id: string
  from: string
  to: string
  type: NetworkDocument
  at: Date
  about: Outgoing
  verdict: FarEndVerdict
}

type XmlNode = ReturnType<typeof create>

const writeHeader = (document: XmlNode, { id, from, to, type, at, about }: StatusContent): void => {
  const header = document.ele(SBD, 'StandardBusinessDocumentHeader')
  header.ele(SBD, 'HeaderVersion').txt('1.0')
  header.ele(SBD, 'Sender').ele(SBD, 'Identifier', { Authority: PARTICIPANT_SCHEME }).txt(from)
  header.ele(SBD, 'Receiver').ele(SBD, 'Identifier', { Authority: PARTICIPANT_SCHEME }).txt(to)
  const identification = header.ele(SBD, 'DocumentIdentification')
  for (const [name, value] of [
    ['Standard', RESPONSE],
    ['TypeVersion', '2.1'],
    ['InstanceIdentifier', id],
    ['Type', 'ApplicationResponse'],
    ['CreationDateAndTime', at.toISOString()],
  ] as const)
    identification.ele(SBD, name).txt(value)
  const scopes = header.ele(SBD, 'BusinessScope')
  for (const [name, value, scheme] of [
    ['DOCUMENTID', type.documentTypeId, type.scheme],
    ['PROCESSID', type.processIds[0] ?? '', PROCESS_SCHEME],
    ['COUNTRY_C1', about.countryC1, null],
  ] as const) {
    const scope = scopes.ele(SBD, 'Scope')
    scope.ele(SBD, 'Type').txt(name)
    scope.ele(SBD, 'InstanceIdentifier').txt(value)
    if (scheme !== null) scope.ele(SBD, 'Identifier').txt(scheme)
  }
}

const writeStatus = (document: XmlNode, { id, from, to, type, at, about, verdict }: StatusContent): void => {
  const [date = '', time = ''] = at.toISOString().split('T')
  const answer = document.ele(RESPONSE, 'ApplicationResponse')
  for (const [name, value] of [
    ['CustomizationID', type.customization],
    ['ProfileID', type.processIds[0] ?? ''],
    ['ID', id],
    ['IssueDate', date],
    ['IssueTime', time],
  ] as const)
    answer.ele(CBC, name).txt(value)
  for (const [role, endpoint] of [
    ['SenderParty', from],
    ['ReceiverParty', to],
  ] as const)
    answer
      .ele(CAC, role)
      .ele(CBC, 'EndpointID', { schemeID: endpoint.slice(0, 4) })
      .txt(endpoint.slice(5))
  writeVerdict(answer.ele(CAC, 'DocumentResponse'), about.instanceId, verdict)
}

const writeVerdict = (said: XmlNode, instanceId: string, { code, reason }: FarEndVerdict): void => {
  const response = said.ele(CAC, 'Response')
  response.ele(CBC, 'ResponseCode').txt(code)
  if (reason !== undefined) response.ele(CBC, 'Description').txt(reason)
  said.ele(CAC, 'DocumentReference').ele(CBC, 'ID').txt(instanceId)
  if (reason === undefined) return
  const issue = said.ele(CAC, 'LineResponse')
  issue.ele(CAC, 'LineReference').ele(CBC, 'LineID').txt('NA')
  const detail = issue.ele(CAC, 'Response')
  detail.ele(CBC, 'Description').txt(reason)
  detail.ele(CAC, 'Status').ele(CBC, 'StatusReasonCode').txt('FD')
}

/** The same message has the same status, however often it comes. */
const idOf = (instanceId: string): string => {
  const digest = createHash('sha256').update(`far end ${instanceId}`).digest('hex')
  const [first, second, third, fourth] = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(13, 16),
    digest.slice(17, 20),
  ]
  return `${first}-${second}-8${third}-a${fourth}-${digest.slice(20, 32)}`
}

/**
 * The Message Level Status of a far end that is not of this deployment, in its envelope: what other access points send.
 * It is not written by the code that reads it, so that a fault in one does not hide behind the other. Null where the
 * sender has not asked for a status.
 */
export const farEndStatus = async (about: Outgoing, verdict: FarEndVerdict, at: Date): Promise<Uint8Array | null> => {
  const to = await scopeOf(about.envelope, 'MLS_TO')
  const type = networkDocumentOf('mls', 'peppol')
  if (to === '' || !type || about.documentTypeId === type.documentTypeId) return null
  const from = serviceProviderId(SANDBOX_FAR_SEAT)
  const content: StatusContent = { id: idOf(about.instanceId), from, to, type, at, about, verdict }
  const document = create({ version: '1.0', encoding: 'UTF-8' }).ele(SBD, 'StandardBusinessDocument')
  writeHeader(document, content)
  writeStatus(document, content)
  return new Uint8Array(Buffer.from(document.end()))
}
