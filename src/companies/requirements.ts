/** What is still to be done so that a company can do everything: what somebody has to do, not what is on its way. */
import { type Address, type Company, Prisma } from '../generated/prisma/client.ts'
import { type PendingEvent, appendEvents } from '../engine/feed/outbox.ts'
import type { EventHead } from '../engine/feed/envelope.ts'
import type { Db } from '../kernel/database/open.ts'
import { reasonTexts } from './ownership.ts'
import { accountOf } from './settings.ts'
import { standingOf } from './reporting-standing.ts'

/** Each code, and what it stands for. */
export const requirementCodes = {
  mandate: 'The company has not proved that the participant id is its own.',
  registration: 'The company is not published on the network.',
  address: 'The address lacks street, town or post code, which invoices have to show.',
  account: 'No bank account is known that invoices can name.',
  french_address_line: 'The French portal does not know where the company receives its invoices.',
} as const

type RequirementCode = keyof typeof requirementCodes

export interface Requirement {
  code: RequirementCode
  /** When it is tried again by itself. */
  due: Date | null
  fix: string
}

/** What they are told by. */
export const requirementColumns = [
  'status',
  'receivesDocuments',
  'smpStatus',
  'smpError',
  'smpNextTryAt',
  'ownershipStatus',
  'ownershipReason',
  'country',
  'vatNumber',
  'compliance',
  'settings',
  'capabilities',
  'legalAddress',
] as const

export type RequirementSubject = Pick<Company, Exclude<(typeof requirementColumns)[number], 'legalAddress'>> & {
  legalAddress?: Address | null
}

type Fault = Omit<Requirement, 'code'> | undefined

const toDo = (fix: string, due: Date | null = null): Fault => ({ fix, due })

const sendsInvoices = ({ capabilities }: Pick<Company, 'capabilities'>): boolean =>
  ((capabilities ?? {}) as { send?: string[] }).send?.includes('invoice') ?? false

/** Undefined where nothing is to be done. */
const faults: Readonly<Record<RequirementCode, (company: RequirementSubject) => Fault>> = {
  mandate: ({ ownershipStatus, ownershipReason }) =>
    ownershipStatus === 'pending'
      ? toDo(
          `${reasonTexts[ownershipReason ?? 'proof_required']} Prove it with \`startOwnershipProof\`, or let the ` +
            'customer sign the mandate on an onboarding page.',
        )
      : undefined,
  registration: ({ receivesDocuments, smpStatus, smpError, smpNextTryAt, ownershipStatus }) =>
    receivesDocuments && ownershipStatus !== 'pending' && (smpStatus === 'failed' || smpStatus === 'none')
      ? toDo(`${smpError ?? 'It was not published yet.'} Call \`registerOnNetwork\`.`, smpNextTryAt)
      : undefined,
  address: ({ legalAddress }) =>
    legalAddress?.street && legalAddress.city && legalAddress.postalCode
      ? undefined
      : toDo('Give `address` with `street`, `city` and `postalCode`.'),
  account: (company) =>
    sendsInvoices(company) && accountOf(company) === undefined
      ? toDo('Give `settings.account` with the `iban` that invoices ask to be paid to.')
      : undefined,
  french_address_line: (company) => {
    const standing = company.country === 'FR' ? standingOf(company) : undefined
    return standing?.status === 'error'
      ? toDo(`${standing.lastError?.message ?? 'The portal refused a report.'} Set \`compliance.FR.directoryLine\`.`)
      : undefined
  },
}

const all = Object.entries(faults) as [RequirementCode, (company: RequirementSubject) => Fault][]

/** Nothing is asked of a company that has left. */
export const requirementsOf = (company: RequirementSubject): Requirement[] =>
  company.status === 'inactive'
    ? []
    : all.flatMap(([code, faultOf]) => {
        const fault = faultOf(company)
        return fault ? [{ code, ...fault }] : []
      })

const isAbout = ({ type, companyId }: EventHead): boolean =>
  companyId !== null && (type.startsWith('company.') || type === 'compliance.reported')

/**
 * Whatever changes a company tells of it, so that its requirements are looked at again when these events are numbered.
 * Those that a company begins with stand in the answer that creates it.
 */
export const tellRequirements = async (db: Db, events: readonly EventHead[]): Promise<void> => {
  for (const [organizationId, own] of Map.groupBy(events.filter(isAbout), (event) => event.organizationId)) {
    const ids = [...new Set(own.flatMap(({ companyId }) => companyId ?? []))]
    await tellOf(db, { organizationId, ids }, own.at(-1)?.createdAt ?? new Date(0))
  }
}

type Told = RequirementSubject & Pick<Company, 'id' | 'toldRequirements'>

/** Also for changes that no event tells of. */
export const tellOf = async (
  db: Db,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
  at: Date,
): Promise<void> => {
  const columns = Object.fromEntries([...requirementColumns, 'id', 'toldRequirements'].map((column) => [column, true]))
  const companies = await db.company.findMany({
    where: { organizationId, id: { in: [...ids] } },
    select: columns as { id: true },
  })
  const changed = (companies as unknown as Told[])
    .map((company) => ({ company, codes: requirementsOf(company).map(({ code }) => code) }))
    .filter(({ company, codes }) => company.toldRequirements !== codes.join(' '))
  if (changed.length === 0) return
  const told = changed.map(({ company, codes }) => ({ id: company.id, codes: codes.join(' ') }))
  await db.$executeRaw(Prisma.sql`
    UPDATE companies SET "toldRequirements" = told.codes
    FROM json_to_recordset(${JSON.stringify(told)}::json) AS told(id text, codes text)
    WHERE companies."organizationId" = ${organizationId} AND companies.id = told.id`)
  await appendEvents(
    db,
    changed.flatMap(({ company, codes }) => eventOf(organizationId, company, codes)),
    at,
  )
}

/** None of a company whose requirements nobody was told of yet, and none of one that has left: it fulfilled nothing. */
const eventOf = (
  organizationId: string,
  { id: companyId, status, toldRequirements: told }: Told,
  codes: RequirementCode[],
): PendingEvent[] => {
  if (told === null || status === 'inactive') return []
  const fulfilled = told.split(' ').filter((one) => one !== '' && !codes.some((code) => code === one))
  const data = { companyId, requirements: codes, fulfilled: fulfilled as RequirementCode[] }
  return [{ organizationId, companyId, type: 'company.requirements_changed', data }]
}
