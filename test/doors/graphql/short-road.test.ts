/** Questions that came before are answered from their plan: the same answers as on the general road. */
import { readFileSync, readdirSync } from 'node:fs'
import {
  type DefinitionNode,
  type GraphQLObjectType,
  Kind,
  type OperationDefinitionNode,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
  print,
  visit,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { listPartners } from '../../../src/partners/list-partners.ts'
import { listPayments } from '../../../src/payments/list-payments.ts'
import { limits } from '../../../src/values/limits.ts'
import { listWebhooks } from '../../../src/webhooks/list-webhooks.ts'
import { type Answer, type Body, type Caller, type TestApp, startApp } from '../../support/app.ts'
import { plannedBy } from '../../support/both-roads.ts'
import { hook } from '../../support/foreign-ids.ts'
import { type Dice, diceOf } from '../../support/dice.ts'
import { type Field, Questions, fieldsOf, rowOf, seedOf } from '../../support/questions.ts'
import { Trade } from '../../support/trade.ts'

const ROUNDS = Number(process.env['ROADS'] ?? 2)
/** Of one question, as a failure names it: it alone is asked of each list. */
const SEED = process.env['ROADS_SEED']
/** Seeds that once found a difference, by their lists. */
const KEPT: Readonly<Record<string, readonly number[]>> = {}

let app: TestApp
let trade: Trade
const ids: Record<string, string> = {}
let generated = 0
let answered = 0
let fromPlans = 0

const planned = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  (field) => field.extensions['planned'] !== undefined,
)
const pages = planned.filter(({ type, args }) => getNamedType(type).name.endsWith('Connection') && !requires(args))
function requires(args: Field['args']): boolean {
  return args.some(({ type, defaultValue }) => String(type).endsWith('!') && defaultValue === undefined)
}

/** The answer of the general road, which a question with `extensions` takes, and that of the plan. */
const both = async (caller: Caller, query: string, variables?: object): Promise<{ general: Answer; short: Answer }> => {
  const question = { query, ...(variables && { variables }) }
  const general = await caller.post('/graphql', { ...question, extensions: {} })
  // A plan is made the second time; its rows are kept the time after, and then answered as they were.
  for (let times = 0; times < 3; times += 1) await caller.post('/graphql', question)
  return { general, short: await caller.post('/graphql', question) }
}

const isPlanned = async (body: () => Promise<unknown>): Promise<boolean> => (await plannedBy(app.platform, body)) > 0

/** Headers that tell of one request alone. */
const OF_ONE = [
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-cost-remaining',
  'x-cost-reset',
  'date',
]
const headersOf = ({ headers }: Answer): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE.includes(name)))

beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  trade = await Trade.between(app, 'FR')
  const { supplier: tenant, buyer } = trade
  const documents = [await trade.exchange(), await trade.exchange(), await trade.exchange()]
  for (const { sent, received } of documents) {
    await buyer.post(`/v1/documents/${received}/lifecycle`, { status: 'approved' })
    await tenant.post(`/v1/payments/documents/${sent}/pay`, { amount: 1, date: '2026-11-20' })
  }
  await tenant.post('/v1/webhooks', hook)
  await tenant.post('/v1/webhooks', { ...hook, companyId: trade.from.id })
  await tenant.keyWith(['stats'], { companyId: tenant.companyId })
  await tenant.post('/v1/partners', { peppolId: '9930:DE811000001' })
  await trade.settle()
  for (const list of ['companies', 'documents', 'partners', 'webhooks', 'payments'])
    ids[list] = (await tenant.graphql(`{ ${list}(first: 1) { nodes { id } } }`)).data[list].nodes[0].id
})
afterAll(() => app.close())

const seedsFor = (name: string): readonly number[] =>
  SEED === undefined
    ? [...(KEPT[name] ?? []), ...Array.from({ length: ROUNDS }, (_, round) => seedOf(name, round, ROUNDS))]
    : [Number(SEED)]

