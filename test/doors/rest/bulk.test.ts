import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workKinds } from '../../../src/app/work-kinds.ts'
import { startRunner } from '../../../src/engine/work/runner.ts'
import type { ErrorCode } from '../../../src/kernel/errors/catalog.ts'
import { limits } from '../../../src/values/limits.ts'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
let stranger: Tenant
beforeAll(async () => {
  app = await startApp()
  ;[tenant, stranger] = [await app.tenant('white_label'), await app.tenant('white_label')]
})
afterAll(() => app.close())

const RECIPIENT = '0208:0417497106'
const LINES = [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }]
const invoice = (number: string, by: Tenant = tenant, more: object = {}) => ({
  type: 'invoice',
  from: by.peppolId,
  to: RECIPIENT,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO',
    lines: LINES,
    paymentMeans: [{ iban: 'FR7630006000011234567890189' }],
    ...more,
  },
})

const startExport = (query: string, more: object = {}, by: Caller = tenant): Promise<Answer> =>
  by.post('/v1/bulk/exports', { query, ...more })
const startSend = (lines: readonly (object | string)[], by: Caller = tenant): Promise<Answer> =>
  by.post('/v1/bulk/sends', Buffer.from(lines.map((line) => `${asText(line)}\n`).join('')), {
    'content-type': 'application/octet-stream',
  })
const asText = (line: object | string): string => (typeof line === 'string' ? line : JSON.stringify(line))

/** The operation when it has ended. */
const ended = async ({ body }: Answer, by: Caller = tenant): Promise<Body> => {
  expect(body).toMatchObject({ id: expect.stringMatching(/^bulk_/), status: 'running' })
  await app.platform.runner?.settle()
  return (await by.get(`/v1/bulk/${body.id}`)).body
}
const resultOf = async (id: string, by: Caller = tenant): Promise<Body[]> =>
  (await by.get(`/v1/bulk/${id}/result`)).bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const rows = async (count: number, by: Tenant, companyId = by.companyId, prefix = 'R'): Promise<void> => {
  await app.platform.db.client.$executeRaw`
    INSERT INTO documents ("organizationId", id, "companyId", type, direction, number, currency, "grossAmount", status,
      "lifecycleStatus", format, "searchText", "createdAt", "updatedAt", "receiverName")
    SELECT ${by.organizationId}, 'doc_01' || lpad(to_hex(n), 24, '0'), ${companyId}, 'invoice', 'outgoing',
      ${prefix} || n, 'EUR', n, 'delivered', 'issued', 'network', '', now(), now(), 'a "b", c'
    FROM generate_series(1::int, ${count}::int) AS n`
}

