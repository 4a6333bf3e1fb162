import { createHash } from 'node:crypto'
import { create } from 'xmlbuilder2'
import { PARTICIPANT_SCHEME, PROCESS_SCHEME, networkDocumentOf } from '../../values/peppol-documents.ts'
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

/**
 * The Message Level Status of a far end that is not of this deployment, in its envelope: what other access points send.
 * Written by other hands than ours that read it. Null where the sender has not asked for one.
 */
export const farEndStatus = (message: Outgoing, { code, reason }: FarEndVerdict, at: Date): Uint8Array | null => {
  const statusTo = scopeOf(message.envelope, 'MLS_TO')
  const type = networkDocumentOf('mls', 'peppol')
  if (statusTo === '' || !type || message.documentTypeId === type.documentTypeId) return null
  const from = serviceProviderId(SANDBOX_FAR_SEAT)
  const digest = createHash('sha256').update(`far end ${message.instanceId}`).digest('hex')
  const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
  const [date = '', time = ''] = at.toISOString().split('T')

  const document = create({ version: '1.0', encoding: 'UTF-8' }).ele(SBD, 'StandardBusinessDocument')
  const header = document.ele(SBD, 'StandardBusinessDocumentHeader')
  header.ele(SBD, 'HeaderVersion').txt('1.0')
  header.ele(SBD, 'Sender').ele(SBD, 'Identifier', { Authority: PARTICIPANT_SCHEME }).txt(from)
  header.ele(SBD, 'Receiver').ele(SBD, 'Identifier', { Authority: PARTICIPANT_SCHEME }).txt(statusTo)
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
    ['COUNTRY_C1', message.countryC1, null],
  ] as const) {
    const scope = scopes.ele(SBD, 'Scope')
    scope.ele(SBD, 'Type').txt(name)
    scope.ele(SBD, 'InstanceIdentifier').txt(value)
    if (scheme !== null) scope.ele(SBD, 'Identifier').txt(scheme)
  }

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
    ['ReceiverParty', statusTo],
  ] as const)
    answer
      .ele(CAC, role)
      .ele(CBC, 'EndpointID', { schemeID: endpoint.slice(0, 4) })
      .txt(endpoint.slice(5))
  const said = answer.ele(CAC, 'DocumentResponse')
  const response = said.ele(CAC, 'Response')
  response.ele(CBC, 'ResponseCode').txt(code)
  if (reason !== undefined) response.ele(CBC, 'Description').txt(reason)
  said.ele(CAC, 'DocumentReference').ele(CBC, 'ID').txt(message.instanceId)
  if (reason !== undefined) {
    const issue = said.ele(CAC, 'LineResponse')
    issue.ele(CAC, 'LineReference').ele(CBC, 'LineID').txt('NA')
    const detail = issue.ele(CAC, 'Response')
    detail.ele(CBC, 'Description').txt(reason)
    detail.ele(CAC, 'Status').ele(CBC, 'StatusReasonCode').txt('FD')
  }
  return new Uint8Array(Buffer.from(document.end()))
}
