import { once } from 'node:events'
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

/** A thread of its own for the database, which would keep the server from everything else. Should it die, the process dies of it. */
const startThread = async (opening: Opening) => {
  const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), { workerData: opening })
  await once(worker, 'message')
  // Who waits for the database stays alive; who has only opened it may end.
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
      // What has memory of its own is given away; of what lies in the memory of others, a copy.
      const given = message.byteLength === message.buffer.byteLength ? message : new Uint8Array(message)
      worker.postMessage(given satisfies Message, [given.buffer as ArrayBuffer])
      return new Promise((resolve) => {
        if (waiting.push(resolve) === 1) worker.ref()
      })
    },
    async close(): Promise<void> {
      closed = true
      worker.ref()
      worker.postMessage(null satisfies Message, [])
      await once(worker, 'exit')
    },
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
