/** What operators are told of due work and of upstreams, looked up when the metrics are asked for. */
import { Gauge } from 'prom-client'
import type { Platform } from '../operation/platform.ts'

type Watched = Pick<Platform, 'db' | 'clock' | 'metrics' | 'upstreams'>

/** Work that could be done now: what somebody works on is leased. */
const overdue = async ({ db, clock }: Watched): Promise<{ count: number; seconds: number }> => {
  const now = clock.now()
  const { _count: count, _min: oldest } = await db.client.work.aggregate({
    where: { failedAt: null, dueAt: { lte: now }, OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }] },
    _count: true,
    _min: { dueAt: true },
  })
  return { count, seconds: oldest.dueAt ? (now.getTime() - oldest.dueAt.getTime()) / 1_000 : 0 }
}

/** While the database is away the other metrics are still told. */
const unknown = (): { count: number; seconds: number } => ({ count: Number.NaN, seconds: Number.NaN })

export const watch = (platform: Watched): void => {
  const { registry } = platform.metrics
  const gauges = [
    new Gauge({
      name: 'work_waiting',
      help: 'Due work that no worker has taken',
      registers: [],
      async collect() {
        this.set((await overdue(platform).catch(unknown)).count)
      },
    }),
    new Gauge({
      name: 'work_lag_seconds',
      help: 'How long the oldest due work waits for a worker',
      registers: [],
      async collect() {
        this.set((await overdue(platform).catch(unknown)).seconds)
      },
    }),
    new Gauge({
      name: 'upstream_circuit_open',
      help: '1 where calls to an upstream are refused for a while because it fails, by upstream',
      labelNames: ['upstream'],
      registers: [],
      collect() {
        for (const circuit of platform.upstreams.circuits)
          this.set({ upstream: circuit.name }, circuit.view().state === 'open' ? 1 : 0)
      },
    }),
  ]
  for (const gauge of gauges) registry.registerMetric(gauge)
}
