import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' }, { bothRoads: true })
  tenant = await app.tenant('white_label')
  const {
    body: { peppolId: from },
  } = await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })
  const documents = [100, 200, 300, 400].map((unitPrice, index) => ({
    type: 'invoice',
    from,
    to: '0208:0417497106',
    document: {
      number: `D-${index}`,
      issueDate: `2026-0${index + 1}-15`,
      dueDate: '2026-12-20',
      buyerReference: 'x',
      lines: [{ description: index === 2 ? 'Zeppelin' : 'Desk', quantity: 1, unit: 'C62', unitPrice, vatRate: 21 }],
    },
  }))
  const { body } = await tenant.post('/v1/documents/send/batch', { documents })
  await tenant.post('/v1/documents/actions', {
    updates: [{ documentId: body.results[0].document.id, action: 'tag', tag: 'urgent' }],
  })
})
afterAll(() => app.close())

const QUERY =
  'query($any: [DocumentConditions!], $all: [DocumentCondition!], $sort: [DocumentOrder!], $first: Int, ' +
  '$after: String, $last: Int, $before: String) { searchDocuments(any: $any, all: $all, sort: $sort, ' +
  'first: $first, after: $after, last: $last, before: $before) { totalCount nodes { number } pageInfo { ' +
  'startCursor endCursor hasNextPage hasPreviousPage } } }'
const ask = async (variables: object): Promise<{ numbers: string[]; found: Body }> => {
  const { data, errors } = await tenant.graphql(QUERY, variables)
  expect(errors).toBeUndefined()
  return { found: data.searchDocuments, numbers: data.searchDocuments.nodes.map(({ number }: Body) => number) }
}
const search = (body: object): Promise<Answer> => tenant.post('/v1/documents/search', body)

describe('a search for documents', () => {
  const cases: [string, object, object, string[]][] = [
    [
      'by any of several groups',
      { any: [{ all: [{ tag: { eq: 'urgent' } }] }, { all: [{ grossAmount: { gte: '363' } }, { q: 'zeppelin' }] }] },
      { any: [{ all: [{ tag: 'urgent' }] }, { all: [{ grossAmount: { gte: '363' } }, { q: 'zeppelin' }] }] },
      ['D-2', 'D-0'],
    ],
    [
      'by what all of them are',
      {
        all: [
          { status: { in: ['SENT'] } },
          { issueDate: { gte: '2026-02-01', lt: '2026-04-01' } },
          { number: { ne: 'D-1' } },
        ],
      },
      {
        all: [
          { status: { in: ['sent'] }, issueDate: { gte: '2026-02-01', lt: '2026-04-01' } },
          { field: 'number', op: 'ne', value: 'D-1' },
        ],
      },
      ['D-2'],
    ],
    [
      'by a tag that they have not',
      { all: [{ tag: { ne: 'urgent' } }] },
      { all: [{ field: 'tag', op: 'ne', value: 'urgent' }] },
      ['D-3', 'D-2', 'D-1'],
    ],
    [
      'by nothing, and nulls are nothing',
      { any: null, all: [{ number: { eq: null } }] },
      {},
      ['D-3', 'D-2', 'D-1', 'D-0'],
    ],
  ]
  test.each(cases)('documents are searched %s, by GraphQL and by REST alike', async (_what, typed, json, expected) => {
    expect((await ask(typed)).numbers).toEqual(expected)
    expect((await search(json)).body.data.map(({ number }: Body) => number)).toEqual(expected)
  })
  test('a search is read page by page, forwards and backwards', async () => {
    const sort = [{ field: 'GROSS_AMOUNT', order: 'ASC' }]
    const first = await ask({ sort, first: 3 })
    expect(first).toMatchObject({
      numbers: ['D-0', 'D-1', 'D-2'],
      found: { totalCount: 4, pageInfo: { hasNextPage: true, hasPreviousPage: false } },
    })
    const second = await ask({ sort, first: 3, after: first.found.pageInfo.endCursor })
    expect(second.numbers).toEqual(['D-3'])
    expect((await ask({ sort, last: 2, before: second.found.pageInfo.startCursor })).numbers).toEqual(['D-1', 'D-2'])
    expect((await ask({ sort, last: 2 })).numbers).toEqual(['D-2', 'D-3'])
  })
})

