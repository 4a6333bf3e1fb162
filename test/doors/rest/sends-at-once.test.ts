/** Documents that many callers send at the same time: written together, and each as if it were alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'
import { rowsOf } from '../../support/stored-rows.ts'
import { vatNumberIn } from '../../support/trade.ts'
import { storedBytes } from '../../support/stored-bytes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
}, 60_000)
afterAll(() => app.close())

const BELGIAN = '0208:0417497106'
const lines = [{ description: 'Lamp', quantity: 3, unit: 'C62', unitPrice: '99.50', vatRate: 20 }]
const logo = {
  reference: 'logo',
  filename: 'logo.png',
  mimeType: 'image/png',
  content: Buffer.from('a logo').toString('base64'),
}

interface Sender extends Tenant {
  from: string
}

/** An organization whose French company has a partner in Belgium and one in France. */
const sender = async (): Promise<Sender & { french: string }> => {
  const tenant = await app.tenant('white_label')
  const [own, other] = [vatNumberIn('FR'), vatNumberIn('FR')]
  const { peppolId: from } = (await tenant.post('/v1/companies', { vatNumber: own })).body
  const buyer = await app.tenant('white_label')
  const { peppolId: french } = (await buyer.post('/v1/companies', { vatNumber: other })).body
  await app.platform.db.client.company.updateMany({ data: { smpRegistered: true } })
  const made = Object.assign(tenant, { from, french })
  for (const [index, to] of [BELGIAN, french].entries())
    expect((await send(made, `FIRST-${index}`, { to })).status).toBe(201)
  return made
}

const send = (
  tenant: Tenant & { from: string },
  number: string,
  rest: Body = {},
  document: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  tenant.post(
    '/v1/documents/send',
    {
      type: 'invoice',
      from: tenant.from,
      to: BELGIAN,
      ...rest,
      document: {
        number,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'PO-7',
        businessProcess: rest.to !== undefined && rest.to !== BELGIAN ? 'S1' : undefined,
        lines,
        ...document,
      },
    },
    headers,
  )

/** Every kind of row that a send may write. */
const kinds = (tenant: Awaited<ReturnType<typeof sender>>, at: string): (() => Promise<Answer>)[] => [
  () => send(tenant, `${at}-01`),
  () => send(tenant, `${at}-02`, { to: tenant.french }),
  () => send(tenant, `${at}-03`, {}, { attachments: [logo] }),
  () => send(tenant, `${at}-04`, { externalId: `${at}-name`, metadata: { order: 7 } }, { attachments: [logo] }),
  () => send(tenant, `${at}-05`, { type: 'credit-note' }, { billingReference: 'FIRST' }),
  ...Array.from(
    { length: 12 },
    (_, index) => () => send(tenant, `${at}-${10 + index}`, { to: index % 2 ? BELGIAN : tenant.french }),
  ),
]

/** What is of the document alone: counts are rows of many. */
const COUNTED = new Set([
  'monthly_usage',
  'counted_usage',
  'stored_usage',
  'event_sequences',
  'companies',
  'organizations',
  'partners',
])

const written = async ({ organizationId }: Tenant, known: ReadonlySet<string>): Promise<string[]> => {
  // What follows from events has followed.
  await app.platform.relay.drain()
  const rows = await rowsOf(app, organizationId)
  return rows.filter(({ table, row }) => !COUNTED.has(table) && !known.has(row)).map(({ row }) => row)
}

/** The same for documents that differ in nothing but their number and the moment. */
const comparable = (rows: readonly string[]): string[] =>
  rows
    .map((row) =>
      row
        .replaceAll(/\b[A-F]-(?=\d\d|name)/g, 'N-')
        .replaceAll(/\\+x[0-9a-f]+/g, 'bytes')
        .replaceAll(/\b[0-9a-f]{64}\b/g, 'hash')
        .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'uuid')
        .replaceAll(/\b([a-z]+)_[0-9a-z]{26}\b/g, '$1')
        .replaceAll(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(\+00|Z)?/g, 'moment')
        // The places of a flow and of an event among all.
        .replace(/,evt,\d+,\d+,/, ',evt,')
        .replace(/,\d+\)$/, ')'),
    )
    .toSorted()

