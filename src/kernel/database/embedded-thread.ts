/**
 * The thread of the embedded database: takes messages of PostgreSQL's protocol, and answers each with one, in order.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, protocol } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { freeMemory } from '../threads/own-buffers.ts'

/** A message of PostgreSQL's protocol; null closes the database. */
export type ThreadMessage = Uint8Array | null
export interface ThreadOptions {
  folder: string | undefined
  code: WebAssembly.Module
}

const ERROR = 'E'.charCodeAt(0)
const { folder, code } = workerData as ThreadOptions

/** One process uses it, and the system keeps its files in memory anyway: 128 MB, as is usual, would be there twice. */
const BUFFERS = ['-c', 'shared_buffers=16MB']
/** Each file of the log would first be filled with 16 MB of zeros, of which PGlite makes a copy. */
const LOG = ['-c', 'wal_init_zero=off']
const pglite = await PGlite.create({
  ...(folder !== undefined && { dataDir: folder }),
  extensions: { btree_gin, pg_trgm },
  pgliteWasmModule: code,
  startParams: [...PGlite.defaultStartParams, ...BUFFERS, ...LOG],
})

/** Whether one of the messages is an error. */
const hasError = (answer: Buffer): boolean => {
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1)) if (answer[at] === ERROR) return true
  return false
}

const ask = async (message: Uint8Array): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) })
  // A buffer of its own, so that it can be transferred to the other thread.
  const [first] = parts
  if (first && parts.length === 1) return Buffer.from(first.buffer as ArrayBuffer)
  const answer = Buffer.from(new ArrayBuffer(parts.reduce((length, part) => length + part.length, 0)))
  let at = 0
  for (const part of parts) {
    answer.set(part, at)
    at += part.length
    freeMemory(part)
  }
  return answer
}

const answerTo = async (message: Uint8Array): Promise<Uint8Array> => {
  const answer = await ask(message)
  // After an error PostgreSQL skips everything up to the next Sync, and may have skipped the one of this message too.
  if (hasError(answer)) await ask(protocol.serialize.sync())
  return answer
}

const work = async (message: ThreadMessage): Promise<void> => {
  if (message === null) {
    await pglite.close()
    return parentPort?.close()
  }
  const answer = await answerTo(message)
  freeMemory(message)
  return parentPort?.postMessage(answer, [answer.buffer as ArrayBuffer])
}

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (message: ThreadMessage) => void (last = last.then(() => work(message))))
// Says that the database is open.
parentPort?.postMessage(new Uint8Array(), [])
