import type { Address, Invoice } from '../invoice.ts'
import { NAMED_CLASS, documentTypes } from './codes.ts'
import { toLatin1 } from '../../values/transliterate.ts'
import { descriptionOf } from './from-lines.ts'
import { UNKNOWN_RECIPIENT, routeOf } from './route.ts'

/** Something that FatturaPA asks for and an invoice does not have, or has in a form that FatturaPA does not take. */
type Fault = { term: string; message: string; fix: string }

type Check = { term: string; broken: (invoice: Invoice) => boolean; message: (invoice: Invoice) => string; fix: string }

const MOST = '99999999999.99'

const place = (
  who: string,
  terms: Record<'street' | 'city' | 'postalCode', string>,
  of: (invoice: Invoice) => Address | undefined,
): Check[] => [
  {
    term: terms.street,
    broken: (invoice) => !of(invoice)?.street,
    message: () => `The ${who} has no street (${terms.street}).`,
    fix: `Give the street of the ${who}.`,
  },
  {
    term: terms.city,
    broken: (invoice) => !of(invoice)?.city,
    message: () => `The ${who} has no city (${terms.city}).`,
    fix: `Give the city of the ${who}.`,
  },
  {
    term: terms.postalCode,
    broken: (invoice) => (of(invoice)?.country ?? 'IT') === 'IT' && !/^\d{5}$/.test(of(invoice)?.postalCode ?? ''),
    message: (invoice) =>
      `The postal code of the ${who} (${terms.postalCode}) is "${of(invoice)?.postalCode ?? ''}", not the five ` +
      'digits of an Italian one.',
    fix: `Give the five digits of the postal code of the ${who}.`,
  },
]

const VAT = /^[A-Z]{2}[ -~]{1,28}$/
const namedClass = ({ notes }: Invoice): string | undefined =>
  notes.map(({ text }) => NAMED_CLASS.exec(text)?.[1]).find((name) => name !== undefined)

const checks: readonly Check[] = [
  {
    term: 'BT-1',
    broken: ({ number }) => !/^[\x20-\x7e]{1,20}$/.test(number) || !/\d/.test(number),
    message: ({ number }) =>
      `The number "${number}" (BT-1) must have at most 20 plain characters, at least one of them a digit.`,
    fix: 'Shorten the number to 20 letters, digits or signs without accents.',
  },
  {
    term: 'BT-22',
    broken: (invoice) => !((namedClass(invoice) ?? 'TD01') in documentTypes),
    message: (invoice) =>
      `The note (BT-22) names the document class ${namedClass(invoice)}, which is not TD01 to ` +
      `TD06 or TD16 to TD29.`,
    fix: 'Name an existing class, or none.',
  },
  {
    term: 'BT-31',
    broken: ({ seller }) => !VAT.test(seller.vatNumber ?? ''),
    message: () => 'The seller has no VAT number (BT-31).',
    fix: 'Give the VAT number of the seller with its country.',
  },
  {
    term: 'BT-48',
    broken: ({ buyer }) => !VAT.test(buyer.vatNumber ?? '') && buyer.legalId?.scheme !== '0210',
    message: () => 'The buyer has neither a VAT number (BT-48) nor a codice fiscale (BT-47 of scheme 0210).',
    fix: 'Give the VAT number of the buyer with its country, or its codice fiscale.',
  },
  ...place('seller', { street: 'BT-35', city: 'BT-37', postalCode: 'BT-38' }, ({ seller }) => seller.address),
  ...place('buyer', { street: 'BT-50', city: 'BT-52', postalCode: 'BT-53' }, ({ buyer }) => buyer.address),
  {
    term: 'BT-112',
    broken: ({ totals }) => totals.withVat.abs().gt(MOST),
    message: () => `The total (BT-112) has more than 11 digits before the point.`,
    fix: 'Split the invoice.',
  },
  {
    term: 'BG-25',
    broken: ({ lines, allowances, charges }) => lines.length + allowances.length + charges.length > 9999,
    message: () => 'There are more than 9999 lines (BG-25).',
    fix: 'Split the invoice.',
  },
]

/** Texts that are cut, or written in the letters of Latin-1. */
const altered = (term: string, most: number, textsOf: (invoice: Invoice) => (string | undefined)[]): Check => ({
  term,
  broken: (invoice) => textsOf(invoice).some((text = '') => toLatin1(text) !== text || text.length > most),
  message: () =>
    `A text (${term}) is not told to the interchange system as it stands: it is cut after ${most} characters, and ` +
    'letters beyond Latin-1 become the nearest ones.',
  fix: 'Shorten it, and write it in Latin letters.',
})

const remarks: readonly Check[] = [
  altered('BT-27', 80, ({ seller }) => [seller.name]),
  altered('BT-44', 80, ({ buyer }) => [buyer.name]),
  altered('BT-50', 60, ({ buyer }) => [buyer.address?.street]),
  altered('BT-52', 60, ({ buyer }) => [buyer.address?.city]),
  altered('BT-153', 1_000, ({ lines }) => lines.map(descriptionOf)),
  {
    term: 'BT-49',
    broken: (invoice) => {
      const { recipientCode, pec } = routeOf(invoice)
      return recipientCode === UNKNOWN_RECIPIENT && pec === undefined
    },
    message: () =>
      'The buyer has neither a recipient code nor a certified mail box (BT-49, BT-46): the interchange system puts the ' +
      'invoice into the tax drawer of the buyer, and delivers it nowhere else.',
    fix: 'Give the code as an identifier of the buyer (0201 or 0205), or the mail box (0202), or tell the buyer.',
  },
]

const found = (all: readonly Check[], invoice: Invoice): Fault[] =>
  all
    .filter(({ broken }) => broken(invoice))
    .map(({ term, message, fix }) => ({ term, message: message(invoice), fix }))

/** Remarks on an invoice that the interchange system takes, though not as its sender may expect. */
export const remarksOf = (invoice: Invoice): Fault[] => found(remarks, invoice)

/** Every reason for which an invoice cannot be written as FatturaPA; none when it can. */
export const faultsOf = (invoice: Invoice): Fault[] => found(checks, invoice)
