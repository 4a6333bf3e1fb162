/**
 * The words of a payer as atoms of letters and digits, with what stands between them: from them the numbers of
 * documents are read. Pure.
 */
import { isValidIBAN } from 'ibantools'
import { isDate } from '../../values/dates.ts'
import { structuredReference } from './remittance.ts'

/** Words that announce the number of an invoice, and those that announce another number. */
const INVOICE_WORDS = new Set(
  (
    'INVOICE INVOICES INV RECHNUNG RECHNUNGEN RECHNUNGSNUMMER RECHN RECHNR RE RENR RG RGNR RNR BELEG BELEGNR FACTURE ' +
    'FACTURES FACT FAC FA FTR FT FAKTURA FAKT FAKTUUR FACTUUR FACTUURNR FACTUURNUMMER FACTURA FATTURA FATT FV ' +
    'FAKTURANR ' +
    'RFB REMI USTD STRD IPI CDTRREF TXT SVWZ EREF DOC DOKUMENT REF REFERENCE REFERENZ BETREFF ' +
    'ZAHLUNG PAYMENT PAIEMENT PAGO BETALING PAGAMENTO'
  ).split(' '),
)
const OTHER_WORDS = new Set(
  (
    'KD KDN KDNR KUNDE KUNDEN KUNDENNR KUNDENNUMMER CUSTOMER CUST CLIENT CLIENTNR CLI KLANT KLANTNR KLANTNUMMER ' +
    'CLIENTE ' +
    'DEBITOR DEBITORNR ORDER ORDERNR PO BESTELLUNG BESTELLNR BEST AUFTRAG AUFTRAGSNR COMMANDE CDE PEDIDO ORDINE ' +
    'CONTRACT ' +
    'CONTRAT VERTRAG VERTRAGSNR CONTRATTO MANDAT MANDATE MANDATREF MREF CRED LS LIEFERSCHEIN DELIVERY LIVRAISON ' +
    'BL TEL ' +
    'PHONE FAX IBAN KONTO KONTONR BLZ BIC ACCOUNT ACCT COMPTE STEUERNR UST USTID VAT TVA TIN SIREN SIRET PERIODE ' +
    'PERIOD ' +
    'ROC SVCLVL PURP ORDP BENM CSID MARF NRTX ISDT KREF ' +
    'MONAT MOIS DATUM DATE VOM DU DD FILIALE STORE ID UID'
  ).split(' '),
)
/** Between the two: `Nr.`, `no`, `number`. */
const NUMBER_WORDS = new Set(['NR', 'NO', 'N', 'NUM', 'NUMMER', 'NUMBER', 'NUMERO', 'NRO', 'NRS', 'NOS'])

export interface Atom {
  text: string
  start: number
  end: number
}

/** A text with the places that cannot be numbers of documents blanked, and what was read from them. */
export interface ReadText {
  text: string
  atoms: Atom[]
  /** References with check digits. */
  checked: string[]
  /** Amounts, and where they stand. */
  amounts: { at: number; amount: string }[]
}

export const isInvoiceWord = (word: string): boolean => INVOICE_WORDS.has(word)
export const isLabel = (word: string): boolean =>
  INVOICE_WORDS.has(word) || OTHER_WORDS.has(word) || NUMBER_WORDS.has(word)

/** What kind of number the words before an atom announce. */
export const announcedBy = (atoms: readonly Atom[], index: number): 'invoice' | 'other' | undefined => {
  let before = index - 1
  while (NUMBER_WORDS.has(atoms[before]?.text ?? '')) before -= 1
  const word = atoms[before]?.text ?? ''
  if (OTHER_WORDS.has(word)) return 'other'
  return INVOICE_WORDS.has(word) || before < index - 1 ? 'invoice' : undefined
}

/** Capitals without accents; signs that would become letters are blanked. */
const plain = (text: string): string =>
  text
    .replace(/[º°ª№]/g, ' ')
    .replace(/ß/g, 'SS')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()

