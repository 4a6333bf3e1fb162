/** Keeps what was told, in the period of its day, and sees that the period is sent. */
import type { CompanyRow } from '../../companies/company.ts'
import { vatRegimeOf } from '../../companies/settings.ts'
import { workRow } from '../../engine/work/append.ts'
import { type EReportingEntry, type EReportingPeriod, Prisma } from '../../generated/prisma/client.ts'
import type { EReportingKind } from '../../generated/prisma/enums.ts'
import { type NewRow, writeRows } from '../../kernel/database/rows.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import type { Run } from '../../operation/operation.ts'
import { newId } from '../../values/ids.ts'
import { ZERO } from '../../values/money.ts'
import { type ReportingDays, reportingDays, sendAt } from './regimes.ts'
import type { ReportedRow } from './reported-rows.ts'
import { overdrawnRates } from './totals.ts'
import { DAY_MS, dayOf, startOfDay } from '../../values/dates.ts'

/** What comes after a report was sent waits a moment for more of its kind: they go as one correction. */
const CORRECTION_DELAY_MS = 3_600_000

export interface Collected {
  recorded: number
  replaced: number
  unchanged: number
  periods: EReportingPeriod[]
}

export const isSame = (entry: EReportingEntry, row: ReportedRow): boolean =>
  dayOf(entry.day) === row.date &&
  entry.category === row.category &&
  entry.currency === row.currency &&
  entry.count === row.count &&
  entry.vatRate.eq(row.vatRate.toFixed()) &&
  entry.amount.eq(row.amount.toFixed()) &&
  entry.vatAmount.eq((row.vatAmount ?? ZERO).toFixed())

const refuseUnfit = (rows: readonly ReportedRow[], now: Date): void => {
  const seen = new Set<string>()
  for (const [index, { date, reference }] of rows.entries()) {
    if (date > dayOf(now) || date < '2000-01-01')
      throw refusal('INVALID_DATE', `rows[${index}].date`, 'The day must not be in the future, or before 2000.')
    if (reference !== null && seen.has(reference))
      throw refusal('INVALID_REQUEST', `rows[${index}].reference`, 'Another row has the same reference.')
    if (reference !== null) seen.add(reference)
  }
}

/** The portal takes no negative amount of payments (G1.16): a period has been paid at least what it gives back. */
const refuseOverdrawn = async (
  { db, company: { organizationId } }: Teller,
  rows: readonly ReportedRow[],
  ids: readonly string[],
): Promise<void> => {
  if (!rows.some(({ kind, amount }) => kind === 'payments' && amount.lt(0))) return
  const rates = await overdrawnRates(db, { organizationId, ids })
  const index = rows.findIndex(({ amount, vatRate }) => amount.lt(0) && rates.some((rate) => rate.eq(vatRate)))
  if (index !== -1)
    throw refusal(
      'INVALID_REQUEST',
      `rows[${index}].amount`,
      'It takes back more than was collected at this rate in the period of its day. Date it on the day of the payment.',
    )
}

/** Who tells, in the transaction that holds the company: nobody else tells something of it at the same time. */
export interface Teller extends Pick<Run, 'db' | 'now'> {
  company: Pick<CompanyRow, 'organizationId' | 'id' | 'settings'>
}

const kindsOf = (rows: readonly ReportedRow[]): EReportingKind[] => [...new Set(rows.map(({ kind }) => kind))]

type Period = Pick<EReportingPeriod, 'id' | 'kind' | 'firstDay' | 'lastDay' | 'nextCheckAt'>

/** The periods of entries, those of the days of these rows, and those beside them: none is longer than two months. */
const knownPeriods = (
  { db, company }: Teller,
  replaced: readonly EReportingEntry[],
  rows: readonly ReportedRow[],
): Promise<Period[]> => {
  const times = rows.map(({ date }) => startOfDay(date).getTime())
  const around = {
    kind: { in: kindsOf(rows) },
    firstDay: { lte: new Date(Math.max(...times) + 62 * DAY_MS) },
    lastDay: { gte: new Date(Math.min(...times) - 62 * DAY_MS) },
  }
  return db.eReportingPeriod.findMany({
    where: {
      organizationId: company.organizationId,
      companyId: company.id,
      OR: [{ id: { in: replaced.map(({ periodId }) => periodId) } }, ...(rows.length > 0 ? [around] : [])],
    },
    select: { id: true, kind: true, firstDay: true, lastDay: true, nextCheckAt: true },
  })
}

/** By the regime of the company. A period that was made under another regime keeps its days. */
const daysAround = (
  { kind, day }: { kind: EReportingKind; day: Date },
  { company }: Teller,
  known: readonly Period[],
): ReportingDays => {
  const bounds = reportingDays(vatRegimeOf(company), kind, day)
  const before = known.filter(({ lastDay }) => lastDay < day).map(({ lastDay }) => lastDay.getTime() + DAY_MS)
  const after = known.filter(({ firstDay }) => firstDay > day).map(({ firstDay }) => firstDay.getTime() - DAY_MS)
  return {
    ...bounds,
    firstDay: new Date(Math.max(bounds.firstDay.getTime(), ...before)),
    lastDay: new Date(Math.min(bounds.lastDay.getTime(), ...after)),
  }
}

