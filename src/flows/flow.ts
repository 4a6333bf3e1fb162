/** Finding flows that the caller may see. */
import type { Actor } from '../auth/actor.ts'
import { ownedBy } from '../auth/visibility.ts'
import type { Flow } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'

export type FlowRow = Flow

export const flowRef = id('flow').describe('Identifier of the flow, `flow_…`.')

export const visibleFlow = async (db: Db, actor: Actor, flowId: string, select: object = {}): Promise<FlowRow> => {
  const { organizationId } = actor
  const row = (await db.flow.findUnique({
    where: { ...ownedBy(actor), organizationId_id: { organizationId, id: flowId } },
    ...select,
  })) as FlowRow | null
  if (!row) throw new AppError('RESOURCE_NOT_FOUND')
  return row
}