/** The same answer by both roads, to the last letter; it has to be repeatable by what is told of a difference. */
const expectBoth = async (seed: number, query: string, variables: object): Promise<Body> => {
  const { general, short } = await both(trade.supplier, query, variables)
  const what = `ROADS_SEED=${seed} ${query} ${JSON.stringify(variables)}`
  expect([what, general.status]).toEqual([what, 200])
  generated += 1
  if (general.body.errors) return undefined
  answered += 1
  expect([what, short.body]).toEqual([what, general.body])
  expect([what, short.bytes.toString()]).toEqual([what, general.bytes.toString()])
  expect([what, headersOf(short)]).toEqual([what, headersOf(general)])
  return general.body.data.list
}

describe('a question that came before', () => {
  test.each(pages.filter(rowOf).map((field) => [field.name, field] as const))(
    '%s is answered from its plan as on the general road, whatever is selected, filtered and ordered, page by page',
    async (name, field) => {
      fromPlans += await plannedBy(app.platform, async () => {
        for (const seed of seedsFor(name)) {
          // Each takes a dozen requests of a minute's; what is due then is done before.
          app.clock.advance(60_000)
          await trade.settle()
          const { query, size, isBackwards } = new Questions(seed, ids).ask(field)
          const page = await expectBoth(seed, query, { n: size })
          const { startCursor, endCursor } = page?.pageInfo ?? {}
          const at = isBackwards ? startCursor : endCursor
          if (at) await expectBoth(seed, query, { n: size, at })
        }
      })
    },
  )

  test('has a plan in most cases, as the metric tells, and few of them are refused', () => {
    if (SEED !== undefined) return
    expect(answered).toBeGreaterThan(generated * 0.8)
    // Each was asked four times, of which the first makes no plan.
    expect(fromPlans).toBeGreaterThan((answered * 3) / 2)
  })

  test('takes the plan for lists of companies, documents with company and partner, payments and webhooks', async () => {
    const queries = [
      '{ companies { nodes { id name address { city } compliance { platform status } requirements { code } } pageInfo { endCursor } } }',
      '{ documents(first: 3) { edges { cursor node { number grossAmount company { name } partner { name } } } totalCount } }',
      '{ payments { nodes { amount currency document { number } } } }',
      '{ webhooks { nodes { id url company { name } } } }',
      `{ webhook(webhookId: "${ids['webhooks']}") { url company { name } } }`,
      `{ document(id: "${ids['documents']}") { id number validation { valid } } }`,
      `{ company(id: "${ids['companies']}") { ...Parts } } fragment Parts on Company { id name }`,
      `{ a: partner(id: "${ids['partners']}") { name } companyBy(ref: { id: "${ids['companies']}" }) { id } }`,
    ]
    for (const query of queries) {
      const { general, short } = await both(trade.supplier, query)
      expect(short.body).toEqual(general.body)
      expect(short.body.errors).toBeUndefined()
      expect([query, await isPlanned(() => trade.supplier.post('/graphql', { query }))]).toEqual([query, true])
    }
  })

  test('tells of a related object by its own columns, not by those of the row that leads to it', async () => {
    const company = `id status metadata settings suspension { since } compliance { platform status lastReportAt }
      requirements { code fix due } ownership { status methods message } capabilities { send receive }
      address { city country }`
    const query = `{ documents { nodes { status metadata validation { valid } company { ${company} } partner { tags metadata } } } }`
    const { general, short } = await both(trade.supplier, query)
    expect(general.body.data.documents.nodes[0].company.requirements).toHaveLength(1)
    expect(short.body).toEqual(general.body)
    expect(await isPlanned(() => trade.supplier.post('/graphql', { query }))).toBe(true)
  })

  test('follows a page by its cursors, forwards and backwards', async () => {
    const page = (args: string): string =>
      `{ documents(${args}) { nodes { id } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`
    const first = (await both(trade.supplier, page('first: 1'))).short.body.data.documents
    for (const args of [
      `first: 1, after: "${first.pageInfo.endCursor}"`,
      'last: 1',
      `last: 1, before: "${first.pageInfo.endCursor}"`,
    ]) {
      const { general, short } = await both(trade.supplier, page(args))
      expect([args, short.body]).toEqual([args, general.body])
    }
  })
})

