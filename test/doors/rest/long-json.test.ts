/** Long bodies are parsed part by part: as if they were parsed whole. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInParts } from '../../../src/http/json-in-parts.ts'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Dice, diceOf } from '../../support/dice.ts'
import { expectRefusal } from '../../support/refusals.ts'

const CASES = Number(process.env['LONG_JSON'] ?? 15)

const WHOLLY = { wholly: true }
const parse = (text: string): unknown => JSON.parse(text)
const inParts = (text: string | Buffer): Promise<unknown> => parseInParts(Buffer.from(text), parse, () => WHOLLY)

/** What JSON.parse makes of it; `WHOLLY` where it is not well-formed. */
const whole = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return WHOLLY
  }
}

const BLANKS = ['', ' ', '\n', '\t \r\n']
const SCALARS = [
  'null',
  'true',
  '-1.5e3',
  '0',
  '""',
  '"é𝄞"',
  '"]},\\"{["',
  '"\\\\"',
  '"\\u005d"',
  '[]',
  '{}',
  '[[],{}]',
]

const written = (dice: Dice, bytes: number, depth = 0): string => {
  const blank = (): string => (dice.chance(0.2) ? dice.pick(BLANKS) : '')
  const isList = dice.chance(0.5)
  const entries: string[] = []
  for (let length = 0; length < bytes;) {
    const isLong = depth < 4 && bytes > 120_000 && dice.chance(0.02)
    const value = isLong
      ? written(dice, dice.below(bytes), depth + 1)
      : dice.chance(0.01)
        ? JSON.stringify('x'.repeat(dice.below(30_000)))
        : dice.pick(SCALARS)
    const name = dice.pick([
      '"a"',
      '"0"',
      '""',
      '"\\""',
      '"longer name"',
      `"n${dice.below(1_000)}"`,
      '"k:[{"',
      '"\\u0061"',
    ])
    const entry = `${blank()}${isList ? '' : `${name}${blank()}:${blank()}`}${value}${blank()}`
    entries.push(entry)
    length += entry.length + 1
  }
  return `${isList ? '[' : '{'}${entries.join()}${isList ? ']' : '}'}`
}

/** Something of the structure is left out, doubled, or another. */
const broken = (dice: Dice, text: string): string => {
  const places = [...text.matchAll(/[[\]{},:"]/g)].map(({ index }) => index)
  const at = dice.chance(0.2) ? dice.pick([0, text.length - 1]) : dice.pick(places)
  const put = dice.pick(['', text[at], ',', ']', '}', '[', '{', ':', '"', ' ', 'x', '\uFEFF']) ?? ''
  return text.slice(0, at) + put + text.slice(dice.chance(0.7) ? at + 1 : at)
}

describe('a long JSON that is parsed part by part', () => {
  test('has the value that it has as a whole, its names in the same order', async () => {
    let parted = 0
    for (let seed = 0; seed < CASES; seed += 1) {
      const text = `${diceOf(seed).pick(BLANKS)}${written(diceOf(seed), 400_000)} `
      const value = await inParts(text)
      if (value === WHOLLY) continue
      parted += 1
      expect(JSON.stringify(value) === JSON.stringify(whole(text)), `seed ${seed}`).toBe(true)
    }
    expect(parted).toBe(CASES)
  })

  test('lets others have a turn, again and again', async () => {
    const document = `{"number":"A","lines":[${`{"description":"${'x'.repeat(40)}"},`.repeat(900)}1]}`
    const text = `{"documents":[${`${document},`.repeat(100)}${document}]}`
    let turns = 0
    const count = (): void => {
      turns += 1
      waiting = setImmediate(count)
    }
    let waiting = setImmediate(count)
    const value = (await inParts(text)) as { documents: unknown[] }
    clearImmediate(waiting)
    expect(value.documents).toHaveLength(101)
    expect(turns).toBeGreaterThan(text.length / 1_000_000)
  })

  test('is refused where it is not well-formed, wherever that is', async () => {
    const wrong: number[] = []
    let refused = 0
    for (let seed = 0; seed < CASES; seed += 1) {
      const dice = diceOf(seed)
      const text = broken(dice, written(dice, 300_000))
      const expected = whole(text)
      const value = await inParts(text)
      // What is parsed as a whole is judged by the parser itself.
      if (value !== WHOLLY && JSON.stringify(value) !== JSON.stringify(expected)) wrong.push(seed)
      if (expected === WHOLLY) refused += 1
    }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(CASES / 2)
  })

  test('is refused at the seams as well: a comma too many, brackets of two kinds, what follows, no name, and __proto__', async () => {
    const many = `${JSON.stringify('x'.repeat(20))},`.repeat(9_000)
    const long = `[${many}1]`
    expect(await inParts(long)).toHaveLength(9_001)
    for (const text of [
      `[${many}]`,
      `[${many},1]`,
      `[${long},]`,
      `[,${long}]`,
      `[${long} 1]`,
      `[1 ${long}]`,
      `[${long}${long}]`,
      `{"a" ${long}}`,
      `{a:${long}}`,
      `{:${long}}`,
      `{"a":"b":${long}}`,
      `{"a",${long}}`,
      `{"a":${long}]`,
      `[${long}}`,
      `{"a":${long},}`,
      `{"a":${long}}}`,
      `{"a":${long}} x`,
      `x ${long}`,
      `\uFEFF${long}`,
      `{"__proto__":{"a":1},"b":${long}}`,
      `{"__proto__":${long}}`,
      `{"__\\u0070roto__":{"a":1},"b":${long}}`,
      long.slice(0, -1),
      `{"a":${long}`,
      Buffer.concat([Buffer.from('["'), Buffer.from([0xff]), Buffer.from(`",${long}]`)]),
    ])
      expect([text.slice(0, 20), await inParts(text)]).toEqual([text.slice(0, 20), WHOLLY])
  })
})

describe('a long body', () => {
  let app: TestApp
  let tenant: Tenant
  beforeAll(async () => {
    app = await startApp()
    tenant = await app.tenant()
  })
  afterAll(() => app.close())

  const many = `{"a":"${'x'.repeat(30)}"},`.repeat(9_000)
  const long = (inside: string): string => `{"label":"x","keyType":"platform","more":[${many}${inside}1]}`
  const post = (body: string) => tenant.with({ 'content-type': 'application/json' }).post('/v1/sandbox/bootstrap', body)

  test('is refused with the place where it is not well-formed', async () => {
    const { status, body } = await post(long('{"a":1]},'))
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' })
    expect(body.error.message).toMatch(/not well-formed JSON: .*position 3510\d\d/)
  })

  test('is refused with the name __proto__ in any of its parts', async () => {
    const before = await tenant.footprint()
    for (const body of [
      long('{"__proto__":{}},'),
      `{"__proto__":[${many}1]}`,
      `{"__\\u0070roto__":{"label":"x"},"more":[${many}1]}`,
      `{"__pr\\u006Fto__":[${many}1]}`,
    ]) {
      const answer = await post(body)
      expectRefusal(answer, 'INVALID_REQUEST')
      expect(answer.body.error.message).toContain('must not contain the name __proto__')
    }
    expect(await tenant.footprint()).toEqual(before)
  })
})
