/**
 * Documents of days long past are found by their days: the same documents in the same order.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { dayOf } from '../../../src/values/dates.ts'

const DAY = 24 * 60 * 60 * 1000
const BATCHES = 5
const OF_EACH = 12

let app: TestApp
let tenant: Tenant
let other: Tenant
let ofCompany: Caller
let companies: Body[]
/** All there is, newest first. */
let all: Body[]

const day = (at: number): string => dayOf(new Date(at))
const BEGIN = Date.UTC(2021, 2, 1)

/** Days of issue that repeat, and do not follow the order in which documents are made. */
const documentOf = (from: string, index: number) => {
  const issued = BEGIN + ((index * 37) % 45) * DAY
  return {
    type: 'invoice',
    from,
    to: '0208:0417497106',
    document: {
      number: `A-${index}`,
      issueDate: day(issued),
      dueDate: day(issued + (10 + (index % 3) * 10) * DAY),
      buyerReference: 'x',
      lines: [
        {
          description: index % 4 === 0 ? 'Zeppelin' : 'Desk',
          quantity: 1,
          unit: 'C62',
          unitPrice: 100 + index,
          vatRate: 21,
        },
      ],
    },
  }
}

const fields = 'id number issueDate dueDate createdAt grossAmount'
const list = (
  'query($filter: DocumentFilter, $orderBy: DocumentOrder, $first: Int, $after: String, $last: Int, ' +
  '$before: String) { documents(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: ' +
  '$last, before: $before) { totalCount nodes { FIELDS } pageInfo { endCursor startCursor hasNextPage ' +
  'hasPreviousPage } } }'
).replace('FIELDS', fields)

const read = async (caller: Caller, variables: object): Promise<Body> => {
  const { data, errors } = await caller.graphql(list, variables)
  expect(errors).toBeUndefined()
  return data.documents
}

beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  const now = app.clock.now().getTime()
  app.clock.advance(BEGIN - now)
  tenant = await app.tenant('white_label')
  other = await app.tenant('white_label')
  // Unlike a sandbox, these organizations last as long as their documents.
  await app.platform.db.client.organization.updateMany({ data: { expiresAt: null } })
  await app.platform.db.client.apiKey.updateMany({ data: { expiresAt: null } })
  companies = await Promise.all(
    ['BE0403019261', 'BE0403170701'].map(async (vatNumber) => (await tenant.post('/v1/companies', { vatNumber })).body),
  )
  ofCompany = await tenant.keyWith(['documents.read', 'documents.search'], { companyId: companies[1].id })
  await other.post('/v1/documents/send/batch', {
    documents: Array.from({ length: OF_EACH }, (_, index) => documentOf(other.peppolId, index)),
  })
  for (let batch = 0; batch < BATCHES; batch++) {
    const documents = Array.from({ length: OF_EACH }, (_, index) =>
      documentOf(companies[index % 3 === 0 ? 1 : 0].peppolId, batch * OF_EACH + index),
    )
    const { body } = await tenant.post('/v1/documents/send/batch', { documents })
    if (body.failed !== 0) throw new Error(JSON.stringify(body))
    app.clock.advance(9 * DAY)
  }
  app.clock.advance(now - app.clock.now().getTime())
  const { client } = app.platform.db
  const { organizationId } = tenant
  await client.document.updateMany({
    where: { organizationId, number: { endsWith: '5' } },
    data: { status: 'rejected' },
  })
  // Some are open since an earlier release, which kept no days with that.
  const old = await client.document.findMany({ where: { organizationId, number: { in: ['A-3', 'A-15', 'A-25'] } } })
  const { count } = await client.openDocument.updateMany({
    where: { organizationId, documentId: { in: old.map(({ id }) => id) } },
    data: { issueDate: null, dueDate: null },
  })
  if (count !== 3) throw new Error(`There are ${count} such documents.`)
  // What the planner expects of a filter is what there is.
  await app.platform.db.client.$executeRaw`ANALYZE documents`
  all = (await read(tenant, { first: 100 })).nodes
  if (all.length !== BATCHES * OF_EACH) throw new Error(`There are ${all.length} documents.`)
})
afterAll(() => app.close())

