/**
 * Documents are searched for in spans of time that grow: the same documents in the same order as if all were looked
 * through, whether their days are full or empty.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsSince } from '../../../src/values/ids.ts'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'

const DAY = 24 * 60 * 60 * 1000
/** Many in a month, and before them some in years. */
const [LATELY, BEFORE] = [900, 300]
const [DAYS_LATELY, YEARS_BEFORE] = [30, 9]

let app: TestApp
let tenant: Tenant
let other: Tenant
let ofCompany: Caller
let second: string

interface Made {
  id: string
  number: string
  companyId: string
  receiverName: string
  searchText: string
  type: 'invoice' | 'credit-note'
}
/** All there is, newest first. */
let all: Made[]

const madeAt = (nth: number, now: number): Date => {
  if (nth < LATELY) return new Date(now - (nth * DAYS_LATELY * DAY) / LATELY)
  return new Date(now - DAYS_LATELY * DAY - ((nth - LATELY) * YEARS_BEFORE * 365 * DAY) / BEFORE)
}

/** One series falls with time: there the highest number is the oldest. Two numbers are newer than the highest ones. */
const numberOf = (nth: number): string => {
  if (nth % 11 === 3) return `T-${100 + nth}`
  return { 250: 'S-300-A', 799: 'S-300-B' }[nth] ?? `S-${LATELY + BEFORE - nth}`
}

const documentOf = (nth: number, createdAt: Date, companies: readonly string[]): Made & { createdAt: Date } => {
  const number = numberOf(nth)
  const receiverName = `Buyer ${nth % 70} of Ghent`
  return {
    id: `${idsSince('document', createdAt)}${String(LATELY + BEFORE - nth).padStart(16, '0')}`,
    number,
    companyId: companies[nth % 3 === 0 ? 1 : 0] as string,
    receiverName,
    searchText: `${number} ${receiverName} lamps${nth % 97 === 5 ? ' harbour' : ''}${nth > LATELY + 200 ? ' attic' : ''}`,
    type: nth % 5 === 0 ? 'credit-note' : 'invoice',
    createdAt,
  }
}

const seed = async ({ organizationId }: Tenant, companies: readonly string[]): Promise<Made[]> => {
  const now = app.clock.now().getTime() - DAY
  const made = Array.from({ length: LATELY + BEFORE }, (_, nth) => documentOf(nth, madeAt(nth, now), companies))
  await app.platform.db.client.document.createMany({
    data: made.map((one) => ({
      ...one,
      organizationId,
      direction: 'outgoing',
      format: 'json',
      status: 'delivered',
      deliveryStatus: 'delivered',
      lifecycleStatus: 'issued',
      updatedAt: one.createdAt,
    })),
  })
  return made
}

beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant('white_label')
  other = await app.tenant('white_label')
  second = (await tenant.post('/v1/companies', { vatNumber: 'BE0403170701' })).body.id
  ofCompany = await tenant.keyWith(['documents.read', 'documents.search'], { companyId: second })
  await seed(other, [other.companyId, other.companyId])
  all = await seed(tenant, [tenant.companyId, second])
  await app.platform.db.client.$executeRaw`ANALYZE documents`
})
afterAll(() => app.close())

const list = `query($filter: DocumentFilter, $orderBy: DocumentOrder, $first: Int, $after: String, $last: Int, $before: String) {
  documents(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { number } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`

const read = async (variables: object): Promise<Body> => {
  const { data, errors } = await tenant.graphql(list, variables)
  expect(errors).toBeUndefined()
  return data.documents
}

const searches: [what: string, filter: () => object, holds: (document: Made) => boolean, pageSize: number][] = [
  ['with a word that all have', () => ({ q: 'lamps' }), () => true, 100],
  ['with a word that few have', () => ({ q: 'harbour' }), ({ searchText }) => searchText.includes('harbour'), 3],
  ['with a word that the oldest have', () => ({ q: 'attic' }), ({ searchText }) => searchText.includes('attic'), 20],
  ['with a word that none has', () => ({ q: 'zeppelin' }), () => false, 5],
  [
    'with a part of a name',
    () => ({ receiverName: { contains: 'buyer 17 ' } }),
    ({ receiverName }) => receiverName.startsWith('Buyer 17 '),
    4,
  ],
  [
    'with a number that begins so',
    () => ({ number: { startsWith: 's-12' } }),
    ({ number }) => number.startsWith('S-12'),
    4,
  ],
  [
    'with one of many numbers that begin so, not lately',
    () => ({ number: { startsWith: 'S-3' } }),
    ({ number }) => number.startsWith('S-3'),
    40,
  ],
  [
    'with a number that begins so, in a series that falls',
    () => ({ number: { startsWith: 't-' } }),
    ({ number }) => number.startsWith('T-'),
    20,
  ],
  [
    'of one company and kind, with a number that begins so',
    () => ({ number: { startsWith: 'S-3' }, companyId: { eq: second }, type: { eq: 'CREDIT_NOTE' } }),
    ({ number, companyId, type }) => number.startsWith('S-3') && companyId === second && type === 'credit-note',
    2,
  ],
  [
    'with a number and a word, of a kind',
    () => ({ number: { contains: '7' }, q: 'harbour', type: { ne: 'CREDIT_NOTE' } }),
    ({ number, searchText, type }) => number.includes('7') && searchText.includes('harbour') && type === 'invoice',
    2,
  ],
  [
    'with a word, in no rare state, of a kind or with a tag',
    () => ({
      q: 'lamps',
      not: { status: { eq: 'REJECTED' } },
      or: [{ tag: { eq: 'urgent' } }, { type: { eq: 'CREDIT_NOTE' } }],
    }),
    ({ type }) => type === 'credit-note',
    60,
  ],
  [
    'of one company, with a part of a name',
    () => ({ companyId: { eq: second }, receiverName: { contains: 'yer 9' } }),
    ({ companyId, receiverName }) => companyId === second && receiverName.startsWith('Buyer 9 '),
    3,
  ],
]

