/** Every date of business that a caller gives is between 1900-01-01 and ten years from now. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../../rest-compat/routes/index.ts'
import { datePaths } from '../../../src/exchange/send/draft/business-dates.ts'
import { invoiceBody, orderBodyOf } from '../../../src/formats/json/body.ts'
import type { Route } from '../../../src/http/route.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { dayOf } from '../../../src/values/dates.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const YEAR_MS = 366 * DAY_MS
const daysFrom = (years: number): string => dayOf(new Date(app.clock.now().getTime() + years * YEAR_MS))
const outside = (): string[] => ['0001-05-01', '1899-12-31', daysFrom(10.1), '9999-12-31']

/** Places of dates in a body, however deep. */
const datesIn = (schema: Body, defs: Body, path: readonly string[] = []): string[][] => {
  const node = schema.$ref ? defs[schema.$ref.split('/').at(-1)] : schema
  if (node.graphql === 'Date') return [[...path]]
  return [
    ...(node.anyOf ?? []).flatMap((one: Body) => datesIn(one, defs, path)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, below]) => datesIn(below as Body, defs, [...path, name])),
    ...(node.items ? datesIn(node.items, defs, [...path, '[]']) : []),
  ]
}
const datesOf = (schema: z.ZodType): string[][] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Body
  return [...new Map(datesIn(json, json.$defs ?? {}).map((path) => [path.join('.'), path])).values()]
}

/** Days that only choose what is shown, or that have narrower bounds of their own. */
const OTHERS = new Set([
  'searchDocuments from',
  'searchDocuments to',
  'searchDocuments issueDate',
  'searchDocuments dueDate',
  'searchDocuments createdAt',
  'suggestTags context.date',
  'reportTransactions rows.[].date',
  'reportPayments rows.[].date',
])
const fields: readonly (readonly [name: string, route: Route, path: readonly string[]])[] = routes
  .filter(({ method }) => method !== 'GET' && method !== 'DELETE')
  .flatMap((route) =>
    datesOf(route.operation.input)
      .filter((path) => !OTHERS.has(`${route.operation.name} ${path.join('.')}`))
      .map((path) => [`${path.join('.')} of ${route.method} ${route.path}`, route, path] as const),
  )

