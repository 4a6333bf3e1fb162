import DataLoader from 'dataloader'
import type { CompanyRow } from '../companies/company.ts'
import type { Document, Partner } from '../generated/prisma/client.ts'
import type { Call } from '../operation.ts'

/** Batched look-ups that no Prisma relation covers: one per request, and per event of a subscription. */
export interface Loaders {
  company: DataLoader<string, CompanyRow | null>
  document: DataLoader<string, Document | null>
  partner: DataLoader<string, Partner | null>
}

export interface Context {
  call: Call
  loaders: Loaders
  /** The Idempotency-Key header of a mutation. */
  idempotencyKey?: string | undefined
  /** A signal that aborts when the caller's credentials end, or its connection does. Watched from the first call on; absent where the socket is watched. */
  credentialsEnd?: (() => AbortSignal) | undefined
}

export const newContext = (call: Call, more: Pick<Context, 'idempotencyKey' | 'credentialsEnd'> = {}): Context => ({
  call,
  ...more,
  loaders: {
    company: new DataLoader(async (ids) => {
      const rows = await call.platform.db.client.company.findMany({ where: { organizationId: call.actor.organizationId, id: { in: [...ids] } } })
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => (byId.get(id) as CompanyRow | undefined) ?? null)
    }),
    document: new DataLoader(async (ids) => {
      const rows = await call.platform.db.client.document.findMany({ where: { organizationId: call.actor.organizationId, id: { in: [...ids] } } })
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    }),
    partner: new DataLoader(async (ids) => {
      const rows = await call.platform.db.client.partner.findMany({ where: { organizationId: call.actor.organizationId, id: { in: [...ids] } } })
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    }),
  },
})
