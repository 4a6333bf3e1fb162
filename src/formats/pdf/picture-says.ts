/** Whether the text of a picture holds a day or an amount, however people write it. */
import type { Decimal } from '../../values/money.ts'

/** Without white space: a picture may set letter by letter. */
export const condensed = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\u00ad\u200b]/gu, '')
    .toLowerCase()

/** Digits alone, with the month as a number, or as a word of any language: a word is not compared. */
export const saysDay = (said: string, day: string): boolean => {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day) ?? []
  if (year === '') return true
  const [d, m] = [`0?${Number(date)}`, `0?${Number(month)}`]
  const y = `(?:${year}|${year.slice(2)})`
  const mark = '[-./\\u2010-\\u2015年月]?'
  const word = '[^\\d]{3,25}'
  return [
    `${d}${mark}${m}${mark}${y}`,
    `${m}${mark}${d}${mark}${y}`,
    `${year}${mark}${m}${mark}${d}`,
    `${d}${word}${year}`,
    `${word}${d}[^\\d]{1,3}${year}`,
    `${year}${word}${d}`,
  ].some((form) => new RegExp(form, 'u').test(said))
}

/** With two decimals or those it has, and any mark between the thousands; no part of a longer number. */
export const saysAmount = (text: string, amount: Decimal): boolean => {
  const spaced = text.normalize('NFKC')
  const said = [spaced, condensed(text)]
  const absolute = amount.abs()
  const forms = [absolute.toFixed(), absolute.toFixed(2), ...(absolute.isInteger() ? [absolute.toFixed(0)] : [])]
  return forms.some((form) => {
    const [whole = '', fraction] = form.split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, "[.,'’\\s]?")
    const written = new RegExp(
      `(?<!\\d[.,'’]?)${grouped}${fraction === undefined ? '' : `[.,]${fraction}`}(?![.,]?\\d)`,
      'u',
    )
    return said.some((one) => written.test(one))
  })
}
