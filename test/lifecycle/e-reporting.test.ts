/** E-reporting of French companies (flux 10): what is told, in which period it stands, and what the portal gets. */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { AppError } from '../../src/kernel/errors/app-error.ts'
import type { PortalFlow } from '../../src/upstreams/ppf/port.ts'
import { validate } from '../../src/rules/validate.ts'
import { schemaFindings } from '../../src/rules/xsd/schemas.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { someoneWaits } from '../support/locks.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { Trade } from '../support/trade.ts'
import { storedBytes } from '../support/stored-bytes.ts'
import { dayOf } from '../../src/values/dates.ts'

const ROOM = '/v1/compliance/e-reporting'
const HOUR_MS = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ PPF_TIMEOUT_MS: '3000', PPF_PLATFORM_NUMBER: '0777' })
})
afterAll(() => app.close())

class Shop {
  readonly tenant: Tenant
  readonly company: Body
  constructor(tenant: Tenant, company: Body) {
    this.tenant = tenant
    this.company = company
  }
  static async open(settings: object = {}): Promise<Shop> {
    const { supplier } = await Trade.between(app, 'FR')
    const [company] = (await supplier.get('/v1/companies?country=FR')).body.data
    await supplier.patch(`/v1/companies/${company.id}`, { settings })
    return new Shop(supplier, company)
  }
  tell = (kind: string, rows: object[], headers = {}): Promise<Answer> =>
    this.tenant.post(`${ROOM}/${kind}`, { companyId: this.company.id, rows }, headers)
  read = async (id: string): Promise<Body> => {
    const { period, lines } = (await this.tenant.get(`${ROOM}/periods/${id}`)).body
    return { ...period, lines }
  }
  periods = async (): Promise<Body[]> => (await this.tenant.get(`${ROOM}/periods`)).body.data
  async later(hours = 1): Promise<void> {
    app.clock.advance(hours * HOUR_MS + 1_000)
    await app.platform.runner?.settle()
    await app.platform.relay.drain()
  }
  async xml(id: string): Promise<string> {
    const period = await app.platform.db.client.eReportingPeriod.findFirstOrThrow({ where: { id } })
    return (await storedBytes(app, period)).toString()
  }
  events = async (): Promise<Body[]> =>
    (await this.tenant.get('/v1/events?limit=100&type=compliance.period_reported')).body.data
}

const sale = (more: object = {}): object => ({
  date: '2026-09-05',
  category: 'TLB1',
  vatRate: 20,
  amount: '100.10',
  vatAmount: '20.02',
  count: 3,
  ...more,
})

const keepsTheRules = (xml: string): void => {
  expect(schemaFindings(readXml(xml))).toEqual([])
  expect(validate(readXml(xml), ['fr-flux10']).flatMap(({ findings }) => findings)).toEqual([])
}

