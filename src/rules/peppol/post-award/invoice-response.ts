/** Peppol BIS Invoice Response 3 (T111): what the buyer says of an invoice. */
import type { XmlElement } from '../../../formats/xml/tree.ts'
import { codeList } from '../../../values/codelists/code-list.ts'
import { identifierSchemes, peppolElectronicAddressSchemes } from '../../../values/codelists/code-lists.ts'
import { has, select, some, value } from '../../path.ts'
import { normalize } from '../../white-space.ts'
import { fatal, type Pattern, warning } from '../../rule.ts'
import { commonRules } from './common.ts'
import { dataModel } from './data-model.ts'

const drawing = `
response:ApplicationResponse
  cbc:CustomizationID!
  cbc:ProfileID!
  cbc:ID!
  cbc:IssueDate!
  cbc:IssueTime
  cbc:Note
  cac:SenderParty!
    cbc:EndpointID! @schemeID!=addresses
    cac:PartyIdentification ~
      cbc:ID! @schemeID=schemes
    cac:PartyLegalEntity!
      cbc:RegistrationName!
    cac:Contact
      cbc:Name
      cbc:Telephone
      cbc:ElectronicMail
  cac:ReceiverParty!
    cbc:EndpointID! @schemeID!=addresses
    cac:PartyIdentification ~
      cbc:ID! @schemeID=schemes
    cac:PartyLegalEntity!
      cbc:RegistrationName!
  cac:DocumentResponse!
    cac:Response!
      cbc:ResponseCode! =responses
      cbc:EffectiveDate
      cac:Status
        cbc:StatusReasonCode =clarifications @listID!=clarificationLists
        cbc:StatusReason
        cac:Condition
          cbc:AttributeID!
          cbc:Description
    cac:DocumentReference!
      cbc:ID!
      cbc:IssueDate
      cbc:DocumentTypeCode! =documentTypes
    cac:IssuerParty
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyName! ~
        cbc:Name!
    cac:RecipientParty
      cac:PartyIdentification ~
        cbc:ID! @schemeID=schemes
      cac:PartyName! ~
        cbc:Name!
`

const responses = codeList('AB AP RE IP UQ CA PD')
const clarificationReasons = codeList('NON REF LEG REC QUA DEL PRI QTY ITM PAY PPD UNR FIN OTH')
const clarificationActions = codeList('NOA PIN NIN CNF CNP CNA OTH')

/** UNTDID 1001 as of D.17A, in runs; newer invoice types (817, 875, 876, 877) are not in it, a stray 1999 is. */
const DOCUMENT_TYPES = `
1-470 481-491 493-499 520-539 550-554 575-589 610 621-659 700-751 760-761 763-766 770 775 780-799 810-812 820-825
830 833 840-841 850-853 855-856 860-865 870 890 895-896 901 910-911 913-917 925-927 929-938 940-941 950-955 960-966
970-972 974-979 990-991 995-996 998 1999`

const runs = DOCUMENT_TYPES.trim()
  .split(/\s+/)
  .map((run) => run.split('-').map(Number))
const isDocumentType = (code: string): boolean =>
  /^[1-9]\d*$/.test(code) && runs.some(([first = 0, last = first]) => Number(code) >= first && Number(code) <= last)

const structure = dataModel('PEPPOL-T111', drawing, {
  addresses: peppolElectronicAddressSchemes,
  schemes: identifierSchemes,
  responses,
  clarifications: { has: (code) => clarificationReasons.has(code) || clarificationActions.has(code) },
  clarificationLists: codeList('OPStatusAction OPStatusReason'),
  documentTypes: { has: isDocumentType },
})

const says =
  (code: string) =>
  (status: XmlElement): boolean =>
    some(status, 'cbc:StatusReasonCode', code)
const asksForMore = (response: XmlElement): boolean => ' CA UQ RE '.includes(` ${value(response, 'cbc:ResponseCode')} `)

const codesOf = (status: XmlElement, list: string): readonly string[] =>
  select(status, `cbc:StatusReasonCode[@listID=${list}]`).map((code) => normalize(code.stringValue))

const ofList = (id: string, list: string, codes: { has: (code: string) => boolean }) => ({
  names: ['cac:Status'],
  where: (status: XmlElement) => codesOf(status, list).length > 0,
  rules: [
    fatal<XmlElement>(
      id,
      '',
      (status) => codesOf(status, list).every((code) => codes.has(code)),
      `A clarification code is not one of the list ${list} that it names.`,
      'Use a code of that list, or name the other.',
    ),
  ],
})

const PROCESSES = ['urn:fdc:peppol.eu:poacc:bis:invoice_response:3', 'urn:peppol:bis:billing_with_response']
const SPECIFICATION = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3'

/**
 * One pattern, so that a status meets the first of its contexts only. R005 (partly paid goes with paid) is not here:
 * its published test asks whether a comparison exists, which it always does.
 */
const clarifications: Pattern = [
  {
    names: ['cac:Response'],
    where: asksForMore,
    rules: [
      fatal(
        'PEPPOL-T111-R001',
        '',
        (response) => has(response, 'cac:Status/cbc:StatusReasonCode'),
        'A response that queries, rejects or conditionally accepts has no clarification code.',
        'Say why with a code of OPStatusReason, or what to do with one of OPStatusAction.',
      ),
    ],
  },
  {
    names: ['cac:Status'],
    where: says('OTH'),
    rules: [
      warning(
        'PEPPOL-T111-R002',
        '',
        (status) => has(status, 'cbc:StatusReason'),
        'The clarification is "other", and no text explains it.',
        'Describe it in the clarification text.',
      ),
    ],
  },
  {
    names: ['cbc:CustomizationID'],
    rules: [
      fatal(
        'PEPPOL-T111-R003',
        'BT-24',
        (id) => normalize(id.stringValue).startsWith(SPECIFICATION),
        'The specification is not that of an invoice response.',
        `Write ${SPECIFICATION}.`,
      ),
    ],
  },
  {
    names: ['cac:Status'],
    where: says('PPD'),
    rules: [
      fatal(
        'PEPPOL-T111-R004',
        '',
        (status) => has(status, 'cbc:StatusReason'),
        'A partial payment is not explained.',
        'Say in the clarification text what was paid.',
      ),
    ],
  },
  {
    names: ['cbc:ProfileID'],
    rules: [
      fatal(
        'PEPPOL-T111-R008',
        'BT-23',
        (id) => PROCESSES.includes(normalize(id.stringValue)),
        'The process is not that of invoice responses.',
        `Write ${PROCESSES[0] ?? ''}.`,
      ),
    ],
  },
]

/** The lists are a pattern of their own: a status of the contexts above meets them too. */
const clarificationLists: Pattern = [
  ofList('PEPPOL-T111-R006', 'OPStatusAction', clarificationActions),
  ofList('PEPPOL-T111-R007', 'OPStatusReason', clarificationReasons),
]

export const invoiceResponseRules: Pattern[] = [...commonRules, ...structure, clarifications, clarificationLists]
