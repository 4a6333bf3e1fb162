/** Files as large as they may be. `npm run test:memory` looks at what the server holds of them while they come and go: it needs a process of its own. */
import { createHash, randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from './support/app.ts'
import { formOf } from './support/forms.ts'

const MEBIBYTE = 1024 * 1024
const SIZE = 25 * MEBIBYTE
const SMALL = 3 * MEBIBYTE
const MOST_FILES = 2
const isMeasured = process.env['MEASURE_MEMORY'] === 'true'
/** Each look is a whole collection. */
const SAMPLE_MS = 100
const PATIENCE_MS = 120_000
const to = '0208:0417497106'

let app: TestApp
let base: string
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({}, { countQueries: false })
  base = await app.listen()
  tenant = await app.tenant('white_label')
  // What the first files of a process load and compile is not theirs.
  for (const { sending } of ways) await download(await upload(await sending(randomBytes(SMALL))))
}, PATIENCE_MS)
afterAll(() => app.close())

const collect = (): void => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
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
  const timer = setInterval(() => (most = Math.max(most, held())), SAMPLE_MS)
  const result = await work().finally(() => clearInterval(timer))
  return { result, files: (most - before) / SIZE }
}

interface Sending { path: string; payload: Buffer; headers: Record<string, string> }

const answerTo = (method: string, path: string, headers: Record<string, string>, payload?: Buffer): Promise<IncomingMessage> => new Promise((resolve, reject) => {
  request(base + path, { method, agent: false, headers: { ...tenant.headers, ...headers } }, resolve).on('error', reject).end(payload)
})

const upload = async ({ path, payload, headers }: Sending): Promise<string> => {
  const answer = await answerTo('POST', path, headers, payload)
  let text = ''
  for await (const part of answer) text += String(part)
  expect({ status: answer.statusCode, text }).toMatchObject({ status: 201 })
  return (JSON.parse(text) as { id: string }).id
}

const ways: { what: string; sending(bytes: Buffer): Promise<Sending> }[] = [
  {
    what: 'as the body',
    sending: (payload) => Promise.resolve({ path: `/v1/documents/send?type=invoice&format=raw&from=${tenant.peppolId}&to=${to}&fileName=large`, payload, headers: { 'content-type': 'application/octet-stream' } }),
  },
  {
    what: 'in a form',
    async sending(bytes) {
      const { payload, headers } = await formOf({ type: 'invoice', format: 'raw', from: tenant.peppolId, to, file: new File([new Uint8Array(bytes)], 'large') })
      return { path: '/v1/documents/send', payload: Buffer.from(payload), headers: headers as Record<string, string> }
    },
  },
]

const download = async (id: string): Promise<{ hash: string; size: number; length: string | undefined }> => {
  const answer = await answerTo('GET', `/v1/documents/${id}/original`, {})
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { hash: hash.digest('hex'), size, length: answer.headers['content-length'] }
}

describe('a file of 25 MB', () => {
  test.each(ways)(`$what is stored, and given back to the letter${isMeasured ? ', and at no time more is held than twice the file' : ''}`, { timeout: PATIENCE_MS }, async ({ sending }) => {
    const bytes = randomBytes(SIZE)
    const made = await sending(bytes)
    const stored = await grownBy(() => upload(made))
    const read = await grownBy(() => download(stored.result))
    expect(read.result).toEqual({ hash: createHash('sha256').update(bytes).digest('hex'), size: SIZE, length: String(SIZE) })
    expect(stored.files).toBeLessThanOrEqual(MOST_FILES)
    expect(read.files).toBeLessThanOrEqual(MOST_FILES)
  })
})
