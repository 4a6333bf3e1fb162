/** A tenant with an endpoint for its webhooks, and what makes deliveries happen. */
import { type PendingEvent, appendEvents } from '../../src/engine/feed/outbox.ts'
import type { Runner } from '../../src/engine/work/runner.ts'
import type { Body, Tenant, TestApp } from './app.ts'
import { freshVat } from './numbers.ts'
import { type Sink, startSink } from './sink.ts'

export interface Endpoint {
  runner: Runner
  tenant: Tenant
  sink: Sink
  /** A webhook that posts to the endpoint. */
  create(more?: object): Promise<Body>
  /** Something happens: the event `company.created`. */
  happen(): Promise<Body>
  /** So many events `company.created` at the same moment, of one company. */
  happenTogether(count: number): Promise<void>
  /** Work causes events, which are delivered by work. */
  settle(): Promise<void>
  deliveries(id: string): Promise<Body[]>
  shown(id: string): Promise<Body>
  /** How many deliveries wait for a webhook. */
  waiting(id: string): Promise<number>
}

export const startEndpoint = async (app: TestApp): Promise<Endpoint> => {
  const tenant = await app.tenant()
  const sink = await startSink()
  const runner = app.platform.runner as Runner
  const happen = async (): Promise<Body> => (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body
  return {
    runner,
    tenant,
    sink,
    create: async (more = {}) =>
      (await tenant.post('/v1/webhooks', { url: `${sink.url}/hook`, events: ['company.created'], ...more })).body,
    happen,
    async happenTogether(count) {
      const { id: companyId, vatNumber, peppolId } = await happen()
      const event: PendingEvent = {
        organizationId: tenant.organizationId,
        companyId,
        type: 'company.created',
        data: { companyId, vatNumber, peppolId },
      }
      const further = Array.from({ length: count - 1 }, () => event)
      await appendEvents(app.platform.db.client, further, app.clock.now())
    },
    async settle() {
      for (let times = 0; times < 2; times += 1) {
        await app.platform.relay.drain()
        await runner.settle()
      }
    },
    deliveries: async (id) => (await tenant.get(`/v1/webhooks/${id}/deliveries`)).body.data,
    shown: async (id) => (await tenant.get(`/v1/webhooks/${id}`)).body,
    waiting: (id) =>
      app.platform.db.client.work.count({ where: { kind: { in: ['webhook.deliver', 'webhook.series'] }, target: id } }),
  }
}

/** What the specification says (6): 0, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h. */
export const DELAYS_SECONDS = [0, 30, 120, 600, 1_800, 7_200, 21_600, 43_200]
export const delayOf = (attempt: number): number => Number(DELAYS_SECONDS[attempt]) * 1_000