describe('what is told', () => {
  test('is added up exactly, by day, kind and rate, in the decade of its day', async () => {
    const shop = await Shop.open()
    const { status, body } = await shop.tell('transactions', [
      sale(),
      sale({ amount: '0.20', vatAmount: '0.04', count: 1 }),
      sale({ vatRate: 5.5, amount: '10.00', vatAmount: '0.55' }),
      sale({ category: 'TPS1', date: '2026-09-11' }),
    ])
    expect({ status, ...body }).toMatchObject({ status: 200, recorded: 4, replaced: 0, unchanged: 0 })
    expect(body.periods.map(({ firstDay, lastDay, dueBy }: Body) => [firstDay, lastDay, dueBy])).toEqual([
      ['2026-09-01', '2026-09-10', '2026-09-21T00:00:00.000Z'],
      ['2026-09-11', '2026-09-20', '2026-10-01T00:00:00.000Z'],
    ])
    expect((await shop.read(body.periods[0].id)).lines).toEqual([
      line({ vatRate: 5.5, amount: 10, vatAmount: 0.55, count: 3 }),
      line({ vatRate: 20, amount: 100.3, vatAmount: 20.06, count: 4 }),
    ])
  })

  test.each([
    ['monthly', 'transactions', '2026-02-24', '2026-02-21', '2026-02-28', '2026-03-11'],
    ['monthly', 'transactions', '2026-02-14', '2026-02-11', '2026-02-20', '2026-03-01'],
    ['monthly', 'transactions', '2026-08-31', '2026-08-21', '2026-08-31', '2026-09-11'],
    ['monthly', 'payments', '2026-02-14', '2026-02-01', '2026-02-28', '2026-03-11'],
    ['quarterly', 'transactions', '2026-02-14', '2026-02-01', '2026-02-28', '2026-03-11'],
    ['quarterly', 'payments', '2026-02-14', '2026-02-01', '2026-02-28', '2026-03-11'],
    ['simplified', 'transactions', '2026-02-14', '2026-02-01', '2026-02-28', '2026-03-26'],
    ['simplified', 'payments', '2025-12-31', '2025-12-01', '2025-12-31', '2026-01-26'],
    ['exempt', 'transactions', '2026-02-14', '2026-01-01', '2026-02-28', '2026-03-26'],
    ['exempt', 'payments', '2025-11-30', '2025-11-01', '2025-12-31', '2026-01-26'],
  ])('of a company with the regime %s, %s of %s stand from %s to %s', async (...row) => {
    const [vatRegime, kind, date, first, last, due] = row
    const shop = await Shop.open({ vatRegime })
    const { body } = await shop.tell(kind, [kind === 'payments' ? { date, vatRate: 20, amount: 12 } : sale({ date })])
    expect(body.periods).toMatchObject([
      { kind, firstDay: first, lastDay: last, dueBy: `${due}T00:00:00.000Z`, status: 'open' },
    ])
  })

  test('of days that another regime has left stands in a period between the others', async () => {
    const shop = await Shop.open({ vatRegime: 'monthly' })
    await shop.tell('transactions', [sale({ date: '2026-09-05' }), sale({ date: '2026-09-25' })])
    await shop.tenant.patch(`/v1/companies/${shop.company.id}`, { settings: { vatRegime: 'quarterly' } })
    const { body } = await shop.tell('transactions', [sale({ date: '2026-09-15' }), sale({ date: '2026-09-10' })])
    expect(body.periods.map(({ firstDay, lastDay }: Body) => [firstDay, lastDay])).toEqual([
      ['2026-09-01', '2026-09-10'],
      ['2026-09-11', '2026-09-20'],
    ])
  })

  test('changes nothing when it is told again under its reference, and is replaced by what differs', async () => {
    const shop = await Shop.open()
    const first = await shop.tell('transactions', [sale({ reference: 'Z-1' }), sale({ reference: 'Z-2' })])
    const before = await shop.tenant.footprint()
    expect((await shop.tell('transactions', [sale({ reference: 'Z-1' })])).body).toEqual({
      recorded: 0,
      replaced: 0,
      unchanged: 1,
      periods: [],
    })
    expect(await shop.tenant.footprint()).toEqual(before)
    const moved = await shop.tell('transactions', [sale({ reference: 'Z-1', date: '2026-09-15' })])
    expect(moved.body).toMatchObject({ recorded: 1, replaced: 1, periods: [{}, { firstDay: '2026-09-11' }] })
    expect((await shop.read(first.body.periods[0].id)).lines).toMatchObject([{ amount: 100.1, count: 3 }])
  })

  test('counts once under one idempotency key', async () => {
    const shop = await Shop.open()
    const key = { 'idempotency-key': 'till-1' }
    const first = await shop.tell('transactions', [sale()], key)
    expect((await shop.tell('transactions', [sale()], key)).body).toEqual(first.body)
    expect((await shop.read(first.body.periods[0].id)).lines).toMatchObject([{ amount: 100.1 }])
  })

  test('may be a table as CSV, with commas or semicolons', async () => {
    const shop = await Shop.open()
    const csv = (text: string): Promise<Answer> =>
      shop.tenant.send('POST', `${ROOM}/transactions?companyId=${shop.company.id}`, Buffer.from(text), {
        'content-type': 'application/octet-stream',
      })
    const columns = 'date,category,vatRate,amount,vatAmount,count,reference'
    const { status, body } = await csv(
      `\uFEFF${columns}\r\n2026-09-05,TLB1,20,100.10,20.02,3,"Z ""1"", till"\r\n2026-09-05,TLB1,5.5,1.00,0.06,,\r\n`,
    )
    expect({ status, ...body }).toMatchObject({ status: 200, recorded: 2 })
    expect((await csv(`${columns}\n2026-09-05,TLB1,20,100.10,20.02,3,"Z ""1"", till"`)).body.unchanged).toBe(1)
    expect((await csv('date;category;vatRate;amount;vatAmount\n2026-09-06;TMA1;10;1;0.1')).body.recorded).toBe(1)
    const broken = 'date,category,vatRate,amount,vatAmount\n2026-09-07,TMA1,10,1,0.1\n2026-09-08,TM"A1,10,1,0.1'
    const untouched = await shop.tenant.footprint()
    const refused = await csv(broken)
    expect([refused.status, refused.body.error.details[0].message]).toEqual([
      400,
      expect.stringContaining('Row 3: a quotation mark'),
    ])
    expect(await shop.tenant.footprint()).toEqual(untouched)
    expect((await csv(broken.replace('"', ''))).body.recorded).toBe(2)
    const before = await shop.tenant.footprint()
    const wrong = await csv('date,category,vatRate,amount,vatAmount\n2026-09-05,TLB9,20,1,1')
    expectRefusal(wrong, 'INVALID_ENUM')
    expect(wrong.body.error.details).toMatchObject([{ field: 'rows[0].category' }])
    expect(await shop.tenant.footprint()).toEqual(before)
  })

  const tomorrow = '2999-01-01'
  test.each([
    ['a day in the future', [sale({ date: tomorrow })], 'INVALID_DATE'],
    ['a rate that France does not have', [sale({ vatRate: 21 })], 'INVALID_REQUEST'],
    ['a third decimal', [sale({ amount: '1.001' })], 'INVALID_REQUEST'],
    ['one reference twice', [sale({ reference: 'Z' }), sale({ reference: 'Z' })], 'INVALID_REQUEST'],
    ['no row', [], 'INVALID_REQUEST'],
    ['more rows than a call takes', Array.from({ length: 2_001 }, () => sale()), 'INVALID_REQUEST'],
  ] as const)('is refused whole with %s', async (_what, rows, code) => {
    const shop = await Shop.open()
    const before = await shop.tenant.footprint()
    expectRefusal(await shop.tell('transactions', [sale(), ...rows].slice(rows.length ? 0 : 1)), code)
    expect(await shop.tenant.footprint()).toEqual(before)
  })

  test('is refused for a company that is not French, of somebody else, or not named', async () => {
    const [shop, other] = [await Shop.open(), await Shop.open()]
    const { body: belgian } = await shop.tenant.post('/v1/companies', { vatNumber: freshVat() })
    const before = await shop.tenant.footprint()
    const tell = (companyId?: string): Promise<Answer> =>
      shop.tenant.post(`${ROOM}/payments`, { companyId, rows: [{ date: '2026-09-05', vatRate: 20, amount: 1 }] })
    expectRefusal(await tell(belgian.id), 'INVALID_REQUEST')
    expectRefusal(await tell(other.company.id), 'COMPANY_NOT_FOUND')
    expectRefusal(await tell(), 'MISSING_FIELD')
    expect(await shop.tenant.footprint()).toEqual(before)
  })
})