const ofMarch = ({ issueDate }: Body): boolean => issueDate >= '2021-03-05' && issueDate <= '2021-03-31'
const isRejected = ({ number }: Body): boolean => number.endsWith('5')
const spans: [what: string, filter: object, holds: (document: Body) => boolean][] = [
  ['issued between two days', { issueDate: { gte: '2021-03-05', lte: '2021-03-31' } }, ofMarch],
  ['issued up to a day', { issueDate: { lt: '2021-03-20' } }, ({ issueDate }) => issueDate < '2021-03-20'],
  ['issued from a day on', { issueDate: { gt: '2021-04-01' } }, ({ issueDate }) => issueDate > '2021-04-01'],
  [
    'issued on one day',
    { issueDate: { gte: '2021-03-08', lte: '2021-03-08' } },
    ({ issueDate }) => issueDate === '2021-03-08',
  ],
  ['issued on no day', { issueDate: { gt: '2021-03-31', lt: '2021-03-05' } }, () => false],
  [
    'due between two days',
    { dueDate: { gte: '2021-03-20', lt: '2021-04-20' } },
    ({ dueDate }) => dueDate >= '2021-03-20' && dueDate < '2021-04-20',
  ],
  [
    'made between two instants of a day',
    { createdAt: { gte: '2021-03-10T00:00:00Z', lt: '2021-03-28T00:00:00.5Z' } },
    ({ createdAt }) => createdAt >= '2021-03-10' && createdAt < '2021-03-28T00:00:00.500Z',
  ],
  [
    'issued and due within days',
    { issueDate: { lte: '2021-04-10' }, dueDate: { lte: '2021-04-15' } },
    ({ issueDate, dueDate }) => issueDate <= '2021-04-10' && dueDate <= '2021-04-15',
  ],
  [
    'issued between days given twice',
    { issueDate: { lte: '2021-03-31' }, and: [{ issueDate: { gte: '2021-03-05', lte: '2021-05-01' } }] },
    ofMarch,
  ],
  [
    'with what most have',
    { issueDate: { gte: '2021-03-05', lte: '2021-03-31' }, direction: { eq: 'OUTGOING' }, grossAmount: { lt: '170' } },
    (document) => ofMarch(document) && Number(document.grossAmount) < 170,
  ],
  [
    'with what few have',
    { issueDate: { gte: '2021-03-05', lte: '2021-03-31' }, number: { in: ['A-3', 'A-7', 'A-58'] } },
    (document) => ofMarch(document) && ['A-3', 'A-7', 'A-58'].includes(document.number),
  ],
  [
    'in one of some states, issued between two days',
    { status: { in: ['DRAFT', 'SENT', 'REJECTED'] }, issueDate: { gte: '2021-03-05', lte: '2021-03-31' } },
    ofMarch,
  ],
  [
    'in a state that few have, issued up to a day and due from a day on',
    { status: { eq: 'REJECTED' }, issueDate: { lte: '2021-04-01' }, dueDate: { gt: '2021-03-25' } },
    (document) => isRejected(document) && document.issueDate <= '2021-04-01' && document.dueDate > '2021-03-25',
  ],
  [
    'in two states at once, due between two days',
    {
      deliveryStatus: { eq: 'PENDING' },
      dueDate: { gte: '2021-03-20', lt: '2021-04-20' },
      and: [{ status: { in: ['REJECTED', 'DRAFT'] } }],
    },
    (document) => isRejected(document) && document.dueDate >= '2021-03-20' && document.dueDate < '2021-04-20',
  ],
  [
    'not in a state, issued between two days',
    { not: { status: { eq: 'REJECTED' } }, issueDate: { gte: '2021-03-05', lte: '2021-03-31' } },
    (document) => ofMarch(document) && !isRejected(document),
  ],
  [
    'with words',
    { issueDate: { gte: '2021-03-05', lte: '2021-03-31' }, q: 'zeppelin' },
    (document) => ofMarch(document) && Number(document.number.slice(2)) % 4 === 0,
  ],
  ['with numbers that begin alike', { number: { startsWith: 'a-1' } }, ({ number }) => number.startsWith('A-1')],
  [
    'with numbers that have a part, and what most have',
    { number: { contains: '-' }, grossAmount: { lt: '170' } },
    ({ grossAmount }) => Number(grossAmount) < 170,
  ],
  ['with numbers that have a part that none has', { number: { contains: 'Z' } }, () => false],
  [
    'with numbers that begin alike, issued between two days',
    { number: { startsWith: 'A-2' }, issueDate: { gte: '2021-03-05', lte: '2021-03-31' } },
    (document) => ofMarch(document) && document.number.startsWith('A-2'),
  ],
  [
    'outside of days',
    { not: { issueDate: { gte: '2021-03-05', lte: '2021-03-31' } } },
    (document) => !ofMarch(document),
  ],
]

