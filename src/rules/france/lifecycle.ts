/**
 * The French life cycle of an invoice in CDAR (XP Z12-012, CDV): what its states may say, to whom. MDT are the terms of
 * that document: 77 phase, 105 state, 113 reason, 207 kind of a figure.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { codeList } from '../../values/codelists/code-list.ts'
import { filled, has, select, text, value } from '../path.ts'
import { place } from '../place.ts'
import { type Context, fatal, type Pattern, type Rule, warning } from '../rule.ts'
import { documentTypes, type FrenchVersion } from './lists.ts'

const ROOT = '/cdar:CrossDomainAcknowledgementAndResponse'
const CONTEXT = `${ROOT}/cdar:ExchangedDocumentContext`
const DOCUMENT = `${ROOT}/cdar:ExchangedDocument`
const ACKNOWLEDGEMENT = `${ROOT}/cdar:AcknowledgementDocument`
const INVOICE = `${ACKNOWLEDGEMENT}/ram:ReferenceReferencedDocument`
const STATUS = `${INVOICE}/ram:SpecifiedDocumentStatus`

const TRANSMISSION = '305'
const TREATMENT = '23'

/** The public portal, which the two versions number differently; it is told of states as the only recipient. */
const portals: Readonly<Record<FrenchVersion, string>> = { '1.3': '9998', '1.4': '0000' }

const processes: Readonly<Record<FrenchVersion, readonly string[]>> = {
  '1.3': ['REGULATED', 'NON_REGULATED', 'B2C', 'B2BINT', 'OUTOFSCOPE'],
  '1.4': ['REGULATED', 'NON_REGULATED', 'B2C', 'B2CINT', 'B2BINT', 'OUTOFSCOPE'],
}

const businessRoles = codeList('BY AB DL SE SR PE PR II IV')
const senderRoles = codeList('BY AB DL SE SR WK PE PR II IV')
const anyRole = codeList('BY AB DL SE SR PE PR II IV WK DFH')

export const states = codeList(
  '200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 220 221 224 225 226 227 228 250 251 300 301 400 ' +
    '401 500 501 601',
)
export const actions = codeList('NOA PIN NIN CNF CNP CNA OTH')
export const figures = codeList('MEN MPA RAP ESC RAB REM MAP MAPTTC MNA MNATTC CBB DIV DVA MAJ')

/** Codes of the phase for other networks (MDT-88). */
const phaseCodes: Readonly<Record<string, ReturnType<typeof codeList>>> = {
  [TRANSMISSION]: codeList('10 51 43 8 48'),
  [TREATMENT]: codeList('45 39 37 50 49 47 46 1 5'),
}

/** Which reasons a state may have; a state that is not here may have any. */
export const reasonsOfState: Readonly<Record<string, ReturnType<typeof codeList>>> = {
  200: codeList('NON_TRANSMISE'),
  206: codeList(
    'AUTRE CMD_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR PU_ERR REM_ERR QTE_ERR ART_ERR MODPAI_ERR ' +
      'QUALITE_ERR LIVR_INCOMP',
  ),
  207: codeList(
    'AUTRE COORD_BANC_ERR TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_INC DEST_ERR ' +
      'TRANSAC_INC EMMET_INC CONTRAT_TERM DOUBLE_FACT CMD_ERR ADR_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT ' +
      'REF_ERR PU_ERR REM_ERR QTE_ERR ART_ERR MODPAI_ERR QUALITE_ERR LIVR_INCOMP',
  ),
  208: codeList('JUSTIF_ABS COORD_BANC_ERR CMD_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR'),
  210: codeList(
    'TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_ERR TRANSAC_INC EMMET_INC CONTRAT_TERM ' +
      'DOUBLE_FACT CMD_ERR ADR_ERR REF_CT_ABSENT',
  ),
  213: codeList(
    'MONTANTTOTAL_ERR CALCUL_ERR DOUBLON DEST_INC ADR_ERR REJ_SEMAN REJ_UNI REJ_COH REJ_ADR REJ_CONT_B2G ' +
      'REJ_REF_PJ REJ_ASS_PJ',
  ),
  221: codeList('ROUTAGE_ERR'),
  501: codeList(
    'IRR_VIDE_F IRR_TYPE_F IRR_SYNTAX IRR_TAILLE_PJ IRR_NOM_PJ IRR_VID_PJ IRR_EXT_DOC IRR_TAILLE_F ' +
      'IRR_ANTIVIRUS IRR_NOM_F',
  ),
}
/** A refusal by the public sector (9999) knows more reasons. */
const publicRefusals = codeList(
  'RETRAIT_MAN_SERV ST_CT_NON_DECLAR SUPPR_COMP_AVOIR TRANSF_PMNT_REGIE CONTACT_ACHTR AUTRE COORD_BANC_ERR ' +
    'TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_ERR TRANSAC_INC EMMET_INC CONTRAT_TERM ' +
    'DOUBLE_FACT CMD_ERR ADR_ERR REF_CT_ABSENT LIVR_INCOMP',
)
const PUBLIC_BUYERS = '9999'

const otherReasons = codeList(
  'RETRAIT_MAN_SERV ST_CT_NON_DECLAR SUPPR_COMP_AVOIR TRANSF_PMNT_REGIE CONTACT_ACHTR IRR_NOM',
)
const isReason = (code: string): boolean =>
  otherReasons.has(code) || Object.values(reasonsOfState).some((reasons) => reasons.has(code))

/** States that say why. */
const WITH_REASON = ['206', '207', '208', '210', '213', '501']
const COLLECTED = '212'
const INADMISSIBLE = '501'

