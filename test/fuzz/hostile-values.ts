/** Values that no field expects, and those that nearly are what one expects. */

/** A JSON text that JSON.stringify would not write: it takes the place of the value. */
export class Literal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const nested = (levels: number, open: string, close: string): Literal =>
  new Literal(`${open.repeat(levels)}${close.repeat(levels)}`)

const long = 'x'.repeat(20_000)

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b\ufeff',
  '\u0001\u001f\u007f',
  'İıſK',
  '👩‍👩‍👧‍👦'.repeat(40),
  long,
  '9'.repeat(20_000),
  `0.${'0'.repeat(20_000)}1`,
  `-${'9'.repeat(200)}.${'9'.repeat(200)}`,
  '1e400',
  '1e-400',
  '-0',
  '+1',
  '.5',
  '5.',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1,00',
  '99999999999999999999',
  '-1',
  '2147483648',
  '9007199254740993',
  '9999999999999.99',
  '9999-99-99',
  '0000-01-01',
  '0000-00-00',
  '9999-12-31',
  '-0001-01-01',
  '2026-02-30',
  '275760-09-13',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2026-11-20T25:61:61Z',
  '2026-11-20T10:00:00.123456789Z',
  '2026-11-20T10:00:00+99:99',
  'null',
  'true',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  '%00',
  '%',
  '\\',
  "'; DROP TABLE documents; --",
  '" OR 1=1',
  '${jndi:ldap://x}',
  '{{7*7}}',
  '%s%n%x',
  '(((((((((((((((((((((a',
  '!!!&|<->:*',
  'vat:',
  'peppol:',
  'vat:\u0000',
  'peppol:0208:',
  ':',
  '::::',
  ',',
  ',,,,',
  '0208:0123456749',
  '9999:x',
  `0208:${long}`,
  'FR40303265045',
  'FR',
  `BE${'0'.repeat(300)}`,
  'EUR',
  'XXX',
  'comp_01kafm4h7vf8xbkrs9q2m3c5de',
  'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  'comp_',
  'doc_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'http://[::1',
  'a@b',
  'AAAA',
  '====',
  'PD94bWw=',
  '<a/>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
]

/** Other kinds of value than a text. */
export const hostileOthers: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  new Literal('-0'),
  -1,
  1,
  0.1,
  1e300,
  1e-300,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  new Literal('1e400'),
  new Literal('-1e400'),
  new Literal('9'.repeat(20_000)),
  new Literal(`0.${'0'.repeat(20_000)}1`),
  [],
  {},
  [null],
  [[]],
  [[[['x']]]],
  [{}],
  { '': '' },
  { value: 'x' },
  { toString: 'x', valueOf: 1, constructor: { prototype: {} }, hasOwnProperty: 1 },
  { length: 5 },
  { eq: { eq: { eq: 1 } } },
  new Literal('{"toJSON":"x","then":"x"}'),
  new Literal('{"__proto__":{"a":1}}'),
  new Literal('{"a":1,"a":2,"a":{"a":3}}'),
  nested(90, '[', ']'),
  nested(120, '[', ']'),
  nested(990, '[', ']'),
  nested(5_000, '[', ']'),
  new Literal(`${'{"a":'.repeat(95)}1${'}'.repeat(95)}`),
  Array.from({ length: 101 }, (_one, index) => index),
  Array.from({ length: 13_000 }, () => 'x'),
  Array.from({ length: 600 }, (_one, index) => `doc_${index}`),
  Object.fromEntries(Array.from({ length: 1_100 }, (_one, index) => [`n${index}`, index])),
  Object.fromEntries(Array.from({ length: 41 }, (_one, index) => [`n${index}`, 'x'])),
  { a: 'x'.repeat(70_000) },
  { ['x'.repeat(20_000)]: 1 },
  { a: '\u0000' },
  { '\u0000': 1 },
  { '\ud800': 1 },
]

/** Writes a value as JSON, with the literals in their places. */
export const jsonOf = (value: unknown): string => {
  const literals: string[] = []
  const text = JSON.stringify(value, (_name, one: unknown) =>
    one instanceof Literal ? `@literal${literals.push(one.text) - 1}@` : one,
  )
  return text === undefined
    ? ''
    : text.replace(/"@literal(\d+)@"/g, (_all, index: string) => literals[Number(index)] ?? '')
}

type Step = string | number

/** The places of all values inside a value, itself included. */
export const placesIn = (value: unknown, path: readonly Step[] = []): (readonly Step[])[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [
        path,
        ...Object.entries(value).flatMap(([name, one]) =>
          placesIn(one, [...path, Array.isArray(value) ? Number(name) : name]),
        ),
      ]

/** The value with another one in a place. */
export const replaced = (value: unknown, [step, ...rest]: readonly Step[], by: unknown): unknown => {
  if (step === undefined) return by
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? replaced(one, rest, by) : one))
  const known = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
  return { ...known, [step]: replaced(known[step], rest, by) }
}
