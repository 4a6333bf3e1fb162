/** Work that goes on at the server: shown with a bar until it has ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Schemas } from '../client/index.ts'
import { Progress, sizeOf } from './terminal.ts'

type Bulk = Schemas.BulkOperation

const RUNNING = new Set<Bulk['status']>(['running', 'cancelling'])
const FIRST_MS = 200
const MOST_MS = 2_000

export const followBulk = async (client: Client, started: Bulk, label: string): Promise<Bulk> => {
  const progress = new Progress(label)
  let now = started
  try {
    for (let ms = FIRST_MS; RUNNING.has(now.status); ms = Math.min(MOST_MS, ms * 1.5)) {
      await sleep(ms)
      now = await client.get('/v1/bulk/{bulkOperationId}', { path: { bulkOperationId: now.id } })
      progress.show(now.processed, now.total, now.bytes > 0 ? sizeOf(now.bytes) : '')
    }
  } finally {
    progress.end()
  }
  return now
}
