import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plannedBy } from '../../support/both-roads.ts'
import { type TestApp, type Tenant, startApp } from '../../support/app.ts'

let app: TestApp
let tenant: Tenant
let address: string
let answeredFromPlans = 0
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  address = `${await app.listen()}/graphql`
})
afterAll(() => app.close())

/** Audits that do not apply, each with the reason. Every other one passes, the optional ones too. */
const notApplicable: Readonly<Record<string, string>> = {}

const asTenant = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, {
    ...init,
    headers: { authorization: `Bearer ${tenant.key}`, ...(init.headers as Record<string, string>) },
  })

const audits = serverAudits({ url: () => address, fetchFn: asTenant })

const problemOf = async ({ fn }: (typeof audits)[number]): Promise<string> => {
  const result = await fn()
  return result.status === 'ok' ? 'none' : `${result.status}: ${result.reason}`
}

describe('GraphQL over HTTP', () => {
  test.each(audits.filter(({ id }) => notApplicable[id] === undefined))(
    'GraphQL over HTTP passes audit $id of graphql-http: $name',
    async (audit) => expect(await problemOf(audit)).toBe('none'),
  )

  test('every audit that is left out is one of the suite of graphql-http', () => {
    const known = new Set(audits.map(({ id }) => id))
    expect(Object.keys(notApplicable).filter((id) => !known.has(id))).toEqual([])
  })
})

describe('GraphQL over HTTP, from plans', () => {
  const ROWS = 'companies { nodes { id name } }'
  /** What was answered with rows, or about the schema, and how the plan could have answered it: by POST, with nothing beside the document. */
  let plannable = 0

  /** The audits ask for the name of the type alone: here they ask for rows. */
  const askingForRows = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const body = typeof init.body === 'string' ? init.body.replace('__typename', ROWS) : init.body
    const response = await asTenant(url.replace('__typename', encodeURIComponent(ROWS)), {
      ...init,
      body: body ?? null,
    })
    const text = await response.clone().text()
    // A question about the schema has an answer that is kept, where it has no variables.
    const isOfSchema = text.startsWith('{"data":{"__type":') && !String(body).includes('"variables"')
    const isWhole = response.status === 200 && (isOfSchema || text.startsWith('{"data":{"companies":'))
    if (isWhole && init.method === 'POST' && !String(body).includes('"extensions"')) plannable += 1
    return response
  }

  const rowAudits = serverAudits({ url: () => address, fetchFn: askingForRows })

  test.each(rowAudits.filter(({ id }) => notApplicable[id] === undefined))(
    'passes audit $id of graphql-http when it is asked again: $name',
    async (audit) => {
      for (let times = 0; times < 3; times += 1) expect(await problemOf(audit)).toBe('none')
      plannable = 0
      const planned = await plannedBy(app.platform, async () => expect(await problemOf(audit)).toBe('none'))
      expect(planned).toBe(plannable)
      answeredFromPlans += planned
    },
  )

  test('most of those that are answered with rows are answered from their plans, as the metric tells', () => {
    expect(answeredFromPlans).toBeGreaterThan(10)
  })
})
