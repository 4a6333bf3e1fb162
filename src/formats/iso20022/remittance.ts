/** References of creditors that have check digits, and how a transfer carries them. */

/** ISO 11649: `RF`, two check digits, up to 21 characters. */
const RF = /^RF\d{2}[A-Z0-9]{1,21}$/
/** The structured communication of Belgian invoices. */
const BELGIAN = /^(?:\+{3}|\*{3})?(\d{3})\/?(\d{4})\/?(\d{5})(?:\+{3}|\*{3})?$/

/** As it stands on invoices. */
export const belgianForm = (digits: string): string =>
  `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`

const modulo97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
const asDigits = (text: string): string => [...text].map((character) => Number.parseInt(character, 36)).join('')

type StructuredReference = { reference: string; issuer?: string }

/** The reference as banks know it, with its check digits right; undefined for a text that is none. */
export const structuredReference = (text: string): StructuredReference | undefined => {
  const compact = text.replace(/\s+/g, '').toUpperCase()
  if (RF.test(compact) && modulo97(asDigits(compact.slice(4) + compact.slice(0, 4))) === 1)
    return { reference: compact }
  const parts = BELGIAN.exec(compact)
  const digits = parts ? parts.slice(1).join('') : ''
  const check = digits === '' ? -1 : modulo97(digits.slice(0, 10)) || 97
  return check === Number(digits.slice(10)) ? { reference: digits, issuer: 'BBA' } : undefined
}
