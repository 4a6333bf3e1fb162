import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heavyErrors } from '../../src/app/heavy-errors.ts'
import { heavyJobs } from '../../src/app/heavy-jobs.ts'
import { FormatError } from '../../src/formats/format-error.ts'
import { ChunkedBytes, LendableBytes } from '../../src/kernel/bytes.ts'
import { AppError } from '../../src/kernel/errors/app-error.ts'
import { type Heavy, openHeavy } from '../../src/kernel/threads/heavy.ts'
import type { HeavyJob } from '../../src/kernel/threads/job.ts'
import { FairQueue } from '../../src/kernel/threads/queue.ts'
import { jobs } from './heavy-jobs-of-tests.ts'

const module = new URL('./heavy-thread-of-tests.ts', import.meta.url)
const open = (threads = 1): Heavy => openHeavy({ module, errors: heavyErrors, threads, memoryMb: 128 })

let heavy: Heavy
beforeAll(() => {
  heavy = open()
})
afterAll(() => heavy.close())

const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

describe('a heavy job', () => {
  test('a large input is worked on in a thread, and a small one in place, with the same result', async () => {
    const whereOf = (size: number) => heavy.run(jobs.where, { size }, 'one')
    expect(await whereOf(1)).toEqual({ size: 1, isMainThread: true })
    expect(await whereOf(1_000)).toEqual({ size: 1_000, isMainThread: false })
  })

  test('refusals cross from a thread with all that they say', async () => {
    const refused = await caught(heavy.run(jobs.refuse, { size: 1_000, as: 'AppError' }, 'one'))
    expect(refused).toBeInstanceOf(AppError)
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      message: 'No.',
      retryAfter: 7,
      details: [{ field: 'a', found: 1 }],
    })
    const unreadable = await caught(heavy.run(jobs.refuse, { size: 1_000, as: 'FormatError' }, 'one'))
    expect(unreadable).toBeInstanceOf(FormatError)
    expect(unreadable).toMatchObject({ code: 'MALFORMED', message: 'Broken.', line: 3, column: 4 })
    const other = await caught(heavy.run(jobs.refuse, { size: 1_000, as: 'Error' }, 'one'))
    expect(other).toMatchObject({ message: 'Unexpected.', stack: expect.stringContaining('heavy-jobs-of-tests') })
  })

  test('bytes come back as they went, and stay with whoever gave them', async () => {
    const all = Buffer.from('0123456789')
    const part = all.subarray(2, 5)
    const back = await heavy.run(jobs.turn, { bytes: part, size: 1_000 }, 'one')
    expect(Buffer.from(back.bytes).toString()).toBe('432')
    expect(all.toString()).toBe('0123456789')
  })

  const piecesOf = () => ['0123', '4567', '89'].map((text) => new Uint8Array(Buffer.from(text)))

  test('bytes in pieces cross in pieces, and those that are lent are in one place at a time, and come back', async () => {
    const [held, lent] = [new ChunkedBytes(piecesOf()), new LendableBytes(piecesOf())]
    expect(await heavy.run(jobs.last, { file: held, size: 1_000 }, 'one')).toBe('3 pieces, 64 789')
    expect(Buffer.concat(held.pieces).toString()).toBe('0123456789')
    const memory = lent.pieces[0]?.buffer as ArrayBuffer
    const reading = heavy.run(jobs.last, { file: lent, size: 1_000 }, 'one')
    expect(memory.byteLength).toBe(0)
    expect(() => lent.whole()).toThrow('lent')
    expect(await reading).toBe('3 pieces, 64 789')
    expect(Buffer.from(lent.whole()).toString()).toBe('0123456789')
    expect([...lent.portions(4)].map((portion) => Buffer.from(portion).toString())).toEqual(['0123', '4567', '89'])
  })

  test('bytes that are lent come back from a refusal, and are never told to be others where they were lost', async () => {
    const lent = new LendableBytes(piecesOf())
    await caught(heavy.run(jobs.last, { file: lent, fails: true, size: 1_000 }, 'one'))
    expect(Buffer.from(lent.whole()).toString()).toBe('0123456789')
    const lost = new LendableBytes(piecesOf())
    expect(await caught(heavy.run(jobs.spin, { file: lost, size: 1_000 } as never, 'one'))).toBeInstanceOf(AppError)
    expect(() => lost.portions(4)).toThrow('lost')
  })

  test('one that takes all the memory is refused, and the next one is done', { tags: 'heavy' }, async () => {
    expect(await caught(heavy.run(jobs.fill, { size: 1_000 }, 'one'))).toMatchObject({ code: 'TOO_LARGE' })
    expect(await heavy.run(jobs.where, { size: 1_000 }, 'one')).toMatchObject({ isMainThread: false })
  })

  test(
    'one that takes all the memory ends alone, also while the thread that answers is held up',
    { tags: 'heavy' },
    async () => {
      const filled = new Int32Array(new SharedArrayBuffer(8))
      await heavy.run(jobs.where, { size: 1_000 }, 'one')
      const filling = caught(heavy.run(jobs.fill, { size: 1_000, filled }, 'one'))
      // Nothing is answered here until nothing is filled there, and no processor is taken from it.
      for (let [looks, still, before] = [0, 0, 0]; looks < 1_200 && still < 12; looks += 1) {
        Atomics.wait(filled, 1, 0, 50)
        still = filled[0] && filled[0] === before ? still + 1 : 0
        before = filled[0] ?? 0
      }
      expect(await filling).toMatchObject({ code: 'TOO_LARGE' })
      expect(await heavy.run(jobs.where, { size: 1_000 }, 'one')).toMatchObject({ isMainThread: false })
    },
  )

  test('what a job has left is not laid to the next one', { tags: 'heavy' }, async () => {
    let together = 0
    for (let round = 0; round < 20 && together < 200_000_000; round += 1)
      together = await heavy.run(jobs.hold, { size: 1_000 }, `${round % 2}`)
    expect(together).toBeGreaterThan(200_000_000)
    expect(await caught(heavy.run(jobs.fill, { size: 1_000 }, 'one'))).toMatchObject({ code: 'TOO_LARGE' })
  })

  test('one that ends its thread fails with the cause, and the next one is done', { tags: 'heavy' }, async () => {
    const lost = new LendableBytes(piecesOf())
    for (const file of [undefined, lost])
      expect(await caught(heavy.run(jobs.crash, { size: 1_000, ...(file && { file }) }, 'one'))).toMatchObject({
        message: 'Nobody expected this.',
        stack: expect.stringContaining('heavy-jobs-of-tests'),
      })
    expect(() => lost.portions(4)).toThrow('lost')
    expect(await heavy.run(jobs.where, { size: 1_000 }, 'one')).toMatchObject({ isMainThread: false })
  })

  test('what jobs have let go of is not counted, however often they are done', { tags: 'heavy' }, async () => {
    for (let round = 0; round < 3; round += 1)
      expect(await heavy.run(jobs.litter, { size: 1_000 }, 'one')).toBe(500_000)
  })

  test('one that never ends is refused after its time, and the next one is done', { tags: 'heavy' }, async () => {
    expect(await caught(heavy.run(jobs.spin, { size: 1_000 }, 'one'))).toMatchObject({ code: 'TOO_LARGE' })
    expect(await heavy.run(jobs.where, { size: 1_000 }, 'one')).toMatchObject({ isMainThread: false })
  })

  test('who asks for very many is told to come later, and others are not', async () => {
    const many = Array.from({ length: 40 }, () => caught(heavy.run(jobs.where, { size: 1_000 }, 'greedy')))
    const other = heavy.run(jobs.where, { size: 1_000 }, 'modest')
    expect(await other).toMatchObject({ isMainThread: false })
    const refused = (await Promise.all(many)).filter((one) => one instanceof AppError)
    expect(refused.length).toBeGreaterThan(0)
    for (const one of refused) expect(one).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
  })

  test('what waits or runs when the threads are closed is refused', async () => {
    const closing = open()
    const [running, waiting] = [jobs.spin, jobs.where].map((job) =>
      caught(closing.run(job as HeavyJob<{ size: number }>, { size: 1_000 }, 'one')),
    )
    await closing.close()
    expect(await running).toMatchObject({ code: 'SHUTTING_DOWN' })
    expect(await waiting).toMatchObject({ code: 'SHUTTING_DOWN' })
  })
})