describe('what a plan does not answer goes the general road:', () => {
  const answersAlike = async (query: string, variables?: object, caller: Caller = trade.supplier): Promise<Body> => {
    const { general, short } = await both(caller, query, variables)
    const without = ({ body, status }: Answer): object => ({
      status,
      ...body,
      errors: body.errors?.map(({ extensions: { requestId: _id, ...more }, ...error }: Body) => ({ ...error, more })),
    })
    expect([query, without(short)]).toEqual([query, without(general)])
    const isShort = await isPlanned(() => caller.post('/graphql', { query, ...(variables && { variables }) }))
    expect([query, isShort]).toEqual([query, false])
    return short.body
  }

  test('an object that is not there is an error of its code, and null', async () => {
    const body = await answersAlike('{ company(id: "comp_01h455vb4pex5vsknk084sn02q") { id } }')
    expect(body.errors[0].extensions.code).toBe('COMPANY_NOT_FOUND')
    expect(body.data).toEqual({ company: null })
  })

  test('what another organization has stays its own', async () => {
    const query = `{ document(id: "${ids['documents']}") { number } }`
    await both(trade.supplier, query)
    const body = await answersAlike(query, undefined, trade.buyer)
    expect(body.errors[0].extensions.code).toBe('DOCUMENT_NOT_FOUND')
    expect(body.data).toEqual({ document: null })
  })

  test('a caller without the scope of a type is refused, also when others were answered before', async () => {
    const query = '{ documents { nodes { id company { name } } } }'
    await both(trade.supplier, query)
    const reader = await trade.supplier.keyWith(['documents.read'])
    const body = await answersAlike(query, undefined, reader)
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE')
  })

  test('a caller without credentials is refused', async () => {
    const body = await answersAlike('{ companies { nodes { name } } }', undefined, app.anyone)
    expect(body.errors[0].extensions.code).toBe('MISSING_AUTH')
  })

  test('a wrong argument, a wrong variable, a foreign cursor and an unknown operation are told as ever', async () => {
    for (const [query, variables] of [
      ['{ companies(first: 501) { nodes { id } } }'],
      ['{ companies(after: "x") { nodes { id } } }'],
      ['query Q($n: Int) { companies(first: $n) { nodes { id } } }', { n: 'many' }],
      ['{ companies { nodes { id nothing } } }'],
    ] as [string, object?][])
      expect((await answersAlike(query, variables)).errors.length).toBeGreaterThan(0)
  })

  test('fields with arguments, and what looks at the document itself', async () => {
    for (const [query, variables] of [
      ['{ companies { nodes { id documents(first: 1) { totalCount } } } }'],
      [`{ node(id: "${ids['companies']}") { id } }`],
    ] as [string, object?][])
      expect((await answersAlike(query, variables)).errors).toBeUndefined()
  })
})

test('what is accepted and what is said in the address is read on every road', async () => {
  const query = '{ companies { nodes { id } } }'
  await both(trade.supplier, query)
  for (const accept of ['constructor', '__proto__', 'text/html'])
    expect([accept, (await trade.supplier.post('/graphql', { query }, { accept })).status]).toEqual([accept, 406])
  const { status, body } = await trade.supplier.post('/graphql?onError=NOTHING', { query })
  expect([status, body.errors[0].extensions.code]).toEqual([400, 'INVALID_ENUM'])
})

