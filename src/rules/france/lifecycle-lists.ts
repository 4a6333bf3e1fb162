/** The rules on the codes of a message of the French life cycle. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { has, text } from '../path.ts'
import { type Pattern, type Rule, warning } from '../rule.ts'
import { documentTypes } from './lists.ts'
import {
  TRANSMISSION,
  TREATMENT,
  anyRole,
  states,
  actions,
  figures,
  reasonsOfState,
  publicRefusals,
  isReason,
} from './lifecycle-codes.ts'
import { ACKNOWLEDGEMENT, INVOICE, STATUS, isPublicBuyer, rule, at } from './lifecycle-message.ts'

const reasonOf = (state: string): Rule =>
  rule(
    `CDV-CL-09_MDT-113_${state}`,
    'MDT-113',
    (reason, { root }) =>
      stateAt(reason) !== state ||
      (state === '210' && isPublicBuyer(root)) ||
      reasonsOfState[state]?.has(reason.stringValue) === true,
    `The reason (MDT-113) is not one that state ${state} may have.`,
    'Use a reason of that state.',
  )
const stateAt = (reason: XmlElement): string => text(reason, '../../ram:ProcessConditionCode') ?? ''

export const codes: Pattern[] = [
  [
    at(
      `${ACKNOWLEDGEMENT}/ram:TypeCode`,
      rule(
        'CDV-09_MDT-77',
        'MDT-77',
        (phase) => [TREATMENT, TRANSMISSION].includes(phase.stringValue),
        'The phase (MDT-77) is neither treatment (23) nor transmission (305).',
        'Write 23 or 305.',
      ),
    ),
  ],
  [
    at(
      `${INVOICE}/ram:TypeCode`,
      rule(
        '04_MDT-91',
        'MDT-91',
        (type) => documentTypes.has(type.stringValue),
        'The type of the invoice (MDT-91) is not one that France uses.',
        'Give the type of the invoice (BT-3).',
      ),
    ),
  ],
  [
    at(
      `${INVOICE}/ram:ProcessConditionCode`,
      warning(
        'BR-FR-CDV-CL-06_MDT-105',
        'MDT-105',
        (state) => states.has(state.stringValue),
        'The state (MDT-105) is not one of the French list.',
        'Use a state of the list.',
      ),
    ),
  ],
  [
    at(
      `${STATUS}/ram:ProcessConditionCode`,
      warning(
        'BR-FR-CDV-CL-06_MDT-115',
        'MDT-115',
        (state) => states.has(state.stringValue),
        'The state of a detail (MDT-115) is not one of the French list.',
        'Use a state of the list.',
      ),
    ),
  ],
  [
    at(
      `${INVOICE}/ram:IssuerTradeParty/ram:RoleCode`,
      rule(
        'CDV-CL-07_MDT-132',
        'MDT-132',
        (role) => role.stringValue === 'SE',
        'The issuer of the invoice is not the seller (MDT-132).',
        'Write the role SE.',
      ),
    ),
  ],
  [
    at(
      `${INVOICE}/ram:RecipientTradeParty/ram:RoleCode`,
      rule(
        'CDV-CL-08_MDT-158',
        'MDT-158',
        (role) => anyRole.has(role.stringValue),
        'The recipient of the invoice has a role (MDT-158) that is not allowed.',
        'Use BY or another role of the list.',
      ),
    ),
  ],
  [
    at(
      `${STATUS}/ram:ReasonCode`,
      rule(
        'CDV-CL-09_MDT-113',
        'MDT-113',
        (reason) => isReason(reason.stringValue),
        'The reason (MDT-113) is not one of the French list.',
        'Use a reason of the list.',
      ),
      ...Object.keys(reasonsOfState).map(reasonOf),
      rule(
        'CDV-CL-09_MDT-113_210B2G',
        'MDT-113',
        (reason, { root }) =>
          stateAt(reason) !== '210' || !isPublicBuyer(root) || publicRefusals.has(reason.stringValue),
        'The reason (MDT-113) is not one that a public buyer may refuse for.',
        'Use a reason of that list.',
      ),
    ),
  ],
  [
    at(
      `${STATUS}/ram:RequestedActionCode`,
      rule(
        'CDV-CL-10_MDT-121',
        'MDT-121',
        (action) => actions.has(action.stringValue),
        'The action asked for (MDT-121) is not one of the list.',
        'Use NOA, PIN, NIN, CNF, CNP, CNA or OTH.',
      ),
    ),
  ],
  [
    at(
      `${STATUS}/ram:SpecifiedDocumentCharacteristic/ram:TypeCode`,
      rule(
        'CDV-CL-11_MDT-207',
        'MDT-207',
        (kind) => figures.has(kind.stringValue),
        'The kind of a figure (MDT-207) is not one of the list.',
        'Use MEN for collected, MPA for paid, or another kind.',
      ),
    ),
  ],
]

/** What only the annexes from 1.4 on ask. */
export const codesSince14: Pattern[] = [
  [
    at(
      STATUS,
      rule(
        'CDV-16_MDT-124-2',
        'MDT-124',
        (status) => has(status, 'ram:SequenceNumeric'),
        'A detail of the state has no number (MDT-124).',
        'Number the details from 1.',
      ),
    ),
  ],
]
