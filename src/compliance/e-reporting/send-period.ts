/** Work: sends the report of a period to the portal. Safe to run twice: what is settled is not sent again. */
import type { Company, EReportingPeriod, Work } from '../../generated/prisma/client.ts'
import { holdCompany } from '../../companies/company.ts'
import { prepareFile, readFile, storeFiles } from '../../documents/record/files.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { newTrace } from '../../kernel/trace.ts'
import { sirenOf } from '../../lifecycle/messages/facts.ts'
import type { Platform } from '../../operation/platform.ts'
import { recordFailedTry } from '../send-report.ts'
import { type PeriodSize, type SentPeriod, settlePeriod } from './settle-period.ts'
import { periodLines, toldEntries } from './totals.ts'
import { writePeriodReport } from './write-report.ts'
import { fromStored } from '../../kernel/stored-json.ts'

const PLATFORM_NAME = 'Invoice Exchange'

/** What is on its way to the portal. */
interface Transmission extends PeriodSize {
  /** The state of the period that it tells: as a part of its number, the portal knows it again. */
  revision: number
}

const numberOf = ({ id }: Pick<EReportingPeriod, 'id'>, { revision }: Pick<Transmission, 'revision'>): string =>
  `${id}_${revision}`

interface WrittenPeriod {
  payload: Uint8Array
  content: PeriodSize
}

const writePeriod = async (platform: Platform, period: EReportingPeriod, company: Company): Promise<WrittenPeriod> => {
  const lines = await periodLines(platform.db.client, period)
  const told = await toldEntries(platform.db.client, period)
  const payload = writePeriodReport({
    number: numberOf(period, period),
    isCorrection: period.reportedRevision > 0,
    createdAt: platform.clock.now(),
    platform: { number: platform.env.PPF_PLATFORM_NUMBER, name: PLATFORM_NAME },
    company: { siren: sirenOf(company) ?? '', name: company.name },
    kind: period.kind,
    firstDay: period.firstDay,
    lastDay: period.lastDay,
    lines,
    told,
  })
  return { payload, content: { hasInvoices: told.length > 0, hasTotals: lines.length > 0 } }
}

/** The simulated portal behaves by the end of what was told last. */
const lastReference = async ({ db }: Platform, { organizationId, id }: EReportingPeriod): Promise<string> =>
  (
    await db.client.eReportingEntry.findFirst({
      where: { organizationId, periodId: id, reference: { not: null } },
      orderBy: { id: 'desc' },
    })
  )?.reference ?? ''

const submit = async (
  platform: Platform,
  period: EReportingPeriod,
  { payload, content }: WrittenPeriod,
): Promise<SentPeriod> => {
  const id = numberOf(period, period)
  const name = `${id}_F10.xml`
  const trace = newTrace(platform.clock.now(), period.organizationId)
  const answer = await platform.upstreams.ppf.submit(trace, {
    id,
    invoiceNumber: await lastReference(platform, period),
    files: [{ kind: 'F10', syntax: 'FRR', name, content: payload }],
  })
  return answer.outcome === 'accepted'
    ? { ...answer, outcome: 'reported', payload, name, content }
    : { ...answer, outcome: 'failed', payload, name, content }
}

/** All was taken back before anything was reported. */
const isNothing = ({ reportedRevision }: EReportingPeriod, { content }: WrittenPeriod): boolean =>
  reportedRevision === 0 && !content.hasInvoices && !content.hasTotals

/** Unless something was told meanwhile, for which other work is due. */
const waitForMore = async (
  { db }: Platform,
  { organizationId, companyId, id, revision }: EReportingPeriod,
): Promise<void> => {
  const where = { organizationId, id, revision }
  const { count } = await db.transaction(async (held) => {
    // Who tells something meanwhile sees whether other work is due for it.
    await holdCompany(held, organizationId, companyId)
    return held.eReportingPeriod.updateMany({ where, data: { status: 'open', nextCheckAt: null } })
  })
  if (count === 0) throw new AppError('CONFLICT', { message: 'More was told while the report was written.' })
}

/** Keeps what is sent before it is sent: nobody knows whether it has arrived until it is answered. */
const begin = async (platform: Platform, period: EReportingPeriod, written: WrittenPeriod): Promise<void> => {
  const { organizationId, id, revision } = period
  const now = platform.clock.now()
  const trace = newTrace(now, organizationId)
  const file = await prepareFile(platform.upstreams.storage, trace, organizationId, written.payload)
  await platform.db.transaction(async (db) => {
    await storeFiles(db, [file], now)
    const transmission = { revision, ...written.content } satisfies Transmission
    const { count } = await db.eReportingPeriod.updateMany({
      where: { organizationId, id, revision, status: { in: ['open', 'pending'] } },
      data: { transmission, fileHash: file.hash },
    })
    if (count === 0) throw new AppError('CONFLICT', { message: 'More was told while the report was written.' })
  })
}

/** The period as it was when the transmission began that was not answered, with its bytes. */
const underWay = async (
  { db, clock, upstreams }: Platform,
  period: EReportingPeriod,
): Promise<{ period: EReportingPeriod; written: WrittenPeriod } | undefined> => {
  if (period.transmission === null || period.fileHash === null) return undefined
  const { revision, ...content } = fromStored<Transmission>(period.transmission)
  const { organizationId, fileHash } = period
  const trace = newTrace(clock.now(), organizationId)
  const payload = await readFile(upstreams.storage, db.client, trace, organizationId, fileHash)
  return { period: { ...period, revision }, written: { payload, content } }
}

/** The portal has said that it does not take it: what comes next is written anew. */
const wasTurnedAway = (error: unknown): boolean => error instanceof AppError && 'beyondUpstream' in error

export const sendPeriod = async (platform: Platform, work: Work): Promise<void> => {
  const { organizationId, subjectId: id } = work
  const found = await platform.db.client.eReportingPeriod.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: { company: true },
  })
  if (!found || found.status === 'reported' || found.status === 'failed') return
  const { company, ...period } = found
  const now = platform.clock.now()
  // Told again meanwhile: other work is due for it. A clock that was moved has moved the work alone.
  if (period.status === 'open' && period.nextCheckAt !== null && period.nextCheckAt > now && !work.advanced) return
  try {
    const before = await underWay(platform, period)
    if (before)
      return await settlePeriod(platform, before.period, await submit(platform, before.period, before.written))
    const written = await writePeriod(platform, period, company)
    if (isNothing(period, written)) return await waitForMore(platform, period)
    await begin(platform, period, written)
    return await settlePeriod(platform, period, await submit(platform, period, written))
  } catch (error) {
    const { code, message } =
      error instanceof AppError ? error : { code: 'INTERNAL_ERROR', message: 'The report could not be created.' }
    const result = { outcome: 'unreached' as const, code, message, wasTurnedAway: wasTurnedAway(error) }
    return recordFailedTry({ work, error, now }, (nextCheckAt) =>
      settlePeriod(platform, period, { ...result, nextCheckAt }),
    )
  }
}