test('a page of rows too large for one answer is cut alike, however little of them is shown', async () => {
  const where = { organizationId: trade.supplier.organizationId }
  const { document } = app.platform.db.client
  const before = await document.findMany({ where, select: { id: true, validation: true } })
  const errors = [{ message: 'x'.repeat(limits.answerBytes / 5) }]
  await document.updateMany({ where, data: { validation: { valid: false, errors } } })
  const { general, short } = await both(
    trade.supplier,
    '{ documents { nodes { id validation { valid } } pageInfo { hasNextPage } } }',
  )
  for (const { id, validation } of before)
    await document.updateMany({ where: { ...where, id }, data: { validation: validation ?? {} } })
  expect(general.body.data.documents.pageInfo.hasNextPage).toBe(true)
  expect(short.body).toEqual(general.body)
})

test('a fault of ours is answered and logged as on the general road', async () => {
  const { cursors, requestLog } = app.platform
  const query = '{ companies(after: "a secret") { nodes { id } } }'
  const read = cursors.read
  cursors.read = () => {
    throw new Error('A fault')
  }
  try {
    const { general, short } = await both(trade.supplier, query)
    const without = ({ status, body }: Answer): Body => [status, body.data, body.errors.map(({ path }: Body) => path)]
    expect(without(short)).toEqual(without(general))
  } finally {
    cursors.read = read
  }
  await requestLog.flush()
  const { data } = await trade.supplier.graphql('{ requestLogs(first: 1) { nodes { errorCode requestBody } } }')
  expect(data.requestLogs.nodes).toEqual([
    { errorCode: 'INTERNAL_ERROR', requestBody: '{"query":"{ companies(after: \\"…\\") { nodes { id } } }"}' },
  ])
})

test('a small document that unfolds without end is refused at once, however often it comes', async () => {
  const names = Array.from({ length: 40 }, (_, nth) => `F${nth}`)
  const fragments = names.map((name, nth) => {
    const next = names[nth + 1]
    return `fragment ${name} on Query { ${next ? `...${next} ...${next}` : '__typename'} }`
  })
  const query = `{ ...F0 } ${fragments.join(' ')}`
  const many = (inner: string): string => Array.from({ length: 7 }, (_, nth) => `a${nth}: ${inner}`).join(' ')
  const aliased = `{ ${many('companies { ...C }')} }
    fragment C on CompanyConnection { ${many('nodes { ...N }')} }
    fragment N on Company { ${many('address { ...A }')} }
    fragment A on Address { ${many('city')} }`
  for (const one of [query, aliased])
    for (let times = 0; times < 3; times += 1) {
      const { body } = await app.anyone.post('/graphql', { query: one })
      expect(body.errors[0].message).toContain('The GraphQL document is too large')
    }
})

test('a fragment that is spread again and again counts once, for every type that events may be of', async () => {
  const doubled = Array.from(
    { length: 9 },
    (_, nth) => `fragment F${nth} on EventEnvelope { ...F${nth + 1} ...F${nth + 1} }`,
  )
  const query = `{ events(first: 1) { nodes { ...F0 } } } ${doubled.join(' ')} fragment F9 on EventEnvelope { seq }`
  const { general, short } = await both(trade.supplier, query)
  expect(general.body.errors).toBeUndefined()
  expect(short.body).toEqual(general.body)
  expect(await isPlanned(() => trade.supplier.post('/graphql', { query }))).toBe(true)
})

test('after a plan has failed, the general road is asked at once for a while', async () => {
  const query = '{ companies { nodes { id } } company(id: "comp_01h455vb4pex5vsknk084sn02q") { id } }'
  const statementsOf = async (body: object): Promise<number> =>
    (await app.statements(() => trade.supplier.post('/graphql', body))).length
  const usual = await statementsOf({ query, extensions: {} })
  await both(trade.supplier, query)
  expect(await statementsOf({ query })).toBe(usual)
})

