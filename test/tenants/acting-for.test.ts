/** Who acts for one company with `X-Service-Company`, on every connection that tells events live. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { openEvents } from '../support/event-source.ts'
import { freshVat } from '../support/numbers.ts'
import { type Subscribers, startSubscribers } from '../support/subscribers.ts'
import { until } from '../support/until.ts'

let app: TestApp
let base: string
let tenant: Tenant
let x: Subscribers
const leaving: (() => void)[] = []
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  x = await startSubscribers(app)
  const address = app.server.server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`
  tenant = await app.tenant()
})
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
  x.leave()
})
afterAll(() => app.close())

const QUERY = 'subscription { events(after: "0", types: [COMPANY_UPDATED]) { companyId } }'

interface Told {
  companies: string[]
  /** Code of what was answered instead. */
  code: string | undefined
}

type Follow = (key: string, company: string) => Promise<Told>

const overRest: Follow = async (key, company) => {
  const told: Told = { companies: [], code: undefined }
  const headers = { authorization: `Bearer ${key}`, 'x-service-company': company, 'last-event-id': '0' }
  const url = `${base}/v1/events/stream?type=company.updated`
  const { leave, status } = await openEvents(
    url,
    headers,
    ({ event, data }) => event === 'message' && told.companies.push(data.companyId),
  )
  leaving.push(leave)
  if (status !== 200) told.code = (await refusalAt(url, headers)).error.code
  return told
}

/** The refusal, which is no stream. */
const refusalAt = async (url: string, headers: Record<string, string>): Promise<Body> =>
  (await fetch(url, { headers })).json()

const overSse: Follow = async (key, company) => {
  const told: Told = { companies: [], code: undefined }
  const headers = { authorization: `Bearer ${key}`, 'x-service-company': company }
  const url = `${base}/graphql?${String(new URLSearchParams({ query: QUERY }))}`
  const { leave, status } = await openEvents(url, headers, ({ event, data }) => {
    if (event !== 'next') return
    if (data.data) told.companies.push(data.data.events.companyId)
    told.code ??= data.errors?.[0]?.extensions.code
  })
  leaving.push(leave)
  if (status !== 200) told.code = (await refusalAt(url, headers)).errors?.[0]?.extensions.code
  return told
}

const overSocket: Follow = async (key, company) => {
  const told: Told = { companies: [], code: undefined }
  const socket = x.socketFor(key, { 'X-Service-Company': company })
  const { received, leave } = socket.follow(QUERY)
  leaving.push(leave)
  void socket.closed.then(({ reason }: Body) => (told.code ??= reason))
  return {
    get companies() {
      return received.flatMap(({ data }: Body) => data?.events.companyId ?? [])
    },
    get code() {
      return told.code ?? received[0]?.errors?.[0]?.extensions.code
    },
  }
}

const ways = { 'GET /v1/events/stream': overRest, 'GraphQL over SSE': overSse, 'graphql-ws': overSocket }

const company = async (): Promise<string> => (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body.id
const rename = (id: string) => tenant.patch(`/v1/companies/${id}`, { name: `N ${Math.random()}` })

describe.each(Object.entries(ways))('by %s, who names a company with X-Service-Company', (_way, follow) => {
  test('is told what belongs to it, stored and live, and nothing of another company', async () => {
    const [mine, other] = [await company(), await company()]
    await rename(other)
    await rename(mine)
    await app.platform.relay.drain()
    const told = await follow(tenant.key, mine)
    await until(() => told.companies.length, 1)
    await rename(other)
    await rename(mine)
    await app.platform.relay.drain()
    await until(() => told.companies.length, 2)
    expect(told.companies).toEqual([mine, mine])
  })

  test('is refused where the credentials belong to another company, or manage none', async () => {
    const [mine, other] = [await company(), await company()]
    const bound = await tenant.keyWith(['*'], { companyId: mine })
    const personal = await app.tenant('personal')
    const { body: second } = await personal.post('/v1/companies', { vatNumber: freshVat() })
    for (const [key, named] of [
      [bound.key, other],
      [personal.key, second.id],
    ] as const) {
      const told = await follow(key, named)
      await until(() => told.code)
      expect(told).toMatchObject({ companies: [], code: 'COMPANY_FORBIDDEN' })
    }
    const told = await follow(tenant.key, second.id)
    await until(() => told.code)
    expect(told).toMatchObject({ companies: [], code: 'COMPANY_NOT_FOUND' })
  })
})

test('a company named by a character that no company can have is refused like one that never was', async () => {
  const told = await overSocket(tenant.key, 'comp_\u0000')
  await until(() => told.code)
  expect(told).toMatchObject({ companies: [], code: 'COMPANY_NOT_FOUND' })
})
