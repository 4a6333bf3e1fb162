import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentFilter } from '../../../src/documents/record/document-filter.ts'
import { fields } from '../../../src/documents/record/filter.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
let tenant: Tenant
let companies: Body[]
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' }, { bothRoads: true })
  tenant = await app.tenant('white_label')
  companies = await Promise.all(
    ['BE0403019261', 'DE811569869', 'BE0403170701'].map(
      async (vatNumber) => (await tenant.post('/v1/companies', { vatNumber })).body,
    ),
  )
  const documents = companies.flatMap(({ peppolId: from }, company) =>
    [100, 200, 300].map((unitPrice, index) => ({
      type: 'invoice',
      from,
      to: '0208:0417497106',
      document: {
        number: `D${company}-${index}`,
        issueDate: `2026-0${index + 1}-15`,
        dueDate: '2026-12-20',
        buyerReference: 'x',
        ...(index === 1 && { orderReference: 'PO-7' }),
        lines: [{ description: index === 2 ? 'Zeppelin' : 'Desk', quantity: 1, unit: 'C62', unitPrice, vatRate: 21 }],
      },
    })),
  )
  const { body } = await tenant.post('/v1/documents/send/batch', { documents })
  await tenant.post('/v1/documents/actions', {
    updates: [
      { documentId: body.results[0].document.id, action: 'tag', tag: 'urgent' },
      { documentId: body.results[1].document.id, action: 'archive' },
    ],
  })
})
afterAll(() => app.close())

const numbers = async (filter: object, orderBy?: object): Promise<string[]> => {
  const { data, errors } = await tenant.graphql(
    'query($filter: DocumentFilter, $orderBy: DocumentOrder) { documents(filter: $filter, orderBy: ' +
      '$orderBy, first: 100) { nodes { number } } }',
    { filter, orderBy },
  )
  expect(errors).toBeUndefined()
  return data.documents.nodes.map(({ number }: Body) => number)
}

describe('filters of documents', () => {
  test.each<[string, object, string[]]>([
    ['by equality', { number: { eq: 'D0-1' } }, ['D0-1']],
    ['by a list', { number: { in: ['D0-1', 'D2-2', 'none'] } }, ['D2-2', 'D0-1']],
    ['by a range of amounts', { grossAmount: { gt: '121', lte: '242.00' } }, ['D2-1', 'D1-1', 'D0-1']],
    ['by a range of days', { issueDate: { gte: '2026-02-15', lt: '2026-03-15' } }, ['D2-1', 'D1-1', 'D0-1']],
    ['by presence', { orderReference: { exists: true } }, ['D2-1', 'D1-1', 'D0-1']],
    ['by a part of a text, in any case', { number: { contains: '-2', startsWith: 'd1' } }, ['D1-2']],
    [
      'by enums, flags and tags',
      { status: { in: ['SENT'] }, type: { eq: 'INVOICE' }, archived: { eq: false }, tag: { eq: 'urgent' } },
      ['D0-0'],
    ],
    ['by words', { q: 'zeppelin', number: { ne: 'D0-2' } }, ['D2-2', 'D1-2']],
    ['by any of several', { or: [{ tag: { in: ['urgent'] } }, { archived: { eq: true } }] }, ['D0-1', 'D0-0']],
    ['by all of several', { and: [{ number: { startsWith: 'D2' } }, { grossAmount: { lt: '200' } }] }, ['D2-0']],
    [
      'by what does not hold, absent values too',
      { not: { orderReference: { eq: 'PO-7' } }, number: { startsWith: 'D0' } },
      ['D0-2', 'D0-0'],
    ],
    ['by none of nothing', { or: [] }, []],
  ])('documents are filtered %s', async (_name, filter, expected) => {
    expect(await numbers(filter)).toEqual(expected)
  })
  test('filtered documents are ordered by each order, both ways', async () => {
    expect(await numbers({ number: { startsWith: 'D1' } }, { field: 'GROSS_AMOUNT', order: 'ASC' })).toEqual([
      'D1-0',
      'D1-1',
      'D1-2',
    ])
    expect(await numbers({ number: { startsWith: 'D1' } }, { field: 'ISSUE_DATE', order: 'DESC' })).toEqual([
      'D1-2',
      'D1-1',
      'D1-0',
    ])
  })
  test('the GraphQL filter has every field that REST searches by', () => {
    expect(Object.keys(documentFilter.shape).toSorted()).toEqual(
      [...Object.keys(fields), 'and', 'not', 'or', 'q', 'tag'].toSorted(),
    )
  })
  test('the flat parameters of REST find the same documents as the GraphQL filter', async () => {
    const {
      body: {
        data: [{ senderName, receiverName, receiverPeppolId }],
      },
    } = await tenant.get('/v1/documents?number=D0-0')
    // Each company has a partner of its own with that number.
    const partners = await tenant.get(`/v1/partners?search=${receiverPeppolId}`)
    const partner = partners.body.data[0]
    const flat: Record<string, string> = {
      orderReference: 'PO-7',
      partnerId: partner.id,
      senderName,
      receiverName,
      receiverPeppolId,
      number: 'D0-0',
      tag: 'urgent',
      currency: 'EUR',
    }
    for (const [name, value] of Object.entries(flat)) {
      const { status, body } = await tenant.get(`/v1/documents?limit=100&${name}=${encodeURIComponent(value)}`)
      expect({ name, status, numbers: body.data?.map(({ number }: Body) => number) }).toEqual({
        name,
        status: 200,
        numbers: await numbers({ [name]: { eq: value } }),
      })
      expect(body.data).not.toEqual([])
    }
    for (const name of ['orderReference', 'senderName', 'receiverName'])
      expect((await tenant.get(`/v1/documents?${name}=XYZ`)).body.data).toEqual([])
    expect((await tenant.get('/v1/documents?partnerId=XYZ')).body.error.code).toBe('RESOURCE_NOT_FOUND')
  })
  test('a filter with too many conditions or an impossible day is refused', async () => {
    const code = async (filter: object): Promise<string> =>
      (await tenant.graphql('query($filter: DocumentFilter) { documents(filter: $filter) { totalCount } }', { filter }))
        .errors[0].extensions.code
    expect(
      await code({
        or: Array.from({ length: 41 }, () => ({ and: Array.from({ length: 5 }, () => ({ number: { eq: 'x' } })) })),
      }),
    ).toBe('INVALID_REQUEST')
    expect(await code({ issueDate: { eq: '2026-02-30' } })).toBe('INVALID_DATE')
  })
  test('a cursor of one filter is refused with another', async () => {
    const page = (filter: object, after?: string): Promise<Body> =>
      tenant.graphql(
        'query($filter: DocumentFilter, $after: String) { documents(filter: $filter, first: 1, after: ' +
          '$after) { nodes { number } pageInfo { endCursor } } }',
        { filter, after },
      )
    const { endCursor } = (await page({ number: { startsWith: 'D1' } })).data.documents.pageInfo
    expect((await page({ number: { startsWith: 'D1' } }, endCursor)).data.documents.nodes).toEqual([{ number: 'D1-1' }])
    expect((await page({ number: { startsWith: 'D2' } }, endCursor)).errors[0].extensions.code).toBe('INVALID_REQUEST')
  })
})

