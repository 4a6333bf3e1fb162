import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type Tenant, startApp } from '../../support/app.ts'

let app: TestApp
let tenant: Tenant
let address: string
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  address = `${await app.listen()}/graphql`
})
afterAll(() => app.close())

/** Audits that do not apply, each with the reason. Every other one passes, the optional ones too. */
const notApplicable: Readonly<Record<string, string>> = {}

const audits = serverAudits({
  url: () => address,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${tenant.key}`, ...(init.headers as Record<string, string>) },
    }),
})

describe('GraphQL over HTTP', () => {
  test.each(audits.filter(({ id }) => notApplicable[id] === undefined))(
    'GraphQL over HTTP passes audit $id of graphql-http: $name',
    async ({ fn }) => {
      const result = await fn()
      const problem = result.status === 'ok' ? 'none' : `${result.status}: ${result.reason}`
      expect(problem).toBe('none')
    },
  )

  test('every audit that is left out is one of the suite of graphql-http', () => {
    const known = new Set(audits.map(({ id }) => id))
    expect(Object.keys(notApplicable).filter((id) => !known.has(id))).toEqual([])
  })
})