/** Messages for the portal name the platform that issues them, also on transmission. */
const FOR_PORTAL = 'urn.cpro.gouv.fr:1p0:CDV:einvoicingF2'
const profileOf = (root: XmlElement): string =>
  value(root, 'cdar:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID')

const phaseOf = (root: XmlElement): string => value(root, 'cdar:AcknowledgementDocument/ram:TypeCode')
const stateOf = (invoice: XmlElement): string => value(invoice, 'ram:ProcessConditionCode')
const recipients = (root: XmlElement): readonly XmlElement[] =>
  select(root, 'cdar:ExchangedDocument/ram:RecipientTradeParty')

const isForPortal = (root: XmlElement, version: FrenchVersion): boolean => {
  const [only, ...others] = recipients(root)
  return (
    only !== undefined &&
    others.length === 0 &&
    value(only, 'ram:GlobalID[@schemeID=0238]') === portals[version] &&
    value(only, 'ram:RoleCode') === 'DFH'
  )
}

const isPublicBuyer = (root: XmlElement): boolean =>
  [...recipients(root), ...select(root, 'cdar:ExchangedDocument/ram:IssuerTradeParty')].some(
    (party) => value(party, 'ram:GlobalID[@schemeID=0238]') === PUBLIC_BUYERS,
  )

const rule = (id: string, term: string, test: Rule['test'], message: string, fix: string): Rule =>
  fatal(`BR-FR-${id}`, term, test, message, fix)
const at = (path: string, ...rules: readonly Rule[]): Context => ({ ...place(path), rules })

const context = (version: FrenchVersion): Pattern => [
  at(
    CONTEXT,
    rule(
      'CDV-01_MDG-3',
      'MDG-3',
      (element) => has(element, 'ram:GuidelineSpecifiedDocumentContextParameter'),
      'The message does not say which profile it follows (MDG-3).',
      'Add the guideline parameter.',
    ),
    rule(
      'CDV-02_MDT-3',
      'MDT-3',
      (element, { root }) =>
        isProfile(value(element, 'ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'), root, version),
      'The profile (MDT-3) is not that of the life cycle of invoices, or is that for the portal in a message to others.',
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

const isProfile = (profile: string, root: XmlElement, version: FrenchVersion): boolean =>
  profile === 'urn.cpro.gouv.fr:1p0:CDV:invoice' || (profile === FOR_PORTAL && isForPortal(root, version))
const isProcess = (process: string, root: XmlElement, version: FrenchVersion): boolean =>
  processes[version].includes(process) || (isForPortal(root, version) && process.length < 3)

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
    (document, { root }) => phaseOf(root) !== TRANSMISSION || value(document, path) === 'WK',
    `The ${who} of a message on transmission is not a platform (WK).`,
    'Write the role WK.',
  ),
  rule(
    `CDV-CL-${number}_${term}_23`,
    term,
    (document, { root }) => phaseOf(root) !== TREATMENT || treatment.has(value(document, path)),
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
    rule(
      'CDV-04_MDG-4',
      'MDG-4',
      (element) => has(element, 'ram:IssueDateTime'),
      'The message has no date (MDG-4).',
      'Give the moment of issue.',
    ),
    rule(
      'CDV-05_MDG-9',
      'MDG-9',
      (element) => has(element, 'ram:SenderTradeParty'),
      'The message has no sender (MDG-9).',
      'Name the sending platform.',
    ),
    rule(
      'CDV-06_MDT-21',
      'MDT-21',
      (element) => has(element, 'ram:SenderTradeParty/ram:RoleCode'),
      'The sender has no role (MDT-21).',
      'Write the role WK.',
    ),
    rule(
      'CDV-07_MDT-38_yes',
      'MDT-38',
      (element, { root }) => phaseOf(root) !== TREATMENT || has(element, 'ram:IssuerTradeParty/ram:GlobalID'),
      'A message on treatment does not identify who decided (MDT-38).',
      'Give the SIREN of the seller or buyer.',
    ),
    rule(
      'CDV-07_MDT-38_no',
      'MDT-38',
      (element, { root }) =>
        phaseOf(root) !== TRANSMISSION ||
        profileOf(root) === FOR_PORTAL ||
        !has(element, 'ram:IssuerTradeParty/ram:GlobalID'),
      'A message on transmission identifies its issuer (MDT-38).',
      'Leave the identifier out.',
    ),
    ...roleRules('02', 'MDT-21', 'ram:SenderTradeParty/ram:RoleCode', 'sender', senderRoles),
    ...roleRules('03', 'MDT-40', 'ram:IssuerTradeParty/ram:RoleCode', 'issuer', businessRoles),
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
    (invoice, { root }) =>
      phaseOf(root) !== phase ||
      !has(invoice, 'ram:StatusCode') ||
      phaseCodes[phase]?.has(value(invoice, 'ram:StatusCode')) === true,
    'The status code (MDT-88) is not one of the phase of the message.',
    'Use the code that goes with the state, or leave it out.',
  )

const invoice: Pattern = [
  at(
    INVOICE,
    rule(
      'CDV-10_MDT-87',
      'MDT-87',
      (element) => has(element, 'ram:IssuerAssignedID'),
      'The message does not name the invoice (MDT-87).',
      'Give the number of the invoice.',
    ),
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
      'The message says no state (MDT-105).',
      'Give the code of the state.',
    ),
    rule(
      'CDV-13_MDT-129',
      'MDT-129',
      (element) => stateOf(element) === INADMISSIBLE || has(element, 'ram:IssuerTradeParty/ram:GlobalID'),
      'The seller of the invoice is not identified (MDT-129).',
      'Give the SIREN of the seller.',
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

const codes: Pattern[] = [
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

export const lifecycleRules = (version: FrenchVersion): Pattern[] => [
  context(version),
  document,
  recipient,
  invoice,
  ...codes,
]