const sums = async ({ organizationId }: Tenant): Promise<object> => {
  const { client } = app.platform.db
  const where = { organizationId }
  const [sent, ofCompanies, stored] = [
    await client.monthlyUsage.aggregate({ where, _sum: { documents: true } }),
    await client.countedUsage.aggregate({ where, _sum: { documents: true } }),
    await client.$queryRaw<object[]>`
      SELECT sum(bytes)::int AS bytes FROM stored_usage
      WHERE "organizationId" = ${organizationId} GROUP BY "subjectId" = ${organizationId}`,
  ]
  const documents = await client.document.findMany({ where })
  const inside = await client.documentAttachment.aggregate({ where, _sum: { size: true } })
  let bytes = inside._sum.size ?? 0
  for (const document of documents) bytes += (await storedBytes(app, document)).length
  return {
    isCounted: [sent._sum.documents, ofCompanies._sum.documents].every((count) => count === documents.length),
    stored,
    files: [{ bytes }, { bytes }],
  }
}

/**
 * The statements of a wave that wrote documents together. Where others have the processors, its sends may come so far
 * apart that none waits for another: then there is another wave.
 */
const togetherIn = async (sends: number, wave: (at: string) => Promise<unknown>): Promise<string[]> => {
  for (const at of ['B', 'C', 'D', 'E', 'F']) {
    // A file that names the time is another one in each wave.
    app.clock.advance(1_000)
    const statements = await app.statements(() => wave(at))
    const inserts = statements.filter((sql) => sql.includes('INSERT INTO "documents"'))
    if (inserts.length < sends) return inserts
  }
  throw new Error('No two of them were written together.')
}

