/** Keeps what was told, in the period of its day, and sees that the period is sent. */
import type { CompanyRow } from '../../companies/company.ts'
import { vatRegimeOf } from '../../companies/settings.ts'
import type { EReportingEntry, EReportingPeriod } from '../../generated/prisma/client.ts'
import type { EReportingKind } from '../../generated/prisma/enums.ts'
import { writeRows } from '../../kernel/database/rows.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import type { Run } from '../../operation/operation.ts'
import { newId } from '../../values/ids.ts'
import { ZERO } from '../../values/money.ts'
import { type ReportingDays, reportingDays, sendAt } from './regimes.ts'
import type { ReportedRow } from './reported-rows.ts'

/** What comes after a report was sent waits a moment for more of its kind: they go as one correction. */
const CORRECTION_DELAY_MS = 3_600_000

export interface Collected {
  recorded: number
  replaced: number
  unchanged: number
  periods: EReportingPeriod[]
}

const dayOf = (text: string): Date => new Date(`${text}T00:00:00Z`)
const textOf = (day: Date): string => day.toISOString().slice(0, 10)

export const isSame = (entry: EReportingEntry, row: ReportedRow): boolean =>
  textOf(entry.day) === row.date &&
  entry.category === row.category &&
  entry.currency === row.currency &&
  entry.count === row.count &&
  entry.vatRate.eq(row.vatRate.toFixed()) &&
  entry.amount.eq(row.amount.toFixed()) &&
  entry.vatAmount.eq((row.vatAmount ?? ZERO).toFixed())

const refuseUnfit = (rows: readonly ReportedRow[], now: Date): void => {
  const seen = new Set<string>()
  for (const [index, { date, reference }] of rows.entries()) {
    if (date > textOf(now) || date < '2000-01-01')
      throw refusal('INVALID_DATE', `rows[${index}].date`, 'The day must not be in the future, or before 2000.')
    if (reference !== null && seen.has(reference))
      throw refusal('INVALID_REQUEST', `rows[${index}].reference`, 'Another row has the same reference.')
    if (reference !== null) seen.add(reference)
  }
}

/** Rows of a company that are collected in one transaction. */
export type Told = {
  run: Pick<Run, 'db' | 'now' | 'enqueue'>
  company: Pick<CompanyRow, 'organizationId' | 'id' | 'settings'>
  kind: EReportingKind
}

type Bounds = Pick<EReportingPeriod, 'id' | 'firstDay' | 'lastDay'>

const DAY_MS = 24 * 3_600_000

/** The periods of these days that there are, and those beside them: none is longer than two months. */
const knownAround = ({ run, company, kind }: Told, days: readonly Date[]): Promise<Bounds[]> => {
  const times = days.map((day) => day.getTime())
  const [from, to] = [Math.min(...times) - 62 * DAY_MS, Math.max(...times) + 62 * DAY_MS]
  return run.db.eReportingPeriod.findMany({
    where: {
      organizationId: company.organizationId,
      companyId: company.id,
      kind,
      firstDay: { lte: new Date(to) },
      lastDay: { gte: new Date(from) },
    },
    select: { id: true, firstDay: true, lastDay: true },
  })
}

/** By the regime of the company. A period that was made under another regime keeps its days. */
const daysAround = (day: Date, { company, kind }: Told, known: readonly Bounds[]): ReportingDays => {
  const bounds = reportingDays(vatRegimeOf(company), kind, day)
  const before = known.filter(({ lastDay }) => lastDay < day).map(({ lastDay }) => lastDay.getTime() + DAY_MS)
  const after = known.filter(({ firstDay }) => firstDay > day).map(({ firstDay }) => firstDay.getTime() - DAY_MS)
  return {
    ...bounds,
    firstDay: new Date(Math.max(bounds.firstDay.getTime(), ...before)),
    lastDay: new Date(Math.min(bounds.lastDay.getTime(), ...after)),
  }
}

