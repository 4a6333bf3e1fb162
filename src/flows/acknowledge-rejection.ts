import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import type { ShownFinding } from '../documents/record/validation.ts'
import type { Rejection } from '../exchange/send/store/store-unsent.ts'
import type { FlowRow } from './flow.ts'
import type { AckDetail } from './record/acknowledgement.ts'

const MOST_DETAILS = 100

/** What the norm has a code for is an error; broken rules are told by the status, and here as warnings. */
const detailsOf = ({ code, reason }: Rejection, errors: readonly ShownFinding[]): AckDetail[] =>
  code === 'DUPLICATE_NUMBER'
    ? [{ level: 'Error', item: 'BT-1', reasonCode: 'AlreadyExistingFlow', reasonMessage: reason }]
    : errors.length === 0
      ? [{ level: 'Warning', item: 'BT-49', reasonCode: 'OtherTechnicalError', reasonMessage: reason }]
      : errors.slice(0, MOST_DETAILS).map(({ rule, message }) => ({
          level: 'Warning',
          item: rule,
          reasonCode: 'InvalidSchema',
          reasonMessage: message,
        }))

/** The file was taken, and what it says was rejected: unless it was there before, the flow itself is fine. */
export const acknowledgeRejection = (
  db: Db,
  { organizationId, id }: FlowRow,
  rejection: Rejection,
  errors: readonly ShownFinding[],
): Promise<unknown> => {
  const details = detailsOf(rejection, errors)
  const status = details.some(({ level }) => level === 'Error') ? 'error' : 'ok'
  return db.$executeRaw(Prisma.sql`
    UPDATE flows SET "ackStatus" = ${status}::"FlowAckStatus", "ackDetails" = ${JSON.stringify(details)}::jsonb
    WHERE "organizationId" = ${organizationId} AND id = ${id}`)
}
