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
  /** Work that is not tried again, by its kind. */
  failedWork: Counter<'kind'>
  /** 1 while Redis does not answer, by what it is asked for. */
  redisAway: Gauge<'part'>
}

/** Told 1 by a part that asks Redis when Redis is away, and 0 when it answers. */
export type AwayGauge = Pick<Gauge.Internal<string>, 'set'>

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
    failedWork: new Counter({
      name: 'work_failed_total',
      help: 'Work that failed for good, by kind',
      labelNames: ['kind'],
      registers: [registry],
    }),
    redisAway: new Gauge({
      name: 'redis_away',
      help: '1 while Redis does not answer, by what it is asked for',
      labelNames: ['part'],
      registers: [registry],
    }),
  }
}
