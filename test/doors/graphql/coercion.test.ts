import {
  type GraphQLInputType,
  type OperationDefinitionNode,
  buildSchema,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coerceVariables, withVariables } from '../../../src/doors/graphql/variables.ts'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Dice, diceOf } from '../../support/dice.ts'
import { sample } from '../../support/sample.ts'

const VALUES_A_TYPE = 30
const DEEPEST = 3

const WRONG: readonly unknown[] = [null, undefined, [], {}, [[null]], 'text', '', 7, -1.5, true, { a: { b: 1 } }, 3e9]

/** A value of a type; about one part in so many is wrong. */
const valueOf = (type: GraphQLInputType, dice: Dice, oneIn: number, depth = 0): unknown => {
  if (dice.below(oneIn) === 0) return dice.pick(WRONG)
  if (isNonNullType(type)) return valueOf(type.ofType, dice, oneIn, depth)
  if (isListType(type))
    return dice.below(8) === 0
      ? valueOf(type.ofType, dice, oneIn, depth)
      : Array.from({ length: dice.below(4) }, () => valueOf(type.ofType, dice, oneIn, depth))
  if (isEnumType(type)) return dice.pick(type.getValues()).name
  if (!isInputObjectType(type)) return dice.pick(['text', 3, true, '12.50', 1.5])
  const fields = Object.values(type.getFields()).filter(
    (field) => isNonNullType(field.type) || (depth < DEEPEST && dice.below(3) === 0),
  )
  const chosen = type.isOneOf && dice.below(5) > 0 ? [dice.pick(Object.values(type.getFields()))] : fields
  const entries = chosen.map((field): [string, unknown] => [
    field.name,
    dice.below(12) === 0 ? null : valueOf(field.type, dice, oneIn, depth + 1),
  ])
  if (dice.below(oneIn) === 0) entries.splice(dice.below(entries.length + 1), 1)
  if (dice.below(oneIn) === 0) entries.push([dice.pick(['numbr', 'unheardOf', '__proto__', 'constructor']), 1])
  // Clients write the fields in an order of their own.
  if (dice.below(2) === 0) entries.reverse()
  const value = {}
  for (const [name, item] of entries)
    Object.defineProperty(value, name, { value: item, enumerable: true, writable: true, configurable: true })
  return value
}

const shown = (errors: readonly Error[]) =>
  errors.map((error) => {
    const { message, nodes, originalError, extensions } = error as Body
    return { message, nodes, original: originalError?.message, extensions }
  })

/** What graphql-js makes of values, and what we do; each as text too, which tells the order of names. */
const bothOf = (text: string, given: Record<string, unknown>, of = schema) => {
  const document = parse(text)
  const { variableDefinitions: definitions = [] } = document.definitions[0] as OperationDefinitionNode
  const theirs = getVariableValues(of, definitions, given, { maxErrors: 50 })
  const answer = withVariables({ schema: of, document, variableValues: given })
  const ours = 'document' in answer ? { coerced: answer.variableValues } : { errors: answer.errors ?? [] }
  const words = (one: typeof theirs | typeof ours) =>
    'errors' in one && one.errors ? shown(one.errors) : [JSON.stringify(one.coerced), { ...one.coerced }]
  return { ours: words(ours as typeof theirs), theirs: words(theirs), isGood: !theirs.errors }
}