test('a document is counted once, whichever road it takes', async () => {
  const query = '{ documents(first: 500) { nodes { id number company { name } partner { name } } } }'
  const tenant = await app.tenant()
  const leftOf = async (body: object): Promise<[cost: number, left: number]> => {
    const { headers } = await tenant.post('/graphql', body)
    return [Number(headers['x-cost']), Number(headers['x-cost-remaining'])]
  }
  await leftOf({ query })
  const [general, afterGeneral] = await leftOf({ query, extensions: {} })
  const [short, afterShort] = await leftOf({ query })
  expect(short).toBe(general)
  const [failed, afterFailed] = await leftOf({ query: `${query} ` })
  const [, afterAgain] = await leftOf({ query: `${query} ` })
  expect([afterGeneral - afterShort, afterFailed - afterAgain]).toEqual([
    afterShort - afterFailed,
    afterGeneral - afterShort,
  ])
  expect(failed).toBe(general)
})

test('the request log has the question of a refused document, without its texts, on the short road too', async () => {
  const query = '{ company(id: "comp_01h455vb4pex5vsknk084sn02r") { name } }'
  await both(trade.supplier, query)
  await app.platform.requestLog.flush()
  const { data } = await trade.supplier.graphql('{ requestLogs(first: 1) { nodes { operation errorCode } } }')
  expect(data.requestLogs.nodes[0]).toEqual({ operation: 'getCompany', errorCode: 'COMPANY_NOT_FOUND' })
})