/** The parts of a German purpose: only `SVWZ+` and `EREF+` may name a document. */
const SEPA = /(?:^|(?<=[\s+?]))(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|ANAM|IBAN|BIC|PURP)\+/g
const withoutOtherFields = (text: string): string => {
  const marks = [...text.matchAll(SEPA)]
  if (marks.length === 0) return text
  const parts = marks.map((mark, index) => {
    const end = marks[index + 1]?.index ?? text.length
    const part = text.slice(mark.index, end)
    return mark[1] === 'SVWZ' || mark[1] === 'EREF' ? part : ' '.repeat(part.length)
  })
  return text.slice(0, marks[0]?.index) + parts.join('')
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

const LONGEST_IBAN = 34
/** The IBAN that begins here, however it is spaced. */
const ibanAt = (text: string): string | undefined => {
  let compact = ''
  for (const [index, character] of Array.from(text.slice(0, 60)).entries()) {
    if (/[\s.-]/.test(character)) continue
    if (!/[A-Z0-9]/.test(character) || compact.length === LONGEST_IBAN) return undefined
    compact += character
    if (compact.length >= 15 && !/[A-Z0-9]/.test(text[index + 1] ?? ' ') && isValidIBAN(compact))
      return text.slice(0, index + 1)
  }
  return undefined
}

const withoutIbans = (text: string): string =>
  text.replace(/(?<![A-Z0-9])[A-Z]{2}\d{2}(?=[\s.-]?[A-Z0-9])[^\n]{8,60}/g, (found) => {
    const iban = ibanAt(found)
    return iban === undefined ? found : blank(iban) + withoutIbans(found.slice(iban.length))
  })

const AMOUNT =
  /(?<![A-Z0-9\-/.,])(?:(?:EUR|USD|GBP|CHF|€) ?)?(\d{1,3}(?:[.,' ]\d{3})+|\d{1,13})[.,](\d{2})(?![\dA-Z\-/]|[.,]\d)/g
const DATE =
  /(?<![A-Z0-9\-/.])(\d{4})-(\d{2})-(\d{2})(?![A-Z0-9\-/])|(?<![A-Z0-9\-/.])(\d{1,2})([./-])(\d{1,2})\5(\d{4}|\d{2})?(?![A-Z0-9\-/])/g
const REFERENCE = /(?<![A-Z0-9])RF\d{2}(?: ?[A-Z0-9]{1,4}){1,6}(?![A-Z0-9])|[+*]{3}[\d/ ]{12,16}[+*]{3}/g

const two = (text: string | undefined): string => (text ?? '').padStart(2, '0')
const isDay = (_found: string, ...[year, month, day, ownDay, , ownMonth, ownYear]: (string | undefined)[]): boolean => {
  if (year !== undefined) return isDate(`${year}-${two(month)}-${two(day)}`)
  const full = ownYear?.length === 4 ? ownYear : `20${ownYear ?? '00'}`
  return isDate(`${full}-${two(ownMonth)}-${two(ownDay)}`) || isDate(`${full}-${two(ownDay)}-${two(ownMonth)}`)
}

/** A text as it was written, read once. Places stay where they are. */
export const readText = (written: string): ReadText => {
  const checked: string[] = []
  const amounts: ReadText['amounts'] = []
  const text = withoutIbans(withoutOtherFields(plain(written)))
    .replace(REFERENCE, (found) => {
      const known = structuredReference(found)
      if (known) checked.push(known.reference)
      return known ? blank(found) : found
    })
    .replace(DATE, (found, ...groups: (string | undefined)[]) => (isDay(found, ...groups) ? blank(found) : found))
    .replace(AMOUNT, (found, whole: string, cents: string, at: number) => {
      amounts.push({ at, amount: `${whole.replace(/\D/g, '')}.${cents}` })
      return blank(found)
    })
  const atoms = Array.from(text.matchAll(/[A-Z0-9]+/g), ({ 0: found, index: start }) => ({
    text: found,
    start,
    end: start + found.length,
  }))
  return { text, atoms, checked, amounts }
}

const plausible = (year: string): boolean => Number(year) >= 1990 && Number(year) <= 2099
/** Digits that may be a day or a month: `20261120`, `20112026`, `201126`, `202611`. */
export const looksLikeDate = (key: string): boolean => {
  const day = (year: string, month: string, date: string): boolean =>
    plausible(year) && isDate(`${year}-${month}-${date}`)
  const [a, b, c, d] = [key.slice(0, 2), key.slice(2, 4), key.slice(4, 6), key.slice(6, 8)]
  if (/^\d{8}$/.test(key)) return day(a + b, c, d) || day(c + d, b, a) || day(c + d, a, b)
  if (!/^\d{6}$/.test(key)) return false
  return day(a + b, c, '01') || day(b + c, a, '01') || day(`20${a}`, b, c) || day(`20${c}`, b, a) || day(`20${c}`, a, b)
}
