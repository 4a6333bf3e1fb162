import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '../../src/app/operator.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('personal')
})
afterAll(() => app.close())

const set = async (id: string, ...words: string[]): Promise<{ code: number; text: string }> => {
  const { code, said } = await operate(app.platform, ['organization', 'set', id, ...words])
  return { code, text: Buffer.from(said).toString() }
}

describe('the operator of a deployment', () => {
  test('sets the plan and the contact of an organization, and the next request has them', async () => {
    expect((await tenant.get('/v1/me')).body.plan).toBe('pro')
    const { code, text } = await set(tenant.organizationId, 'plan=platform', 'contactEmail=ops@example.com')
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('plan=platform') })
    expect((await tenant.get('/v1/me')).body).toMatchObject({ plan: 'platform', rateLimitPerMinute: 600 })
  })

  test.each([
    ['an unknown plan', ['plan=gold'], /plan/],
    ['an unknown name', ['colour=red'], /colour/],
    ['a word without a value', ['plan'], /NAME=VALUE/],
    ['nothing to set', [], /Usage/],
  ])('is told of %s, and nothing changes', async (_what, words, message) => {
    const before = await app.platform.db.client.organization.findMany()
    const { code, text } = await set(tenant.organizationId, ...words)
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(message) })
    expect(await app.platform.db.client.organization.findMany()).toEqual(before)
  })

  test('is told what the commands are, where one is not known', async () => {
    const { code, said } = await operate(app.platform, ['ownership'])
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('invoice-exchange ownership approve COMPANY'),
    })
  })

  test.each([
    ['ownership lst', 'The command "ownership lst" does not exist. Did you mean "ownership list"?', 'ownership'],
    [
      'ownership aprove comp_1',
      'The command "ownership aprove" does not exist. Did you mean "ownership approve"?',
      'ownership',
    ],
    ['secrets rotat', 'The command "secrets rotat" does not exist. Did you mean "secrets rotate"?', 'secrets'],
    ['secrets list', 'The command "secrets list" does not exist.', 'secrets'],
  ])('is told what was probably meant by %s', async (line, message, help) => {
    const { code, said } = await operate(app.platform, line.split(' '))
    expect({ code, said }).toEqual({ code: 1, said: `${message}\nSee: invoice-exchange help ${help}\n` })
  })

  test('makes no organization by a wrong id', async () => {
    expect(await set('org_nobody', 'plan=pro')).toEqual({ code: 1, text: 'There is no organization org_nobody.\n' })
  })
})
