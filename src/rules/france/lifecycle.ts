/**
 * The French life cycle of an invoice in CDAR (XP Z12-012, CDV): what its states may say, to whom. MDT are the terms of
 * that document: 77 phase, 105 state, 113 reason, 207 kind of a figure. CDV-01, 04, 05, 06, 10 and 07_MDT-38_no are not
 * here: as published no message can break them.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { codeList } from '../../values/codelists/code-list.ts'
import { filled, has, select, some, value } from '../path.ts'
import type { Pattern, Rule } from '../rule.ts'
import type { FrenchVersion } from './lists.ts'
import {
  TRANSMISSION,
  TREATMENT,
  processes,
  businessRoles,
  senderRoles,
  anyRole,
  phaseCodes,
  WITH_REASON,
  COLLECTED,
  INADMISSIBLE,
} from './lifecycle-codes.ts'
import {
  CONTEXT,
  DOCUMENT,
  INVOICE,
  FOR_PORTAL,
  isPhase,
  isOtherPhase,
  stateOf,
  isForPortal,
  rule,
  at,
} from './lifecycle-message.ts'
import { codes, codesSince14 } from './lifecycle-lists.ts'

const context = (version: FrenchVersion): Pattern => [
  at(
    CONTEXT,
    rule(
      'CDV-02_MDT-3',
      'MDT-3',
      (element, { root }) => {
        const is = (profile: string): boolean =>
          some(element, 'ram:GuidelineSpecifiedDocumentContextParameter/ram:ID', profile)
        return is('urn.cpro.gouv.fr:1p0:CDV:invoice') || (is(FOR_PORTAL) && isForPortal(root, version))
      },
      'The profile (MDT-3) is not that of the life cycle of invoices, or is that for the portal in a message ' +
        'to others.',
      'Write urn.cpro.gouv.fr:1p0:CDV:invoice; …:einvoicingF2 only where the portal is the one recipient.',
    ),
    rule(
      'CDV-CL-01_MDT-2',
      'MDT-2',
      (element, { root }) =>
        isProcess(value(element, 'ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'), root, version),
      'The process (MDT-2) is not one of the French list.',
      `Write ${processes[version].join(', ')}; to the portal, the billing mode.`,
    ),
  ),
]

const isProcess = (process: string, root: XmlElement, version: FrenchVersion): boolean =>
  isForPortal(root, version) ? process.length <= 3 : processes[version].includes(process)

const roleRules = (
  number: string,
  term: string,
  path: string,
  who: string,
  treatment: ReturnType<typeof codeList>,
): Rule[] => [
  rule(
    `CDV-CL-${number}_${term}_305`,
    term,
    (document, { root }) => !isPhase(root, TRANSMISSION) || value(document, path) === 'WK',
    `The ${who} of a message on transmission is not a platform (WK).`,
    'Write the role WK.',
  ),
  rule(
    `CDV-CL-${number}_${term}_23`,
    term,
    (document, { root }) => !isPhase(root, TREATMENT) || treatment.has(value(document, path)),
    `The ${who} of a message on treatment has a role that is not allowed.`,
    'Write the role of the party: SE, BY, or one acting for them.',
  ),
]

const document: Pattern = [
  at(
    DOCUMENT,
    rule(
      'CDV-03_MDT-4',
      'MDT-4',
      (element) => has(element, 'ram:ID'),
      'The message has no id (MDT-4).',
      'Give it an id.',
    ),
    ...roleRules('02', 'MDT-21', 'ram:SenderTradeParty/ram:RoleCode', 'sender', senderRoles),
    ...roleRules('03', 'MDT-40', 'ram:IssuerTradeParty/ram:RoleCode', 'issuer', businessRoles),
  ),
]

const issuer: Pattern = [
  at(
    `${DOCUMENT}/ram:IssuerTradeParty`,
    rule(
      'CDV-07_MDT-38_yes',
      'MDT-38',
      (party, { root }) => isOtherPhase(root, TREATMENT) || has(party, 'ram:GlobalID'),
      'A message on treatment does not identify who decided (MDT-38).',
      'Give the SIREN of the seller or buyer.',
    ),
  ),
]

const hasAddress = (recipient: XmlElement): boolean =>
  ['WK', 'DFH'].includes(value(recipient, 'ram:RoleCode')) || has(recipient, 'ram:URIUniversalCommunication/ram:URIID')

const recipient: Pattern = [
  at(
    `${DOCUMENT}/ram:RecipientTradeParty`,
    rule(
      'CDV-08_MDT-73',
      'MDT-73',
      hasAddress,
      'A recipient has no electronic address (MDT-73).',
      'Give the address; only a platform and the portal need none.',
    ),
  ),
  at(
    `${DOCUMENT}/ram:RecipientTradeParty/ram:RoleCode`,
    rule(
      'CDV-CL-04_MDT-59',
      'MDT-59',
      (role) => anyRole.has(role.stringValue),
      'A recipient has a role (MDT-59) that is not allowed.',
      'Use SE, BY, or another role of the list.',
    ),
  ),
]

const isCollected = (invoice: XmlElement): boolean => {
  const collected = select(invoice, 'ram:SpecifiedDocumentStatus/ram:SpecifiedDocumentCharacteristic').filter(
    (figure) => value(figure, 'ram:TypeCode') === 'MEN',
  )
  return (
    collected.length > 0 &&
    collected.every((figure) => filled(figure, 'ram:ValueAmount') && filled(figure, 'ram:ValuePercent'))
  )
}

const phaseCode = (phase: string): Rule =>
  rule(
    `CDV-CL-05_MDT-88_${phase}`,
    'MDT-88',
    (invoice, { root }) => {
      const said = select(invoice, 'ram:StatusCode')
      return (
        isOtherPhase(root, phase) ||
        said.length === 0 ||
        said.some((code) => phaseCodes[phase]?.has(code.stringValue) === true)
      )
    },
    'The status code (MDT-88) is not one of the phase of the message.',
    'Use the code that goes with the state, or leave it out.',
  )

const invoice: Pattern = [
  at(
    INVOICE,
    rule(
      'CDV-11_MDG-35',
      'MDG-35',
      (element) => stateOf(element) === INADMISSIBLE || has(element, 'ram:FormattedIssueDateTime'),
      'The date of the invoice (MDG-35) is missing.',
      'Give the date of the invoice.',
    ),
    rule(
      'CDV-12_MDT-105',
      'MDT-105',
      (element) => has(element, 'ram:ProcessConditionCode'),
      'The message has no state (MDT-105).',
      'Give the code of the state.',
    ),
    rule(
      'CDV-14_MDT-207',
      'MDT-207',
      (element) => stateOf(element) !== COLLECTED || isCollected(element),
      'A collection (212) does not say the collected amount (MEN) and its VAT rate.',
      'Give one figure MEN for each VAT rate, with amount and percentage.',
    ),
    rule(
      'CDV-15_MDT-113',
      'MDT-113',
      (element) =>
        !WITH_REASON.includes(stateOf(element)) || has(element, 'ram:SpecifiedDocumentStatus/ram:ReasonCode'),
      'A state that stops an invoice does not say why (MDT-113).',
      'Give a reason code of that state.',
    ),
    phaseCode(TRANSMISSION),
    phaseCode(TREATMENT),
  ),
]

const seller: Pattern = [
  at(
    `${INVOICE}/ram:IssuerTradeParty`,
    rule(
      'CDV-13_MDT-129',
      'MDT-129',
      (party) => (party.parent && stateOf(party.parent) === INADMISSIBLE) || has(party, 'ram:GlobalID'),
      'The seller of the invoice is not identified (MDT-129).',
      'Give the SIREN of the seller.',
    ),
  ),
]

export const lifecycleRules = (version: FrenchVersion): Pattern[] => [
  context(version),
  document,
  issuer,
  recipient,
  invoice,
  seller,
  ...codes,
  ...(version === '1.3' ? [] : codesSince14),
]
