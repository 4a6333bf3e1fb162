/** What a bank says of the transfers that we ordered. A rejected one may be ordered again. */
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../kernel/database/open.ts'
import type { OrderStatus, TransferStatus } from '../formats/iso20022/bank-file.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { prefixes } from '../values/ids.ts'
import type { ImportMode } from './import-modes.ts'

interface StatedStatus {
  key: string
  status: TransferStatus['status']
  reason: string
}

/** Once rejected stays rejected: what comes late changes nothing. */
const decided = (statuses: readonly StatedStatus[]): StatedStatus[] => {
  const byKey = new Map<string, StatedStatus>()
  for (const said of statuses)
    if (said.status !== 'pending' && byKey.get(said.key)?.status !== 'rejected') byKey.set(said.key, said)
  return [...byKey.values()]
}

type TransferName = 'exportId' | 'endToEndId'

interface TransferChange {
  endToEndId: string
  status: TransferStatus['status']
}

/** What a file has said so far of each transfer: with `propose` it stands nowhere else. */
export type KnownStatuses = Map<TransferChange['endToEndId'], TransferChange['status']>

/** What changes, or with `propose` would. */
const settle = async (
  db: Db,
  { organizationId, companyId }: Actor,
  mode: ImportMode,
  told: KnownStatuses,
  column: TransferName,
  statuses: readonly StatedStatus[],
): Promise<TransferChange[]> => {
  if (statuses.length === 0) return []
  const mine =
    companyId === null
      ? Prisma.empty
      : Prisma.sql`AND t."exportId" IN (
          SELECT id FROM payment_exports WHERE "organizationId" = ${organizationId} AND "companyId" = ${companyId})`
  const said = Prisma.sql`
    json_to_recordset(${JSON.stringify(statuses)}::json) AS said(key text, status "TransferStatus", reason text)`
  const open = Prisma.sql`
    t."organizationId" = ${organizationId} AND t.${Prisma.raw(`"${column}"`)} = said.key
    AND (t.status = 'ordered' OR (t.status = 'accepted' AND said.status = 'rejected')) ${mine}`
  const changed = await db.$queryRaw<TransferChange[]>(
    mode === 'record'
      ? Prisma.sql`
          UPDATE payment_export_transfers AS t SET status = said.status, "statusReason" = said.reason
          FROM ${said} WHERE ${open} RETURNING t."endToEndId", t.status`
      : Prisma.sql`SELECT t."endToEndId", said.status::text FROM payment_export_transfers AS t, ${said} WHERE ${open}`,
  )
  const isNews = ({ endToEndId, status }: TransferChange): boolean =>
    told.get(endToEndId) === undefined || (told.get(endToEndId) === 'accepted' && status === 'rejected')
  const news = changed.filter(isNews)
  for (const { endToEndId, status } of news) told.set(endToEndId, status)
  return news
}

/** Of a portion of a file: what it says of whole orders, and then what it says of single transfers. */
export const applyStatuses = async (
  db: Db,
  actor: Actor,
  mode: ImportMode,
  told: KnownStatuses,
  statuses: readonly (TransferStatus | OrderStatus)[],
): Promise<{ accepted: number; rejected: number }> => {
  const orders = statuses.flatMap((one) =>
    one.kind === 'order'
      ? [{ key: `${prefixes.paymentExport}_${one.orderId}`, status: one.status, reason: one.reason ?? one.code }]
      : [],
  )
  const transfers = statuses.flatMap((one) =>
    one.kind === 'status' ? [{ key: one.endToEndId, status: one.status, reason: one.reason ?? one.code }] : [],
  )
  const changed = [
    ...(await settle(db, actor, mode, told, 'exportId', decided(orders))),
    ...(await settle(db, actor, mode, told, 'endToEndId', decided(transfers))),
  ]
  return {
    accepted: changed.filter(({ status }) => status === 'accepted').length,
    rejected: changed.filter(({ status }) => status === 'rejected').length,
  }
}