describe.each(spans)('documents %s', (_what, filter, holds) => {
  test.each(['DESC', 'ASC'])('come in their order, page by page and back (%s)', async (order) => {
    const orderBy = { field: 'CREATED_AT', order }
    const wanted = (order === 'DESC' ? all : all.toReversed()).filter(holds).map(({ number }) => number)
    const forward: string[] = []
    let after: string | null = null
    do {
      const { nodes, pageInfo, totalCount }: Body = await read(tenant, { filter, orderBy, first: 5, after })
      expect(totalCount).toBe(wanted.length)
      forward.push(...nodes.map(({ number }: Body) => number))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    expect(forward).toEqual(wanted)
    const backward: string[] = []
    let before: string | null = null
    do {
      const { nodes, pageInfo }: Body = await read(tenant, { filter, orderBy, last: 5, before })
      backward.unshift(...nodes.map(({ number }: Body) => number))
      before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null
    } while (before !== null)
    expect(backward).toEqual(wanted)
  })
})

const MARCH = '/v1/documents?from=2021-03-05&to=2021-03-31'
const numbersOf = ({ body }: { body: Body }): string[] => body.data.map(({ number }: Body) => number)

describe('documents of days long past', () => {
  test('past documents with equal numbers are those of the caller', async () => {
    const alike = '{"all": [{"field": "number", "op": "startsWith", "value": "A-1"}], "limit": 100}'
    const mine = all.filter(({ number }) => number.startsWith('A-1')).map(({ number }) => number)
    expect(numbersOf(await tenant.post('/v1/documents/search', alike))).toEqual(mine)
    expect(numbersOf(await ofCompany.post('/v1/documents/search', alike))).toEqual(
      mine.filter((number) => (Number(number.slice(2)) % OF_EACH) % 3 === 0),
    )
    expect(numbersOf(await other.post('/v1/documents/search', alike))).toEqual(
      mine.filter((number) => Number(number.slice(2)) < OF_EACH),
    )
  })
  test('past documents are those of the caller: of its organization, of its company', async () => {
    const mine = all.filter(ofMarch).map(({ number }) => number)
    expect(numbersOf(await tenant.get(`${MARCH}&limit=100`))).toEqual(mine)
    expect(numbersOf(await ofCompany.get(`${MARCH}&limit=100`))).toEqual(
      mine.filter((number) => (Number(number.slice(2)) % OF_EACH) % 3 === 0),
    )
    expect(numbersOf(await other.get(`${MARCH}&limit=100`))).toEqual(
      mine.filter((number) => Number(number.slice(2)) < OF_EACH),
    )
  })
  test.each([
    ['alone', '', 2],
    ['with what most have', '&direction=outgoing', 4],
  ])(
    'past documents take as many statements for few as for many (%s), and are found by their days',
    async (_how, more, statements) => {
      const asked = async (limit: number): Promise<string[]> =>
        (await app.statements(() => tenant.get(`${MARCH}${more}&limit=${limit}`))).filter((sql) =>
          /\bdocuments\b/.test(sql),
        )
      await asked(1)
      const few = await asked(2)
      expect(few).toHaveLength(statements)
      expect(few.filter((sql) => sql.includes('WITH RECURSIVE days'))).toHaveLength(1)
      expect(await asked(100)).toHaveLength(statements)
    },
  )
  test('documents in a state are narrowed by days before each of them is looked at', async () => {
    const statements = await app.statements(() => tenant.get('/v1/documents?status=rejected&from=2021-03-05'))
    const found = statements.filter((sql) => sql.includes('open_documents'))
    expect(found.map((sql) => sql.includes('o."issueDate" IS NULL'))).toEqual([true])
  })
  test.each([
    ['what few have', '&number=A-3'],
    ['no more than lately', '&to=2999-01-01'],
  ])('past documents are found in another way where that is quicker (%s)', async (_how, more) => {
    const url = more.includes('to=') ? `/v1/documents?from=2021-03-05${more}` : `${MARCH}${more}`
    expect((await app.statements(() => tenant.get(url))).filter((sql) => sql.includes('WITH RECURSIVE days'))).toEqual(
      [],
    )
  })
})
