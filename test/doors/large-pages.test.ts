/** @module-tag heavy */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/values/ids.ts'
import { limits } from '../../src/values/limits.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { sample } from '../support/sample.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

/** An object with so many bytes as JSON. */
const ofBytes = (bytes: number): object => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
const LARGEST = ofBytes(limits.freeObjectBytes)

describe('a page', () => {
  const ROWS = limits.pageRows
  let owner: Tenant
  beforeAll(async () => {
    owner = await app.tenant('white_label')
    const { client } = app.platform.db
    const { organizationId } = owner
    const metadata = Object.fromEntries(
      Array.from({ length: limits.metadataNames }, (_one, index) => [
        String(index).padStart(limits.metadataNameCharacters, 'n'),
        '界'.repeat(limits.metadataValueCharacters),
      ]),
    )
    const company = await client.company.findFirstOrThrow({ where: { organizationId } })
    await client.company.createMany({
      data: Array.from({ length: ROWS }, (_one, index) => ({
        ...company,
        id: newId('company'),
        vatNumber: `BE${index}`,
        peppolId: `0208:${index}`,
        legalAddressId: null,
        settings: LARGEST,
        compliance: LARGEST,
        metadata,
      })) as never,
    })
    const createdAt = app.clock.now()
    await client.partner.createMany({
      data: Array.from({ length: ROWS }, (_one, index) => ({
        organizationId,
        id: newId('partner'),
        name: '界'.repeat(200),
        vatNumber: `BE${index}`,
        searchText: '',
        enrichment: LARGEST,
        metadata,
        createdAt,
        updatedAt: createdAt,
      })),
    })
    await client.document.createMany({
      data: Array.from({ length: ROWS }, (_one, index) => ({
        organizationId,
        id: newId('document'),
        companyId: owner.companyId,
        type: 'event',
        direction: 'outgoing' as const,
        number: `L-${index}`,
        status: 'delivered' as const,
        lifecycleStatus: 'issued' as const,
        format: 'json',
        searchText: '',
        senderName: '界'.repeat(limits.columnCharacters),
        metadata: ofBytes(limits.freeObjectBytes),
        validation: { warnings: Array.from({ length: 60 }, () => ({ message: '界'.repeat(1_000) })) },
        createdAt,
        updatedAt: createdAt,
      })),
    })
  })

  const inRest: readonly [list: string, rows: number][] = [
    ['companies', ROWS + 1],
    ['partners', ROWS],
    ['documents', ROWS],
  ]
  test.each(sample(inRest, 1 / 3))(
    'of the largest %s has at most 10 MB in REST, and the pages together have every row once',
    async (list, rows) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page = await owner.get(`/v1/${list}?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`)
        expect(page.status).toBe(200)
        expect(page.bytes.length).toBeLessThanOrEqual(limits.answerBytes)
        expect(page.body.hasMore).toBe(page.body.cursor !== null)
        seen.push(...page.body.data.map(({ id }: { id: string }) => id))
        cursor = page.body.cursor
      } while (cursor !== null)
      expect(seen).toHaveLength(rows)
      expect(new Set(seen)).toHaveLength(rows)
    },
  )

  const inGraphql: readonly [list: string, selection: string, rows: number][] = [
    ['companies', 'id settings compliance { platform } metadata', ROWS + 1],
    ['partners', 'id enrichment { legalName others { name value } } metadata', ROWS],
    ['documents', 'id metadata senderName validation { warnings { message } }', ROWS],
  ]
  test.each(sample(inGraphql, 1 / 3))(
    'of the largest %s has fewer rows in GraphQL, forwards and backwards',
    async (list, selection, rows) => {
      for (const [size, from, more, next] of [
        ['first', 'after', 'hasNextPage', 'endCursor'],
        ['last', 'before', 'hasPreviousPage', 'startCursor'],
      ] as const) {
        const seen: string[] = []
        let cursor: string | null = null
        let pageInfo: Body
        do {
          const query = `query($cursor: String) { ${list}(${size}: 100, ${from}: $cursor) {
          nodes { ${selection} } pageInfo { ${more} ${next} } } }`
          const answer = await owner.post('/graphql', { query, variables: { cursor } })
          expect(answer.body.errors).toBeUndefined()
          expect(answer.bytes.length).toBeLessThanOrEqual(limits.answerBytes)
          const page = answer.body.data[list]
          seen.push(...page.nodes.map(({ id }: { id: string }) => id))
          pageInfo = page.pageInfo
          cursor = pageInfo[next]
        } while (pageInfo[more])
        expect(seen).toHaveLength(rows)
        expect(new Set(seen)).toHaveLength(rows)
      }
    },
  )

  test('and all aliases of its fields have at most 10 MB, or the answer is refused', async () => {
    const aliases = Array.from({ length: 29 }, (_one, index) => `a${index}: settings`).join(' ')
    const answer = await owner.post('/graphql', { query: `{ companies(first: 20) { nodes { ${aliases} } } }` })
    expect(answer.bytes.length).toBeLessThan(10_000)
    expect(answer.body.data).toBeNull()
    expect(answer.body.errors[0].extensions.code).toBe('TOO_LARGE')
  })
})
