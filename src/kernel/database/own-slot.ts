/** Counts that are the sum of several rows, so that who adds to one does not wait for others who do. */
import { Prisma } from '../../generated/prisma/client.ts'

/** More than there are connections that write at the same time: PostgreSQL counts their processes one by one. */
const SLOTS = 64

/**
 * Which of the rows, from 1 on: the connection decides. A transaction that adds twice adds to the same row, and two
 * connections of any instances seldom have one row.
 */
export const OWN_SLOT = Prisma.raw(`pg_backend_pid() % ${SLOTS} + 1`)
