import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate } from '../../src/auth/authenticate.ts'
import { asAppError } from '../../src/http/edge.ts'
import { writeRows } from '../../src/kernel/database/rows.ts'
import { newTrace } from '../../src/kernel/trace.ts'
import { execute } from '../../src/operation/execute.ts'
import { operation } from '../../src/operation/operation.ts'
import { newId } from '../../src/values/ids.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  other = await app.tenant()
})
afterAll(() => app.close())

const call = async () => ({
  platform: app.platform,
  actor: await authenticate(app.platform, { authorization: `Bearer ${tenant.key}`, host: '', address: '127.0.0.1' }),
  requestId: newId('request'),
  trace: newTrace(app.clock.now(), tenant.organizationId),
  site: app.platform.sites.home,
})

/** An operation with the fault that is looked for: it answers whatever rows it is told to. */
const careless = (writes: boolean, answer: unknown) =>
  operation({
    name: 'careless',
    summary: 'Answers what it finds.',
    scope: 'companies.read',
    writes,
    input: z.strictObject({}),
    errors: [],
    async run({ db, actor, now }) {
      if (writes)
        await db.tagGroup.create({
          data: {
            organizationId: actor.organizationId,
            id: newId('tagGroup'),
            name: 'left behind',
            objectTypes: [],
            exclusive: false,
            createdAt: now,
            updatedAt: now,
          },
        })
      return answer
    },
  })

describe('an operation with a fault', () => {
  test('a row of another organization does not leave, alone or in a list, and nothing is stored', async () => {
    const rowOf = ({ organizationId }: Tenant) =>
      app.platform.db.client.company.findFirst({ where: { organizationId } })
    const [mine, foreign] = [await rowOf(tenant), await rowOf(other)]
    for (const answer of [foreign, [mine, foreign], { rows: [foreign] }])
      for (const writes of [false, true])
        await expect(execute(careless(writes, answer), await call(), {})).rejects.toThrow('rows of the caller alone')
    const { client } = app.platform.db
    expect(await client.tagGroup.count({ where: { name: 'left behind' } })).toBe(0)
    expect(await execute(careless(false, mine), await call(), {})).toMatchObject({
      organizationId: tenant.organizationId,
    })
  })

  test('a row without an owner is not written', async () => {
    const { client } = app.platform.db
    const before = await client.event.count()
    const columns = { organizationId: '', id: newId('event') }
    await expect(writeRows(client, [{ table: 'events', columns }])).rejects.toThrow('Every row has an owner')
    expect(await client.event.count()).toBe(before)
  })

  test('what broke is a fault of ours to the caller: 500, without a word of the facts', () => {
    const request = { requestId: 'req_1', trace: newTrace(app.clock.now(), null) }
    const error = asAppError(new Error('org_secret'), request as never, app.platform)
    expect({ code: error.code, message: error.message.includes('org_secret') }).toEqual({
      code: 'INTERNAL_ERROR',
      message: false,
    })
  })
})
