import type { Platform } from '../operation/platform.ts'
import type { FlowRow } from './flow.ts'

/** A flow as it is now, for what is told of it without a caller. */
export const readFlow = ({ db }: Platform, organizationId: string, id: string): Promise<FlowRow | null> =>
  db.client.flow.findUnique({ where: { organizationId_id: { organizationId, id } } })