describe('the documents of companies', () => {
  const query = (some: string) =>
    `{ companies(first: ${some}) { nodes { name documents(first: 2, filter: {grossAmount: {gte: "200"}}, ` +
    'orderBy: {field: GROSS_AMOUNT, order: ASC}) { totalCount nodes { number } pageInfo { hasNextPage ' +
    'endCursor } } } } }'
  test('the documents of several companies are read at once, each company with its page', async () => {
    const { data, errors } = await tenant.graphql(query('10'))
    expect(errors).toBeUndefined()
    const lists = data.companies.nodes.map(({ documents }: Body) => documents.nodes.map(({ number }: Body) => number))
    expect(lists.toSorted()).toEqual([[], ['D0-1', 'D0-2'], ['D1-1', 'D1-2'], ['D2-1', 'D2-2']])
    const asked: string[][] = []
    for (const some of ['10', '1', '10'])
      asked.push(
        (await app.statements(() => tenant.graphql(query(some))))
          .filter((sql) => /"?(documents|companies)"?/.test(sql))
          .map((sql) => sql.slice(0, 120)),
      )
    expect(asked[2]).toEqual(asked[1])
  })
  test('the documents of a company go on after a cursor, and back before one', async () => {
    const page = async (more: string): Promise<Body> =>
      (
        await tenant.graphql(
          `{ company(id: "${companies[0].id}") { documents(${more}) { nodes { number } pageInfo { ` +
            'endCursor startCursor hasNextPage hasPreviousPage } } } }',
        )
      ).data.company.documents
    const first = await page('first: 2')
    expect(first).toMatchObject({ nodes: [{ number: 'D0-2' }, { number: 'D0-1' }], pageInfo: { hasNextPage: true } })
    const second = await page(`first: 2, after: "${first.pageInfo.endCursor}"`)
    expect(second).toMatchObject({
      nodes: [{ number: 'D0-0' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    })
    expect((await page(`last: 1, before: "${second.pageInfo.startCursor}"`)).nodes).toEqual([{ number: 'D0-1' }])
    expect((await page('last: 1')).nodes).toEqual([{ number: 'D0-0' }])
  })
  test('the documents of a company are neither shown nor counted for a key that may not read documents', async () => {
    const key = await tenant.keyWith(['companies.read'])
    expect(
      (await key.graphql(`{ company(id: "${companies[0].id}") { documents { totalCount } } }`)).errors[0].extensions
        .code,
    ).toBe('INSUFFICIENT_SCOPE')
  })
})

test('REST orders documents by the same fields as GraphQL', async () => {
  const ordered = async (sort: string): Promise<Body> =>
    (await tenant.get(`/v1/documents?companyId=${companies[1].id}&sort=${sort}`)).body
  expect((await ordered('grossAmount:asc')).data.map(({ number }: Body) => number)).toEqual(['D1-0', 'D1-1', 'D1-2'])
  expect((await ordered('number')).data.map(({ number }: Body) => number)).toEqual(['D1-2', 'D1-1', 'D1-0'])
  expect((await ordered('colour:asc')).error).toMatchObject({ code: 'INVALID_ENUM' })
})
