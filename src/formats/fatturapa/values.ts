import { ZERO, parseDecimal, round, type Decimal } from '../../values/money.ts'
import { toAscii, toLatin1 } from '../../values/transliterate.ts'
import type { Value } from '../xml/binding.ts'
import { text } from '../xml/values.ts'

const limited =
  (convert: (text: string) => string) =>
  (length: number): Value<string> => ({
    ...text,
    read: ({ text }) => text.replace(/\s+/g, ' ').trim() || undefined,
    write: (value) => convert(value).trim().slice(0, length).trimEnd(),
  })

/** Text of Basic Latin and Latin-1, cut to what its element takes. */
export const latin = limited(toLatin1)
/** Text of Basic Latin. */
export const ascii = limited(toAscii)

const decimals = (least: number, most: number): Value<Decimal> => ({
  attributes: [],
  read: ({ text }) => parseDecimal(text.trim()),
  write: (value) => {
    const rounded = round(value, most)
    return rounded.toFixed(Math.max(least, rounded.decimalPlaces()))
  },
  neutral: ZERO,
})

export const cents = decimals(2, 2)
export const fine = decimals(2, 8)

/** The day of a date or of an instant. */
export const day: Value<string> = { ...text, read: ({ text }) => /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0] }
export const midnight: Value<string> = { ...day, write: (value) => `${value}T00:00:00` }

/** Base64 without the line breaks that some put in. */
export const base64: Value<string> = { ...text, read: ({ text }) => text.replace(/\s+/g, '') || undefined }
