/** What the text of an element or attribute must be: a built-in type with the facets that narrow it. */
import { Decimal } from '../../values/money.ts'
import { normalize } from '../white-space.ts'
import type { SimpleRow } from './table.ts'
import { textTypes } from './text-types.ts'

export type TextCheck = {
  /** Absent where every text will do. */
  readonly holds?: (text: string) => boolean
  /** What is expected, as the end of a sentence. */
  readonly expected: string
  /** The texts of such a type stand once in a document. */
  readonly isId: boolean
  /** Every text in base64 will do. */
  readonly isAnyFile: boolean
  /** The text as the type sees it. */
  readonly seen: (text: string) => string
}

type Facet = { readonly holds: (text: string) => boolean; readonly expected: string }

/** So many values are named in a message. */
const VALUES_NAMED = 12

export const textCheckOf = (row: SimpleRow): TextCheck => {
  const type = textTypes[row.base]
  if (type === undefined) throw new Error(`No type ${row.base}.`)
  const facets = facetsOf(row)
  const seen = spaces[row.space ?? type.space ?? 'collapse'] ?? normalize
  const tests = [...(type.test ? [type.test] : []), ...facets.map(({ holds }) => holds)]
  const [first, ...others] = facets.map(({ expected }) => expected)
  return {
    expected: first === undefined ? type.is : [type.test ? `${type.is}, ${first}` : first, ...others].join(', '),
    isId: row.base === 'ID',
    isAnyFile: row.base === 'base64Binary' && facets.length === 0,
    seen,
    ...(tests.length > 0 && { holds: (text) => holdsAll(tests, seen(text)) }),
  }
}

/** What a type makes of white space. */
const spaces: Readonly<Record<string, (text: string) => string>> = {
  preserve: (text) => text,
  replace: (text) => text.replace(/[\t\n\r]/g, ' '),
}

const holdsAll = (tests: readonly ((text: string) => boolean)[], text: string): boolean =>
  tests.every((holds) => holds(text))

/** The lengths first: an expression is not asked about a text that is too long. */
const facetsOf = (row: SimpleRow): Facet[] => [...lengths(row), ...values(row), ...patterns(row), ...bounds(row)]

function* lengths({ length, minLength, maxLength }: SimpleRow): Generator<Facet> {
  const least = length ?? minLength ?? 0
  const most = length ?? maxLength ?? Infinity
  if (least === 0 && most === Infinity) return
  const expected =
    least === most
      ? `${most} characters`
      : most === Infinity
        ? `at least ${least} characters`
        : least === 0
          ? `at most ${most} characters`
          : `${least} to ${most} characters`
  yield { holds: (text) => lengthOf(text) >= least && lengthOf(text) <= most, expected }
}

/** In characters, of which some are two units. */
const lengthOf = (text: string): number => {
  let { length } = text
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) length -= 1
  return length
}

function* values({ values: listed }: SimpleRow): Generator<Facet> {
  if (listed === undefined) return
  const known = new Set(typeof listed === 'string' ? listed.split(' ') : listed)
  const named = [...known].slice(0, VALUES_NAMED).join(', ')
  const rest = known.size - VALUES_NAMED
  yield {
    holds: (text) => known.has(text),
    expected: known.size === 1 ? named : `one of ${named}${rest > 0 ? ` and ${rest} more` : ''}`,
  }
}

function* patterns({ patterns: written = [] }: SimpleRow): Generator<Facet> {
  for (const pattern of written) {
    const expression = new RegExp(`^(?:${pattern})$`, 'u')
    yield { holds: (text) => expression.test(text), expected: `in the form ${pattern}` }
  }
}

const limits = {
  minInclusive: { holds: (order: number) => order >= 0, is: 'at least' },
  maxInclusive: { holds: (order: number) => order <= 0, is: 'at most' },
  minExclusive: { holds: (order: number) => order > 0, is: 'above' },
  maxExclusive: { holds: (order: number) => order < 0, is: 'below' },
} as const

function* bounds(row: SimpleRow): Generator<Facet> {
  for (const [name, { holds, is }] of Object.entries(limits)) {
    const bound = row[name as keyof typeof limits]
    if (bound !== undefined)
      yield { holds: (text) => holds(compare(row.base, text, bound)), expected: `${is} ${bound}` }
  }
  if (row.totalDigits !== undefined) {
    const most = row.totalDigits
    yield { holds: (text) => new Decimal(text).precision(true) <= most, expected: `with at most ${most} digits` }
  }
  if (row.fractionDigits !== undefined) {
    const most = row.fractionDigits
    yield { holds: (text) => new Decimal(text).decimalPlaces() <= most, expected: `with at most ${most} decimals` }
  }
}

/** Days compare as their texts do, up to the zone. */
const compare = (base: string, text: string, bound: string): number =>
  base === 'date' ? (text.slice(0, 10) < bound ? -1 : Number(text.slice(0, 10) > bound)) : new Decimal(text).cmp(bound)