const withAt = ([name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value
  const inner = withAt(rest, value)
  return name === '[]' ? [inner] : { [name]: inner }
}
const fieldOf = (path: readonly string[]): string => path.join('.').replaceAll('.[]', '[0]')

test('the walk finds the dates of payments, statuses, orders and addresses', () => {
  expect(new Set(fields.map(([, { operation }]) => operation.name))).toEqual(
    new Set([
      'updateLifecycle',
      'updateLifecycleByNumber',
      'updateLifecycleBatch',
      'recordPayment',
      'reversePayment',
      'exportPayments',
      'addCompanyAddress',
      'endCompanyAddress',
      'sendPortabilityMessage',
      'orderCart',
      'buildPortabilityMessage',
    ]),
  )
})

test.each(fields)(
  '%s is refused outside the days of business, with the name of the field',
  async (_name, route, path) => {
    const url = route.path.replaceAll(/:\w+/g, 'none')
    for (const date of outside()) {
      const { status, body } = await tenant.send(route.method, url, withAt(path, date))
      // A batch tells the faults of each item by itself.
      const [item] = body.results ?? []
      const answered = { status: item?.ok === false ? 400 : status, details: (item ?? body).error?.details }
      expect({ date, ...answered }).toMatchObject({
        status: 400,
        details: expect.arrayContaining([
          expect.objectContaining({
            field: fieldOf(item ? path.slice(2) : path),
            rule: 'INVALID_DATE',
            message: expect.stringContaining('1900-01-01'),
          }),
        ]),
      })
    }
  },
)

test('ten years are counted from the clock of the call, and not from that of the machine', async () => {
  app.clock.advance(3 * DAY_MS)
  const last = app.clock.now()
  last.setUTCFullYear(last.getUTCFullYear() + 10)
  const day = (later: number): string => dayOf(new Date(last.getTime() + later * DAY_MS))
  const pay = async (date: string): Promise<unknown> =>
    (await tenant.post('/v1/payments/documents/doc_none/pay', { amount: '1.00', date })).body.error.code
  // The first two come later than ten years from the day on which the test runs.
  expect([await pay(day(-1)), await pay(day(0)), await pay(day(1))]).toEqual([
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'INVALID_DATE',
  ])
  const byGraphql = async (date: string): Promise<string> =>
    JSON.stringify(
      await tenant.graphql(
        `mutation { recordPayment(input: { documentId: "doc_none", amount: "1.00", date: "${date}" }) { payment { id } } }`,
      ),
    )
  expect(await byGraphql(day(0))).toContain('DOCUMENT_NOT_FOUND')
  expect(await byGraphql(day(1))).toContain('INVALID_DATE')
})

describe('the dates of a document', () => {
  const document = () => ({
    number: 'D-1',
    issueDate: '2026-11-20',
    dueDate: '2026-12-21',
    buyerReference: 'PO',
    delivery: { date: '2026-11-18' },
    period: { start: '2026-11-01', end: '2026-11-30' },
    precedingInvoices: [{ number: 'D-0', issueDate: '2026-10-22' }],
    lines: [
      {
        description: 'Work',
        quantity: 1,
        unit: 'C62',
        unitPrice: 10,
        vatRate: 21,
        period: { start: '2026-11-02', end: '2026-11-29' },
      },
    ],
  })
  const validate = (more: object): Promise<Body> =>
    tenant.post('/v1/documents/validate', {
      type: 'invoice',
      from: tenant.peppolId,
      to: '0208:0417497106',
      ...more,
    })

  test('every date of the JSON body is among those that are held to the days of business', () => {
    const named = new Set(
      [invoiceBody, orderBodyOf('quote'), orderBodyOf('purchase-order'), orderBodyOf('sales-order')].flatMap((schema) =>
        datesOf(schema).map((path) => path.join('.').replaceAll('.[]', '[]')),
      ),
    )
    expect([...named].filter((path) => !(datePaths as readonly string[]).includes(path))).toEqual([])
    expect(named.size).toBeGreaterThan(10)
  })

  test.each(datesOf(invoiceBody).map((path) => [fieldOf(path), path] as const))(
    '%s in JSON is refused outside the days of business',
    async (field, path) => {
      const at = (value: Body, [name = '', ...rest]: readonly string[], date: string): Body => {
        if (name === '[]') return [at(value[0], rest, date)]
        return { ...value, [name]: rest.length === 0 ? date : at(value?.[name] ?? {}, rest, date) }
      }
      for (const date of outside()) {
        const changed = at({ ...document(), billingReference: 'D-0' }, path, date)
        const { status, body } = await validate({ document: changed })
        expect({ date, status, details: body.error?.details }).toMatchObject({
          status: 400,
          details: [{ field: `document.${field}`, rule: 'INVALID_DATE' }],
        })
      }
      expect((await validate({ document: document() })).body.valid).toBe(true)
    },
  )

  test('each date in UBL and in CII is refused outside the days of business, by its name', async () => {
    const sent = await tenant.post('/v1/documents/send', {
      type: 'invoice',
      from: tenant.peppolId,
      to: '0208:0417497106',
      document: document(),
    })
    expect(sent.status).toBe(201)
    for (const syntax of ['ubl', 'cii']) {
      const xml = (await tenant.get(`/v1/documents/${sent.body.id}/${syntax}`)).bytes.toString()
      const written = [...xml.matchAll(/>(\d{4}-?\d{2}-?\d{2})</g)]
      expect(written.length).toBe(8)
      for (const { 0: text, 1: date = '', index } of written) {
        const changed =
          xml.slice(0, index) +
          text.replace(date, date.includes('-') ? '0001-05-01' : '00010501') +
          xml.slice(index + text.length)
        const { status, body } = await validate({ format: 'auto', file: Buffer.from(changed).toString('base64') })
        expect({ date, status, details: body.error?.details }).toMatchObject({
          status: 400,
          details: [{ field: 'file', rule: 'INVALID_DATE', message: expect.stringContaining('0001-05-01') }],
        })
      }
    }
  })

  test('a day within ten years is taken, at both ends', async () => {
    for (const dueDate of ['1900-01-01', daysFrom(9.9)])
      expect((await validate({ document: { ...document(), dueDate } })).status).toBe(200)
  })
})