test('documents that are sent at the same time are stored as each would be by itself', { tags: 'heavy' }, async () => {
  const tenant = await sender()
  const known = new Set(await written(tenant, new Set()))
  const all = kinds(tenant, 'A')
  for (const one of all) expect((await one()).status).toBe(201)
  const alone = await written(tenant, known)
  for (const row of alone) known.add(row)
  const inserts = await togetherIn(all.length, async (at) => {
    const answers = await Promise.all(kinds(tenant, at).map((one) => one()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const together = await written(tenant, known)
    for (const row of together) known.add(row)
    expect(comparable(together)).toEqual(comparable(alone))
  })
  expect(inserts.some((sql) => sql.includes('ROWS FROM'))).toBe(true)
})

test(
  'of documents that are sent at the same time each has its own outcome, and counts where it was stored',
  { tags: 'heavy' },
  async () => {
    const [one, other] = [await sender(), await sender()]
    expect((await send(one, 'TAKEN', { externalId: 'name' })).status).toBe(201)
    const before = await one.footprint()
    const good = Array.from({ length: 12 }, (_, index) => [send(one, `G-${index}`), send(other, `G-${index}`)]).flat()
    const bad = [
      send(one, 'TAKEN'),
      send(one, 'NAMED', { externalId: 'name' }),
      send(one, 'FOREIGN', { from: other.from }),
      send(one, 'BROKEN', {}, { buyerReference: undefined, lines: [] }),
    ]
    const twins = [send(one, 'TWIN'), send(one, 'TWIN')]
    for (const { status } of await Promise.all(good)) expect(status).toBe(201)
    const [taken, named, foreign, broken] = (await Promise.all(bad)) as [Answer, Answer, Answer, Answer]
    expectRefusal(taken, 'DUPLICATE_NUMBER')
    expectRefusal(named, 'CONFLICT')
    expectRefusal(foreign, 'COMPANY_NOT_FOUND')
    expect(broken.status).toBeGreaterThanOrEqual(400)
    const [first, second] = (await Promise.all(twins)).toSorted((a, b) => a.status - b.status) as [Answer, Answer]
    expect(first.status).toBe(201)
    expectRefusal(second, 'DUPLICATE_NUMBER')
    expect(second.body.error.details[0].existingId).toBe(first.body.id)
    const after = await one.footprint()
    const grown = (what: string): number => Number(after[what]) - Number(before[what])
    expect({ documents: grown('documents'), files: grown('files') }).toEqual({ documents: 13, files: 13 })
    for (const tenant of [one, other]) {
      const counted = (await sums(tenant)) as Body
      expect(counted.isCounted).toBe(true)
      expect(counted.stored).toEqual(counted.files)
    }
  },
)

const MANY = 24
const numbered = <T>(one: (index: number) => T): T[] => Array.from({ length: MANY }, (_, index) => one(index))
const keyed = (tenant: Sender, number: string, document: object = {}): Promise<Answer> =>
  send(tenant, number, {}, document, { 'idempotency-key': `key-${number}` })

test(
  'documents that are sent at the same time under keys are stored once, and each key answers its own document again',
  { tags: 'heavy' },
  async () => {
    const tenant = await sender()
    await togetherIn(MANY, async (at) => {
      const { documents: before } = await tenant.footprint()
      const first = await Promise.all(numbered((index) => keyed(tenant, `${at}-${index}`)))
      expect(first.map(({ status, body }) => [status, body.number])).toEqual(
        numbered((index) => [201, `${at}-${index}`]),
      )
      const again = await Promise.all(numbered((index) => keyed(tenant, `${at}-${index}`)))
      expect(again.map(({ bytes }) => bytes)).toEqual(first.map(({ bytes }) => bytes))
      expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(numbered(() => 'true'))
      expect(Number((await tenant.footprint()).documents) - Number(before)).toBe(MANY)
    })
    const other = await keyed(tenant, 'B-0', { buyerReference: 'PO-8' })
    expectOperationRefusal(other, 'IDEMPOTENCY_BODY_MISMATCH')
  },
)

test('of documents that are sent at the same time under keys, a refused one keeps its refusal and stops no other', async () => {
  const tenant = await sender()
  expect((await send(tenant, 'K-7')).status).toBe(201)
  const first = await Promise.all(numbered((index) => keyed(tenant, `K-${index}`)))
  expect(first.filter(({ status }) => status === 201)).toHaveLength(MANY - 1)
  expectRefusal(first[7] as Answer, 'DUPLICATE_NUMBER')
  const again = await keyed(tenant, 'K-7')
  expect([again.bytes, again.headers['idempotent-replayed']]).toEqual([first[7]?.bytes, 'true'])
})

const warnings = async (tenant: Sender, type: string): Promise<number[]> => {
  await app.platform.relay.drain()
  const { body } = await tenant.get(`/v1/events?type=${type}&limit=100`)
  return body.data.map((event: Body) => event.data.percent).toSorted()
}
const limited = async (limits: object): Promise<Sender> => {
  const tenant = await sender()
  const { organizationId } = tenant
  await app.platform.db.client.company.updateMany({ where: { organizationId }, data: limits })
  return tenant
}

test(
  'documents that are sent at the same time under a quota count exactly, and its marks are told once',
  { tags: 'heavy' },
  async () => {
    const [one, other] = [await limited({ documentsPerMonth: 30 }), await limited({ documentsPerMonth: 1_000 })]
    const both = (at: string): Promise<Answer[]> =>
      Promise.all(numbered((index) => [send(one, `${at}-${index}`), keyed(other, `${at}-${index}`)]).flat())
    const first = await both('A')
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 201))
    expect(await warnings(one, 'quota.warning')).toEqual([80])
    const second = await both('B')
    const refused = second.filter(({ status }) => status !== 201)
    // Two documents came first.
    expect(refused).toHaveLength(2 + 2 * MANY - 30)
    for (const answer of refused) expectRefusal(answer, 'QUOTA_EXCEEDED')
    expect(await app.platform.db.client.document.count({ where: { organizationId: one.organizationId } })).toBe(30)
    expect(await warnings(one, 'quota.warning')).toEqual([100, 80])
    expect(await warnings(other, 'quota.warning')).toEqual([])
    expect((await sums(other)) as Body).toMatchObject({ isCounted: true })
  },
)

