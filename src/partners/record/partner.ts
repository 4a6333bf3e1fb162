/** Shared by the operations on partners: the schemas of their input, and finding the partner that a caller names. */
import { z } from 'zod'
import { enrichmentInput } from './enrichment.ts'
import {
  type Numbers,
  type ReferredPartner,
  hasAlias,
  numberIn,
  numbersOf,
  referenceTo,
  referencesTo,
} from './references.ts'
import type { Actor } from '../../auth/actor.ts'
import { mayRead, readableBy, requireOwner } from '../../auth/visibility.ts'
import { hold } from '../../kernel/database/held-rows.ts'
import type { Db } from '../../kernel/database/open.ts'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import { type Partner, Prisma } from '../../generated/prisma/client.ts'
import { PartnerRole } from '../../generated/prisma/enums.ts'
import { externalId, externalIdTaken } from '../../operation/external-id.ts'
import { currency, metadata, peppolId, vatNumber } from '../../kernel/input.ts'

export type PartnerRow = Partner

/** How a path names a partner. */
export const partnerRef = z
  .string()
  .max(200)
  .meta({ graphql: 'ID', examples: ['part_01kafm4h7vf8xbkrs9q2m3c5de'] })
  .describe(
    'The partner: its identifier `part_…`, `ext:<externalId>`, `vat:<VAT number>`, `peppol:<participant id>` or one ' +
      'of its `aliases`. A number finds the partner of the caller first, then the one that all companies share, then ' +
      'the one of the oldest company.',
  )

const defaultsInput = z
  .strictObject({
    currency: currency.nullish().describe('Currency of documents to the partner.'),
    paymentTermsDays: z
      .number()
      .int()
      .min(0)
      .max(3_650)
      .nullish()
      .describe('Number of days from the date of issue to the due date.'),
    note: z.string().max(5_000).nullish().describe('Note on documents to the partner.'),
    orderReference: z.string().max(200).nullish().describe('Order reference of documents to the partner.'),
  })
  .meta({
    id: 'PartnerDefaultsInput',
    description: 'Values for documents to the partner that do not state them.',
  })

const tagList = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(100)
      .refine((tag) => !tag.includes(','), 'A tag must not contain a comma'),
  )
  .max(50)
  .transform((tags) => [...new Set(tags)])

export const partnerRole = z.enum(PartnerRole).meta({ graphql: 'PartnerRole' })

/** Fields of a partner in the input that creates and that changes it. */
export const partnerFields = {
  externalId,
  peppolId: peppolId.describe('Participant id. When absent, it is derived from the VAT number.'),
  vatNumber: vatNumber.describe('VAT number. When absent, it is derived from the participant id if that contains it.'),
  name: z.string().trim().min(1).max(200).describe('Name. When absent, it comes from the registry or the directory.'),
  role: partnerRole.describe('Whether the partner sells to the organization, buys from it, or both.'),
  contactName: z.string().trim().min(1).max(200).describe('Name of the contact person.'),
  contactEmail: z.email().max(200).describe('E-mail address of the contact.'),
  defaults: defaultsInput,
  tags: tagList.describe('Tags that the organization gives the partner. A tag must not contain a comma.'),
  enrichment: enrichmentInput,
  metadata,
}

const notFound = (): AppError => new AppError('RESOURCE_NOT_FOUND', { message: 'The partner was not found.' })

/**
 * The ids of the first partners with the number, in the order in which they count: the caller's own (of its company, or
 * shared by all for callers of the organization), then the shared one, then those of the companies by age. Of one owner,
 * the partner that has the number counts before one with the alias.
 */
