/** Whether a movement came from, or went to, the other party of a document: by its account or its name. Pure. */
import { electronicFormatIBAN } from 'ibantools'
import type { BankEntry } from '../formats/iso20022/bank-entry.ts'

/** Forms of companies, which banks write, shorten and leave out. */
const FORMS = new Set(
  (
    'GMBH MBH AG KG KGAA OHG UG EK EV EG SE SA SAS SASU SARL EURL SNC SCI SCA SRL SRLS SPA SNC BV NV BVBA VOF CV VZW ' +
    'LTD LIMITED LLC LLP PLC INC CORP CO COMPANY CIE AS ASA AB OY OYJ APS SL SLU SP ZOO DOO KFT SRO'
  ).split(' '),
)
/** At these lengths banks cut names. */
const CUT = new Set([26, 27, 34, 35, 69, 70])

const wordsOf = (name: string): string[] => {
  const words = name
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1')
    .match(/[\p{L}\p{N}]+/gu)
  const all = words ?? []
  const own = all.filter((word) => !FORMS.has(word) && word !== 'UND' && word !== 'ET' && word !== 'AND')
  return own.length > 0 ? own : all
}

const isSameName = (bank: string, own: string): boolean => {
  const [one, other] = [wordsOf(bank).join(''), wordsOf(own).join('')]
  if (one === '' || other === '') return false
  return one === other || (CUT.has(bank.trim().length) && other.startsWith(one))
}

const ibanOf = (account: string): string => electronicFormatIBAN(account) ?? ''

export interface OtherParty {
  name: string | null
  iban: string | null
}

/** `unknown` where the bank says nothing of the other side. */
export const payerOf = (
  { counterparty: { name, iban, ultimate } }: BankEntry,
  party: OtherParty,
): 'same' | 'other' | 'unknown' => {
  if (iban !== undefined && party.iban !== null && ibanOf(iban) === ibanOf(party.iban)) return 'same'
  const names = [ultimate, name].flatMap((one) => one ?? [])
  if (party.name !== null && names.some((one) => isSameName(one, party.name ?? ''))) return 'same'
  return names.length > 0 || (iban !== undefined && party.iban !== null) ? 'other' : 'unknown'
}
