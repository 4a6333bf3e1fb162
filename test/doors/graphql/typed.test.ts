import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { eventCatalog, eventTypes } from '../../../src/engine/feed/catalog.ts'
import { dataName, eventName } from '../../../src/engine/feed/envelope.ts'
import { eventBody, invoiceBody, orderBodyOf } from '../../../src/formats/json/body.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  other = await app.tenant()
})
afterAll(() => app.close())

interface AnyField {
  name: string
  type: GraphQLType
  description?: string | null | undefined
  args?: readonly { name: string; type: GraphQLType }[]
}

const fieldsOf = (type: GraphQLNamedType | undefined): AnyField[] =>
  type && (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    ? Object.values(type.getFields())
    : []

describe('the schema', () => {
  test('nothing is free JSON but metadata and settings', () => {
    const free = new Set<string>()
    for (const type of Object.values(schema.getTypeMap()))
      for (const field of fieldsOf(type)) {
        for (const one of [field, ...(field.args ?? [])])
          if (String(getNamedType(one.type)) === 'JSON') free.add(one.name)
      }
    expect([...free].sort()).toEqual(['metadata', 'settings'])
  })

  test('each kind of event has a payload of its own, with the fields of its catalog', () => {
    for (const type of eventTypes) {
      const { data } = (schema.getType(eventName(type)) as GraphQLObjectType).getFields()
      expect(String(data?.type)).toBe(`${dataName(type)}!`)
      const names = fieldsOf(schema.getType(dataName(type))).map(({ name }) => name)
      expect(names.sort()).toEqual(Object.keys(eventCatalog[type].shape).sort())
    }
  })

  /** The schema without what says that it may be left out, in its full form. */
  const full = (one: z.ZodType): z.ZodType =>
    one instanceof z.ZodOptional || one instanceof z.ZodDefault
      ? full(one._zod.def.innerType as z.ZodType)
      : one instanceof z.ZodArray
        ? full(one._zod.def.element as z.ZodType)
        : one instanceof z.ZodUnion
          ? ((one.options as z.ZodType[]).find((option) => option instanceof z.ZodObject) ?? one)
          : one

  const expectNames = (body: z.ZodType, input: GraphQLNamedType, path: string): void => {
    if (!(body instanceof z.ZodObject)) return
    const known = Object.fromEntries(fieldsOf(input).map((field) => [field.name, field]))
    for (const [name, part] of Object.entries(body.shape as Record<string, z.ZodType>)) {
      const field = known[name]
      expect({ path: `${path}.${name}`, isKnown: field !== undefined }).toEqual({
        path: `${path}.${name}`,
        isKnown: true,
      })
      expect(field?.description).toMatch(/\w/)
      if (field) expectNames(full(part), getNamedType(field.type), `${path}.${name}`)
    }
  }

  test('the input of a document has every name that the body of REST has, with its business terms', () => {
    const input = schema.getType('DocumentBodyInput')
    if (!input) throw new Error('No input of a document.')
    for (const body of [invoiceBody, orderBodyOf('purchase-order'), orderBodyOf('sales-order'), eventBody])
      expectNames(body, input, 'document')
    const line = schema.getType('DocumentLineInput')
    expect(fieldsOf(line).find(({ name }) => name === 'unitPrice')).toMatchObject({
      description: 'BT-146: Item net price.',
      type: { name: 'Decimal' },
    })
  })
})

let made = 0
const invoice = (more: object = {}): Body => ({
  number: `T-${made++}`,
  issueDate: '2026-11-20',
  dueDate: '2026-12-20',
  buyerReference: 'PO-77',
  notes: [{ text: 'Thank you.', subject: 'AAI' }],
  period: { start: '2026-11-01', end: '2026-11-30' },
  allowances: [{ amount: '10.00', reason: 'Loyalty', vatCategory: 'S', vatRate: 21 }],
  paymentMeans: [{ code: '30', iban: 'BE68539007547034' }],
  lines: [
    {
      description: 'Consulting',
      quantity: 3,
      unit: 'HUR',
      unitPrice: 99.5,
      vatRate: 21,
      period: { start: '2026-11-01', end: '2026-11-30' },
      allowances: [{ amount: '1.50', reason: 'Rounded' }],
      attributes: [{ name: 'Colour', value: 'blue' }],
      standardItemId: { value: '5790000435951', scheme: '0160' },
    },
  ],
  ...more,
})
const SEND = `mutation ($input: SendDocumentInput!) { sendDocument(input: $input) { document { id } } }`
const inputOf = (document: Body): Body => ({
  type: 'INVOICE',
  from: tenant.peppolId,
  to: other.peppolId,
  content: { document },
})

/** A selection of everything that a type has. */
const everything = (type: GraphQLNamedType): string =>
  fieldsOf(type).length === 0
    ? ''
    : ` { ${fieldsOf(type)
        .map(({ name, type: of }) => `${name}${everything(getNamedType(of))}`)
        .join(' ')} }`

/** As GraphQL shows JSON of REST: numbers as texts; what is absent is null, and not compared. */
const asTexts = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(asTexts)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asTexts(renamed(name, one))]))
    : value
}

