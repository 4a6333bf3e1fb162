/**
 * Text in the alphabets that banks and authorities accept: letters lose their marks or become the letters nearest to
 * them.
 */

/** What decomposition does not take apart. Upper-case letters follow from these. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
  ŧ: 't',
  ŉ: 'n',
  ĳ: 'ij',
  ſ: 's',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ы: 'y',
  ь: 'y',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  є: 'ye',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  ђ: 'dj',
  џ: 'dz',
  ґ: 'g',
}

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '©': '(c)',
  '®': '(r)',
  '™': '(tm)',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '·': '.',
  '×': 'x',
  '÷': '/',
  '°': 'o',
  º: 'o',
  ª: 'a',
  '№': 'No',
  '‰': 'o/oo',
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '²': '2',
  '³': '3',
  '¹': '1',
  '§': 'S',
  µ: 'u',
  '&': '+',
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The nearest writing of one character in ASCII; undefined where there is none. */
const nearest = (character: string): string | undefined => {
  const sign = SIGNS[character]
  if (sign !== undefined) return sign
  const lower = character.toLowerCase()
  const letter = LETTERS[lower]
  if (letter !== undefined) return lower === character ? letter : capitalized(letter)
  const plain = character.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (plain === character || plain === '') return undefined
  const parts = [...plain].map((part) => (/^[\x20-\x7e]$/.test(part) ? part : nearest(part)))
  return parts.includes(undefined) ? undefined : parts.join('')
}

/**
 * Leaves what `allowed` takes, replaces the rest by what is nearest to it, or by `unknown`. White space becomes one
 * space.
 */
const within =
  (allowed: RegExp, unknown: string) =>
  (text: string): string =>
    [...text.normalize('NFC').replace(/\s+/g, ' ')]
      .flatMap((character) =>
        allowed.test(character)
          ? character
          : [...(nearest(character) ?? (/\p{M}|\p{Cf}/u.test(character) ? '' : unknown))],
      )
      .map((character) => (allowed.test(character) ? character : unknown))
      .join('')

/** Basic Latin and the Latin-1 supplement: what most fields of FatturaPA take. */
export const toLatin1 = within(/^[\x20-\x7e\xa0-\xff]$/, '?')
/** Basic Latin. */
export const toAscii = within(/^[\x20-\x7e]$/, '?')
/** The characters that every bank of the Single Euro Payments Area passes on. */
export const toSepa = (text: string): string => sepa(text).replace(/ {2,}/g, ' ').trim()
const sepa = within(/^[A-Za-z0-9/\-?:().,'+ ]$/, '.')
