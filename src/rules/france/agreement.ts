/** BR-FR-CO: which terms of an invoice agree with which others. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { double } from '../numbers.ts'
import { count, filled, has, select, text } from '../path.ts'
import { afterPrepayment, alreadyPaid, corrections, creditNotes, prepayments } from './lists.ts'
import { type Section, typeOf } from './section.ts'
import type { FrenchSyntax } from './syntax.ts'

/** What the sections on how terms agree read. */
const termsIn = ({ places }: FrenchSyntax) => {
  const at = (term: string): string => places[term] ?? ''
  return {
    at,
    isMode: (root: XmlElement, modes: { has: (code: string) => boolean }): boolean =>
      modes.has(text(root, at('BT-23')) ?? ''),
    amount: (root: XmlElement, term: string): number => double(text(root, at(term).replace('//', ''))),
  }
}

export const agreementWithReferences: Section = (syntax) => {
  const { at } = termsIn(syntax)
  const refersDated = (root: XmlElement): boolean => {
    const lines = select(root, at('BG-25'))
    return has(root, at('BG-3 dated')) || lines.every((line) => has(line, at('line reference')))
  }
  // In UBL the official file asks both of credit notes only.
  const isAsked = ({ qname }: XmlElement): boolean => qname !== 'inv:Invoice'
  return [
    {
      id: 'BR-FR-CO-03_BT-3',
      at: '',
      terms: 'BT-3 BT-12 BG-14',
      test: (root) =>
        !isAsked(root) ||
        typeOf(syntax, root) !== '262' ||
        ['BT-12', 'BT-73', 'BT-74'].every((term) => filled(root, at(term))),
      message: 'A global rebate (type 262) names its contract (BT-12) and the period (BG-14) it is for.',
      fix: 'Give the contract and both days of the period.',
    },
    {
      id: 'BR-FR-CO-04_BT-3',
      at: '',
      terms: 'BT-25 BT-3',
      test: (root) => !corrections.has(typeOf(syntax, root)) || count(root, at('BG-3')) === 1,
      message: 'A corrective invoice (type 384, 471, 472 or 473) refers to exactly one preceding invoice (BG-3).',
      fix: 'Give the number and the date of the invoice that this one replaces.',
    },
    {
      id: 'BR-FR-CO-05_BT-3',
      at: '',
      terms: 'BT-25 BT-26 BT-3',
      test: (root) => !isAsked(root) || !creditNotes.has(typeOf(syntax, root)) || refersDated(root),
      message:
        'A credit note refers to a preceding invoice (BT-25) with its date (BT-26), for the whole or on every line.',
      fix: 'Give the number and the date of the credited invoice.',
    },
  ]
}

export const agreementWithPrepayment: Section = (syntax) => {
  const { at, isMode } = termsIn(syntax)
  return [
    {
      id: 'BR-FR-CO-07_BT-9',
      at: '',
      terms: 'BT-9 BT-2',
      test: (root) =>
        prepayments.has(typeOf(syntax, root)) ||
        isMode(root, alreadyPaid) ||
        syntax.unsaid.isDueLater(text(root, at('BT-9')), text(root, at('BT-2'))),
      message: 'The due date (BT-9) is before the invoice date (BT-2).',
      fix: 'Correct the dates; only prepayments and paid invoices may be due before.',
    },
    {
      id: 'BR-FR-CO-08_BT-23',
      at: '',
      terms: 'BT-23 BT-3',
      test: (root) => !isMode(root, afterPrepayment) || !prepayments.has(typeOf(syntax, root)),
      message:
        'An invoice after a prepayment (mode B4, S4 or M4) cannot itself be a prepayment (type 386, 500 or 503).',
      fix: 'Correct the mode or the type.',
    },
  ]
}

export const agreementWithPayment: Section = (syntax) => {
  const { at, isMode, amount } = termsIn(syntax)
  return [
    {
      id: 'BR-FR-CO-09_BT-23-1',
      at: '',
      terms: 'BT-23 BT-113',
      test: (root) => !isMode(root, alreadyPaid) || amount(root, 'BT-113') === amount(root, 'BT-112'),
      message: 'On a paid invoice (mode B2, S2 or M2) the paid amount (BT-113) is the total with VAT (BT-112).',
      fix: 'Correct the paid amount or the mode.',
    },
    {
      id: 'BR-FR-CO-09_BT-23-2',
      at: '',
      terms: 'BT-23 BT-115',
      test: (root) => !isMode(root, alreadyPaid) || amount(root, 'BT-115') === 0,
      message: 'On a paid invoice (mode B2, S2 or M2) nothing is due (BT-115).',
      fix: 'Correct the amount due or the mode.',
    },
    {
      id: 'BR-FR-CO-09_BT-23-3',
      at: '',
      terms: 'BT-23 BT-9',
      test: (root) => !isMode(root, alreadyPaid) || filled(root, at('BT-9')),
      message: 'A paid invoice (mode B2, S2 or M2) must have the day of payment as its due date (BT-9).',
      fix: 'Give the day of payment.',
    },
  ]
}

export const accounting: Section = (syntax) => {
  const { places, parties, party } = syntax
  const at = (term: string): string => places[term] ?? ''
  const isMember = (root: XmlElement): boolean => has(root, `${parties['BT-29']}/${party.identifier}[@schemeID=0231]`)
  return [
    {
      id: 'BR-FR-CO-12_BT-5',
      at: '',
      terms: 'BT-5 BT-6 BT-111',
      test: (root) =>
        !has(root, at('BT-5')) ||
        text(root, at('BT-5')) === 'EUR' ||
        (text(root, at('BT-6')) === 'EUR' && filled(root, at('BT-111'))),
      message: 'An invoice that is not in euros gives its VAT in euros too (BT-6, BT-111).',
      fix: 'Give EUR as the VAT accounting currency and the total VAT in it.',
    },
    {
      id: 'BR-FR-CO-14_BT-29-1',
      at: '',
      terms: 'BT-29 BT-22',
      test: (root) => !isMember(root) || syntax.notes(root).of('TXD').includes('MEMBRE_ASSUJETTI_UNIQUE'),
      message: 'A seller in a VAT group (scheme 0231) must say so in a note with subject TXD.',
      fix: 'Add the note TXD with the text MEMBRE_ASSUJETTI_UNIQUE.',
    },
    {
      id: 'BR-FR-CO-15_BT-29-1',
      at: '',
      terms: 'BT-29 BT-63',
      test: (root) => !isMember(root) || filled(root, at('BT-63')),
      message:
        'A seller in a VAT group (scheme 0231) names the group as its tax representative, with its VAT number (BT-63).',
      fix: 'Add the tax representative.',
    },
  ]
}
