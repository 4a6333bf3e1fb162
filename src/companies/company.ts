/**
 * What the operations on companies have in common: the forms of their input, and finding one that the caller may see.
 */
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { country, freeObject, metadata, typedAs } from '../kernel/input.ts'
import { documentTypes } from '../values/document-types.ts'
import { externalId, externalIdIn, externalIdTaken } from '../operation/external-id.ts'
import { XML_TEXT } from '../values/text.ts'
import { settingsInput } from './settings.ts'

export const withAddress = { legalAddress: true } as const satisfies Prisma.CompanyInclude
export type CompanyRow = Prisma.CompanyGetPayload<{ include: typeof withAddress }>

/** Where the data of a company comes from that no registry knew first: the service made it, for a sandbox. */
export const MADE_HERE = 'sandbox'

/** A text that every document of the company repeats, so it must fit into XML. */
const xmlText = (text: z.ZodString): z.ZodString =>
  text.refine((value) => XML_TEXT.test(value), 'The text has a character that XML does not allow')

const addressInput = z
  .strictObject({
    street: xmlText(z.string().max(200)).nullish().describe('Street and number.'),
    streetLine2: xmlText(z.string().max(200)).nullish().describe('Second line of the street address.'),
    city: xmlText(z.string().max(100)).nullish().describe('Town.'),
    postalCode: xmlText(z.string().max(20)).nullish().describe('Post code.'),
    country: country.describe('Country code of ISO 3166-1, two capital letters.'),
  })
  .meta({ id: 'AddressInput', description: 'A postal address; only the country is required.' })

export const identifierInput = z
  .strictObject({
    scheme: z
      .string()
      .min(1)
      .max(20)
      .describe('Kind of identifier: an ICD or EAS code, or a name such as GLN, DUNS or SIRET.'),
    value: z.string().min(1).max(100).describe('Value of the identifier.'),
  })
  .meta({ id: 'IdentifierInput', description: 'Another identifier of the company.' })

const documentTypeList = z.array(z.enum(documentTypes).meta({ graphql: 'DocumentType' })).max(documentTypes.length)

const capabilitiesInput = z
  .strictObject({
    send: documentTypeList.optional().describe('Kinds of documents that the company sends. All kinds when absent.'),
    receive: documentTypeList
      .optional()
      .describe('Kinds of documents that the company receives. All kinds when absent.'),
  })
  .meta({ id: 'CapabilitiesInput', description: 'The kinds of documents that the company sends and receives.' })

const BY_COUNTRY = 'What the company says of itself to authorities, by country code.'
const ownWord = (description: string) => z.string().nullish().describe(description)

/** In JSON any names are accepted; GraphQL has those that the authorities know. */
const complianceInput = typedAs(
  freeObject.describe('Status of the reporting to authorities, by country code.'),
  z
    .strictObject({
      FR: z
        .strictObject({ directoryLine: ownWord('The entry of the company in the directory of the portal.') })
        .meta({ id: 'FrenchComplianceInput', description: 'What a French company says of itself.' })
        .nullish(),
      IT: z
        .strictObject({
          recipientCode: ownWord('The code that the interchange system delivers to.'),
          pec: ownWord('The certified e-mail address that the interchange system delivers to.'),
        })
        .meta({ id: 'ItalianComplianceInput', description: 'What an Italian company says of itself.' })
        .nullish(),
    })
    .meta({ id: 'CompanyComplianceInput', description: BY_COUNTRY }),
)

export const companyFields = {
  externalId,
  name: xmlText(z.string().trim().min(1).max(200)).describe('Display name.'),
  address: addressInput,
  capabilities: capabilitiesInput,
  settings: settingsInput,
  compliance: complianceInput,
  metadata,
}

export const fullCapabilities = { send: [...documentTypes], receive: [...documentTypes] }

/** How a path names a company: by id, by the caller's own identifier, or by one of its numbers. */
export const companyRef = z
  .string()
  .max(200)
  .meta({ graphql: 'ID', examples: ['comp_01kafm4h7vf8xbkrs9q2m3c5de'] })
  .describe(
    'The company: its identifier `comp_…`, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant id>`.',
  )

const isOtherName = (ref: string): boolean => /^(vat|peppol|ext):/.test(ref)

const whereOf = (organizationId: string, ref: string): Prisma.CompanyWhereInput => {
  const external = externalIdIn(ref)
  if (external !== undefined) return { organizationId, externalId: external }
  return ref.startsWith('vat:')
    ? { organizationId, vatNumber: ref.slice(4) }
    : { organizationId, peppolId: ref.slice(7) }
}