describe('what resolvers answer is asked of them, past the executor:', () => {
  const definitions = readdirSync('src/console/operations').flatMap((file) => [
    ...parse(readFileSync(`src/console/operations/${file}`, 'utf8')).definitions,
  ])
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const questions = definitions.filter((one): one is OperationDefinitionNode => 'operation' in one)

  /** A question of the console with the fragments that it uses. */
  const questionOf = (name: string): string => {
    const used = new Set<DefinitionNode>(questions.filter((one) => one.name?.value === name))
    for (const one of used)
      visit(one, {
        FragmentSpread: ({ name: { value } }) =>
          void fragments.filter((fragment) => fragment.name.value === value).forEach((found) => used.add(found)),
      })
    return print({ kind: Kind.DOCUMENT, definitions: [...used] })
  }

  const answersFromPlan = async (query: string, variables?: object, caller: Caller = trade.supplier): Promise<Body> => {
    const { general, short } = await both(caller, query, variables)
    expect([query, short.body, headersOf(short)]).toEqual([query, general.body, headersOf(general)])
    expect(short.body.errors).toBeUndefined()
    const again = (): Promise<Answer> => caller.post('/graphql', { query, ...(variables && { variables }) })
    expect([query, await isPlanned(again)]).toEqual([query, true])
    return short.body.data
  }

  beforeAll(async () => {
    const { supplier } = trade
    const act = (action: string, more: object): Promise<Answer> =>
      supplier.post(`/v1/documents/${ids['documents']}/actions`, { action, ...more })
    for (const tag of ['zeta', 'alpha', 'midst']) await act('tag', { tag })
    await act('note', { note: 'A remark.' })
    await trade.settle()
  })

  test('the console has its pages so', { tags: 'heavy' }, async () => {
    const page = { first: 20 }
    const byDay = { from: '2026-11-01', to: '2026-11-30' }
    const asked: Readonly<Record<string, object>> = {
      Documents: page,
      OneDocument: { id: ids['documents'] },
      PaymentsOfDocument: { id: ids['documents'] },
      ReportsOfDocument: { id: ids['documents'] },
      Related: { id: ids['documents'] },
      Template: { id: ids['documents'] },
      Events: { first: 50 },
      PartnerList: page,
      CompanyList: page,
      CompanyAddresses: { id: ids['companies'] },
      PaymentList: page,
      Ageing: { side: 'RECEIVABLE' },
      ComplianceDays: byDay,
      Reports: page,
      Webhooks: page,
      Deliveries: { id: ids['webhooks'], ...page },
      Viewer: {},
    }
    for (const [name, variables] of Object.entries(asked)) {
      const data = await answersFromPlan(questionOf(name), variables)
      expect([name, Object.values(data).every((one) => one !== null)]).toEqual([name, true])
    }
    const [found] = (await answersFromPlan(questionOf('OneDocument'), { id: ids['documents'] })).document.notes
    expect(found.text).toBe('A remark.')
  })

  test('each caller gets what it may do, from the same rows, one right after the other', async () => {
    const query = '{ documents { nodes { id number viewerCan { act resend downloadPdf } tags } } }'
    const reader = await trade.supplier.keyWith(['documents.read'])
    const may = async (caller: Caller): Promise<unknown[]> =>
      (await answersFromPlan(query, undefined, caller)).documents.nodes.map(({ viewerCan }: Body) => viewerCan.act)
    expect(await may(trade.supplier)).toEqual([true, true, true])
    expect(await may(reader)).toEqual([false, false, false])
    for (const [caller, expected] of [
      [trade.supplier, true],
      [reader, false],
      [trade.supplier, true],
    ] as const) {
      const { body } = await caller.post('/graphql', { query })
      expect(body.data.documents.nodes.map(({ viewerCan }: Body) => viewerCan.act)).toEqual(Array(3).fill(expected))
    }
  })

  test('a change is seen at once, although the rest of the row is as it was', async () => {
    const query = '{ documents { nodes { id number tags notes { text } viewerCan { act } } } }'
    await answersFromPlan(query)
    await trade.supplier.post(`/v1/documents/${ids['documents']}/actions`, { action: 'tag', tag: 'new' })
    const { nodes } = (await answersFromPlan(query)).documents
    expect(nodes.find(({ id }: Body) => id === ids['documents']).tags).toEqual(['alpha', 'midst', 'new', 'zeta'])
  })

  test('a caller of one company is told its own counts of a partner that is shared', async () => {
    const query = '{ partners { nodes { id companyId stats { documentsSent documentsReceived lastActivityAt } } } }'
    const whole = await answersFromPlan(query)
    const bound = await trade.supplier.keyWith(['partners.read'], { companyId: trade.supplier.companyId })
    const own = await answersFromPlan(query, undefined, bound)
    expect(own.partners.nodes.length).toBeGreaterThan(0)
    expect((await answersFromPlan(query)).partners).toEqual(whole.partners)
  })

  test('events, by what they are', async () => {
    const query = `query Q($all: Boolean) { events(includeAcked: $all, first: 100) { edges { cursor node {
      __typename id seq livemode company { name } partner { id name }
      ... on Node { id }
      ... on DocumentSentEvent { sent: data { documentId } }
      ... on EventEnvelope { type }
    } } } }`
    const { edges } = (await answersFromPlan(query, { all: true })).events
    const kinds = new Set(edges.map(({ node }: Body) => node.__typename))
    expect(kinds.size).toBeGreaterThan(2)
    for (const { node } of edges) expect('sent' in node).toBe(node.__typename === 'DocumentSentEvent')
  })

  test('what variables leave out is left out, of each of their values by a plan of its own', async () => {
    const query = `query Q($x: Boolean!, $y: Boolean = true) { companies @include(if: $y) { nodes { id name @skip(if: $x)
      ... @include(if: $x) { address { city } } ...Parts @include(if: $y) } } documents(first: 1) { totalCount @skip(if: true) nodes { id } } }
      fragment Parts on Company { country }`
    for (const x of [true, false, true]) {
      const { companies } = await answersFromPlan(query, { x })
      expect(Object.keys(companies.nodes[0])).toEqual(x ? ['id', 'address', 'country'] : ['id', 'name', 'country'])
      expect(Object.keys(await answersFromPlan(query, { x, y: false }))).toEqual(['documents'])
    }
    const { general, short } = await both(trade.supplier, query, { x: true, y: null })
    expect(general.body.errors.length).toBe(1)
    expect(short.body.errors.map(({ message }: Body) => message)).toEqual([general.body.errors[0].message])
    for (const mayRead of [true, false])
      await answersFromPlan(questionOf('Insight'), { interval: 'WEEK', period: 'MONTH', mayRead })
  })

  test('a question whose plan would be too large has none, and is answered all the same', async () => {
    const fields = fieldsOf(schema.getType('DocumentSentEvent') as GraphQLObjectType)
    const leaves = fields.filter(({ type }) => isLeafType(getNamedType(type))).map(({ name }) => name)
    const sized = (lists: number): string =>
      `{ ${Array.from({ length: lists }, (_, nth) => `l${nth}: events(first: 1) { nodes { ${leaves.join(' ')} } }`).join(' ')} }`
    await answersFromPlan(sized(1))
    const large = sized(20)
    const { general, short } = await both(trade.supplier, large)
    expect(general.body.errors).toBeUndefined()
    expect(short.body).toEqual(general.body)
    expect(await isPlanned(() => trade.supplier.post('/graphql', { query: large }))).toBe(false)
  })

  test('a caller without the scope of what is below is refused on either road', async () => {
    const query = '{ documents { nodes { id complianceReports { id } } } }'
    await answersFromPlan(query)
    const reader = await trade.supplier.keyWith(['documents.read'])
    const { general, short } = await both(reader, query)
    const codes = ({ body }: Answer): unknown[] => body.errors.map(({ extensions }: Body) => extensions.code)
    expect(codes(general)).toContain('INSUFFICIENT_SCOPE')
    expect([codes(short), short.body.data]).toEqual([codes(general), general.body.data])
  })

  test('whatever is selected of a row', { tags: 'heavy', timeout: 20_000 * ROUNDS }, async () => {
    const dice = diceOf(20_261_127)
    let taken = 0
    for (const field of pages.filter(rowOf))
      for (let round = 0; round < ROUNDS; round += 1) {
        if (round % 12 === 0) {
          app.clock.advance(60_000)
          await trade.settle()
        }
        const query = `{ ${field.name}(first: 3) { nodes { ${anything(dice, rowOf(field) as GraphQLObjectType, 2)} } } }`
        const { general, short } = await both(trade.supplier, query)
        if (general.body.errors) continue
        expect([query, short.body]).toEqual([query, general.body])
        if (await isPlanned(() => trade.supplier.post('/graphql', { query }))) taken += 1
      }
    expect(taken).toBeGreaterThan((pages.filter(rowOf).length * ROUNDS) / 3)
  })

  const anything = (dice: Dice, type: GraphQLObjectType, depth: number): string => {
    const all = fieldsOf(type).filter(({ type: of }) => depth > 0 || isLeafType(getNamedType(of)))
    const some = all.filter(() => dice.chance(0.3))
    const chosen = (some.length > 0 ? some : all.slice(0, 1)).map(({ name, type: of }) => {
      const below = getNamedType(of)
      return `${name}${isObjectType(below) ? ` { ${anything(dice, below, depth - 1)} }` : ''}`
    })
    return chosen.join(' ') || '__typename'
  }
})

test('REST lists of partners, payments and webhooks say the same of rows that were read and of their texts', async () => {
  const { supplier } = trade
  const bound = await supplier.keyWith(['partners.read', 'payments', 'receive'], { companyId: supplier.companyId })
  const lists = { '/v1/partners': listPartners, '/v1/payments': listPayments, '/v1/webhooks': listWebhooks }
  for (const caller of [supplier, bound])
    for (const [path, list] of Object.entries(lists)) {
      list.passesRows = false
      const { body: expected } = await caller.get(path)
      list.passesRows = true
      // The second time a row is kept, and then answered as it was.
      for (let times = 0; times < 3; times += 1) expect((await caller.get(path)).body).toEqual(expected)
      expect([path, caller === bound || expected.data.length > 0]).toEqual([path, true])
    }
  const { data } = (await bound.get('/v1/partners')).body
  expect(data.some(({ companyId }: Body) => companyId === null)).toBe(true)
})
