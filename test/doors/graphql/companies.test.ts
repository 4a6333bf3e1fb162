import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp({}, { bothRoads: true })))
afterAll(() => app.close())

const register = 'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id } } }'

/** Registers so many companies, oldest first; answers their ids. */
const registered = async (tenant: Tenant, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index++)
    ids.push(
      (await tenant.graphql(register, { input: { vatNumber: `DE${811_000_000 + index}` } })).data.registerCompany
        .company.id,
    )
  // Their publication is no part of what is measured and compared.
  await app.platform.runner?.settle()
  return ids
}

const extensionsOf = (answer: Body): Body => answer.errors[0].extensions

describe('reading companies', () => {
  test('a company is found by id, VAT number and participant id, with everything that REST shows of it', async () => {
    const tenant = await app.tenant()
    const { body: made } = await tenant.post('/v1/companies', {
      vatNumber: 'FR40303265045',
      additionalIdentifiers: [{ scheme: 'GLN', value: '5790000435951' }],
      metadata: { a: 'b' },
      capabilities: { send: ['invoice', 'credit-note'] },
    })
    await app.platform.runner?.settle()
    const {
      body: { smp, ownership: restOwnership, ...rest },
    } = await tenant.get(`/v1/companies/${made.id}`)
    const query = `query ($id: ID!) { company(id: $id) { publication { status step lastError nextTryAt }
      id organizationId name legalName slug vatNumber taxNumber registrationNumber country peppolId
      additionalIdentifiers { scheme value } requirements { code due fix } legalAddressId
      address { street streetLine2 city postalCode country } isPublic dataProviderType dataProviderSyncDate
      externalId suspension { since reason bounces } documentsPerMonth storageMegabytes
      requestsPerMinute receivesDocuments
      capabilities { send receive } status smpRegistered smpRegisteredAt
      ownership { status reason message proof grantedAt methods }
      compliance { platform status directoryLine lastReportAt recipientCode lastError { code } } settings stats { sent received } metadata createdAt updatedAt } }`
    for (const id of [rest.id, 'vat:FR40303265045', 'peppol:0225:303265045']) {
      const { data, errors } = await tenant.graphql(query, { id })
      expect(errors).toBeUndefined()
      const { capabilities, status, publication, ownership, compliance, requirements, ...company } = data.company
      expect(ownership).toEqual({
        ...restOwnership,
        status: 'GRANTED',
        methods: ['MAIL', 'DNS', 'MANDATE', 'OPERATOR'],
      })
      expect({ ...publication, status: publication.status.toLowerCase() }).toEqual(smp)
      const { capabilities: restCapabilities, status: restStatus, compliance: restCompliance, ...others } = rest
      const { requirements: restRequirements, ...restCompany } = others
      expect(requirements).toMatchObject([{ code: 'ACCOUNT', fix: restRequirements[0].fix }])
      expect(company).toEqual(restCompany)
      expect({ ...compliance, status: compliance.status.toLowerCase() }).toEqual({
        platform: 'PPF',
        status: restCompliance.FR.status,
        directoryLine: restCompliance.FR.directoryLine,
        lastReportAt: null,
        recipientCode: null,
        lastError: null,
      })
      expect(capabilities.send).toEqual(['INVOICE', 'CREDIT_NOTE'])
      expect(capabilities.receive.map((type: string) => type.toLowerCase().replaceAll('_', '-'))).toEqual(
        restCapabilities.receive,
      )
      expect({ status, restStatus }).toEqual({ status: 'ACTIVE', restStatus: 'active' })
    }
  })

  test('companies paged forwards and backwards are the same list in the same order', async () => {
    const tenant = await app.tenant()
    const ids = [tenant.companyId, ...(await registered(tenant, 11))].toReversed()
    const query = `query ($first: Int, $after: String, $last: Int, $before: String) { companies(first: $first, after:
      $after, last: $last, before: $before) {
      edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      totalCount } }`
    const walk = async (forwards: boolean): Promise<string[][]> => {
      const pages: string[][] = []
      let cursor: string | null = null
      do {
        const { companies }: Body = (
          await tenant.graphql(query, forwards ? { first: 5, after: cursor } : { last: 5, before: cursor })
        ).data
        const { edges, nodes, pageInfo, totalCount } = companies
        expect(totalCount).toBe(12)
        expect(nodes).toEqual(edges.map((edge: Body) => edge.node))
        expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0].cursor, edges.at(-1).cursor])
        expect(forwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage).toBe(pages.length > 0)
        pages.push(nodes.map((node: Body) => node.id))
        cursor = forwards
          ? pageInfo.hasNextPage
            ? pageInfo.endCursor
            : null
          : pageInfo.hasPreviousPage
            ? pageInfo.startCursor
            : null
      } while (cursor !== null)
      return pages
    }
    expect(await walk(true)).toEqual([ids.slice(0, 5), ids.slice(5, 10), ids.slice(10)])
    expect((await walk(false)).toReversed()).toEqual([ids.slice(0, 2), ids.slice(2, 7), ids.slice(7)])
  })

  test('a cursor of other filters, of another list or of another organization is refused', async () => {
    const [tenant, other] = [await app.tenant(), await app.tenant()]
    await registered(tenant, 1)
    const cursor = (await tenant.graphql('{ companies(first: 1) { pageInfo { endCursor } } }')).data.companies.pageInfo
      .endCursor
    for (const query of [
      'query ($after: String) { companies(after: $after, country: "DE") { nodes { id } } }',
      'query ($after: String) { apiKeys(after: $after) { nodes { id } } }',
    ]) {
      const answer = await tenant.graphql(query, { after: cursor })
      expect(extensionsOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: [{ field: 'after' }] })
      expect(answer.data).toBeNull()
    }
    for (const after of ['', 'x', 'AAAAAAAAAAAAAAAAAAAAAAAA', `${cursor}A`])
      expect(
        extensionsOf(
          await tenant.graphql('query ($after: String) { companies(after: $after) { nodes { id } } }', { after }),
        ),
      ).toMatchObject({ code: 'INVALID_REQUEST' })
    // Of the same list and filters, but of somebody else: it only says where to go on, and there is nothing of theirs.
    const elsewhere = await other.graphql(
      'query ($after: String) { companies(after: $after) { nodes { organizationId } } }',
      { after: cursor },
    )
    for (const node of elsewhere.data.companies.nodes) expect(node.organizationId).toBe(other.organizationId)
    expect(extensionsOf(await tenant.graphql('{ companies(first: 1, last: 1) { nodes { id } } }'))).toMatchObject({
      code: 'INVALID_REQUEST',
      details: [{ field: 'last' }],
    })
  })

  test('filters of companies hold together, and the total counts what they hold', async () => {
    const tenant = await app.tenant()
    const ids = await registered(tenant, 3)
    await tenant.graphql('mutation ($id: ID!) { deregisterCompany(input: {companyId: $id}) { company { id } } }', {
      id: ids[0],
    })
    const query =
      'query ($country: CountryCode, $status: CompanyStatus, $search: String) { companies(country: ' +
      '$country, status: $status, search: $search) { nodes { id } totalCount } }'
    const found = async (variables: object): Promise<[string[], number]> => {
      const { companies } = (await tenant.graphql(query, variables)).data
      return [companies.nodes.map((node: Body) => node.id), companies.totalCount]
    }
    expect(await found({ country: 'DE', status: 'ACTIVE' })).toEqual([[ids[2], ids[1]], 2])
    expect(await found({ status: 'INACTIVE' })).toEqual([[ids[0]], 1])
    expect(await found({ search: 'de811000001' })).toEqual([[ids[1]], 1])
    expect(await found({ search: '%' })).toEqual([[], 0])
    expect(await found({ country: null, status: null, search: null })).toEqual([
      [ids[2], ids[1], ids[0], tenant.companyId],
      4,
    ])
  })

  test('a company of another organization does not exist: not by id, VAT number, participant id or node', async () => {
    const [tenant, other] = [await app.tenant(), await app.tenant()]
    const theirs = (
      await other.graphql('query ($id: ID!) { company(id: $id) { id vatNumber peppolId } }', { id: other.companyId })
    ).data.company
    const strip = ({ requestId: _id, ...rest }: Body): Body => rest
    for (const [id, absent] of [
      [theirs.id, 'comp_01kafm4h7vf8xbkrs9q2m3c5de'],
      [`vat:${theirs.vatNumber}`, 'vat:DE1'],
      [`peppol:${theirs.peppolId}`, 'peppol:0208:1'],
    ]) {
      const [answer, truly] = [
        await tenant.graphql('query ($id: ID!) { company(id: $id) { id } }', { id }),
        await tenant.graphql('query ($id: ID!) { company(id: $id) { id } }', { id: absent }),
      ]
      expect(extensionsOf(answer)).toMatchObject({ code: 'COMPANY_NOT_FOUND', status: 404, type: 'not_found_error' })
      expect(strip(extensionsOf(answer))).toEqual(strip(extensionsOf(truly)))
      expect(answer.data).toEqual({ company: null })
    }
    expect(
      extensionsOf(await tenant.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: theirs.id })),
    ).toMatchObject({ code: 'RESOURCE_NOT_FOUND', status: 404 })
  })

  test('node and nodes find an object by its identifier alone', async () => {
    const tenant = await app.tenant()
    const [first, second] = await registered(tenant, 2)
    const { data } = await tenant.graphql(
      'query ($id: ID!, $ids: [ID!]!) { node(id: $id) { __typename id ... on Company { vatNumber address ' +
        '{ country } } } nodes(ids: $ids) { __typename id ... on Company { address { country } } } }',
      { id: first, ids: [second, tenant.companyId, second] },
    )
    expect(data.node).toEqual({
      __typename: 'Company',
      id: first,
      vatNumber: 'DE811000000',
      address: { country: 'DE' },
    })
    expect(data.nodes.map((node: Body) => node.id)).toEqual([second, tenant.companyId, second])
    const refused = await tenant.post('/graphql', {
      query: 'mutation { registerCompany(input: {vatNumber: "x"}) { company { id } } }',
    })
    const { requestId } = refused.body.errors[0].extensions
    expect(
      (
        await tenant.graphql(
          'query ($id: ID!) { node(id: $id) { __typename ... on Request { path errorCode operation } } }',
          { id: requestId },
        )
      ).data.node,
    ).toEqual({
      __typename: 'Request',
      path: '/graphql',
      errorCode: 'INVALID_VAT_FORMAT',
      operation: 'registerCompany',
    })
    for (const id of ['', 'comp_', 'x', `key_${first?.slice(5)}`, `doc_${first?.slice(5)}`, `vat:DE811000000`])
      expect(extensionsOf(await tenant.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }))).toMatchObject({
        code: 'RESOURCE_NOT_FOUND',
      })
    // One that is not there leaves the others in their places.
    const partly = await tenant.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: [first, 'comp_01kafm4h7vf8xbkrs9q2m3c5de', second, 'x'],
    })
    expect(partly.data).toEqual({ nodes: [{ id: first }, null, { id: second }, null] })
    expect(partly.errors.map(({ path, extensions }: Body) => [path, extensions.code])).toEqual([
      [['nodes', 1], 'RESOURCE_NOT_FOUND'],
      [['nodes', 3], 'RESOURCE_NOT_FOUND'],
    ])
    const tooMany = await tenant.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: Array.from({ length: 101 }, () => first),
    })
    expect(extensionsOf(tooMany)).toMatchObject({ code: 'INVALID_REQUEST', details: [{ field: 'ids' }] })
  })
})

