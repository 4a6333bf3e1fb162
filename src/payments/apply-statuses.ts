/** What a bank says of the transfers that we ordered. A rejected one may be ordered again. */
import type { Actor } from '../auth/actor.ts'
import type { Database } from '../database/open.ts'
import type { OrderStatus, TransferStatus } from '../formats/iso20022/bank-file.ts'
import { prefixes } from '../values/ids.ts'

export const applyStatuses = async ({ client }: Database, { organizationId, companyId }: Actor, statuses: readonly (TransferStatus | OrderStatus)[]): Promise<{ accepted: number; rejected: number }> => {
  const counts = { accepted: 0, rejected: 0 }
  const mine = companyId === null ? {} : { export: { companyId } }
  for (const said of statuses) {
    if (said.status === 'pending') continue
    const which = said.kind === 'order' ? { exportId: `${prefixes.paymentExport}_${said.orderId}` } : { endToEndId: said.endToEndId }
    // Once rejected stays rejected: what comes late changes nothing.
    const { count } = await client.paymentExportTransfer.updateMany({ where: { organizationId, ...which, ...mine, status: { in: said.status === 'accepted' ? ['ordered'] : ['ordered', 'accepted'] } }, data: { status: said.status, statusReason: said.reason ?? said.code } })
    counts[said.status] += count
  }
  return counts
}