describe('conditions that are refused', () => {
  test.each<[string, object, string, string]>([
    [
      'an unknown field',
      { field: 'bogus', op: 'eq', value: 1 },
      'all[0].field INVALID_ENUM',
      'Expected one of: type, direction',
    ],
    ['an unknown name', { bogus: 1 }, 'all[0].bogus INVALID_ENUM', 'Expected one of: type, direction'],
    [
      'an unknown operator',
      { field: 'status', op: 'like', value: 'x' },
      'all[0].op INVALID_ENUM',
      'Expected one of: eq, ne',
    ],
    [
      'an operator that the field does not take',
      { status: { contains: 'x' } },
      'all[0].status.contains INVALID_ENUM',
      'accepts only the operators eq, ne, in, exists',
    ],
    [
      'words that are not there',
      { field: 'q', op: 'ne', value: 'desk' },
      'all[0].op INVALID_ENUM',
      'The field q accepts only the operators eq',
    ],
    [
      'a tag by a part of it',
      { field: 'tag', op: 'contains', value: 'urg' },
      'all[0].op INVALID_ENUM',
      'The field tag accepts only the operators eq, ne, in',
    ],
    [
      'several words in a list',
      { q: ['a', 'b'] },
      'all[0].q INVALID_ENUM',
      'The field q accepts only the operators eq',
    ],
    [
      'a value that the field cannot have',
      { status: 'sen' },
      'all[0].status INVALID_ENUM',
      'Expected one of: draft, sent, delivered, rejected.',
    ],
    [
      'one value in the place of a list',
      { field: 'status', op: 'in', value: 'sent' },
      'all[0].value INVALID_REQUEST',
      'Expected a list of values.',
    ],
    [
      'one tag in the place of a list',
      { field: 'tag', op: 'in', value: 'urgent' },
      'all[0].value INVALID_REQUEST',
      'Expected a list of values.',
    ],
    ['no value', { field: 'number' }, 'all[0].value MISSING_FIELD', 'This field is required.'],
    ['a text without letters', { number: '' }, 'all[0].number INVALID_REQUEST', 'Expected a text'],
    ['a text that is none', { number: 5 }, 'all[0].number INVALID_REQUEST', 'Expected a text'],
    [
      'a day that is none',
      { issueDate: { gte: '2026-02-30' } },
      'all[0].issueDate.gte INVALID_DATE',
      'Expected an existing date',
    ],
    ['a flag that is none', { archived: 'true' }, 'all[0].archived INVALID_REQUEST', 'Expected true or false'],
    [
      'one name too many',
      { field: 'status', op: 'eq', value: 'sent', vlaue: 1 },
      'all[0].vlaue INVALID_REQUEST',
      'Unknown field.',
    ],
  ])('a search condition with %s is refused at its place', async (_what, condition, where, why) => {
    const { status, body } = await search({ all: [condition] })
    expect(status).toBe(400)
    expect(body.error.details.map(({ field, rule }: Body) => `${field} ${rule}`)).toEqual([where])
    expect(body.error.details[0].message).toContain(why)
  })
  test('the message of a refused parameter says the bounds in words and names fields as REST spells them', async () => {
    const said = async (path: string): Promise<string> => (await tenant.get(`/v1/documents?${path}`)).body.error.message
    expect(await said('q=')).toBe('q: At least 1 character.')
    expect(await said('sort=foo')).toMatch(/^sort\.field: Expected one of: createdAt/)
    expect(await said('aftr=x')).toBe('aftr: Unknown field. Did you mean "cursor"?')
    expect(await said('bogus=1')).toBe('bogus: Unknown field.')
    expect((await search({ sort: [{ field: 'number' }, { field: 'createdAt' }] })).body.error.message).toBe(
      'sort: At most 1 entry.',
    )
  })
  test('a search with more values than a statement takes is refused as invalid', async () => {
    const all = Array.from({ length: 25 }, (_, group) => ({
      number: Array.from({ length: 500 }, (_one, index) => `${group}-${index}`),
    }))
    expect((await search({ all })).body.error).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('10000'),
    })
  })
})
