/** Work: makes the record of a company on the network agree with the company, or removes it. Safe to run twice. */
import { Prisma, type Work } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { rowFrom, writeWith } from '../kernel/database/rows.ts'
import { tellOf } from './requirements.ts'
import { eventRow } from '../engine/feed/outbox.ts'
import { appendWork } from '../engine/work/append.ts'
import type { Platform } from '../operation/platform.ts'
import { newTrace } from '../kernel/trace.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { type Registration, SmpFailure, type PublicationStep } from '../upstreams/smp/port.ts'
import { receivedTypes } from '../values/document-types.ts'
import { documentTypeIdsFor, networkDocumentsById } from '../values/peppol-documents.ts'
import { workEnd } from '../engine/work/record.ts'
import { type AlreadyRecorded, RECORDED, type TryAgainLater } from '../engine/work/work.ts'
import { triesOf } from '../engine/work/tries.ts'
import { listCompany, unlistCompany } from '../directory/own-listings.ts'
import type { CompanyAddress } from '../generated/prisma/client.ts'
import { hasFurtherAddresses } from '../values/french-address.ts'
import { dayOf, startOfDay } from '../values/dates.ts'
import { keptMessage } from '../values/text.ts'
import { adoptEstablishments } from './addresses/address.ts'
import { ChangedMeanwhile, publishAddresses, withdrawAddresses } from './addresses/publish-addresses.ts'
import { type CompanyRow, withAddress } from './company.ts'

/** Seconds between tries: an SMP may be down for most of a day. */
export const PUBLISH_DELAYS_SECONDS = [5, 30, 120, 600, 3_600, 14_400, 43_200] as const

const documentsOf = (documentTypeIds: readonly string[]): Registration['documents'] =>
  documentTypeIds.flatMap((documentTypeId) => {
    const known = networkDocumentsById(documentTypeId)
    const [first] = known
    return first
      ? [
          {
            scheme: first.scheme,
            documentTypeId,
            processIds: [...new Set(known.flatMap(({ processIds }) => processIds))],
          },
        ]
      : []
  })

const registrationOf = ({
  peppolId,
  capabilities,
  isPublic,
  name,
  country,
  vatNumber,
  legalAddress,
}: CompanyRow): Registration => ({
  peppolId,
  documents: documentsOf(documentTypeIdsFor(receivedTypes(capabilities))),
  card: isPublic
    ? { name, country, vatNumber, city: legalAddress?.city ?? null, postalCode: legalAddress?.postalCode ?? null }
    : null,
})

/** The public directory lists the company once, by its participant id. */
const registrationFor =
  (company: CompanyRow) =>
  ({ address, takes }: CompanyAddress): Registration => ({
    peppolId: address,
    documents: takes === 'statuses' ? documentsOf(documentTypeIdsFor([])) : registrationOf(company).documents,
    card: null,
  })

/** What somebody else published in the name of its owner is put right by the owner. */
const leaveToOwner = async ({ db, clock }: Platform, peppolId: string): Promise<boolean> => {
  const owner = await db.client.participant.findUnique({ where: { ownedId: peppolId } })
  if (!owner) return false
  const { organizationId, companyId } = owner
  await appendWork(
    db.client,
    [{ organizationId, companyId, kind: 'company.publish', subjectId: companyId }],
    clock.now(),
  )
  return true
}

const stepOf = (error: unknown): { step: PublicationStep | null; message: string } => {
  const cause = error instanceof AppError && error.cause instanceof SmpFailure ? error.cause : error
  return cause instanceof SmpFailure
    ? { step: cause.step, message: cause.message }
    : { step: null, message: error instanceof Error ? error.message : 'The SMP did not answer.' }
}

const noteFailure = async ({ db, clock }: Platform, work: Work, error: unknown): Promise<void> => {
  const { organizationId, subjectId: id } = work
  const { step, message } = stepOf(error)
  const delay = PUBLISH_DELAYS_SECONDS[triesOf(work) - 1]
  await db.client.company.updateMany({
    where: { organizationId, id, smpStatus: { not: 'none' }, ownershipStatus: { not: 'pending' } },
    data: {
      smpStatus: delay === undefined ? 'failed' : 'pending',
      smpStep: step,
      smpError: keptMessage(message),
      smpNextTryAt: delay === undefined ? null : new Date(clock.now().getTime() + delay * 1_000),
    },
  })
  // No event tells of a failure that lasts, but what is to be done now does.
  if (delay === undefined) await db.transaction((inside) => tellOf(inside, { organizationId, ids: [id] }, clock.now()))
}

/** With its further addresses, which only companies of France have. */
const published = { ...withAddress, electronicAddresses: { orderBy: { id: 'asc' } } } as const
type Published = Prisma.CompanyGetPayload<{ include: typeof published }>