describe.each(searches)('documents %s', (_what, filter, holds, pageSize) => {
  test.each(['DESC', 'ASC'])('come in their order, page by page and back (%s)', async (order) => {
    const asked = { filter: filter(), orderBy: { field: 'CREATED_AT', order } }
    const wanted = (order === 'DESC' ? all : all.toReversed()).filter(holds).map(({ number }) => number)
    const forward: string[] = []
    let after: string | null = null
    do {
      const { nodes, pageInfo, totalCount }: Body = await read({ ...asked, first: pageSize, after })
      expect(totalCount).toBe(wanted.length)
      forward.push(...nodes.map(({ number }: Body) => number))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    expect(forward).toEqual(wanted)
    const backward: string[] = []
    let before: string | null = null
    do {
      const { nodes, pageInfo }: Body = await read({ ...asked, last: pageSize, before })
      backward.unshift(...nodes.map(({ number }: Body) => number))
      before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null
    } while (before !== null)
    expect(backward).toEqual(wanted)
  })
})

describe('searches', () => {
  const searched = async (caller: Caller, query: string): Promise<string[]> => {
    const { status, body } = await caller.get(`/v1/documents?${query}`)
    expect(status).toBe(200)
    return body.data.map(({ number }: Body) => number)
  }
  const asking = async (search: () => Promise<unknown>): Promise<string[]> =>
    (await app.statements(search)).filter((sql) => /\bdocuments\b/.test(sql))
  const inSpans = (sql: string): boolean => sql.includes('ARRAY[substr(d.id, 5, 4)] &&')

  test('a search finds documents of the caller alone: of its organization, of its company', async () => {
    const harbour = all.filter(({ searchText }) => searchText.includes('harbour'))
    expect(await searched(tenant, 'q=harbour&limit=100')).toEqual(harbour.map(({ number }) => number))
    expect(await searched(ofCompany, 'q=harbour&limit=100')).toEqual(
      harbour.filter(({ companyId }) => companyId === second).map(({ number }) => number),
    )
    const others = await other.get('/v1/documents?q=harbour&limit=100')
    expect(others.body.data.map(({ companyId }: Body) => companyId)).toEqual(harbour.map(() => other.companyId))
  })
  test('a search between two documents answers none beyond them, whatever it looks through', async () => {
    const harbour = all.filter(({ searchText }) => searchText.includes('harbour')).map(({ number }) => number)
    const asked = { filter: { q: 'harbour' }, orderBy: { field: 'CREATED_AT', order: 'DESC' } }
    const cursorAt = async (count: number): Promise<string> =>
      (await read({ ...asked, first: count })).pageInfo.endCursor
    const { nodes } = await read({ ...asked, after: await cursorAt(1), before: await cursorAt(6), first: 50 })
    expect(nodes.map(({ number }: Body) => number)).toEqual(harbour.slice(1, 5))
    const numbers = { ...asked, filter: { number: { startsWith: 'S-3' } } }
    const begins = all.filter(({ number }) => number.startsWith('S-3')).map(({ number }) => number)
    const { endCursor } = (await read({ ...numbers, first: 30 })).pageInfo
    const before: Body = await read({ ...numbers, before: endCursor, first: 50 })
    expect(before.nodes.map(({ number }: Body) => number)).toEqual(begins.slice(0, 29))
  })
  test('a search for numbers that begin alike begins at the highest, unless that is of the newest', async () => {
    const startsWith = (value: string) => ({ filter: { number: { startsWith: value } }, first: 20 })
    const late = await asking(() => read(startsWith('S-3')))
    // The first hundred and the highest number; two searches before it, and the hundred behind it; the rows, and how
    // many there are.
    expect(late).toHaveLength(7)
    expect(late.filter(inSpans)).toHaveLength(2)
    expect((await asking(() => read(startsWith('S-11')))).filter(inSpans)).toEqual([])
  })
  test('a search for what the newest have looks at these alone', async () => {
    const statements = await asking(() => searched(tenant, 'q=lamps&limit=20'))
    expect(statements).toHaveLength(2)
    expect(statements.filter(inSpans)).toEqual([])
  })
  test('a search for what few have looks at spans of time, and then at the rest', async () => {
    const statements = await asking(() => searched(tenant, 'q=harbour&limit=100'))
    expect(statements).toHaveLength(5)
    expect(statements.filter(inSpans)).toHaveLength(2)
  })
  test('a search from where documents are rare looks at all of them at once', async () => {
    const oldestFirst = { filter: { q: 'harbour' }, orderBy: { field: 'CREATED_AT', order: 'ASC' }, first: 50 }
    const statements = await asking(() => read(oldestFirst))
    expect(statements.filter((sql) => sql.includes('planned anew'))).toHaveLength(2)
    expect(statements.filter(inSpans)).toEqual([])
  })
})
