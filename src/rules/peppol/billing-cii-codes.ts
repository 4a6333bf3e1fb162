/** Peppol BIS Billing 3 in CII: its code lists and the form of dates. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import {
  allowanceReasons,
  attachmentTypes,
  chargeReasons,
  peppolCurrencies,
  peppolElectronicAddressSchemes,
} from '../../values/codelists/code-lists.ts'
import type { CodeRule } from '../code-rules.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { value } from '../path.ts'
import { normalize } from '../white-space.ts'
import { type Position, within } from '../position.ts'
import { fatal, type Rule } from '../rule.ts'

const PROCESS = /urn:fdc:peppol.eu:2017:poacc:billing:([0-9]{2}):1.0/

export const processOf = ({ root }: CheckedDocument): string | undefined =>
  PROCESS.exec(
    value(root, 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
  )?.[1]

export const indicator = (charge: XmlElement): string => value(charge, 'ram:ChargeIndicator/udt:Indicator')

const asWritten = (written: string | undefined): string => written ?? ''
const onAllowanceCharge = (at: Position): boolean => within(at, 'ram:SpecifiedTradeAllowanceCharge')
const reasonOf =
  (which: string) =>
  ({ parent }: XmlElement): boolean =>
    parent !== undefined && indicator(parent) === which
const TYPES = new Set(
  (
    '71 102 218 219 326 331 382 553 817 870 875 876 877 380 383 384 386 388 393 82 80 84 395 575 623 780 381 396 ' +
    '81 83 532'
  ).split(' '),
)

export const codeLists: readonly CodeRule[] = [
  {
    id: 'PEPPOL-EN16931-CL001',
    terms: 'BT-125-1',
    names: ['ram:AttachmentBinaryObject'],
    attribute: 'mimeCode',
    list: attachmentTypes,
    read: asWritten,
    message: 'An attachment (BT-125) is of a type that Peppol does not allow.',
  },
  {
    id: 'PEPPOL-EN16931-CL002',
    terms: 'BT-98 BT-140',
    names: ['ram:ReasonCode'],
    at: onAllowanceCharge,
    where: reasonOf('false'),
    list: allowanceReasons,
    message: 'The reason code of an allowance (BT-98, BT-140) is not in UNCL 5189.',
  },
  {
    id: 'PEPPOL-EN16931-CL003',
    terms: 'BT-105 BT-145',
    names: ['ram:ReasonCode'],
    at: onAllowanceCharge,
    where: reasonOf('true'),
    list: chargeReasons,
    message: 'The reason code of a charge (BT-105, BT-145) is not in UNCL 7161.',
  },
  {
    id: 'PEPPOL-EN16931-CL007',
    terms: 'BT-110 BT-111',
    names: ['ram:TaxTotalAmount'],
    attribute: 'currencyID',
    list: peppolCurrencies,
    read: asWritten,
    message: 'A VAT total is in a currency that ISO 4217 does not know.',
  },
  {
    id: 'PEPPOL-EN16931-P0100',
    terms: 'BT-3',
    names: ['ram:TypeCode'],
    at: (path) => within(path, 'ram:ExchangedDocument'),
    where: (_, document) => processOf(document) === '01',
    list: TYPES,
    message: 'The type of the document (BT-3) is not allowed in this process.',
  },
  {
    id: 'PEPPOL-EN16931-CL008',
    terms: 'BT-34-1 BT-49-1',
    names: ['ram:URIID'],
    at: (path) =>
      within(path, 'ram:URIUniversalCommunication', 'ram:BuyerTradeParty') ||
      within(path, 'ram:URIUniversalCommunication', 'ram:SellerTradeParty'),
    attribute: 'schemeID',
    required: true,
    list: peppolElectronicAddressSchemes,
    read: asWritten,
    message: 'The scheme of an electronic address (BT-34-1, BT-49-1) is not in the Peppol list.',
  },
]

export const dates: Rule = fatal(
  'PEPPOL-EN16931-F001',
  '',
  (date) => normalize(date.attribute('format')) === '102' && date.text.length === 8 && /20[0-9]{6}/.test(date.text),
  'A date is not written YYYYMMDD in format 102.',
  'Write the date as eight digits.',
)