const idsWith = async (db: Db, { organizationId, companyId }: Actor, ref: string, take: number): Promise<string[]> => {
  const number = numberIn(ref)
  if (!number) return [ref]
  const isNumber = Prisma.sql`${number.column} = ${number.value}`
  const [readable, order] =
    companyId === null
      ? [Prisma.empty, Prisma.sql`NULLS FIRST`]
      : [Prisma.sql`AND ("companyId" = ${companyId} OR "companyId" IS NULL)`, Prisma.sql`NULLS LAST`]
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM partners
    WHERE "organizationId" = ${organizationId} ${readable} AND (${isNumber} OR ${hasAlias([ref])})
    ORDER BY "companyId" ${order}, ${isNumber} DESC NULLS LAST, id LIMIT ${take}`
  return found.map(({ id }) => id)
}

const candidates = async (
  db: Db,
  actor: Actor,
  ref: string,
  take: number,
  select: object = {},
): Promise<readonly PartnerRow[]> => {
  const { organizationId } = actor
  // Prisma gathers what is looked up by key at the same time into one statement.
  const found = await Promise.all(
    (await idsWith(db, actor, ref, take)).map((id) =>
      db.partner.findUnique({ where: { ...readableBy(actor), organizationId_id: { organizationId, id } }, ...select }),
    ),
  )
  return found.filter((one) => one !== null) as PartnerRow[]
}

/** The partner that the caller means. What belongs to others does not exist. */
export const visiblePartner = async (db: Db, actor: Actor, ref: string, select: object = {}): Promise<PartnerRow> => {
  const [partner] = await candidates(db, actor, ref, 1, select)
  if (!partner) throw notFound()
  return partner
}

/** The visible partner, if the caller may change it. Nobody guesses which one a caller of the organization changes. */
export const ownPartner = async (db: Db, actor: Actor, ref: string): Promise<PartnerRow> => {
  const [partner, ...others] = await candidates(db, actor, ref, 2)
  if (!partner) throw notFound()
  if (others.length > 0 && actor.companyId === null)
    throw new AppError('CONFLICT', {
      message: 'Several partners have that number. To change one, use the identifier (`part_…`) of the partner.',
      details: [partner, ...others].map(({ id: existingId }) => ({
        field: 'partnerId',
        rule: 'CONFLICT',
        message: 'This partner has the number.',
        existingId,
      })),
    })
  requireOwner(actor, partner, 'partner')
  return partner
}

/** The same, held against other changes until the transaction ends. */
export const partnerToChange = async (db: Db, actor: Actor, ref: string): Promise<PartnerRow> => {
  const id = numberIn(ref) ? (await ownPartner(db, actor, ref)).id : ref
  const { organizationId, companyId } = actor
  const partner = await hold(db, 'partners', { organizationId, id, companyId, isShared: true })
  if (!partner || !mayRead(actor, partner)) throw notFound()
  requireOwner(actor, partner, 'partner')
  return partner
}

/** Holds partners, always in the same order, so that two transactions that hold the same ones never deadlock. */
export const holdPartners = (db: Db, organizationId: string, ids: readonly string[]): Promise<unknown> =>
  db.$queryRaw`
    SELECT id FROM partners WHERE "organizationId" = ${organizationId} AND id = ANY(${ids}) ORDER BY id FOR UPDATE`

type SearchedPartner = Pick<PartnerRow, 'name' | 'vatNumber' | 'peppolId' | 'contactName' | 'contactEmail'> &
  Partial<Pick<PartnerRow, 'externalId' | 'aliases'>>

export const partnerSearchText = ({
  name,
  vatNumber: vat,
  peppolId: participant,
  contactName,
  contactEmail,
  externalId: external = null,
  aliases = [],
}: SearchedPartner): string =>
  [name, vat, participant, contactName, contactEmail, ...(external === null ? [] : [external])]
    .concat(aliases.map((alias) => numberIn(alias)?.value ?? alias))
    .map((part) => part ?? '')
    .join('\n')
    .toLowerCase()

/** Other partners of the owner that one of the references finds. */
export const othersFoundBy = (
  db: Db,
  { organizationId, companyId }: Pick<PartnerRow, 'organizationId' | 'companyId'>,
  references: readonly string[],
  except: readonly string[],
): Promise<ReferredPartner[]> => {
  const valuesOf = (name: keyof Numbers): string[] =>
    references.map(numberIn).flatMap((number) => (number?.name === name ? [number.value] : []))
  return db.$queryRaw`
    SELECT id, "externalId", "peppolId", "vatNumber", aliases FROM partners
    WHERE "organizationId" = ${organizationId} AND "companyId" IS NOT DISTINCT FROM ${companyId} AND id <> ALL(${except})
      AND ("peppolId" = ANY(${valuesOf('peppolId')}) OR "vatNumber" = ANY(${valuesOf('vatNumber')})
        OR ${hasAlias(references)})`
}

/** Refuses an identity that another partner of the owner has; `except` is the partner that is being changed. */
export const refuseTaken = async (
  db: Db,
  owner: Pick<PartnerRow, 'organizationId' | 'companyId'>,
  identity: { peppolId: string | null; vatNumber: string | null },
  except?: string,
): Promise<void> => {
  const wanted = { externalId: null, ...identity }
  const [existing] = await othersFoundBy(db, owner, numbersOf(wanted), except === undefined ? [] : [except])
  if (!existing) return
  const found = referencesTo(existing)
  const field = found.includes(`peppol:${identity.peppolId}`) ? 'peppolId' : 'vatNumber'
  throw refusal('CONFLICT', field, 'Another partner already has this value.', {
    summary: 'There is already a partner with that participant id or VAT number.',
    facts: { existingId: existing.id },
  })
}

/** Refuses an identifier of the caller's own system that another partner has; one of another company is not named. */
export const refuseTakenExternalId = async (
  db: Db,
  actor: Actor,
  wanted: string | null | undefined,
  except?: string,
): Promise<void> => {
  if (wanted == null) return
  const [existing] = await db.$queryRaw<Pick<PartnerRow, 'id' | 'companyId'>[]>`
    SELECT id, "companyId" FROM partners
    WHERE "organizationId" = ${actor.organizationId} AND id IS DISTINCT FROM ${except ?? null}
      AND ("externalId" = ${wanted} OR ${hasAlias([referenceTo('externalId', wanted)])})
    LIMIT 1`
  if (existing) throw externalIdTaken(mayRead(actor, existing) ? existing.id : undefined)
}
