import DataLoader from 'dataloader'
import type { CompanyRow } from '../companies/company.ts'
import type { Document, Partner } from '../generated/prisma/client.ts'
import type { Call } from '../operation/operation.ts'

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
  /**
   * Makes a signal that aborts when the caller's credentials end, or its connection does; they are watched from this
   * call on. Absent over websockets, where the socket itself is closed.
   */
  credentialsEnd?: (() => AbortSignal) | undefined
}

/** A filter by ids, within the organization of the caller. */
interface OwnRowsById {
  organizationId: string
  id: { in: string[] }
}

const loader = <Row extends { id: string }>(
  { actor: { organizationId } }: Call,
  find: (where: OwnRowsById) => Promise<Row[]>,
): DataLoader<string, Row | null> =>
  new DataLoader(async (ids) => {
    const rows = new Map((await find({ organizationId, id: { in: [...ids] } })).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? null)
  })

export const newContext = (call: Call, more: Pick<Context, 'idempotencyKey' | 'credentialsEnd'> = {}): Context => {
  const { client } = call.platform.db
  return {
    call,
    ...more,
    loaders: {
      company: loader(call, (where) => client.company.findMany({ where }) as Promise<CompanyRow[]>),
      document: loader(call, (where) => client.document.findMany({ where })),
      partner: loader(call, (where) => client.partner.findMany({ where })),
    },
  }
}
