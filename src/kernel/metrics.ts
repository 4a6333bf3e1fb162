import { Counter, Gauge, Histogram, type Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  registry: Registry
  requests: Histogram<'door' | 'operation' | 'status'>
  subscriptions: Gauge<'door'>
  refusals: Counter<'code'>
  /** GraphQL documents that were answered from their plan. */
  planned: Counter
  /** Entries of the request log that were dropped because the database could not keep up. */
  droppedTraces: Counter
}

export const newMetrics = (registry: Registry): Metrics => {
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'request_duration_seconds',
      help: 'Time to answer, by door and operation',
      labelNames: ['door', 'operation', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers: [registry],
    }),
    subscriptions: new Gauge({
      name: 'subscriptions',
      help: 'Open subscriptions',
      labelNames: ['door'],
      registers: [registry],
    }),
    refusals: new Counter({
      name: 'refusals_total',
      help: 'Errors answered, by code',
      labelNames: ['code'],
      registers: [registry],
    }),
    planned: new Counter({
      name: 'graphql_planned_total',
      help: 'GraphQL documents that were answered from their plan',
      registers: [registry],
    }),
    droppedTraces: new Counter({
      name: 'request_log_dropped_total',
      help: 'Traces of requests that were given up',
      registers: [registry],
    }),
  }
}