/** In GraphQL `id` is the identity of an object, and of nothing else. */
const OTHER_NAMES: Readonly<Record<string, string>> = { lines: 'lineId', parties: 'participantId' }
const renamed = (name: string, value: unknown): unknown => {
  const to = OTHER_NAMES[name]
  return to && Array.isArray(value)
    ? value.map(({ id, ...rest }: Body) => ({ ...rest, ...(id !== undefined && { [to]: id }) }))
    : value
}
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, one]) => one !== null)
          .map(([name, one]) => [name, withoutNulls(one)]),
      )
    : value
}

describe('a document', () => {
  test('what is sent with every kind of name is read by GraphQL as by REST, to the last field', async () => {
    const { data, errors } = await tenant.graphql(SEND, { input: inputOf(invoice()) })
    expect(errors).toBeUndefined()
    const { id } = data.sendDocument.document
    const content = schema.getType('StructuredContent')
    if (!content) throw new Error('No content.')
    const read = await tenant.graphql(
      `query ($id: ID!) { document(id: $id) { structured${everything(content)} lines { period { start } } }
        structuredDocument(documentId: $id) { documentId document${everything(content)} } }`,
      { id },
    )
    expect(read.errors).toBeUndefined()
    const rest = (await tenant.get(`/v1/documents/${id}/structured`)).body
    expect(withoutNulls(read.data.document.structured)).toEqual(asTexts(rest.document))
    expect(read.data.structuredDocument).toEqual({ documentId: id, document: read.data.document.structured })
    expect(read.data.document.lines).toEqual([{ period: { start: '2026-11-01' } }])
  })

  test('an unknown name, a wrong code and a number as a text are refused by the schema, and nothing is sent', async () => {
    const before = await tenant.footprint()
    const wrong: [Body, RegExp][] = [
      [invoice({ nubmer: 'x' }), /Field "nubmer" is not defined by type "DocumentBodyInput". Did you mean "number"/],
      [
        invoice({ lines: [{ description: 'x', quantity: 1, unitPriec: 1 }] }),
        /"unitPriec" is not defined by type "DocumentLineInput". Did you mean "unitPrice"/,
      ],
      [
        invoice({ allowances: [{ amount: 1, vatCategory: 'XX' }] }),
        /at "input.content.document.allowances\[0\].vatCategory"; Value "XX" does not exist in "VatCategory"/,
      ],
      [invoice({ lines: [{ quantity: 1 }] }), /description/],
      [{ issueDate: '2026-11-20' }, /number/],
    ]
    for (const [document, message] of wrong)
      for (const _time of ['first', 'second']) {
        const { data, errors } = await tenant.graphql(SEND, { input: inputOf(document) })
        expect({ data, message: errors[0].message, code: errors[0].extensions.code }).toEqual({
          data: undefined,
          message: expect.stringMatching(message),
          code: 'INVALID_REQUEST',
        })
      }
    const literal = await tenant.graphql(
      `mutation { sendDocument(input: {type: EVENT, from: "${tenant.peppolId}", content: {document: {number: "1", nubmer: "2"}}}) {
        document { id } } }`,
    )
    expect(literal.errors[0].message).toMatch(/"nubmer" is not defined by type/)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('a role, a null for what is left out and a decimal as a text are taken', async () => {
    const parties = [{ role: 'BUYER', contact: { name: 'Ada', phone: null } }]
    const document = invoice({ parties, dueDate: null, paymentTerms: 'At once', roundingAmount: '0.00' })
    const { errors } = await tenant.graphql(SEND, { input: inputOf(document) })
    expect(errors?.[0].extensions).toBeUndefined()
  })
})

describe('what a typed object costs', () => {
  test.each([
    ['partners', 'enrichment { legalName }', '"enrichment"'],
    ['companies', 'compliance { status }', '"compliance"'],
    ['documents', 'validation { valid }', '"validation"'],
  ])('%s are read without the column of what is not asked for', async (list, selection, column) => {
    const read = async (what: string): Promise<string> =>
      (await app.statements(() => tenant.graphql(`{ ${list}(first: 2) { nodes { ${what} } } }`))).join('\n')
    expect(await read('id')).not.toContain(column)
    expect(await read(`id ${selection}`)).toContain(column)
  })
})

describe('what others call their facts', () => {
  test('a partner shows what is known under names of its own, and what callers add as pairs', async () => {
    const shown = `enrichment { legalName registrationNumber syncedAt address { street city country }
      others { name value } }`
    const { data, errors } = await tenant.graphql(
      `mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { partner { id ${shown} } } }`,
      {
        input: {
          name: 'Alpha',
          peppolId: '0208:0403019261',
          enrichment: { legalName: 'Alpha SA', address: { city: 'Gent' }, others: [{ name: 'rating', value: 'A' }] },
        },
      },
    )
    expect(errors).toBeUndefined()
    const { id, enrichment } = data.createPartner.partner
    expect(enrichment).toMatchObject({
      legalName: 'Alpha SA',
      address: { street: null, city: 'Gent', country: null },
      others: [{ name: 'rating', value: 'A' }],
    })
    expect((await tenant.get(`/v1/partners/${id}`)).body.enrichment).toMatchObject({
      legalName: 'Alpha SA',
      rating: 'A',
    })
    await tenant.patch(`/v1/partners/${id}`, {
      enrichment: { legalName: 7, people: { count: 12, names: ['Ada', null] }, syncedAt: 'soon' },
    })
    const after = await tenant.graphql(`query ($id: ID!) { partner(id: $id) { ${shown} } }`, { id })
    expect(after.errors).toBeUndefined()
    expect(after.data.partner.enrichment).toMatchObject({ legalName: null, syncedAt: null })
    expect(after.data.partner.enrichment.others).toEqual(
      expect.arrayContaining([
        { name: 'legalName', value: '7' },
        { name: 'people.count', value: '12' },
        { name: 'people.names.0', value: 'Ada' },
        { name: 'people.names.1', value: null },
        { name: 'syncedAt', value: 'soon' },
      ]),
    )
  })

  test('facts inside one another are told as far as there is room, however often their names come again', async () => {
    const enrichment = { ['n'.repeat(1_000)]: Array.from({ length: 5_000 }, () => 1) }
    const { body } = await tenant.post('/v1/partners', { name: 'Beta', peppolId: '0208:0417497106', enrichment })
    const { data, errors } = await tenant.graphql(
      'query ($id: ID!) { partner(id: $id) { enrichment { others { name value } } } }',
      { id: body.id },
    )
    expect(errors).toBeUndefined()
    const { others } = data.partner.enrichment
    expect(others.length).toBeGreaterThan(10)
    expect(JSON.stringify(others).length).toBeLessThan(70_000)
  })

  test('an Italian company says its own words to the authority, and sees them with its standing', async () => {
    const { data, errors } = await tenant.graphql(
      `mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id
        compliance { platform status recipientCode pec directoryLine } } } }`,
      { input: { vatNumber: 'IT01234567897', compliance: { IT: { recipientCode: 'ABC1234' } } } },
    )
    expect(errors).toBeUndefined()
    expect(data.registerCompany.company.compliance).toEqual({
      platform: 'SDI',
      status: 'PENDING',
      recipientCode: 'ABC1234',
      pec: null,
      directoryLine: null,
    })
    const rest = await tenant.get(`/v1/companies/${data.registerCompany.company.id}`)
    expect(rest.body.compliance).toMatchObject({ IT: { platform: 'SDI', recipientCode: 'ABC1234' } })
  })

  test('a refused request shows its faults and its calls of others in its record, with the facts of each', async () => {
    const { headers } = await tenant.post('/v1/companies', { vatNumber: 'FR00', nmae: 'x' })
    const id = String(headers['x-request-id'])
    await app.platform.requestLog.flush()
    const { data, errors } = await tenant.graphql(
      `query ($id: ID!) { request(id: $id) { upstreamCalls { upstream durationMs } validation { field rule nearest
        allowed { texts number } trace { step } } } }`,
      { id },
    )
    expect(errors).toBeUndefined()
    expect(data.request.validation).toEqual(
      expect.arrayContaining([{ field: 'nmae', rule: 'INVALID_REQUEST', nearest: 'name', allowed: null, trace: null }]),
    )
  })

  test('a change shows a mark, a text and a list each in a field of its own', async () => {
    const { data } = await tenant.graphql(SEND, { input: inputOf(invoice()) })
    const { id } = data.sendDocument.document
    const act =
      'mutation ($input: ActOnDocumentInput!) { actOnDocument(input: $input) { changes { field ' +
      'from { flag text texts } to { flag text texts } } } }'
    const changesOf = async (more: object): Promise<Body> =>
      (await tenant.graphql(act, { input: { documentId: id, ...more } })).data.actOnDocument.changes
    const none = { flag: null, text: null, texts: null }
    expect(await changesOf({ action: 'ARCHIVE' })).toEqual([
      { field: 'archived', from: { ...none, flag: false }, to: { ...none, flag: true } },
    ])
    expect(await changesOf({ action: 'TAG', tag: 'urgent' })).toEqual([
      { field: 'tags', from: null, to: { ...none, text: 'urgent' } },
    ])
  })
})