describe('the queue before the threads', () => {
  const owners = (queue: FairQueue<{ owner: string }>, count: number): (string | undefined)[] =>
    Array.from({ length: count }, () => queue.take()?.owner)

  test('owners come in turn, however much one of them has asked for', () => {
    const queue = new FairQueue<{ owner: string }>(9)
    for (const owner of ['a', 'a', 'a', 'b', 'c', 'b']) queue.add({ owner })
    expect(owners(queue, 7)).toEqual(['a', 'b', 'c', 'a', 'b', 'a', undefined])
  })

  test('of one owner no more run than may, until one of them has ended', () => {
    const queue = new FairQueue<{ owner: string }>(2)
    for (const owner of ['a', 'a', 'a', 'b']) queue.add({ owner })
    expect(owners(queue, 4)).toEqual(['a', 'b', 'a', undefined])
    queue.release('a')
    expect(owners(queue, 2)).toEqual(['a', undefined])
  })
})

test('every heavy job of the product is in the table of the threads, under a name of its own', () => {
  const names = heavyJobs.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const source = join(import.meta.dirname, '../../src')
  const written = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
    .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/= heavyJob\(\{\s*name: '(\w+)'/g)])
    .map(([, name]) => name)
  expect(written.toSorted()).toEqual(names.toSorted())
})
