import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Work } from '../../src/generated/prisma/client.ts'
import { type Claimed, claimWork } from '../../src/engine/work/claim.ts'
import { appendWork } from '../../src/engine/work/append.ts'
import { type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let organizationId: string

beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  ;({ organizationId } = await app.tenant())
}, 60_000)
afterAll(() => app.close())

const targetsOf = (work: readonly Work[]): string[] => work.map(({ target }) => target).toSorted()

test('work of a target behind a long queue of another is claimed by the look that goes further', async () => {
  const { client } = app.platform.db
  const now = app.platform.clock.now()
  const due = (target: string, seconds: number) => ({
    organizationId,
    kind: 'document.deliver' as const,
    subjectId: `doc_${target}_${seconds}`,
    target,
    dueAt: new Date(now.getTime() - seconds * 1_000),
  })
  const queue = Array.from({ length: 80 }, (_none, nth) => due('busy', 1_000 - nth))
  await appendWork(client, [...queue, due('behind', 1)], now)
  const claim = (freeByTarget: [string, number][], looksFar?: boolean): Promise<Claimed> =>
    claimWork(app.platform.db, {
      kind: 'document.deliver',
      instanceId: null,
      now,
      timeoutMs: 60_000,
      count: 6,
      perTarget: 4,
      freeByTarget,
      queuesByTarget: false,
      ...(looksFar !== undefined && { looksFar }),
    })
  const first = await claim([])
  expect([targetsOf(first.work), first.mayBeMore]).toEqual([['busy', 'busy', 'busy', 'busy'], true])
  const second = await claim([['busy', 0]], true)
  expect([targetsOf(second.work), second.mayBeMore]).toEqual([['behind'], false])
  expect((await claim([['busy', 0]])).work).toEqual([])
})