/** The period of each row: one that there is already, or a new one. */
const periodsOf = (
  teller: Teller,
  rows: readonly ReportedRow[],
  known: readonly Period[],
): { ofRow: Period[]; opened: (Period & ReportingDays)[] } => {
  const opened: (Period & ReportingDays)[] = []
  const ofRow = rows.map(({ kind, date }) => {
    const day = startOfDay(date)
    const ofKind = [...known, ...opened].filter((one) => one.kind === kind)
    const there = ofKind.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
    if (there) return there
    const bounds = daysAround({ kind, day }, teller, ofKind)
    const nextCheckAt = new Date(Math.max(sendAt(bounds).getTime(), teller.now.getTime() + CORRECTION_DELAY_MS))
    const period = { id: newId('reportingPeriod'), kind, ...bounds, nextCheckAt }
    opened.push(period)
    return period
  })
  return { ofRow, opened }
}

const entryRow = ({ company, now }: Teller, row: ReportedRow, { id: periodId }: Period): NewRow => ({
  table: 'e_reporting_entries',
  columns: {
    organizationId: company.organizationId,
    id: newId('reportingEntry'),
    companyId: company.id,
    kind: row.kind,
    periodId,
    day: startOfDay(row.date),
    category: row.category,
    currency: row.currency,
    vatRate: row.vatRate.toFixed(),
    amount: row.amount.toFixed(),
    vatAmount: (row.vatAmount ?? ZERO).toFixed(),
    count: row.count,
    reference: row.reference,
    documentId: row.documentId ?? null,
    paymentId: row.paymentId ?? null,
    invoice: row.invoice ? JSON.stringify(row.invoice) : null,
    problem: row.problem ?? null,
    createdAt: now,
  },
})

/** Something new was told: what was sent, or failed, or had nothing to tell, is to be sent again. */
const reopen = ({ company }: Teller, periods: readonly Period[], dueAt: Date): Prisma.Sql => Prisma.sql`
  UPDATE e_reporting_periods SET revision = revision + 1,
    status = CASE WHEN "nextCheckAt" IS NULL THEN 'open' ELSE status END,
    "nextCheckAt" = coalesce("nextCheckAt", ${dueAt})
  WHERE "organizationId" = ${company.organizationId} AND id = ANY(${periods.map(({ id }) => id)})`

/**
 * Takes entries away and puts rows in their place, in one statement with what goes `beside` it; answers the periods that
 * have changed by it.
 */
export const replaceRows = async (
  teller: Teller,
  replaced: readonly EReportingEntry[],
  rows: readonly ReportedRow[],
  beside: readonly Prisma.Sql[] = [],
): Promise<string[]> => {
  const { db, now, company } = teller
  const { organizationId, id: companyId } = company
  const known = replaced.length + rows.length > 0 ? await knownPeriods(teller, replaced, rows) : []
  const { ofRow, opened } = periodsOf(teller, rows, known)
  const ids = new Set([...ofRow.map(({ id }) => id), ...replaced.map(({ periodId }) => periodId)])
  const changed = known.filter(({ id }) => ids.has(id))
  const dueAt = new Date(now.getTime() + CORRECTION_DELAY_MS)
  // Before the others, because a row may have the reference of the one that it replaces.
  if (replaced.length > 0)
    await db.eReportingEntry.deleteMany({ where: { organizationId, id: { in: replaced.map(({ id }) => id) } } })
  const work = (period: Period): NewRow =>
    workRow(
      {
        organizationId,
        companyId,
        kind: 'compliance.period',
        subjectId: period.id,
        dueAt: period.nextCheckAt ?? dueAt,
      },
      now,
    )
  await writeRows(
    db,
    [
      ...opened.map((columns): NewRow => ({
        table: 'e_reporting_periods',
        columns: { organizationId, companyId, ...columns, status: 'open', createdAt: now },
      })),
      ...rows.map((row, index) => entryRow(teller, row, ofRow[index] as Period)),
      ...[...opened, ...changed.filter(({ nextCheckAt }) => nextCheckAt === null)].map(work),
    ],
    [...(changed.length > 0 ? [reopen(teller, changed, dueAt)] : []), ...beside],
  )
  return [...ids]
}

/** The same for what the caller tells: a row replaces what was told under its reference. */
export const collectRows = async (teller: Teller, rows: readonly ReportedRow[]): Promise<Collected> => {
  const { db, company } = teller
  const { organizationId, id: companyId } = company
  refuseUnfit(rows, teller.now)
  const references = rows.flatMap(({ reference }) => reference ?? [])
  const kind = { in: kindsOf(rows) }
  const told =
    references.length > 0
      ? await db.eReportingEntry.findMany({
          where: { organizationId, companyId, kind, reference: { in: references } },
        })
      : []
  const before = new Map(told.map((entry) => [entry.reference, entry]))
  const isKnown = (row: ReportedRow): EReportingEntry | undefined =>
    row.reference === null ? undefined : before.get(row.reference)
  const changed = rows.filter((row) => {
    const entry = isKnown(row)
    return !entry || !isSame(entry, row)
  })
  const replaced = changed.flatMap((row) => isKnown(row) ?? [])
  const counts = { recorded: changed.length, replaced: replaced.length, unchanged: rows.length - changed.length }
  if (changed.length === 0) return { ...counts, periods: [] }
  const ids = await replaceRows(teller, replaced, changed)
  await refuseOverdrawn(teller, rows, ids)
  const periods = await db.eReportingPeriod.findMany({
    where: { organizationId, id: { in: ids } },
    orderBy: [{ firstDay: 'asc' }, { id: 'asc' }],
  })
  return { ...counts, periods }
}