/**
 * The company that the caller means, if the caller may see it. What belongs to others does not exist; a key bound to
 * one company is told plainly that another company of its own organization is not for it.
 */
export const visibleCompany = async (db: Db, actor: Actor, ref: string, select?: object): Promise<CompanyRow> => {
  const { organizationId } = actor
  const shape = select ?? { include: withAddress }
  // Prisma gathers what is looked up by key at the same time into one statement.
  const found = isOtherName(ref)
    ? await db.company.findFirst({ where: whereOf(organizationId, ref), orderBy: { id: 'desc' }, ...shape })
    : await db.company.findUnique({ where: { organizationId_id: { organizationId, id: ref } }, ...shape })
  if (!found) throw new AppError('COMPANY_NOT_FOUND')
  requireOwn(actor, found)
  return found as CompanyRow
}

export const requireOwn = (actor: Actor, { id }: { id: string }): void => {
  if (actor.companyId !== null && actor.companyId !== id) throw new AppError('COMPANY_FORBIDDEN')
}

/** A suspended company exchanges nothing. */
export const requireNotSuspended = (company: Pick<CompanyRow, 'status' | 'suspensionReason'>, field: string): void => {
  if (company.status !== 'suspended') return
  const { suspensionReason: reason } = company
  throw refusal('COMPANY_SUSPENDED', field, reason ?? 'The platform has suspended the company.', {
    summary: `The company is suspended${reason === null ? '' : `: ${reason}`}`,
  })
}

/**
 * The company that something new is for: the named one, or else the caller's own; null where it is for the whole
 * organization.
 */
export const boundCompany = async (db: Db, actor: Actor, ref: string | null | undefined): Promise<string | null> => {
  const named = ref ?? actor.companyId
  return named === null ? null : (await visibleCompany(db, actor, named)).id
}

/**
 * Refuses access for a company that has left. Its row is held as a reference holds it, so that it does not leave while
 * somebody is let in.
 */
export const refuseLeft = async (db: Db, organizationId: string, companyId: string): Promise<void> => {
  const [company] = await db.$queryRaw<{ hasLeft: boolean }[]>`
    SELECT "offboardedAt" IS NOT NULL AS "hasLeft" FROM companies
    WHERE "organizationId" = ${organizationId} AND id = ${companyId} FOR KEY SHARE`
  if (company?.hasLeft)
    throw new AppError('CONFLICT', { message: 'The company has left. Reactivate it before somebody gets access.' })
}

/** The visible company, held until the transaction ends, so that what is read here is what is changed. */
export const companyToChange = async (db: Db, actor: Actor, ref: string): Promise<CompanyRow> => {
  // Nobody makes another company wait.
  const isHidden = actor.companyId !== null && actor.companyId !== ref
  const id = isOtherName(ref) || isHidden ? (await visibleCompany(db, actor, ref)).id : ref
  await db.$queryRaw`SELECT 1 FROM companies WHERE "organizationId" = ${actor.organizationId} AND id = ${id} FOR UPDATE`
  return visibleCompany(db, actor, id)
}

/** Holds a company against other changes until the transaction ends. Documents of it may be stored meanwhile. */
export const holdCompany = (db: Db, organizationId: string, id: string): Promise<unknown> =>
  holdCompanies(db, organizationId, [id])

/** Holds several, always in the same order, so that two transactions that hold the same ones never deadlock. */
export const holdCompanies = (db: Db, organizationId: string, ids: readonly string[]): Promise<unknown> =>
  db.$queryRaw`
    SELECT id FROM companies WHERE "organizationId" = ${organizationId} AND id = ANY(${ids})
    ORDER BY id FOR NO KEY UPDATE`

/** For a caller bound to one company, lists hold that company only. */
export const visibleTo = (actor: Actor): Prisma.CompanyWhereInput => ({
  organizationId: actor.organizationId,
  ...(actor.companyId !== null && { id: actor.companyId }),
})

export const searchTextOf = (company: {
  name: string
  legalName: string | null
  vatNumber: string
  peppolId: string
  externalId?: string | null
}): string =>
  [company.name, company.legalName, company.vatNumber, company.peppolId, company.externalId]
    .map((one) => one ?? '')
    .join('\n')
    .trimEnd()
    .toLowerCase()

/** Refuses an identifier of the caller's own system that another company has. */
export const refuseTakenExternalId = async (
  db: Db,
  organizationId: string,
  wanted: string | null | undefined,
  except?: string,
): Promise<void> => {
  if (wanted == null) return
  const existing = await db.company.findFirst({ where: { organizationId, externalId: wanted }, select: { id: true } })
  if (existing && existing.id !== except) throw externalIdTaken(existing.id)
}

export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'company'
