/** @module-tag services */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Work } from '../../src/generated/prisma/client.ts'
import { type Claimed, claimWork } from '../../src/engine/work/claim.ts'
import type { Claim } from '../../src/engine/work/due-work.ts'
import { appendWork } from '../../src/engine/work/append.ts'
import { type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let organizationId: string

beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  ;({ organizationId } = await app.tenant())
}, 60_000)
beforeEach(() => app.platform.db.client.work.deleteMany())
afterAll(() => app.close())

const range = (count: number): number[] => Array.from({ length: count }, (_none, nth) => nth)

type Due = readonly [target: string, seconds: number]

/** Work that has been due for so many seconds; the subject says both. */
const wait = (due: readonly Due[]): Promise<void> => {
  const now = app.platform.clock.now()
  return appendWork(
    app.platform.db.client,
    due.map(([target, seconds]) => ({
      organizationId,
      kind: 'document.deliver' as const,
      subjectId: `${target} ${seconds}`,
      target,
      dueAt: new Date(now.getTime() - seconds * 1_000),
    })),
    now,
  )
}

const claim = (asked: Partial<Claim>): Promise<Claimed> =>
  claimWork(app.platform.db, {
    kind: 'document.deliver',
    instanceId: null,
    now: app.platform.clock.now(),
    timeoutMs: 60_000,
    count: 6,
    perTarget: 4,
    freeByTarget: [],
    queuesByTarget: false,
    ...asked,
  })

const targetsOf = (work: readonly Work[]): string[] => work.map(({ target }) => target).toSorted()
const subjectsOf = (work: readonly Work[]): string[] => work.map(({ subjectId }) => subjectId).toSorted()
const named = (due: readonly Due[]): string[] => due.map((one) => one.join(' ')).toSorted()

/** So many rows of each of these targets in turn, the oldest first. */
const inTurn = (targets: readonly string[], rounds: number, oldest: number): Due[] =>
  range(rounds * targets.length).map((nth) => [targets[nth % targets.length] ?? '', oldest - nth])

test('work of a target behind a long queue of another is claimed by the look that goes further', async () => {
  await wait([...range(80).map((nth): Due => ['busy', 1_000 - nth]), ['behind', 1]])
  const first = await claim({})
  expect([targetsOf(first.work), first.mayBeMore]).toEqual([['busy', 'busy', 'busy', 'busy'], true])
  const second = await claim({ freeByTarget: [['busy', 0]], looksFar: true })
  expect([targetsOf(second.work), second.mayBeMore]).toEqual([['behind'], false])
  expect((await claim({ freeByTarget: [['busy', 0]] })).work).toEqual([])
})

describe.each([
  ['the oldest of all', false],
  ['target by target', true],
] as const)('work that is claimed as %s', (_way, queuesByTarget) => {
  const targets = range(20).map((nth) => `target ${nth}`)

  test('is the oldest that waits, whosever it is', async () => {
    const due = inTurn(targets, 10, 1_000)
    await wait(due)
    for (const [from, count] of [
      [0, 1],
      [1, 8],
      [9, 32],
    ] as const) {
      const { work } = await claim({ count, perTarget: 10, queuesByTarget })
      expect(subjectsOf(work)).toEqual(named(due.slice(from, from + count)))
    }
  })

  test('is no more of a target than it has slots left', async () => {
    await wait(inTurn(['some', 'none', 'unknown'], 10, 1_000))
    const { work } = await claim({
      count: 30,
      freeByTarget: [
        ['some', 2],
        ['none', 0],
      ],
      queuesByTarget,
    })
    const claimed = inTurn(['some', 'none', 'unknown'], 10, 1_000)
    const of = (target: string, slots: number): Due[] => claimed.filter(([one]) => one === target).slice(0, slots)
    expect(subjectsOf(work)).toEqual(named([...of('some', 2), ...of('unknown', 4)]))
  })

  test('is of those who claim at once different work, and nobody finds nothing while some waits', async () => {
    await wait(inTurn(targets.slice(0, 2), 12, 1_000))
    const claims = range(6).map((nth) => claim({ count: 2, instanceId: `of ${nth}`, queuesByTarget }))
    const claimed = (await Promise.all(claims)).map(({ work }) => work)
    expect(claimed.map(({ length }) => length > 0)).toEqual(range(6).map(() => true))
    const ids = claimed.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is leased, and not claimed again before the lease has ended', async () => {
    await wait([['one', 10]])
    const now = app.platform.clock.now()
    const [work] = (await claim({ instanceId: 'first', now, queuesByTarget })).work
    expect(work).toMatchObject({ attempts: 1, lost: 0, instanceId: 'first' })
    expect(work?.leaseUntil?.getTime()).toBeGreaterThan(now.getTime() + 60_000)
    expect((await claim({ queuesByTarget })).work).toEqual([])
    const [again] = (await claim({ now: work?.leaseUntil ?? now, queuesByTarget })).work
    expect(again).toMatchObject({ id: work?.id, attempts: 2, lost: 1 })
  })

  test.skipIf(inject('nodes').length !== 1)('is passed over where another transaction holds it', async () => {
    const due = inTurn(targets.slice(0, 4), 20, 1_000)
    await wait(due)
    const { db } = app.platform
    await db.transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM work ORDER BY "dueAt" LIMIT 40 FOR UPDATE`
      const { work } = await claim({ count: 2, perTarget: 20, queuesByTarget })
      expect(subjectsOf(work)).toEqual(named(due.slice(40, 42)))
    })
  })
})

describe('a queue of a target beyond its share', () => {
  const others = range(12).map((nth) => `other ${nth}`)
  const queue = range(600).map((nth): Due => ['slow', 5_000 - nth])

  test.skipIf(inject('nodes').length > 1)(
    'does not hide the work of others, of which the oldest is claimed',
    async () => {
      const behind = inTurn(others, 3, 1_000)
      await wait([...queue, ...behind])
      const first = await claim({ count: 10, freeByTarget: [['slow', 2]], queuesByTarget: true })
      const second = await claim({ count: 20, freeByTarget: [['slow', 0]], queuesByTarget: true })
      expect([subjectsOf(first.work), first.mayBeMore]).toEqual([
        named([...queue.slice(0, 2), ...behind.slice(0, 8)]),
        false,
      ])
      expect(subjectsOf(second.work)).toEqual(named(behind.slice(8, 28)))
    },
  )

  test('does not hide those behind many targets that have a slot each', async () => {
    await wait([...inTurn(others, 50, 4_000), ['last', 1]])
    const asked = { count: 30, perTarget: 1, queuesByTarget: true }
    const first = await claim(asked)
    expect([targetsOf(first.work), first.mayBeMore]).toEqual([others.toSorted(), true])
    const second = await claim({ ...asked, freeByTarget: others.map((target) => [target, 0]), looksFar: true })
    expect([targetsOf(second.work), second.mayBeMore]).toEqual([['last'], false])
  })
})
