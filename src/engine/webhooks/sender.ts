import type { Clock } from '../../kernel/clock.ts'
import type { Client } from '../../kernel/database/open.ts'
import type { Env } from '../../kernel/env.ts'
import { type Batches, newBatches } from './batches.ts'
import { type Endpoints, openEndpoints } from './endpoints.ts'

/** What one process sends events with. */
export interface Sender extends Batches {
  endpoints: Endpoints
  close(): Promise<void>
}

export const openSender = ({ env, client, clock }: { env: Env; client: Client; clock: Clock }): Sender => {
  const endpoints = openEndpoints({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE, dnsServers: env.WEBHOOK_DNS })
  return {
    endpoints,
    ...newBatches(client, () => clock.now()),
    close: () => endpoints.close(),
  }
}
