import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { EmbeddedDatabaseLost, lockDataFolder } from './data-folder.ts'
import { embeddedCode } from './embedded-code.ts'
import type { ThreadMessage, ThreadOptions } from './embedded-thread.ts'
import { unpackNew } from './new-folder.ts'
import { type Connection, type Session, openConnection, sessionOn } from './prepared.ts'
import { SESSION } from './session.ts'

export interface EmbeddedDatabase {
  connection: Connection
  /** A session that keeps no prepared statements. */
  pglite: Session
  close(): Promise<void>
}

/**
 * A thread of its own for the database: a long statement would block the server otherwise. Without the database the
 * process is of no use: an error of the thread ends it.
 */
const startThread = async (options: ThreadOptions) => {
  const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), { workerData: options })
  const lost = (error: unknown): never => {
    throw new EmbeddedDatabaseLost(options.folder && dirname(options.folder), error)
  }
  await once(worker, 'message').catch(lost)
  worker.on('error', lost)
  // A process that waits for an answer stays alive; one that has only opened the database may end.
  worker.unref()
  const waiting: ((answer: Uint8Array) => void)[] = []
  let closed = false
  worker.on('message', (answer: Uint8Array) => {
    const resolve = waiting.shift()
    if (waiting.length === 0 && !closed) worker.unref()
    resolve?.(answer)
  })
  return {
    async ask(message: Uint8Array): Promise<Uint8Array> {
      if (closed) throw new Error('The embedded database is closed.')
      // A message that fills its buffer is transferred to the thread; one that shares a buffer is copied first.
      const given = message.byteLength === message.buffer.byteLength ? message : new Uint8Array(message)
      worker.postMessage(given satisfies ThreadMessage, [given.buffer as ArrayBuffer])
      return new Promise((resolve) => {
        if (waiting.push(resolve) === 1) worker.ref()
      })
    },
    async close(): Promise<void> {
      closed = true
      worker.ref()
      worker.postMessage(null satisfies ThreadMessage, [])
      await once(worker, 'exit')
    },
  }
}

const open = async (options: ThreadOptions, unlock: () => void): Promise<EmbeddedDatabase> => {
  const { ask, close } = await startThread(options)
  const connection = await openConnection(ask)
  const pglite = sessionOn(connection, () => '')
  for (const [name, value] of Object.entries(SESSION)) await pglite.exec(`SET ${name} = '${value}'`)
  return { connection, pglite, close: () => close().then(unlock) }
}

/**
 * Begins to open the embedded PostgreSQL. Answers when its thread has begun, with a function that waits until it is open.
 * Without a folder it lives in memory.
 */
export const beginEmbedded = async (folder: string | undefined): Promise<() => Promise<EmbeddedDatabase>> => {
  const unlock = folder ? lockDataFolder(folder) : () => undefined
  try {
    const files = folder && join(folder, 'postgres')
    if (files) unpackNew(files)
    const opened = open({ folder: files, code: await embeddedCode() }, unlock)
    opened.catch(unlock)
    return () => opened
  } catch (error) {
    unlock()
    throw error
  }
}

export const openEmbedded = async (folder: string | undefined): Promise<EmbeddedDatabase> =>
  (await beginEmbedded(folder))()
