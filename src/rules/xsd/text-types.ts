/** The texts that the built-in types of XML Schema allow, and how a finding calls them. */
import { isDay } from '../../values/dates.ts'
import { DECIMAL_PATTERN } from '../../values/money.ts'

type TextType = {
  /** Absent: any text. It gets the text with its white space as the type has it. */
  readonly test?: (text: string) => boolean
  readonly is: string
  /** White space stays as it is written, or each of its characters becomes a space; otherwise it is collapsed. */
  readonly space?: 'preserve' | 'replace'
}

/** Longer texts are none of these: an expression would fail on some of them for want of memory. */
const LONGEST = 1_000_000

const matches =
  (expression: RegExp) =>
  (text: string): boolean =>
    text.length <= LONGEST && expression.test(text)

const ZONE = String.raw`(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?`
const TIME = String.raw`(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)`
const DAY = String.raw`(-?(?:[1-9]\d{4,}|\d{4}))-(\d\d)-(\d\d)`
const DATE = new RegExp(`^${DAY}${ZONE}$`)
const DATE_TIME = new RegExp(`^${DAY}T${TIME}${ZONE}$`)

const isDate =
  (expression: RegExp) =>
  (text: string): boolean => {
    const [, year, month, day] = (text.length <= LONGEST && expression.exec(text)) || []
    return year !== undefined && /[1-9]/.test(year) && isDay(Number(year), Number(month), Number(day))
  }

/** Groups of four, the last of them filled up; white space may stand anywhere. The bits that are left over are none. */
const LAST_GROUP = /(?:[AQgw]==|[AEIMQUYcgkosw048]=)$/
const isBase64 = (text: string): boolean => {
  if (!/^[A-Za-z\d+/ ]*(?:= ?=?)?$/.test(text)) return false
  const written = text.includes(' ') ? text.replaceAll(' ', '') : text
  return written.length % 4 === 0 && (!written.endsWith('=') || LAST_GROUP.test(written))
}

const NAME_START = String.raw`A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`
const NC_NAME = new RegExp(`^[${NAME_START}][-.\\d\\u00B7\\u0300-\\u036F\\u203F\\u2040${NAME_START}]*$`, 'u')

/** An address once what has no place in one is escaped, as the specification of the type says. */
const SEGMENT = String.raw`(?:[\w\-.~!$&'()*+,;=:@]|%[\dA-Fa-f]{2}|[^\u0000-\u007F]|["<>\\^{}|\u0060 [\]])`
const AUTHORITY = String.raw`//(?:[^/?#[\]@:]*(?::[^/?#[\]@]*)?@)?(?:\[[\dA-Fa-f:.]+\]|[^/?#[\]@:]*)(?::\d*)?(?:/${SEGMENT}*)*`
const HIERARCHY = String.raw`(?:${AUTHORITY}|/(?!/)(?:${SEGMENT}|/)*|(?:${SEGMENT}|/)*)`
const TAIL = String.raw`(?:\?(?:${SEGMENT}|[/?])*)?(?:#(?:${SEGMENT}|[/?])*)?`
const URI = new RegExp(`^(?:[A-Za-z][A-Za-z\\d+.-]*:${HIERARCHY}|(?![^/?#]*:)${HIERARCHY})${TAIL}$`)

const anyText = { is: 'a text' }

export const textTypes: Readonly<Record<string, TextType>> = {
  string: { ...anyText, space: 'preserve' },
  anySimpleType: { ...anyText, space: 'preserve' },
  normalizedString: { ...anyText, space: 'replace' },
  token: anyText,
  boolean: { test: matches(/^(?:true|false|0|1)$/), is: 'true or false' },
  decimal: { test: matches(DECIMAL_PATTERN), is: 'a number such as 12.50' },
  integer: { test: matches(/^[+-]?\d+$/), is: 'a whole number' },
  nonNegativeInteger: { test: matches(/^(?:\+?\d+|-0+)$/), is: 'a whole number, 0 or more' },
  positiveInteger: { test: matches(/^\+?0*[1-9]\d*$/), is: 'a whole number, 1 or more' },
  date: { test: isDate(DATE), is: 'a date such as 2026-11-20' },
  time: { test: matches(new RegExp(`^${TIME}${ZONE}$`)), is: 'a time such as 09:30:00' },
  dateTime: { test: isDate(DATE_TIME), is: 'a moment such as 2026-11-20T09:30:00' },
  base64Binary: { test: isBase64, is: 'a file in base64' },
  anyURI: { test: matches(URI), is: 'an address (URI)' },
  language: { test: matches(/^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*$/), is: 'a language such as en' },
  ID: { test: matches(NC_NAME), is: 'a name without spaces and colons' },
}
