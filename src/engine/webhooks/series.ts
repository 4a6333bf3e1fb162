/**
 * Many deliveries that begin together are made in series: one piece of work for some of them, one after the other. Work
 * is written, claimed and removed for each piece, and that costs more than the deliveries themselves.
 */
import { chunksOf } from '../../kernel/concurrency.ts'

const LONGEST = 16
/** As many can be under way at once: a few deliveries are not lined up. */
const FEWEST = 32

/** Of one webhook each. */
export const inSeries = <D extends { webhookId: string }>(deliveries: readonly D[]): D[][] =>
  [...Map.groupBy(deliveries, ({ webhookId }) => webhookId).values()].flatMap((own) => [
    ...chunksOf(own, Math.min(LONGEST, Math.ceil(own.length / FEWEST))),
  ])