const openPeriod = async ({ run, company, kind }: Told, bounds: ReportingDays): Promise<Bounds> => {
  const { organizationId, id: companyId } = company
  const id = newId('reportingPeriod')
  const dueAt = new Date(Math.max(sendAt(bounds).getTime(), run.now.getTime() + CORRECTION_DELAY_MS))
  await run.db.eReportingPeriod.create({
    data: {
      organizationId,
      id,
      companyId,
      kind,
      ...bounds,
      status: 'open',
      // What is told now makes it one.
      revision: 0,
      nextCheckAt: dueAt,
      createdAt: run.now,
    },
  })
  run.enqueue({ companyId, kind: 'compliance.period', subjectId: id, dueAt })
  return { id, ...bounds }
}

/** The period of each day: one that there is already, or a new one. */
const periodsFor = async (told: Told, days: readonly string[]): Promise<Map<string, string>> => {
  const known = days.length === 0 ? [] : await knownAround(told, days.map(dayOf))
  const found = new Map<string, string>()
  for (const text of new Set(days)) {
    const day = dayOf(text)
    const there = known.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
    const period = there ?? (await openPeriod(told, daysAround(day, told, known)))
    if (!there) known.push(period)
    found.set(text, period.id)
  }
  return found
}

/** Something new was told: what was sent, or failed, or had nothing to tell, is to be sent again. */
const reopen = async ({ run, company }: Told, ids: readonly string[]): Promise<EReportingPeriod[]> => {
  const { organizationId, id: companyId } = company
  const where = { organizationId, id: { in: [...ids] } }
  const settled = await run.db.eReportingPeriod.findMany({
    where: { ...where, nextCheckAt: null },
  })
  const due = new Date(run.now.getTime() + CORRECTION_DELAY_MS)
  await run.db.eReportingPeriod.updateMany({
    where: { organizationId, id: { in: settled.map(({ id }) => id) } },
    data: { status: 'open', nextCheckAt: due },
  })
  for (const { id } of settled) run.enqueue({ companyId, kind: 'compliance.period', subjectId: id, dueAt: due })
  await run.db.eReportingPeriod.updateMany({ where, data: { revision: { increment: 1 } } })
  return run.db.eReportingPeriod.findMany({ where, orderBy: [{ firstDay: 'asc' }, { id: 'asc' }] })
}

const keep = ({ run, company, kind }: Told, rows: readonly ReportedRow[], periods: Map<string, string>) =>
  writeRows(
    run.db,
    rows.map((row) => ({
      table: 'e_reporting_entries',
      columns: {
        organizationId: company.organizationId,
        id: newId('reportingEntry'),
        companyId: company.id,
        kind,
        periodId: periods.get(row.date) as string,
        day: dayOf(row.date),
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
        createdAt: run.now,
      },
    })),
  )

/** The company is held by the caller, so nobody else tells something of it at the same time. */
export const collectRows = async (told: Told, rows: readonly ReportedRow[]): Promise<Collected> => {
  const { run, company, kind } = told
  const { organizationId, id: companyId } = company
  refuseUnfit(rows, run.now)
  const references = rows.flatMap(({ reference }) => reference ?? [])
  const known = await run.db.eReportingEntry.findMany({
    where: { organizationId, companyId, kind, reference: { in: references } },
  })
  const before = new Map(known.map((entry) => [entry.reference, entry]))
  const isKnown = (row: ReportedRow): EReportingEntry | undefined =>
    row.reference === null ? undefined : before.get(row.reference)
  const changed = rows.filter((row) => {
    const entry = isKnown(row)
    return !entry || !isSame(entry, row)
  })
  const replaced = changed.flatMap((row) => isKnown(row) ?? [])
  const counts = { replaced: replaced.length, unchanged: rows.length - changed.length }
  if (changed.length === 0) return { recorded: 0, ...counts, periods: [] }
  return { recorded: changed.length, ...counts, periods: await replaceRows(told, replaced, changed) }
}

/** Takes rows away and puts others in their place; answers the periods that have changed by it. */
export const replaceRows = async (
  told: Told,
  replaced: readonly EReportingEntry[],
  rows: readonly ReportedRow[],
): Promise<EReportingPeriod[]> => {
  const { organizationId } = told.company
  await told.run.db.eReportingEntry.deleteMany({ where: { organizationId, id: { in: replaced.map(({ id }) => id) } } })
  const periods = await periodsFor(
    told,
    rows.map(({ date }) => date),
  )
  await keep(told, rows, periods)
  return reopen(told, [...new Set([...periods.values(), ...replaced.map(({ periodId }) => periodId)])])
}