/** What was asked of the tables of the product, without what runs in the background. */
const reads = async (body: () => Promise<unknown>): Promise<string[]> =>
  (await app.statements(body)).filter((sql) => /^SELECT.* FROM ("public"\.)?"(companies|addresses|api_keys)"/.test(sql))

describe('statements', () => {
  const lists: [name: string, query: string][] = [
    ['companies with address', '{ companies(first: 50) { nodes { id name address { city country } } } }'],
    [
      'companies by edges, in fragments, under aliases',
      '{ a: companies(first: 50) { edges { ...E } } } fragment E on CompanyEdge { node { x: id y: ' +
        'address { z: street } stats { sent } } }',
    ],
    [
      'companies with address and their number',
      '{ companies(first: 50) { totalCount edges { node { address { city } } } nodes { vatNumber address ' +
        '{ country } } } }',
    ],
    ['companies found', '{ searchCompanies(q: "8110", limit: 50) { id address { city } } }'],
    [
      'keys with company and address',
      '{ apiKeys(first: 50) { totalCount nodes { id company { id name address { city } } } edges { node ' +
        '{ company { address { country } } } } } }',
    ],
  ]

  test.each(lists)('%s take the same number of SQL statements for 1 and 5 rows', async (_name, query) => {
    const tenant = await app.tenant()
    const counts: number[] = []
    let made = 0
    for (const rows of [1, 5]) {
      for (; made < rows; made++) {
        const companyId = (await tenant.graphql(register, { input: { vatNumber: `DE${811_000_000 + made}` } })).data
          .registerCompany.company.id
        await tenant.keyWith(['companies.read'], { companyId })
      }
      await tenant.graphql(query)
      counts.push((await reads(async () => expect((await tenant.graphql(query)).errors).toBeUndefined())).length)
    }
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts).toEqual([counts[0], counts[0]])
    expect(counts[0]).toBeLessThanOrEqual(5)
  })

  test('objects by identifier are read together, however many are asked for', async () => {
    const tenant = await app.tenant()
    const ids = [tenant.companyId, ...(await registered(tenant, 19))]
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Company { name address { city } } } }'
    const count = async (asked: string[]): Promise<number> =>
      (await reads(() => tenant.graphql(query, { ids: asked }))).length
    // Look-ups are gathered by the moment at which they are made: a busy machine may make two groups of one.
    for (const asked of [ids.slice(0, 2), ids, [...ids, ...ids]]) expect(await count(asked)).toBeLessThanOrEqual(4)
  })

  test('the whole list is counted only when totalCount is selected', async () => {
    const tenant = await app.tenant()
    const counting = (statements: string[]): string[] => statements.filter((sql) => /^SELECT COUNT/i.test(sql))
    for (const list of ['companies', 'apiKeys', 'requestLogs']) {
      expect(
        counting(await app.statements(() => tenant.graphql(`{ ${list} { nodes { id } pageInfo { hasNextPage } } }`))),
      ).toEqual([])
      expect(
        counting(await app.statements(() => tenant.graphql(`{ ${list} { nodes { id } totalCount } }`))),
      ).toHaveLength(1)
      expect(counting(await app.statements(() => tenant.graphql(`{ ${list} { totalCount } }`)))).toHaveLength(1)
    }
  })

  test('only the columns that are selected are read from the database', async () => {
    const tenant = await app.tenant()
    const [statement = ''] = (await app.statements(() => tenant.graphql('{ companies { nodes { name } } }'))).filter(
      (sql) => sql.includes('"companies"'),
    )
    expect(statement).toContain('"name"')
    expect(statement).not.toContain('"settings"')
  })
})
