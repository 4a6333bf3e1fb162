/** Writes that come while others are under way go together, and each has its own outcome. */
import { afterEach, expect, test, vi } from 'vitest'
import { Grouped } from '../../src/kernel/database/grouped.ts'
import { DatabaseUnavailable } from '../../src/kernel/errors/unavailable.ts'

type Item = string
type Write = { items: readonly Item[]; end(): void; fail(error: Error): void }

/** Writes that end when the test says so. */
const held = (bytesOf: (item: Item) => number = () => 1) => {
  const writes: Write[] = []
  const failures: string[] = []
  const begin = <T>(items: readonly Item[], outcome: T): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    writes.push({ items, end: () => resolve(outcome), fail: reject })
    return promise
  }
  const grouped = new Grouped<Item, string>({
    together: (items) =>
      begin(
        items,
        items.map((item) => `${item} of ${items.length}`),
      ),
    alone: (item) => begin([item], `${item} alone`),
    bytesOf,
    isRecorded: (item) => item.startsWith('recorded'),
    failed: (error) => void failures.push(String(error)),
    few: 6,
  })
  return { grouped, writes, failures, under: () => writes.splice(0) }
}
/** What was ended is told, and what follows has begun. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const names = (count: number, from = 0): Item[] => Array.from({ length: count }, (_, index) => `${from + index}`)

afterEach(() => void vi.useRealTimers())

test('few at a time are written each by itself, at once', async () => {
  const { grouped, under } = held()
  const outcomes = names(6).map((item) => grouped.write(item))
  const writes = under()
  expect(writes.map(({ items }) => items)).toEqual(names(6).map((item) => [item]))
  for (const { end } of writes) end()
  expect(await Promise.all(outcomes)).toEqual(names(6).map((item) => `${item} alone`))
})

test('what comes while many are under way goes in one statement when they have ended, each with its own outcome', async () => {
  const { grouped, under } = held()
  const outcomes = names(20).map((item) => grouped.write(item))
  const first = under()
  expect(first).toHaveLength(6)
  for (const { end } of first.slice(1)) end()
  await turn()
  expect(under()).toEqual([])
  first[0]?.end()
  await turn()
  const [group, ...others] = under()
  expect([group?.items, others]).toEqual([names(14, 6), []])
  const late = names(9, 20).map((item) => grouped.write(item))
  expect(under()).toEqual([])
  group?.end()
  await turn()
  const [next] = under()
  expect(next?.items).toEqual(names(9, 20))
  next?.end()
  expect(await Promise.all([...outcomes, ...late])).toEqual([
    ...names(6).map((item) => `${item} alone`),
    ...names(14, 6).map((item) => `${item} of 14`),
    ...names(9, 20).map((item) => `${item} of 9`),
  ])
})

test('a group that fails is written one by one, says why, and only whoever stood against it fails', async () => {
  const { grouped, under, failures } = held()
  const outcomes = Promise.allSettled(names(14).map((item) => grouped.write(item)))
  for (const { end } of under()) end()
  await turn()
  under()[0]?.fail(new Error('A value that the database does not take.'))
  for (const item of names(8, 6)) {
    await turn()
    const [one, ...others] = under()
    expect([one?.items, others]).toEqual([[item], []])
    if (item === '9') one?.fail(new Error('It is mine.'))
    else one?.end()
  }
  const told = (await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
  expect(told).toEqual(names(14).map((item) => (item === '9' ? 'Error: It is mine.' : `${item} alone`)))
  expect(failures).toEqual(['Error: A value that the database does not take.'])
})

test('a group whose database went is not written again: nobody knows whether it is there', async () => {
  const { grouped, under } = held()
  const outcomes = Promise.allSettled(names(14).map((item) => grouped.write(item)))
  for (const { end } of under()) end()
  await turn()
  under()[0]?.fail(new DatabaseUnavailable(new Error('Connection terminated unexpectedly')))
  await turn()
  expect(under()).toEqual([])
  const failed = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(failed).toHaveLength(8)
  const after = grouped.write('later')
  under()[0]?.end()
  expect(await after).toBe('later alone')
})

test('who comes beside many that stand still waits a quarter of a second, also where nobody comes after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { grouped, under } = held()
  const standing = names(6).map((item) => grouped.write(item))
  const writes = under()
  vi.advanceTimersByTime(100)
  const outcome = grouped.write('6')
  vi.advanceTimersByTime(250)
  const [late] = under()
  late?.end()
  expect(await outcome).toBe('6 alone')
  for (const { end } of writes) end()
  await Promise.all(standing)
  vi.runAllTimers()
  expect([under(), vi.getTimerCount()]).toEqual([[], 0])
})

test('a group that was ended while one of it waited for a lock is written one by one, and that one stops no other', async () => {
  const { grouped, under } = held()
  const outcomes = names(20).map((item) => grouped.write(item))
  for (const { end } of under()) end()
  await turn()
  const cause = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  under()[0]?.fail(new DatabaseUnavailable(cause))
  await turn()
  const [waiting, ...others] = under()
  for (let next = others; next.length > 0; next = under()) {
    for (const { end } of next) end()
    await turn()
  }
  expect(await Promise.all(outcomes.filter((_one, index) => index !== 6))).toEqual(
    names(20).flatMap((item) => (item === '6' ? [] : [`${item} alone`])),
  )
  waiting?.fail(new DatabaseUnavailable(cause))
  await expect(outcomes[6]).rejects.toThrow(DatabaseUnavailable)
})

test('a group takes no more documents and bytes than fit into one statement', async () => {
  const { grouped, under } = held((item) => (Number(item) < 6 ? 1 : Number(item) < 10 ? 400_000 : 1))
  const outcomes = names(50).map((item) => grouped.write(item))
  for (const { end } of under()) end()
  await turn()
  const sizes: number[] = []
  for (let [group] = under(); group; [group] = under()) {
    sizes.push(group.items.length)
    group.end()
    await turn()
  }
  expect(sizes).toEqual([2, 32, 10])
  await Promise.all(outcomes)
})

test('of a group whose database went, those are written again whose second run finds out what became of the first', async () => {
  const { grouped, under } = held()
  const few = names(6).map((item) => grouped.write(item))
  const outcomes = Promise.allSettled(['recorded', ...names(7, 6)].map((item) => grouped.write(item)))
  for (const { end } of under()) end()
  await turn()
  under()[0]?.fail(new DatabaseUnavailable(new Error('Connection terminated unexpectedly')))
  await turn()
  const [again, ...others] = under()
  expect([again?.items, others]).toEqual([['recorded'], []])
  again?.end()
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await Promise.all(few)
})

test('who brings more than fits into a group goes by itself, at once', async () => {
  const { grouped, under } = held((item) => (item === 'large' ? 2_000_000 : 1))
  const outcomes = names(7).map((item) => grouped.write(item))
  const large = grouped.write('large')
  const writes = under()
  expect(writes.map(({ items }) => items)).toEqual([...names(6), 'large'].map((item) => [item]))
  for (const { end } of writes) end()
  expect(await large).toBe('large alone')
  await turn()
  for (const { end } of under()) end()
  await Promise.all(outcomes)
})