describe('coercion made once for each type', () => {
  const types = sample(Object.values(schema.getTypeMap()).filter(isInputObjectType), 1 / 16)

  test(
    'it says word for word what graphql-js says, of good and bad values of every input type',
    { tags: 'heavy' },
    () => {
      let [good, bad] = [0, 0]
      for (const [index, type] of types.entries()) {
        const dice = diceOf(index + 1)
        for (let round = 0; round < VALUES_A_TYPE; round += 1) {
          const shape = dice.pick([`${type.name}`, `${type.name}!`, `[${type.name}!]`, `[${type.name}]!`])
          const text = `query ($input: ${shape}) { __typename }`
          const oneIn = round % 2 === 0 ? 1_000_000 : 20
          const value = valueOf(type, dice, oneIn)
          const { ours, theirs, isGood } = bothOf(text, { input: shape.startsWith('[') ? [value, value] : value })
          expect(ours).toEqual(theirs)
          if (isGood) good += 1
          else bad += 1
        }
      }
      expect(good).toBeGreaterThan(types.length * 5)
      expect(bad).toBeGreaterThan(types.length * 5)
    },
  )

  test('variables that are missing, null, have a default or stand beside others are as in graphql-js', () => {
    const text = `query ($one: DocumentFilter! = {archived: {eq: true}}, $two: [DocumentFilter!]!, $three: Int = 7,
      $four: DocumentFilter, $five: Boolean!) { __typename }`
    for (const given of [
      {},
      { two: [] },
      { two: null, five: true },
      { one: null, two: {}, five: 'yes' },
      { one: { archived: { eq: 1 } }, two: [{}], three: null, four: null, five: false },
      { two: [{ archived: { eq: true } }], five: true },
      { one: undefined, two: [undefined], three: 'x', five: undefined },
    ]) {
      const { ours, theirs } = bothOf(text, given)
      expect(ours).toEqual(theirs)
    }
  })

  test('fields with defaults, enums and exactly one of several are as in graphql-js', () => {
    const of = buildSchema(`
      enum Kind { A B }
      scalar JSON
      input Choice @oneOf { a: Int b: [Choice!] }
      input Whole { kind: Kind! = A, count: Int! = 3, list: [[Int!]] = [[1]], choice: Choice, next: Whole, must: ID! }
      type Query { none: Int }`)
    const given = [
      { must: 1 },
      { must: 'x', kind: null, count: 2.5 },
      { kind: 'C', list: 4, choice: {} },
      { must: '1', choice: { a: null, b: [] }, next: { must: '2', choice: { b: { a: 1 } } } },
      { must: {}, choice: [{ a: 1 }], list: [[null], 'x'], knd: 'A', mus: 2 },
      new Map([['must', 1]]),
    ]
    for (const input of [...given, given, [null], 'text'])
      for (const type of ['Whole!', '[Whole!]!', 'Choice']) {
        const { ours, theirs } = bothOf(`query ($input: ${type}) { none }`, { input }, of)
        expect(ours).toEqual(theirs)
      }
  })

  test('after fifty errors no more are told, and nothing more is looked at', () => {
    const lines = Array.from({ length: 1_000 }, () => ({ wrong: 1 }))
    const input = { type: 'INVOICE', from: '0208:0403019261', content: { document: { lines } } }
    const { ours, theirs } = bothOf('query ($input: SendDocumentInput!) { __typename }', { input })
    expect(ours).toEqual(theirs)
    expect(ours).toHaveLength(51)
  })

  test('an operation without variables that are objects is left to the executor', () => {
    const args = { schema, document: parse('query ($id: ID!) { document(id: $id) { id } }'), variableValues: { id: 1 } }
    expect(withVariables(args)).toBe(args)
    expect(coerceVariables([], {})).toEqual({})
  })
})

describe('at the door', () => {
  let app: TestApp
  let tenant: Tenant
  beforeAll(async () => {
    app = await startApp({ WORKERS: 'off' })
    tenant = await app.tenant()
  })
  afterAll(() => app.close())

  const send = 'mutation ($input: SendDocumentInput!) { sendDocument(input: $input) { document { id number } } }'
  const inputOf = (number: string, more: object = {}) => ({
    type: 'INVOICE',
    from: tenant.peppolId,
    to: '0208:0417497106',
    content: {
      document: {
        number,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'PO-77',
        lines: Array.from({ length: 2_000 }, () => ({
          description: 'Consulting',
          quantity: '1',
          unitPrice: '2.50',
          vatRate: '21',
        })),
        ...more,
      },
    },
  })

  test('a large input is sent, however errors are handled', { tags: 'heavy' }, async () => {
    for (const [index, onError] of ['PROPAGATE', 'NULL', 'HALT'].entries()) {
      const number = `LARGE-${index}`
      const body = { query: send, variables: { input: inputOf(number) }, onError }
      const { data, errors } = (await tenant.post('/graphql', body)).body
      expect(errors).toBeUndefined()
      expect(data.sendDocument.document.number).toBe(number)
    }
  })

  test('a large input with a wrong name is refused where the name stands, and nothing is sent', async () => {
    const before = await tenant.footprint()
    const { status, body } = await tenant.post('/graphql', {
      query: send,
      variables: { input: inputOf('WRONG', { buyerReferenc: 'PO-77' }) },
    })
    expect({ status, code: body.errors[0].extensions.code }).toEqual({ status: 200, code: 'INVALID_REQUEST' })
    expect(body.errors[0].message).toMatch(/at "input\.content\.document"; .*"buyerReferenc".*"buyerReference"/s)
    expect(body.data).toBeUndefined()
    expect(await tenant.footprint()).toEqual(before)
  })
})