test(
  'documents that are sent at the same time under a quota of storage are held to it',
  { tags: 'heavy' },
  async () => {
    const tenant = await limited({ storageMegabytes: 1 })
    const { organizationId, from: peppolId } = tenant
    const { client } = app.platform.db
    const { id: subjectId } = await client.company.findFirstOrThrow({ where: { organizationId, peppolId } })
    const stored = async (): Promise<number> =>
      Number(
        (await client.storedUsage.aggregate({ where: { organizationId, subjectId }, _sum: { bytes: true } }))._sum
          .bytes,
      )
    const before = await stored()
    expect(
      new Set((await Promise.all(numbered((index) => send(tenant, `A-${index}`)))).map(({ status }) => status)),
    ).toEqual(new Set([201]))
    const one = ((await stored()) - before) / MANY
    await client.storedUsage.create({
      data: { organizationId, subjectId, slot: 99, bytes: Math.round(1_000_000 - (await stored()) - 9.5 * one) },
    })
    const second = await Promise.all(numbered((index) => send(tenant, `B-${index}`)))
    expect(second.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const answer of second.filter(({ status }) => status !== 201)) expectRefusal(answer, 'QUOTA_EXCEEDED')
    expect(await warnings(tenant, 'quota.storage_warning')).toEqual([100])
  },
)

test('who sends and who receives is looked up for all who send at the same time, in the organization of each', async () => {
  const [owner, other] = [await sender(), await sender()]
  const wave = async (at: string): Promise<void> => {
    const accepted = numbered((index) => send(owner, `${at}-${index}`, { to: index % 2 ? BELGIAN : owner.french }))
    const strangers = [
      send(other, `${at}-FOREIGN`, { from: owner.from }),
      send(owner, `${at}-NOBODY`, { from: '0225:999999999' }),
      send(owner, `${at}-STRANGE`, { from: '0225:\u0000' }),
    ]
    for (const [index, { status, body }] of (await Promise.all(accepted)).entries())
      expect([status, body.senderPeppolId, body.receiverPeppolId]).toEqual([
        201,
        owner.from,
        index % 2 ? BELGIAN : owner.french,
      ])
    const [foreign, nobody, strange] = (await Promise.all(strangers)) as [Answer, Answer, Answer]
    expectRefusal(foreign, 'COMPANY_NOT_FOUND')
    expectRefusal(nobody, 'COMPANY_NOT_FOUND')
    expect(strange.status).toBeLessThan(500)
  }
  for (const at of ['B', 'C', 'D', 'E', 'F']) {
    const statements = await app.statements(() => wave(at))
    const lookUps = (of: RegExp): number => statements.filter((sql) => of.test(sql)).length
    // With tenants on several servers a statement has the senders of one.
    const senders = app.platform.db.isDistributed ? 0 : lookUps(/AS "speaksFrom"/)
    // Where others have the processors, they may come so far apart that none waits for another.
    if (senders < MANY / 2 && lookUps(/AS "isOwner"/) < MANY / 2) return
  }
  throw new Error('They were looked up one by one.')
})

test('what callers of one organization send is answered to nobody else', { tags: 'heavy' }, async () => {
  const tenants = [await sender(), await sender()]
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => send(tenants[index % 2] as Sender, `S-${index}`)),
  )
  for (const [index, { status, body }] of answers.entries()) {
    const tenant = tenants[index % 2] as Sender
    expect([status, body.number, body.senderPeppolId]).toEqual([201, `S-${index}`, tenant.from])
    expect((await tenant.get(`/v1/documents/${body.id}`)).status).toBe(200)
    expect((await (tenants[(index + 1) % 2] as Sender).get(`/v1/documents/${body.id}`)).status).toBe(404)
  }
})
