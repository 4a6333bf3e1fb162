/** What the documents of a period tell. Their identifiers sort by time, so a period is a piece of the primary key. */
import { invoiceKindsSql } from '../documents/record/document.ts'
import type { Db } from '../kernel/database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { firstIdWithin } from '../values/ids.ts'
import { Decimal, sum } from '../values/money.ts'
import type { Period } from '../values/periods.ts'
import { DAY_MS } from '../values/dates.ts'

interface SoughtDocuments {
  organizationId: string
  companyId: string | null
  start: Date
  end: Date
  interval: Period
  now: Date
}
interface InvoicedAmounts {
  sent: Decimal
  received: Decimal
}
export interface AmountPoint extends InvoicedAmounts {
  start: Date
}
export interface CurrencyAmounts extends InvoicedAmounts {
  currency: string
  documents: number
  points: AmountPoint[]
}
export interface DeliveryTimes {
  documents: number
  medianSeconds: number | null
  slowSeconds: number | null
}
export interface DeliveryPoint extends DeliveryTimes {
  start: Date
}

const MOST_REASONS = 20
const MOST_PARTNERS = 10

/** Clocks of several machines differ, but never by a day: identifiers of that day are looked at too. */
const within = ({ organizationId, companyId, start, end, now }: SoughtDocuments): Prisma.Sql => Prisma.sql`
  documents."organizationId" = ${organizationId}
    AND documents.id >= ${firstIdWithin('document', now.getTime() - start.getTime() + DAY_MS)}
    AND documents."createdAt" >= ${start} AND documents."createdAt" < ${end}
    ${companyId === null ? Prisma.empty : Prisma.sql`AND documents."companyId" = ${companyId}`}`

const startOf = (interval: Period): Prisma.Sql =>
  Prisma.sql`date_trunc(${interval}, documents."createdAt" AT TIME ZONE 'UTC')::date`

const ARRIVED = Prisma.sql`COALESCE(documents."deliveryStatus" NOT IN ('failed', 'rejected'), true)`

interface AmountRow {
  start: Date
  currency: string
  documents: number
  sent: string
  received: string
}

const addedUp = (rows: readonly AmountRow[]): InvoicedAmounts => ({
  sent: sum(rows.map(({ sent }) => new Decimal(sent))),
  received: sum(rows.map(({ received }) => new Decimal(received))),
})

/** Invoices and debit notes less credit notes, as texts: no cent passes a floating point. */
export const amountsOf = async (
  db: Db,
  sought: SoughtDocuments,
  starts: readonly Date[],
): Promise<CurrencyAmounts[]> => {
  const signed = Prisma.sql`CASE documents.type WHEN 'credit-note' THEN -1 ELSE 1 END * documents."grossAmount"`
  const rows = await db.$queryRaw<AmountRow[]>(Prisma.sql`
    SELECT ${startOf(sought.interval)} AS start, documents.currency, count(*)::int AS documents,
      COALESCE(sum(${signed}) FILTER (WHERE documents.direction = 'outgoing'), 0)::text AS sent,
      COALESCE(sum(${signed}) FILTER (WHERE documents.direction = 'incoming'), 0)::text AS received
    FROM documents
    WHERE ${within(sought)} AND ${ARRIVED} AND documents.status <> 'draft' AND documents.currency IS NOT NULL
      AND documents."grossAmount" IS NOT NULL AND documents.type IN (${invoiceKindsSql})
    GROUP BY 1, 2`)
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, own]): CurrencyAmounts => {
      const at = Map.groupBy(own, ({ start }) => start.getTime())
      const points = starts.map((start) => ({ start, ...addedUp(at.get(start.getTime()) ?? []) }))
      return { currency, documents: own.reduce((all, one) => all + one.documents, 0), ...addedUp(own), points }
    })
    .sort((one, other) => other.documents - one.documents || (one.currency < other.currency ? -1 : 1))
}

const SECONDS = Prisma.sql`extract(epoch FROM documents."deliveredAt" - documents."sentAt")`

/** Half of the deliveries took at most the median, and nineteen of twenty at most `slowSeconds`. */
export const deliveriesOf = async (
  db: Db,
  sought: SoughtDocuments,
  starts: readonly Date[],
): Promise<DeliveryTimes & { points: DeliveryPoint[] }> => {
  const rows = await db.$queryRaw<(DeliveryTimes & { start: Date | null })[]>(Prisma.sql`
    WITH taken AS (
      SELECT ${startOf(sought.interval)} AS start, greatest(0, ${SECONDS}) AS seconds
      FROM documents
      WHERE ${within(sought)} AND documents.direction = 'outgoing' AND documents."deliveredAt" IS NOT NULL
        AND documents."sentAt" IS NOT NULL
    )
    SELECT start, count(*)::int AS documents,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::float8 AS "medianSeconds",
      (percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds))::float8 AS "slowSeconds"
    FROM taken GROUP BY GROUPING SETS ((start), ())`)
  const none = { documents: 0, medianSeconds: null, slowSeconds: null }
  const at = new Map(rows.map((row) => [row.start?.getTime(), row]))
  const { start: _all, ...whole } = at.get(undefined) ?? { start: null, ...none }
  return { ...whole, points: starts.map((start) => ({ ...none, ...at.get(start.getTime()), start })) }
}

export interface Reason {
  kind: string
  code: string
  documents: number
}

/** Why deliveries failed, and why documents that arrived were rejected or disputed, most frequent first. */
export const reasonsOf = (db: Db, sought: SoughtDocuments): Promise<Reason[]> =>
  db.$queryRaw<Reason[]>(Prisma.sql`
    WITH reasons AS (
      SELECT documents.id, documents."deliveryStatus"::text AS kind, documents."errorCode" AS code
      FROM documents
      WHERE ${within(sought)} AND documents."deliveryStatus" IN ('failed', 'rejected')
      UNION
      SELECT documents.id, CASE entries.status WHEN 'rejected' THEN 'refused' ELSE 'disputed' END, entries."reasonCode"
      FROM documents JOIN lifecycle_entries entries
        ON entries."organizationId" = documents."organizationId" AND entries."documentId" = documents.id
      WHERE ${within(sought)} AND documents."lifecycleStatus" IN ('rejected', 'disputed')
        AND entries.status = documents."lifecycleStatus"
    )
    SELECT kind, COALESCE(code, '') AS code, count(*)::int AS documents
    FROM reasons GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${MOST_REASONS}`)

export interface BusyPartner {
  partnerId: string
  name: string
  sent: number
  received: number
}

export const partnersOf = (db: Db, sought: SoughtDocuments): Promise<BusyPartner[]> =>
  db.$queryRaw<BusyPartner[]>(Prisma.sql`
    WITH busiest AS (
      SELECT documents."partnerId" AS id,
        count(*) FILTER (WHERE documents.direction = 'outgoing')::int AS sent,
        count(*) FILTER (WHERE documents.direction = 'incoming')::int AS received
      FROM documents WHERE ${within(sought)} AND documents."partnerId" IS NOT NULL AND documents.status <> 'draft'
      GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MOST_PARTNERS}
    )
    SELECT partners.id AS "partnerId", partners.name, busiest.sent, busiest.received
    FROM busiest JOIN partners ON partners."organizationId" = ${sought.organizationId} AND partners.id = busiest.id
    ORDER BY busiest.sent + busiest.received DESC, partners.id`)