/** An address that ends while it is published is on the network, and nobody else takes it off. */
const oneHasEnded = async (db: Db, { organizationId, id, peppolId }: Published, now: Date): Promise<boolean> =>
  hasFurtherAddresses(peppolId) &&
  (await db.companyAddress.count({
    where: { organizationId, companyId: id, publishedAt: { not: null }, endsOn: { lte: startOfDay(dayOf(now)) } },
  })) > 0

const publish = async (platform: Platform, company: Published, work: Work): Promise<AlreadyRecorded> => {
  const { organizationId, id, peppolId, electronicAddresses: known } = company
  const trace = newTrace(platform.clock.now(), organizationId)
  await platform.upstreams.smp.publish(trace, registrationOf(company))
  if (hasFurtherAddresses(peppolId)) {
    const adopted = await adoptEstablishments(platform.db, company, known, platform.clock.now())
    await publishAddresses(platform, [...known, ...adopted], registrationFor(company))
  }
  await platform.db.transaction(async (db) => {
    const now = platform.clock.now()
    const written = Prisma.sql`written AS (
      UPDATE companies SET "smpRegistered" = true, "smpRegisteredAt" = COALESCE(companies."smpRegisteredAt", ${now}),
        "smpStatus" = 'registered', "smpStep" = 'published', "smpError" = NULL, "smpNextTryAt" = NULL
      FROM (
        SELECT "organizationId", id, "smpRegistered" FROM companies
        WHERE "organizationId" = ${organizationId} AND id = ${id} AND "updatedAt" = ${company.updatedAt} FOR UPDATE
      ) AS before
      WHERE companies."organizationId" = ${organizationId} AND companies.id = before.id
      RETURNING before."smpRegistered"
    )`
    const event = eventRow(
      { organizationId, companyId: id, type: 'company.smp_registered', data: { companyId: id, peppolId } },
      now,
    )
    const told = rowFrom(event, Prisma.sql`written WHERE NOT written."smpRegistered"`)
    if (!(await writeWith(db, written, [told, workEnd(work)])) || (await oneHasEnded(db, company, now)))
      throw new ChangedMeanwhile('The company changed while it was being published.')
    await listCompany(db, company, now)
  })
  return RECORDED
}

/** The record of a participant that has another owner by now stays: that one is published, and not this company. */
const withdraw = async (platform: Platform, company: Published): Promise<void> => {
  const { organizationId, id, peppolId } = company
  await withdrawAddresses(platform, company.electronicAddresses)
  if (!(await leaveToOwner(platform, peppolId))) {
    await platform.upstreams.smp.withdraw(newTrace(platform.clock.now(), organizationId), peppolId)
    if (!(await leaveToOwner(platform, peppolId))) await unlistCompany(platform.db.client, company)
  }
  const { count } = await platform.db.client.company.updateMany({
    where: { organizationId, id, status: 'inactive' },
    data: { smpStatus: 'none', smpStep: 'withdrawn', smpError: null, smpNextTryAt: null },
  })
  if (count === 0) throw new ChangedMeanwhile('The company was registered again while its record was being removed.')
}

/** An owner that only sends is on the network no longer, if it was. */
const withdrawSender = async (platform: Platform, company: Published): Promise<void> => {
  const { organizationId, id, peppolId, smpRegistered, smpStatus } = company
  if (!smpRegistered && smpStatus === 'none') return
  await withdrawAddresses(platform, company.electronicAddresses)
  await platform.upstreams.smp.withdraw(newTrace(platform.clock.now(), organizationId), peppolId)
  await unlistCompany(platform.db.client, company)
  const { count } = await platform.db.client.company.updateMany({
    where: { organizationId, id, receivesDocuments: false, ownershipStatus: 'granted' },
    data: { smpStatus: 'none', smpRegistered: false, smpRegisteredAt: null, smpStep: 'withdrawn', smpError: null },
  })
  if (count === 0) throw new ChangedMeanwhile('The company receives documents again, or another owns its participant.')
}

export const publishCompany = async (
  platform: Platform,
  work: Work,
): Promise<void | TryAgainLater | AlreadyRecorded> => {
  const { organizationId, subjectId: id } = work
  const company = await platform.db.client.company.findFirst({ where: { organizationId, id }, include: published })
  if (!company) return
  try {
    if (company.status === 'inactive') await withdraw(platform, company)
    else if (company.ownershipStatus !== 'granted') {
      await withdrawAddresses(platform, company.electronicAddresses)
      await leaveToOwner(platform, company.peppolId)
    } else if (company.receivesDocuments) return await publish(platform, company, work)
    else await withdrawSender(platform, company)
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { againInSeconds: 0 }
    await noteFailure(platform, work, error)
    throw error
  }
}
