import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { sample } from '../support/sample.ts'
import { type Trades, startTrades } from '../support/trades.ts'
import type { LifecycleTarget } from '../../src/lifecycle/tables/states.ts'
import { decidedTargets, everyState, everyTarget } from './decided.ts'

let app: TestApp
let x: Trades
beforeAll(async () => {
  app = await startApp()
  x = await startTrades(app)
}, 120_000)
// What was told before has arrived: only the test itself moves its documents.
beforeEach(() => app.platform.runner?.settle())
afterAll(() => app.close())

const complete: Readonly<Record<LifecycleTarget, object>> = {
  under_review: {},
  approved: {},
  rejected: { reasonCode: 'LEG', reason: 'No' },
  disputed: { reasonCode: 'REF' },
  partially_paid: { paymentDate: '2026-11-21', paymentAmount: 100 },
  paid: { paymentDate: '2026-11-21', paymentAmount: 1200 },
}

const product = (['FR', 'BE', 'IT'] as const).flatMap((country) =>
  (['buyer', 'supplier'] as const).flatMap((party) => everyState.map((state) => [country, party, state] as const)),
)

describe('every state, target, party and country', () => {
  test.each(sample(product, 1 / 3))(
    'in %s the %s may move a document that is %s as the table says, and no further',
    async (country, party, state) => {
      const { who, id } = x.sideOf(country, party)
      const frenchStatus = country === 'FR' ? '203' : null
      await x.putInto(id, state, frenchStatus)
      const before = await x.footprint(id)
      const { lifecycleVersion } = await x.standing(id)
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
      expect(await x.footprint(id)).toEqual(before)

      const refused = everyTarget.find((target) => !legal.includes(target)) ?? 'paid'
      const no = await x.trades[country].move(who, id, update(refused))
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
      expect(no.body.error.message).toContain(legal.length > 0 ? legal.join(', ') : 'No further state is allowed')
      expect(await x.standing(id)).toMatchObject({ lifecycleStatus: state, lifecycleVersion })
      expect(await x.footprint(id)).toEqual(before)

      for (const chosen of legal.slice(0, 1)) {
        expect(await x.trades[country].move(who, id, update(chosen))).toMatchObject({
          status: 200,
          body: { documentId: id, previousStatus: state, currentStatus: chosen, dryRun: false },
        })
        expect(await x.standing(id)).toMatchObject({ lifecycleStatus: chosen, lifecycleVersion: lifecycleVersion + 1 })
        expect((await x.footprint(id)).entries).toBe(before.entries + 1)
      }
    },
  )
})
