import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Country, Trade } from '../support/trade.ts'
import type { LifecycleState, Party, LifecycleTarget } from '../../src/lifecycle/tables/states.ts'
import { decidedTargets, everyState, everyTarget } from './decided.ts'

let app: TestApp
const trades = {} as Record<Country, Trade>

const documents = {} as Record<Country, { sent: string; received: string; number: string }>

beforeAll(async () => {
  app = await startApp()
  for (const country of ['FR', 'BE', 'IT'] as const) {
    trades[country] = await Trade.between(app, country)
    documents[country] = await trades[country].exchange()
  }
}, 120_000)

// What was told before has arrived: only the test itself moves its documents.
beforeEach(() => app.platform.runner?.settle())

afterAll(() => app.close())

const names = { buyer: 'received', supplier: 'sent' } as const

const sideOf = (country: Country, party: Party): { who: Tenant; id: string } => ({
  who: trades[country][party],
  id: documents[country][names[party]],
})

/** A document in any state, as if it had come there. */
const putInto = async (id: string, lifecycleStatus: LifecycleState, frenchStatus: string | null): Promise<void> => {
  await app.platform.db.client.document.updateMany({ where: { id }, data: { lifecycleStatus, frenchStatus } })
}

const standing = async (id: string): Promise<Body> =>
  app.platform.db.client.document.findFirst({
    where: { id },
    select: { lifecycleStatus: true, frenchStatus: true, lifecycleVersion: true },
  })

const complete: Readonly<Record<LifecycleTarget, object>> = {
  under_review: {},
  approved: {},
  rejected: { reasonCode: 'LEG', reason: 'No' },
  disputed: { reasonCode: 'REF' },
  partially_paid: { paymentDate: '2026-11-21', paymentAmount: 100 },
  paid: { paymentDate: '2026-11-21', paymentAmount: 1200 },
}

/** What this side has done to its document; work of earlier updates goes on beside it. */
const footprint = async (documentId: string): Promise<Body> => {
  const { client } = app.platform.db
  return {
    entries: await client.lifecycleEntry.count({ where: { documentId, source: 'api' } }),
    messages: await client.lifecycleMessage.count({
      where: { documentId, direction: 'outgoing', entryId: { not: null } },
    }),
    reports: await client.complianceReport.count({ where: { documentId } }),
  }
}

const product = (['FR', 'BE', 'IT'] as const).flatMap((country) =>
  (['buyer', 'supplier'] as const).flatMap((party) => everyState.map((state) => [country, party, state] as const)),
)

describe('every state, target, party and country', () => {
  test.each(product)(
    'in %s the %s may move a document that is %s as the table says, and no further',
    async (country, party, state) => {
      const { who, id } = sideOf(country, party)
      const frenchStatus = country === 'FR' ? '203' : null
      await putInto(id, state, frenchStatus)
      const before = await footprint(id)
      const { lifecycleVersion } = await standing(id)
      const legal = decidedTargets(state, frenchStatus, party)
      const update = (target: LifecycleTarget): object => ({ status: target, ...complete[target] })
      const { body } = await who.post('/v1/documents/lifecycle/batch', {
        updates: everyTarget.map((target) => ({ documentId: id, ...update(target), dryRun: true })),
      })
      expect(Object.fromEntries(everyTarget.map((target, index) => [target, body.results[index].ok]))).toEqual(
        Object.fromEntries(everyTarget.map((target) => [target, legal.includes(target)])),
      )
      for (const { result } of body.results.filter(({ ok }: Body) => ok))
        expect(result).toMatchObject({
          previousStatus: state,
          dryRun: true,
          allowedTransitions: decidedTargets(result.currentStatus, result.frenchStatus, party),
        })
      expect(await footprint(id)).toEqual(before)

      const refused = everyTarget.find((target) => !legal.includes(target)) ?? 'paid'
      const no = await trades[country].move(who, id, update(refused))
      expect(no).toMatchObject({
        status: 409,
        body: {
          error: {
            code: 'invalid_transition',
            type: 'conflict',
            details: [{ rule: 'INVALID_TRANSITION', allowed: legal }],
          },
        },
      })
      expect(no.body.error.message).toContain(legal.length > 0 ? legal.join(', ') : 'No state can follow')
      expect(await standing(id)).toMatchObject({ lifecycleStatus: state, lifecycleVersion })
      expect(await footprint(id)).toEqual(before)

      for (const chosen of legal.slice(0, 1)) {
        expect(await trades[country].move(who, id, update(chosen))).toMatchObject({
          status: 200,
          body: { documentId: id, previousStatus: state, currentStatus: chosen, dryRun: false },
        })
        expect(await standing(id)).toMatchObject({ lifecycleStatus: chosen, lifecycleVersion: lifecycleVersion + 1 })
        expect((await footprint(id)).entries).toBe(before.entries + 1)
      }
    },
  )
})