describe('an export', () => {
  let seller: Tenant
  beforeAll(async () => {
    seller = await app.tenant('white_label')
    await rows(350, seller)
  })

  test('an export has every row of the list once, in the order and the form of the list', async () => {
    const begun = await startExport('{ documents { nodes { id number grossAmount company { name } } } }', {}, seller)
    expect(begun.status).toBe(202)
    const operation = await ended(begun, seller)
    expect(operation).toMatchObject({ kind: 'export', status: 'completed', processed: 350, failed: 0, error: null })
    const result = await resultOf(operation.id, seller)
    expect(result.map(({ number }) => number)).toEqual(Array.from({ length: 350 }, (_one, index) => `R${350 - index}`))
    const { data } = await seller.graphql(
      '{ documents(first: 1) { nodes { id number grossAmount company { name } } } }',
    )
    expect(result[0]).toEqual(data.documents.nodes[0])
    await app.platform.relay.drain()
    const told = (await seller.get('/v1/events?type=bulk.completed')).body.data.map(({ data: of }: Body) => of)
    expect(told.filter(({ bulkOperationId }: Body) => bulkOperationId === operation.id)).toMatchObject([
      { kind: 'export', status: 'completed', processed: 350, failed: 0 },
    ])
  })

  test('an export may select by edges, with filters and fragments', async () => {
    const begun = await startExport(
      `query Big { documents(filter: {number: {in: ["R7", "R9"]}}) { edges { node { ...Row } } } }
       fragment Row on Document { number attempts { outcome } }`,
      {},
      seller,
    )
    expect(await resultOf((await ended(begun, seller)).id, seller)).toEqual([
      { number: 'R9', attempts: [] },
      { number: 'R7', attempts: [] },
    ])
  })

  test('a CSV has a header, a column for each field, and quotes where they are needed', async () => {
    const begun = await startExport(
      '{ documents(filter: {number: {eq: "R2"}}) { nodes { number receiverName company { name country } attempts { outcome } ' +
        'dueDate } } }',
      { format: 'csv' },
      seller,
    )
    const { id } = await ended(begun, seller)
    const { bytes, headers } = await seller.get(`/v1/bulk/${id}/result`)
    const { name, country } = (await seller.get(`/v1/companies/${seller.companyId}`)).body
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(bytes.toString()).toBe(
      'number,receiverName,company.name,company.country,attempts,dueDate\r\n' +
        `R2,"a ""b"", c",${name},${country},[],\r\n`,
    )
  })

  test('a download that broke off is resumed where it was, and is the same to the byte', async () => {
    const { id } = await ended(await startExport('{ documents { nodes { id number } } }', {}, seller), seller)
    const path = `/v1/bulk/${id}/result`
    const whole = await seller.get(path)
    const { etag = '' } = whole.headers
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(whole.bytes.length) })
    const size = whole.bytes.length
    const part = await seller.get(path, { range: 'bytes=1000-', 'if-range': etag })
    expect({ status: part.status, range: part.headers['content-range'] }).toEqual({
      status: 206,
      range: `bytes 1000-${size - 1}/${size}`,
    })
    expect(Buffer.concat([whole.bytes.subarray(0, 1000), part.bytes])).toEqual(whole.bytes)
    expect((await seller.get(path, { range: 'bytes=-5' })).bytes).toEqual(whole.bytes.subarray(-5))
    expect((await seller.get(path, { range: 'bytes=3-9' })).bytes).toEqual(whole.bytes.subarray(3, 10))
    expect((await seller.get(path, { range: 'bytes=3-9', 'if-range': '"other"' })).status).toBe(200)
    const behind = await seller.get(path, { range: `bytes=${size}-` })
    expectRefusal(behind, 'RANGE_NOT_SATISFIABLE')
    expect(behind.headers['content-range']).toBe(`bytes */${size}`)
    let [offset, read]: [number | null, Buffer] = [1000, whole.bytes.subarray(0, 1000)]
    while (offset !== null) {
      const { data } = await seller.graphql(
        'query($id: ID!, $offset: Int) { bulkResult(id: $id, offset: $offset) { size portion { base64 nextOffset } } }',
        { id, offset },
      )
      const { portion } = data.bulkResult
      read = Buffer.concat([read, Buffer.from(portion.base64, 'base64')])
      offset = portion.nextOffset
    }
    expect(read).toEqual(whole.bytes)
  })

  test.each([
    ['{ documents { nodes { id }', 'not read'],
    ['{ documents { nodes { nothing } } }', 'of an unknown field'],
    ['mutation { flushIdempotency(input: {}) { flushed } }', 'a mutation'],
    ['{ whoAmI { organizationId } documents { nodes { id } } }', 'of something else beside the list'],
    ['{ documents(first: 3) { nodes { id } } }', 'with a page'],
    ['{ documents { nodes { id } totalCount } }', 'of more than the rows'],
    ['{ documents { edges { cursor node { id } } } }', 'of cursors'],
    ['{ companies { nodes { id } } documents { nodes { id } } }', 'of two lists'],
    ['query($n: String!) { documents(filter: {number: {eq: $n}}) { nodes { id } } }', 'with a variable'],
    ['query A { documents { nodes { id } } } query B { documents { nodes { id } } }', 'of two operations'],
    ['{ __schema { types { name } } }', 'of the schema'],
    [
      `{ documents { nodes { ${Array.from({ length: 29 }, (_one, n) => `a${n}: lines { description unitPrice quantity unit vatRate id number }`).join(' ')} } } }`,
      'that costs too much',
    ],
  ])('the query %s (%#) is refused before anything is stored', async (query) => {
    const before = await seller.footprint()
    const refused = await startExport(query, {}, seller)
    expectRefusal(refused, 'INVALID_REQUEST')
    expect(refused.body.error.details[0].field).toBe('query')
    expect(await seller.footprint()).toEqual(before)
  })

  test('an export needs the scopes of what it selects, also to be downloaded', async () => {
    const [reader, stats] = [await seller.keyWith(['documents.read']), await seller.keyWith(['stats'])]
    const before = await seller.footprint()
    expectRefusal(await startExport('{ documents { nodes { id } } }', {}, stats), 'INSUFFICIENT_SCOPE')
    expectRefusal(await startExport('{ partners { nodes { id } } }', {}, reader), 'INSUFFICIENT_SCOPE')
    expectRefusal(await startExport('{ documents { nodes { payments { id } } } }', {}, reader), 'INSUFFICIENT_SCOPE')
    expect(await seller.footprint()).toEqual(before)
    const { id } = await ended(await startExport('{ documents { nodes { id } } }', {}, reader), reader)
    expectRefusal(await stats.get(`/v1/bulk/${id}/result`), 'INSUFFICIENT_SCOPE')
    expect((await seller.get(`/v1/bulk/${id}/result`)).status).toBe(200)
  })

  test('a caller of one company exports and sees what is of that company', async () => {
    const vatNumber = `BE0${7_100_001}${String(97 - (7_100_001 % 97)).padStart(2, '0')}`
    const { body: other } = await seller.post('/v1/companies', { vatNumber })
    await app.platform.db.client.$executeRaw`
      UPDATE documents SET "companyId" = ${other.id}
      WHERE "organizationId" = ${seller.organizationId} AND number IN ('R11', 'R12')`
    const bound = seller.with({ 'x-service-company': other.id })
    const ofOne = await ended(await startExport('{ documents { nodes { number } } }', {}, bound), bound)
    expect(await resultOf(ofOne.id, bound)).toEqual([{ number: 'R12' }, { number: 'R11' }])
    const ofAll = await ended(await startExport('{ documents { nodes { number } } }', {}, seller), seller)
    expectRefusal(await bound.get(`/v1/bulk/${ofAll.id}`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await bound.get(`/v1/bulk/${ofAll.id}/result`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await stranger.get(`/v1/bulk/${ofAll.id}/result`), 'RESOURCE_NOT_FOUND')
    expect((await bound.get('/v1/bulk')).body.data.map(({ id }: Body) => id)).toEqual([ofOne.id])
  })

  test('an export whose key was revoked fails, and says why', async () => {
    const key = await seller.keyWith(['documents.read'])
    const { body } = await startExport('{ documents { nodes { number } } }', {}, key)
    await app.platform.runner?.settle()
    await seller.delete(`/v1/api-keys/${key.keyId}`)
    await app.platform.db.client.$executeRaw`
      UPDATE bulk_operations SET status = 'running', "endedAt" = NULL, error = NULL, cursor = NULL WHERE id = ${body.id}`
    await app.platform.db.client.work.create({
      data: {
        organizationId: seller.organizationId,
        id: 'work_01kafm4h7vf8xbkrs9q2m3c5aa',
        kind: 'bulk.run',
        subjectId: body.id,
        target: seller.organizationId,
        dueAt: app.clock.now(),
        createdAt: app.clock.now(),
      },
    })
    await app.platform.runner?.settle()
    expect((await seller.get(`/v1/bulk/${body.id}`)).body).toMatchObject({
      status: 'failed',
      error: { code: 'REVOKED_KEY' },
    })
  })
})

