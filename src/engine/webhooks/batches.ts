/** Reads and writes of many deliveries at once: a statement for each would cost more than the deliveries themselves. */
import DataLoader from 'dataloader'
import type { Client } from '../../kernel/database/open.ts'
import { dropWorkOfPaused } from './queue.ts'
import { type DeliveryKey, type Sendable, readBatch } from './read-batch.ts'
import { type PostOutcome, recordBatch } from './record-batch.ts'

const MOST_AT_ONCE = 500

/** What gathers while one batch is under way is the next. */
const inTurn = <Item, Result>(batch: (items: readonly Item[]) => Promise<Result[]>): DataLoader<Item, Result> => {
  let last: Promise<unknown> = Promise.resolve()
  return new DataLoader<Item, Result>(
    (items) => {
      const mine = batch(items)
      last = mine.catch(() => undefined)
      return mine
    },
    { cache: false, maxBatchSize: MOST_AT_ONCE, batchScheduleFn: (run) => void last.then(() => setImmediate(run)) },
  )
}

export interface Batches {
  /** Null for what is not to be sent any more. */
  read(delivery: DeliveryKey): Promise<Sendable | null>
  /** Resolves when the outcome is stored. */
  record(outcome: PostOutcome): Promise<void>
}

export const newBatches = (client: Client, now: () => Date): Batches => {
  const reads = inTurn<DeliveryKey, Sendable | null>((deliveries) => readBatch(client, deliveries))
  const records = inTurn<PostOutcome, undefined>(async (outcomes) => {
    const paused = await recordBatch(client, outcomes, now())
    await dropWorkOfPaused(client, paused)
    return outcomes.map(() => undefined)
  })
  return { read: (delivery) => reads.load(delivery), record: (outcome) => records.load(outcome) }
}
