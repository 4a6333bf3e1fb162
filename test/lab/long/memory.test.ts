/** @module-tag heavy */
/**
 * Files as large as they may be. `npm run test:long -- memory` looks at what the server holds of them while they come
 * and go: it needs a process of its own.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeRows } from '../../../src/kernel/database/rows.ts'
import { FLOWS, formOf } from '../../support/afnor.ts'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { MEBIBYTE, type Sender, asBody, download, inForm, upload } from '../../support/large-files.ts'
import { Trade } from '../../support/trade.ts'
import { until } from '../../support/until.ts'

const SIZE = 25 * MEBIBYTE
const SMALL = 3 * MEBIBYTE
const MOST_FILES = 2
const isMeasured = process.env['MEASURE_MEMORY'] === 'true'
/** Each look is two whole collections. */
const SAMPLE_MS = 100
const PATIENCE_MS = 120_000

const ways = [
  { what: 'as the body', sending: asBody },
  { what: 'in a form', sending: inForm },
]

let app: TestApp
let tenant: Tenant
let sender: Sender
beforeAll(async () => {
  app = await startApp({}, { countQueries: false, threads: true })
  const base = await app.listen()
  tenant = await app.tenant('white_label')
  sender = { base, headers: tenant.headers, peppolId: tenant.peppolId }
  // What the first files of a process load and compile is not theirs.
  for (const { sending } of ways)
    await download(sender, await upload(sender, await sending(sender, randomBytes(SMALL))))
}, PATIENCE_MS)
afterAll(() => app.close())

/** What the first collection finds is given back beside it, and is all gone when a second begins. */
const collect = (): void => {
  globalThis.gc?.()
  globalThis.gc?.()
}

/** What is held, without what the collector has only not taken yet. */
const held = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The most that was held meanwhile, beyond what was held before, in times of the file. */
const grownBy = async <T>(work: () => Promise<T>): Promise<{ result: T; files: number }> => {
  if (!isMeasured) return { result: await work(), files: 0 }
  const before = held()
  let most = before
  let isDone = false
  const looking = async (): Promise<void> => {
    while (!isDone) {
      most = Math.max(most, held())
      // A wait begins when the clock of this turn was read: before the look. The next turn has a clock of its own.
      await nextTurn()
      await wait(SAMPLE_MS)
    }
  }
  const looked = looking()
  const result = await work().finally(() => (isDone = true))
  await looked
  return { result, files: (most - before) / SIZE }
}

describe('a file of 25 MB', () => {
  test.each(ways)(
    `a file of 25 MB sent $what is given back to the letter${isMeasured ? ', within twice its size' : ''}`,
    { timeout: PATIENCE_MS },
    async ({ what, sending }) => {
      const bytes = randomBytes(SIZE)
      const made = await sending(sender, bytes)
      const stored = await grownBy(() => upload(sender, made))
      const read = await grownBy(() => download(sender, stored.result))
      if (isMeasured)
        process.stdout.write(
          `${what}: ${stored.files.toFixed(2)} files are held at most while it is stored, ` +
            `${read.files.toFixed(2)} while it is given back\n`,
        )
      expect(read.result).toEqual({
        hash: createHash('sha256').update(bytes).digest('hex'),
        size: SIZE,
        length: String(SIZE),
      })
      expect(stored.files).toBeLessThanOrEqual(MOST_FILES)
      expect(read.files).toBeLessThanOrEqual(MOST_FILES)
    },
  )
})

test.skipIf(!isMeasured)(
  'a flow of 100 MB is taken with 30 MB of memory at most',
  { timeout: PATIENCE_MS },
  async () => {
    const { supplier } = await Trade.between(app, 'FR')
    const form = formOf({ flowInfo: { flowSyntax: 'UBL', name: 'facture.xml' }, file: '' })
    const at = form.indexOf('octet-stream') + 'octet-stream'.length + 4
    const piece = Buffer.alloc(MEBIBYTE, 'x')
    const parts = [form.subarray(0, at), ...Array.from({ length: 99 }, () => piece), form.subarray(at)]
    const before = held()
    // Half of the time: a file that is gathered grows past it, a moment in which a portion is copied does not count.
    // What is watched goes on half of the time, however long it takes to look.
    const added: number[] = []
    let watch: NodeJS.Timeout | undefined
    const look = (): void => {
      const began = performance.now()
      added.push(held() - before)
      watch = setTimeout(look, Math.max(SAMPLE_MS, performance.now() - began))
    }
    look()
    const headers = { ...supplier.headers, 'content-type': 'multipart/form-data; boundary=xyz' }
    const asked = request(sender.base + FLOWS, { method: 'POST', agent: false, headers })
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>
    await pipeline(parts, asked)
    const [answer] = await answered
    clearTimeout(watch)
    expect(answer.statusCode).toBe(202)
    expect(added.toSorted((one, other) => one - other)[added.length >> 1]).toBeLessThan(30_000_000)
  },
)

test('what a database statement was given is let go when it has ended', async () => {
  const write = async (): Promise<WeakRef<Uint8Array>> => {
    const bytes = new Uint8Array(randomBytes(MEBIBYTE / 2))
    const hash = createHash('sha256').update(bytes).digest('hex')
    await writeRows(app.platform.db.client, [
      {
        table: 'stored_files',
        columns: { organizationId: tenant.organizationId, hash, bytes, createdAt: app.clock.now() },
      },
    ])
    return new WeakRef(bytes)
  }
  const written = await write()
  await until(() => {
    collect()
    return written.deref() === undefined
  })
})