describe('a bulk send', () => {
  const numbersOf = async (by: Tenant): Promise<string[]> =>
    (
      await app.platform.db.client.document.findMany({
        where: { organizationId: by.organizationId },
        orderBy: { number: 'asc' },
      })
    ).map(({ number }) => number)

  test('each line of a bulk send has its outcome, and each good one is a document that is delivered', async () => {
    const sender = await app.tenant('white_label')
    const lines = [
      invoice('B-1', sender),
      invoice('B-2', sender, { lines: [] }),
      '',
      '{"type": ',
      invoice('B-1', sender),
      { ...invoice('B-3', sender), unknown: true },
      invoice('B-4', stranger),
      invoice('B-5', sender),
    ]
    const begun = await startSend(lines, sender)
    expect({ status: begun.status, total: begun.body.total }).toEqual({ status: 202, total: 7 })
    const operation = await ended(begun, sender)
    expect(operation).toMatchObject({ kind: 'send', status: 'completed', processed: 7, failed: 5 })
    const result = await resultOf(operation.id, sender)
    expect(result.map(({ line, ok, number, error }) => [line, ok, number ?? error.code])).toEqual(
      [
        [1, true, 'B-1'],
        [2, false, expect.any(String)],
        [4, false, 'INVALID_REQUEST'],
        [5, false, 'DUPLICATE_NUMBER'],
        [6, false, 'INVALID_REQUEST'],
        [7, false, 'COMPANY_NOT_FOUND'],
        [8, true, 'B-5'],
      ].toSorted((one, other) => Number(one[0]) - Number(other[0])),
    )
    expect(result[2].error.docUrl).toMatch(/\/docs\/errors#INVALID_REQUEST$/)
    expect(await numbersOf(sender)).toEqual(['B-1', 'B-5'])
    const { body } = await sender.get(`/v1/documents/${result[0].documentId}`)
    expect(body).toMatchObject({ number: 'B-1', deliveryStatus: 'delivered' })
  })

  test('lines packed by gzip are sent alike, also by GraphQL', async () => {
    const sender = await app.tenant('white_label')
    const lines = Array.from({ length: 3 }, (_one, n) => JSON.stringify(invoice(`G-${n}`, sender))).join('\n')
    const { data } = await sender.graphql(
      'mutation($file: File!) { startBulkSend(input: {file: $file}) { bulkOperation { id status total } } }',
      { file: gzipSync(lines).toString('base64') },
    )
    expect(data.startBulkSend.bulkOperation).toMatchObject({ status: 'RUNNING', total: 3 })
    await app.platform.runner?.settle()
    const { id } = data.startBulkSend.bulkOperation
    const shown = await sender.graphql(
      'query($id: ID!) { node(id: $id) { ... on BulkOperation { status processed } } }',
      {
        id,
      },
    )
    expect(shown.data.node).toEqual({ status: 'COMPLETED', processed: 3 })
    expect((await numbersOf(sender)).length).toBe(3)
  })

  test('a bulk send that is repeated with its idempotency key is one', async () => {
    const sender = await app.tenant('white_label')
    const file = Buffer.from(JSON.stringify(invoice('I-1', sender))).toString('base64')
    const send = () => sender.post('/v1/bulk/sends', { file }, { 'idempotency-key': 'once' })
    const [first, again] = [await send(), await send()]
    expect(again.bytes).toEqual(first.bytes)
    await ended(first, sender)
    expect(await numbersOf(sender)).toEqual(['I-1'])
  })

  test('lines that are sent together count exactly against a quota, and its marks are told once', async () => {
    const sender = await app.tenant('white_label')
    expect((await sender.post('/v1/documents/send', invoice('Q-0', sender))).status).toBe(201)
    await app.platform.db.client.company.updateMany({
      where: { organizationId: sender.organizationId },
      data: { documentsPerMonth: 10 },
    })
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_one, n) => invoice(`Q-${from + n}`, sender))
    expect(await ended(await startSend(lines(1, 8), sender), sender)).toMatchObject({ processed: 8, failed: 0 })
    const last = await ended(await startSend(lines(9, 4), sender), sender)
    expect(last).toMatchObject({ processed: 4, failed: 3 })
    expect((await resultOf(last.id, sender)).flatMap(({ error }) => error?.code ?? [])).toEqual(
      Array.from({ length: 3 }, () => 'QUOTA_EXCEEDED'),
    )
    expect((await numbersOf(sender)).length).toBe(10)
    await app.platform.relay.drain()
    const { data } = (await sender.get('/v1/events?type=quota.warning')).body
    expect(data.map((event: Body) => [event.data.percent, event.data.used]).toSorted()).toEqual([
      [100, 10],
      [80, 8],
    ])
  })

  test('lines that are sent together take their storage, and the one that reaches a quota is the last', async () => {
    const sender = await app.tenant('white_label')
    expect((await sender.post('/v1/documents/send', invoice('S-0', sender))).status).toBe(201)
    const { organizationId, companyId: subjectId } = sender
    const { client } = app.platform.db
    const stored = async (): Promise<number> =>
      Number(
        (await client.storedUsage.aggregate({ where: { organizationId, subjectId }, _sum: { bytes: true } }))._sum
          .bytes,
      )
    const one = await stored()
    await client.company.updateMany({ where: { organizationId }, data: { storageMegabytes: 1 } })
    const lines = (from: number) => Array.from({ length: 4 }, (_one, n) => invoice(`S-${from + n}`, sender))
    expect(await ended(await startSend(lines(1), sender), sender)).toMatchObject({ processed: 4, failed: 0 })
    expect(await stored()).toBe(5 * one)
    await client.storedUsage.create({ data: { organizationId, subjectId, slot: 99, bytes: 1_000_000 - 7 * one + 1 } })
    const last = await ended(await startSend(lines(5), sender), sender)
    expect(last).toMatchObject({ processed: 4, failed: 2 })
    expect((await resultOf(last.id, sender)).flatMap(({ error }) => error?.code ?? [])).toEqual([
      'QUOTA_EXCEEDED',
      'QUOTA_EXCEEDED',
    ])
    expect((await numbersOf(sender)).length).toBe(7)
  })

  test('of lines that share a number or a name, and of those that are taken, none is sent twice', async () => {
    const sender = await app.tenant('white_label')
    const named = (number: string, externalId: string) => ({ ...invoice(number, sender), externalId })
    expect((await sender.post('/v1/documents/send', named('D-0', 'erp-0'))).status).toBe(201)
    const begun = await startSend(
      [
        named('D-1', 'erp-1'),
        named('D-0', 'erp-2'),
        named('D-3', 'erp-0'),
        named('D-4', 'erp-1'),
        named('D-1', 'erp-5'),
      ],
      sender,
    )
    const { id } = await ended(begun, sender)
    expect((await resultOf(id, sender)).map(({ ok, error }) => ok || error.code)).toEqual([
      true,
      'DUPLICATE_NUMBER',
      'CONFLICT',
      'CONFLICT',
      'DUPLICATE_NUMBER',
    ])
    expect(await numbersOf(sender)).toEqual(['D-0', 'D-1'])
  })

  test('a bulk send is cancelled by nobody who may not send', async () => {
    const sender = await app.tenant('white_label')
    const reader = await sender.keyWith(['documents.read', 'stats'])
    const { body } = await startSend([invoice('NOT-1', sender)], sender)
    expectRefusal(await reader.post(`/v1/bulk/${body.id}/cancel`), 'INSUFFICIENT_SCOPE')
    await app.platform.runner?.settle()
    expect((await sender.get(`/v1/bulk/${body.id}`)).body).toMatchObject({ status: 'completed', failed: 0 })
  })

  test('a cancelled bulk send keeps what is done, tells it, and sends nothing more', async () => {
    const sender = await app.tenant('white_label')
    const { body } = await startSend(
      Array.from({ length: 150 }, (_one, n) => invoice(`C-${n}`, sender)),
      sender,
    )
    const cancelled = await sender.post(`/v1/bulk/${body.id}/cancel`)
    await app.platform.runner?.settle()
    const { body: after } = await sender.get(`/v1/bulk/${body.id}`)
    expect({ cancelled: cancelled.body.status, after: after.status }).toEqual({
      cancelled: 'cancelling',
      after: 'cancelled',
    })
    const result = await resultOf(body.id, sender)
    expect(
      result
        .filter(({ ok }) => ok)
        .map(({ number }) => number as string)
        .toSorted(),
    ).toEqual(await numbersOf(sender))
    expect(after.processed).toBe(result.length)
    expectRefusal(await sender.post(`/v1/bulk/${body.id}/cancel`), 'CONFLICT')
  })

  test(
    'the tries of a bulk send begin afresh after each slice that went well, however many failed before',
    { tags: 'heavy' },
    async () => {
      const idle = await startApp({ WORKERS: 'off' })
      try {
        const sender = await idle.tenant('white_label')
        const lines = Array.from({ length: 101 }, (_one, n) => ({
          type: 'event',
          from: sender.peppolId,
          document: { number: `A-${n}` },
        }))
        const { body } = await startSend(lines, sender)
        await idle.platform.db.client.work.updateMany({ where: { subjectId: body.id }, data: { attempts: 4 } })
        const tries: number[] = []
        const bulk = workKinds['bulk.run']
        const run: typeof bulk.run = (platform, work) => {
          tries.push(work.attempts)
          // A slice of fifty lines.
          let asked = 0
          return bulk.run(platform, work, {
            get aborted() {
              return asked++ > 0
            },
          } as AbortSignal)
        }
        const runner = startRunner(idle.platform, { ...workKinds, 'bulk.run': { ...bulk, run } })
        await runner.settle()
        await runner.close()
        const { body: after } = await sender.get(`/v1/bulk/${body.id}`)
        expect(after).toMatchObject({ status: 'completed', processed: 101, failed: 0 })
        expect(tries[0]).toBe(5)
        expect(tries.length).toBeGreaterThan(2)
        expect(new Set(tries.slice(1))).toEqual(new Set([1]))
      } finally {
        await idle.close()
      }
    },
  )

  test('a bulk send whose outcomes have no room in the result any more ends, and says why', async () => {
    const idle = await startApp({ WORKERS: 'off' })
    try {
      const sender = await idle.tenant('white_label')
      const { body } = await startSend([invoice('B-1', sender)], sender)
      const where = { id: body.id }
      await idle.platform.db.client.bulkOperation.updateMany({ where, data: { bytes: limits.bulkResultBytes } })
      const runner = startRunner(idle.platform, workKinds)
      await runner.settle()
      await runner.close()
      const { body: after } = await sender.get(`/v1/bulk/${body.id}`)
      expect(after).toMatchObject({ status: 'failed', error: { code: 'TOO_LARGE' } })
    } finally {
      await idle.close()
    }
  })

  const refusesFile = async (file: Buffer, code: ErrorCode): Promise<void> => {
    const before = await stranger.footprint()
    const refused = await stranger.post('/v1/bulk/sends', file, { 'content-type': 'application/octet-stream' })
    expectRefusal(refused, code)
    expect(await stranger.footprint()).toEqual(before)
  }
  test.each([
    ['without lines', () => Buffer.from('\n \n'), 'INVALID_REQUEST'],
    ['without an object', () => gzipSync('[]\nx\n'.repeat(1_000)), 'INVALID_REQUEST'],
    ['of blank lines', () => gzipSync('\n'.repeat(5_000_000)), 'TOO_LARGE'],
    ['of blank lines that are not packed', () => Buffer.alloc(2_000_000, '\n'), 'TOO_LARGE'],
    ['with an object behind too many blank lines', () => gzipSync(`${'\n'.repeat(limits.bulkLines)}{}`), 'TOO_LARGE'],
    ['that is packed and torn', () => gzipSync('{}\n'.repeat(1_000)).subarray(0, 30), 'UNREADABLE_FILE'],
    ['with too many lines', () => gzipSync('{}\n'.repeat(limits.bulkLines + 1)), 'TOO_LARGE'],
    ['with a line that is too long', () => gzipSync(' '.repeat(limits.bulkLineBytes + 1)), 'TOO_LARGE'],
  ] as const)('a file %s is refused, and nothing is stored', (_what, fileOf, code) => refusesFile(fileOf(), code))

  const line = (text: string): Buffer => gzipSync(`{"a":"${text}"}\n`)
  const repeated = (packed: Buffer, count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => packed))
  test.each([
    ['hundreds of times its size', () => repeated(line(' '.repeat(999_000)), 12)],
    [
      'more than may be sent',
      () => repeated(line(randomBytes(5_000).toString('hex').repeat(99)), limits.bulkSendBytes / 990_000 + 1),
    ],
  ])('a file that unpacks to %s is refused, and nothing is stored', { tags: 'heavy' }, (_what, fileOf) =>
    refusesFile(fileOf(), 'TOO_LARGE'),
  )

  test('documents between many blank lines are sent by the numbers of their lines', async () => {
    const sender = await app.tenant('white_label')
    const blank = `${' '.repeat(999)}\n`.repeat(2_000)
    const packed = gzipSync(`${blank}\uFEFF${JSON.stringify(invoice('B-1', sender))}\n${blank}`)
    const started = await sender.post('/v1/bulk/sends', packed, { 'content-type': 'application/octet-stream' })
    expect(started).toMatchObject({ status: 202, body: { total: 1 } })
    const { id } = await ended(started, sender)
    expect(await resultOf(id, sender)).toMatchObject([{ line: 2_001, ok: true }])
  })

  test('an organization has so many bulk operations at a time, and then has to wait', async () => {
    const busy = await app.tenant('white_label')
    const { client } = app.platform.db
    await startExport('{ companies { nodes { id } } }', {}, busy)
    await app.platform.runner?.settle()
    const [one] = await client.bulkOperation.findMany({ where: { organizationId: busy.organizationId } })
    await client.bulkOperation.createMany({
      data: Array.from({ length: limits.bulkOperations }, (_one, n) => ({
        ...(one as never as Body),
        id: `bulk_${n}`,
        endedAt: null,
      })),
    })
    const before = await busy.footprint()
    expectRefusal(await startExport('{ companies { nodes { id } } }', {}, busy), 'CONFLICT')
    expect(await busy.footprint()).toEqual(before)
    expect((await startExport('{ companies { nodes { id } } }', {}, tenant)).status).toBe(202)
  })
})
