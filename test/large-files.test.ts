/** Files as large as they may be, through a real server, whose memory is watched from outside. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOf } from './support/forms.ts'
import { type Started, call, serverProcesses } from './support/processes.ts'

const MEBIBYTE = 1024 * 1024
const SIZE = 25 * MEBIBYTE
/** The file once, and what the collector leaves lying about; several copies of it do not fit. */
const MOST_MEGABYTES = 100
const SMALLER = 4 * MEBIBYTE
const CACHE = 128 * MEBIBYTE
const PATIENCE_MS = 240_000
const to = '0208:0417497106'

const processes = serverProcesses()
let server: Started
let from: string
beforeAll(async () => {
  server = await processes.start({ DATA_DIR: processes.dataFolder('data') })
  const { body } = await call(server.base, '', '/v1/sandbox/bootstrap', { label: 'large', keyType: 'white_label' })
  server = { ...server, key: body.apiKey }
  from = body.company.peppolId
  // What the first files of a process load and compile is not theirs; nor is the cache of the embedded database, which is filled.
  for (let written = 0; written < CACHE; ) {
    if (written <= CACHE / 2) forgetPeak()
    for (const { upload } of ways) {
      await download(await upload(randomBytes(SMALLER), 'small'))
      written += SMALLER
    }
  }
  usual = peak()
}, PATIENCE_MS)
afterAll(() => processes.end())

const status = (): string => readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
const peak = (): number => Number(/VmHWM:\s+(\d+) kB/.exec(status())?.[1]) * 1024
const forgetPeak = (): void => writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5')

/** The most memory that the process had for small files, one after the other, which leave as much to the collector. */
let usual: number

/** The most memory that the process had meanwhile, beyond that. */
const grownBy = async <T>(work: () => Promise<T>): Promise<{ result: T; megabytes: number }> => {
  forgetPeak()
  const result = await work()
  return { result, megabytes: (peak() - usual) / MEBIBYTE }
}

const post = async (path: string, body: Uint8Array, headers: Record<string, string>): Promise<string> => {
  const answer = await fetch(server.base + path, { method: 'POST', headers: { authorization: `Bearer ${server.key}`, ...headers }, body: new Uint8Array(body) })
  const said = (await answer.json()) as { id: string }
  expect({ status: answer.status, said }).toMatchObject({ status: 201 })
  return said.id
}

const ways = [
  { what: 'as the body', upload: (bytes: Uint8Array, name: string) => post(`/v1/documents/send?type=invoice&format=raw&from=${from}&to=${to}&fileName=${name}`, bytes, { 'content-type': 'application/octet-stream' }) },
  {
    what: 'in a form', upload: async (bytes: Uint8Array, name: string) => {
      const form = await formOf({ type: 'invoice', format: 'raw', from, to, file: new File([new Uint8Array(bytes)], name) })
      return post('/v1/documents/send', form.payload, form.headers as Record<string, string>)
    },
  },
]

/** Its hash, and what the server said of its length. */
const download = async (id: string): Promise<{ hash: string; size: number; length: string | null }> => {
  const answer = await fetch(`${server.base}/v1/documents/${id}/original`, { headers: { authorization: `Bearer ${server.key}` } })
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of answer.body ?? []) {
    hash.update(chunk)
    size += chunk.length
  }
  return { hash: hash.digest('hex'), size, length: answer.headers.get('content-length') }
}

describe('a file of 25 MB', () => {
  test.each(ways)('$what is stored, and given back to the letter, within a hundred megabytes of memory', { timeout: PATIENCE_MS }, async ({ upload }) => {
    const bytes = randomBytes(SIZE)
    const stored = await grownBy(() => upload(bytes, 'large'))
    const read = await grownBy(() => download(stored.result))
    expect(read.result).toEqual({ hash: createHash('sha256').update(bytes).digest('hex'), size: SIZE, length: String(SIZE) })
    expect(stored.megabytes).toBeLessThanOrEqual(MOST_MEGABYTES)
    expect(read.megabytes).toBeLessThanOrEqual(MOST_MEGABYTES)
  })
})