describe('the report of a period', () => {
  test('keeps the schema and the rules, is told to the portal once, and is announced', async () => {
    const shop = await Shop.open()
    const { body } = await shop.tell('transactions', [
      sale(),
      sale({ vatRate: 5.5, amount: '10.00', vatAmount: '0.55' }),
      sale({ category: 'TNT1', vatRate: 0, vatAmount: 0, currency: 'USD' }),
    ])
    const paid = await shop.tell('payments', [
      { date: '2026-09-05', vatRate: 20, amount: '120.12' },
      { date: '2026-09-04', vatRate: 10, amount: '21.00' },
      { date: '2026-09-06', vatRate: 10, amount: '-11.00' },
      { date: '2026-09-07', vatRate: 10, amount: '5.00' },
    ])
    const [id, payments] = [body.periods[0].id, paid.body.periods[0].id]
    await shop.later()
    for (const one of [id, payments]) {
      expect(await shop.read(one)).toMatchObject({
        status: 'reported',
        attempts: 1,
        errorCode: null,
        nextCheckAt: null,
        platformReference: expect.stringMatching(/^PPF-/),
      })
      keepsTheRules(await shop.xml(one))
    }
    const xml = await shop.xml(id)
    expect(xml).toContain('<TypeCode>IN</TypeCode><Sender><Id schemeId="0238">0777</Id>')
    expect(xml).toContain('<StartDate>20260901</StartDate><EndDate>20260910</EndDate>')
    expect(xml).toContain('<TaxExclusiveAmount>110.10</TaxExclusiveAmount><TaxTotal>20.57</TaxTotal>')
    expect(await shop.xml(payments)).toContain('<TaxPercent>20</TaxPercent><CurrencyCode>EUR</CurrencyCode>')
    // What was given back is set off against the last that was collected at its rate: the portal takes no minus (G1.16).
    const { lines } = await shop.read(payments)
    expect(lines.map(({ day, vatRate, amount }: Body) => [day, vatRate, amount])).toEqual([
      ['2026-09-04', 10, 15],
      ['2026-09-05', 20, 120.12],
    ])
    expect((await shop.events()).map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { periodId: id, kind: 'transactions', reportedTo: 'PPF', status: 'reported' },
        { periodId: payments, kind: 'payments', reportedTo: 'PPF', status: 'reported' },
      ]),
    )
    await shop.later(48)
    expect(await shop.read(id)).toMatchObject({ attempts: 1 })
  })

  test('of payments takes back at most what was collected at the rate, also of a period that is reported', async () => {
    const shop = await Shop.open()
    const { body } = await shop.tell('payments', [{ date: '2026-09-05', vatRate: 20, amount: '12.00' }])
    const [{ id }] = body.periods
    await shop.later()
    const before = await shop.tenant.footprint()
    const refused = await shop.tell('payments', [
      { date: '2026-09-06', vatRate: 10, amount: '1.00' },
      { date: '2026-09-06', vatRate: 20, amount: '-12.01' },
    ])
    expectRefusal(refused, 'INVALID_REQUEST')
    expect(refused.body.error.details).toMatchObject([{ field: 'rows[1].amount' }])
    expect(await shop.tenant.footprint()).toEqual(before)
    expect(await shop.read(id)).toMatchObject({ status: 'reported', lines: [{ amount: 12 }] })
    await shop.tell('payments', [{ date: '2026-09-06', vatRate: 20, amount: '-2.00' }])
    await shop.later()
    const xml = await shop.xml(id)
    keepsTheRules(xml)
    expect(xml).toContain('<TypeCode>RE</TypeCode>')
    expect(xml).toContain(
      '<Date>20260905</Date><SubTotals><TaxPercent>20</TaxPercent><CurrencyCode>EUR</CurrencyCode><Amount>10.00',
    )
  })

  test('is corrected as a whole (RE) by what is told after it', async () => {
    const shop = await Shop.open()
    const { body } = await shop.tell('transactions', [sale({ reference: 'Z-1' }), sale()])
    const [{ id }] = body.periods
    await shop.later()
    await shop.tell('transactions', [sale({ reference: 'Z-1', amount: '90.10', vatAmount: '18.02' })])
    await shop.tell('transactions', [sale({ amount: '-0.10', vatAmount: '-0.02', count: 0 })])
    expect(await shop.read(id)).toMatchObject({ status: 'open', isCorrection: true })
    await shop.later()
    expect(await shop.read(id)).toMatchObject({ status: 'reported', isCorrection: false, attempts: 2 })
    const xml = await shop.xml(id)
    keepsTheRules(xml)
    expect(xml).toContain('<TypeCode>RE</TypeCode>')
    expect(xml).toContain('<TaxExclusiveAmount>190.10</TaxExclusiveAmount>')
  })

  test('waits for the end of its period, and is sent two days before it is due', async () => {
    const shop = await Shop.open()
    const today = dayOf(app.clock.now())
    const { body } = await shop.tell('transactions', [sale({ date: today })])
    const [{ id, dueBy, nextCheckAt, lastDay }] = body.periods
    expect(nextCheckAt > lastDay).toBe(true)
    expect(Date.parse(dueBy) - Date.parse(nextCheckAt)).toBe(48 * HOUR_MS)
    const hours = (Date.parse(nextCheckAt) - app.clock.now().getTime()) / HOUR_MS
    await shop.later(Math.floor(hours) - 1)
    // The key of the caller has ended meanwhile.
    const stored = (): Promise<Body> => app.platform.db.client.eReportingPeriod.findFirstOrThrow({ where: { id } })
    expect(await stored()).toMatchObject({ status: 'open', attempts: 0 })
    await shop.later(2)
    expect(await stored()).toMatchObject({ status: 'reported' })
  })

  test('is sent when the clock of its company is moved to the day on which it is due', async () => {
    const shop = await Shop.open()
    const today = dayOf(app.clock.now())
    const { id } = (await shop.tell('transactions', [sale({ date: today })])).body.periods[0]
    const { status } = await shop.tenant.post('/v1/sandbox/clock/advance', { companyId: shop.company.id, by: '1m' })
    expect(status).toBe(200)
    await app.platform.runner?.settle()
    expect(await shop.read(id)).toMatchObject({ status: 'reported', attempts: 1, nextCheckAt: null })
  })

  test('that the portal refuses says why, and is sent again with what is told next', async () => {
    const shop = await Shop.open()
    const { body } = await shop.tell('transactions', [sale({ reference: 'Z-00058' })])
    const [{ id }] = body.periods
    await shop.later()
    expect(await shop.read(id)).toMatchObject({
      status: 'failed',
      errorCode: '00058',
      errorMessage: expect.stringContaining('executing'),
    })
    expect((await shop.events()).map(({ data }) => data.status)).toEqual(['failed'])
    await shop.tell('transactions', [sale({ reference: 'Z-2' })])
    await shop.later()
    expect(await shop.read(id)).toMatchObject({ status: 'reported', errorCode: null })
    expect(await shop.xml(id)).toContain('<TypeCode>IN</TypeCode>')
  })

  test('goes again as it was where the answer was lost, and what was told meanwhile corrects it', async () => {
    const shop = await Shop.open()
    const { ppf } = app.platform.upstreams
    const submit = ppf.submit.bind(ppf)
    const flows: PortalFlow[] = []
    const losing = vi.spyOn(ppf, 'submit').mockImplementation(async (trace, flow) => {
      flows.push(flow)
      const answer = await submit(trace, flow)
      // Accepted, and nobody knows.
      if (flows.length === 1) throw new AppError('UPSTREAM_TIMEOUT')
      return answer
    })
    const { body } = await shop.tell('transactions', [sale()])
    const [{ id }] = body.periods
    await shop.later()
    expect(await shop.read(id)).toMatchObject({ status: 'pending', reportedAt: null })
    await shop.tell('transactions', [sale({ amount: '1.00', vatAmount: '0.20', count: 1 })])
    for (let hour = 0; hour < 4 && flows.length < 3; hour++) await shop.later()
    losing.mockRestore()
    const [first, again, correction] = flows.map(({ id: number, files }) => ({
      number,
      xml: Buffer.from(files[0]?.content ?? []).toString(),
    }))
    expect(again).toEqual(first)
    expect(first?.xml).toContain('<TypeCode>IN</TypeCode>')
    expect(correction?.xml).toContain('<TypeCode>RE</TypeCode>')
    expect(correction?.number).not.toBe(first?.number)
    expect(await shop.read(id)).toMatchObject({ status: 'reported', attempts: 3 })
  })

  test('is tried again while the portal is down, and fails after the last try', async () => {
    const shop = await Shop.open()
    const { body } = await shop.tell('payments', [{ date: '2026-09-05', vatRate: 20, amount: 1, reference: 'P-00503' }])
    const [{ id }] = body.periods
    await shop.later()
    expect(await shop.read(id)).toMatchObject({ status: 'pending', errorCode: 'UPSTREAM_UNAVAILABLE' })
    for (let hour = 0; hour < 14; hour++) await shop.later(8)
    expect(await shop.read(id)).toMatchObject({ status: 'failed', attempts: 11, nextCheckAt: null })
  })

  test.skipIf(inject('postgres') === '')(
    'counts as reported although more is told while its answer is written, and that is told after it',
    { tags: 'services' },
    async () => {
      const shop = await Shop.open()
      const { body } = await shop.tell('transactions', [sale()])
      const { id } = body.periods[0]
      const { organizationId } = shop.tenant
      const { settling } = await app.platform.db.transaction(async (db) => {
        // Of two that wait for each other the server undoes the one that looks first: the report.
        await db.$executeRaw`SET LOCAL deadlock_timeout = '30s'`
        await db.$queryRaw`
          SELECT 1 FROM companies WHERE "organizationId" = ${organizationId} AND id = ${shop.company.id} FOR UPDATE`
        const settling = shop.later()
        await someoneWaits(app.platform.db)
        await db.$executeRaw`
          UPDATE e_reporting_periods SET revision = revision + 1 WHERE "organizationId" = ${organizationId} AND id = ${id}`
        return { settling }
      })
      await settling
      expect(await shop.read(id)).toMatchObject({
        status: 'open',
        attempts: 1,
        reportedAt: expect.any(String),
        errorCode: null,
      })
      await shop.later()
      expect(await shop.read(id)).toMatchObject({ status: 'reported', attempts: 2 })
      expect(await shop.xml(id)).toContain('<TypeCode>RE</TypeCode>')
    },
  )

  test.skipIf(inject('postgres') === '')(
    'waits for what is told while nothing was found in its period',
    { tags: 'services' },
    async () => {
      const shop = await Shop.open()
      const { body } = await shop.tell('transactions', [sale({ reference: 'Z-1' })])
      await shop.tell('transactions', [sale({ reference: 'Z-1', date: '2026-09-15' })])
      const { id } = body.periods[0]
      const { organizationId } = shop.tenant
      const { waiting } = await app.platform.db.transaction(async (db) => {
        await db.$queryRaw`
        SELECT 1 FROM companies WHERE "organizationId" = ${organizationId} AND id = ${shop.company.id} FOR UPDATE`
        const waiting = shop.later()
        await someoneWaits(app.platform.db)
        await db.$executeRaw`
        UPDATE e_reporting_periods SET revision = revision + 1 WHERE "organizationId" = ${organizationId} AND id = ${id}`
        return { waiting }
      })
      await waiting
      expect(await shop.read(id)).toMatchObject({ nextCheckAt: expect.any(String) })
    },
  )

  test('is seen by its organization alone, in GraphQL as in REST', async () => {
    const [shop, other] = [await Shop.open(), await Shop.open()]
    const { data } = await shop.tenant.graphql(
      'mutation($input: ReportTransactionsInput!) { reportTransactions(input: $input) { recorded periods { id ' +
        'status kind } refusal { code } } }',
      { input: { companyId: shop.company.id, rows: [{ ...sale(), amount: '1.00', category: 'TMA1' }] } },
    )
    const [{ id }] = data.reportTransactions.periods
    expect(data.reportTransactions).toMatchObject({ recorded: 1, refusal: null })
    expect(await shop.periods()).toMatchObject([{ id, status: 'open', kind: 'transactions' }])
    expect(
      (
        await shop.tenant.graphql(
          'query($id: ID!) { eReportingPeriods(first: 5, kind: TRANSACTIONS) { nodes { id } } ' +
            'eReportingPeriod(id: $id) { period { dueBy } lines { day category amount } } }',
          { id },
        )
      ).data,
    ).toMatchObject({
      eReportingPeriods: { nodes: [{ id }] },
      eReportingPeriod: { lines: [{ day: '2026-09-05', category: 'TMA1', amount: '1.00' }] },
    })
    expectRefusal(await other.tenant.get(`${ROOM}/periods/${id}`), 'RESOURCE_NOT_FOUND')
    expect(await other.periods()).toEqual([])
  })
})

function line(more: object): object {
  return { day: '2026-09-05', category: 'TLB1', currency: 'EUR', ...more }
}
