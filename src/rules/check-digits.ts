/** Check digits and formats of registered identifiers, as the official Peppol rules compute them. */
const digitsOf = (text: string): number[] => [...text].map((digit) => digit.charCodeAt(0) - 48)

/** GS1 global location number: weights 3 and 1 from the right. */
export const isGln = (text: string): boolean => {
  if (!/^\d+$/.test(text)) return false
  const weighted = digitsOf(text.slice(0, -1))
    .reverse()
    .reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (weighted % 10)) % 10 === Number(text.slice(-1))
}

/** Norwegian organization number: weights 2 to 7 from the right, modulo 11. */
export const isNorwegian = (text: string): boolean => {
  if (!(Number(text) > 0)) return false
  const weighted = digitsOf(text.slice(0, -1))
    .reverse()
    .reduce((sum, digit, index) => sum + digit * ((index % 6) + 2), 0)
  return (11 - (weighted % 11)) % 11 === Number(text.slice(-1))
}

/** Danish CVR: eight digits, with or without DK in front. */
export const isCvr = (text: string): boolean => /^(DK)?\d{8}$/.test(text)

/** Danish SE number: DK and eight digits. */
export const isDanishSe = (text: string): boolean => /^DK\d{8}$/.test(text)

/** Danish P number: ten digits. */
export const isDanishP = (text: string): boolean => /^\d{10}$/.test(text)

/** Belgian enterprise number: the last two digits are 97 less the remainder of the first eight. */
export const isBelgian = (text: string): boolean =>
  /^\d{10}$/.test(text) && Number(text.slice(8)) === 97 - (Number(text.slice(0, 8)) % 97)

/** Italian office code (codice univoco): six letters or digits. */
export const isCodiceIpa = (text: string): boolean => /^[A-Za-z0-9]{6}$/.test(text)

const INTEGER = /^[+-]?\d+$/

/** Italian tax code: sixteen characters in the form of a person's, or the eleven digits of a company's. */
export const isCodiceFiscale = (text: string): boolean =>
  text.length === 16
    ? /^[A-Za-z]{6}\d{2}[A-Za-z]\d{2}.{3}\d[A-Za-z]$/.test(text)
    : text.length === 11 && INTEGER.test(text)

/**
 * Italian VAT number, where it says IT: eleven digits whose sum, every second doubled and cast out, is a multiple of
 * ten.
 */
export const isPartitaIva = (text: string): boolean => {
  if (!/^(IT|it)/.test(text)) return true
  const code = text.slice(2)
  if (!/^\d{11}$/.test(code)) return false
  return (
    digitsOf(code).reduce((sum, digit, index) => sum + (index % 2 === 1 ? Number('0246813579'[digit]) : digit), 0) %
      10 ===
    0
  )
}

/** Swedish organization number: the Luhn digit of the first nine stands tenth. */
export const isSwedish = (text: string): boolean => {
  if (!/^\d+$/.test(text)) return false
  const sum = digitsOf(text.slice(0, 9))
    .reverse()
    .reduce(
      (total, digit, index) => total + (index % 2 === 0 ? ((digit * 2) % 10) + Math.floor((digit * 2) / 10) : digit),
      0,
    )
  return text.charAt(9) !== '' && (10 - (sum % 10)) % 10 === Number(text.charAt(9))
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** Australian business number: one less on the first digit, weighted, a multiple of 89. */
export const isAbn = (text: string): boolean =>
  /^\d{11}$/.test(text) &&
  digitsOf(text).reduce((sum, digit, index) => sum + (index === 0 ? digit - 1 : digit) * (ABN_WEIGHTS[index] ?? 0), 0) %
    89 ===
    0

/** Greek tax number: nine digits, weights of powers of two, modulo 11. */
export const isGreekTin = (text: string): boolean => {
  const digits = [...text].slice(0, 9).map(Number)
  const sum = digits.slice(0, 8).reduce((total, digit, index) => total + digit * 2 ** (8 - index), 0)
  return digits.length === 9 && (sum % 11) % 10 === digits[8]
}

/**
 * ISO 13616: the account with its letters as numbers, the head moved behind, leaves 1 modulo 97. Spaces are ignored.
 */
export const isIban = (text: string): boolean => {
  const account = text.replace(/\s/g, '')
  if (!/^[A-Z]{2}\d{2}[a-zA-Z0-9]{0,30}$/.test(account)) return false
  let remainder = 0
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const code = character.charCodeAt(0)
    const value = code > 64 ? code - 55 : code - 48
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
