import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockDataFolder } from './data-folder.ts'
import type { Message, Opening } from './embedded-thread.ts'
import { type Connection, type Session, openConnection, sessionOn } from './prepared.ts'
import { SESSION } from './session.ts'

export interface EmbeddedDatabase {
  connection: Connection
  /** On which no statement is kept. */
  pglite: Session
  close(): Promise<void>
}

/** A thread of its own for the database: it works with the processor alone, and the server would stand still meanwhile. */
const startThread = async (opening: Opening) => {
  const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), { workerData: opening })
  const waiting: { resolve(answer: Uint8Array): void; reject(error: unknown): void }[] = []
  let ended: Error | undefined
  const end = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  const answered = (): Promise<Uint8Array> => new Promise((resolve, reject) => {
    if (ended) return reject(ended)
    // Who waits for the database stays alive; who has only opened it may end.
    if (waiting.push({ resolve, reject }) === 1) worker.ref()
  })
  worker.on('message', (answer: Uint8Array) => {
    const first = waiting.shift()
    if (waiting.length === 0) worker.unref()
    first?.resolve(answer)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The embedded database is closed.')))
  await answered()
  return {
    ask(message: Uint8Array): Promise<Uint8Array> {
      // What has memory of its own is given away; of what lies in the memory of others, a copy.
      const given = message.byteLength === message.buffer.byteLength ? message : new Uint8Array(message)
      worker.postMessage(given satisfies Message, [given.buffer as ArrayBuffer])
      return answered()
    },
    close: () => new Promise<void>((resolve, reject) => {
      worker.ref()
      worker.once('exit', () => resolve()).once('error', reject).postMessage(null satisfies Message)
    }),
  }
}

/** The embedded PostgreSQL. Without a folder it lives in memory. */
export const openEmbedded = async (folder: string | undefined): Promise<EmbeddedDatabase> => {
  const unlock = folder ? lockDataFolder(folder) : () => undefined
  try {
    const thread = await startThread({ folder: folder && join(folder, 'postgres') })
    const connection = await openConnection(thread.ask)
    const pglite = sessionOn(connection, () => '')
    for (const [name, value] of Object.entries(SESSION)) await pglite.exec(`SET ${name} = '${value}'`)
    return {
      connection,
      pglite,
      async close() {
        await thread.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
