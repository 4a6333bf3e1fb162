/**
 * The company that sends, and the partner that it sends to: one statement for the two, in SQL because every send begins
 * with it.
 */
import type { Actor } from '../../auth/actor.ts'
import { type CompanyRow, requireNotSuspended, requireOwn } from '../../companies/company.ts'
import { requireOwnership } from '../../companies/ownership.ts'
import { type Partner, Prisma } from '../../generated/prisma/client.ts'
import { type AppError, refusal } from '../../kernel/errors/app-error.ts'
import { settle } from '../../operation/batch.ts'
import type { Preparation } from '../../operation/operation.ts'
import type { KnownPartner } from './know-recipient.ts'
import type { SendInput } from './send-input.ts'

export type RecipientPartner = Pick<Partner, 'role' | 'defaults'> & KnownPartner

export interface SenderAndPartner {
  sender: CompanyRow
  partner: RecipientPartner | undefined
}

type Ends = Pick<SendInput, 'from' | 'to'>
type Found = CompanyRow & { partner: RecipientPartner | null }

/** What is found of one that sends to another, who are values or columns. */
const found = (organizationId: string, from: Prisma.Sql | string, to: Prisma.Sql | string | null): Prisma.Sql =>
  Prisma.sql`
    SELECT companies.*, to_json(addresses) AS "legalAddress",
      CASE WHEN partners.id IS NOT NULL
        THEN json_build_object('role', partners.role, 'defaults', partners.defaults, 'name', partners.name,
          'vatNumber', partners."vatNumber", 'enrichment', partners.enrichment) END AS partner
    FROM companies
    LEFT JOIN addresses ON addresses."organizationId" = companies."organizationId"
      AND addresses.id = companies."legalAddressId"
    LEFT JOIN partners ON partners."organizationId" = companies."organizationId" AND partners."peppolId" = ${to}
      AND (partners."companyId" = companies.id OR partners."companyId" IS NULL)
    WHERE companies."organizationId" = ${organizationId} AND companies."peppolId" = ${from}
    ORDER BY companies.id DESC, partners."companyId" NULLS LAST LIMIT 1`

/** The company, if it may send. */
const allowed = (actor: Actor, { from }: Ends, row: Found | undefined): SenderAndPartner => {
  if (!row)
    throw refusal('COMPANY_NOT_FOUND', 'from', 'The organization has no company with this participant id.', {
      summary: `No company of the organization has the participant id ${from}.`,
    })
  const { partner, ...sender } = row
  requireOwn(actor, sender)
  requireNotSuspended(sender, 'from')
  if (sender.status !== 'active')
    throw refusal('CONFLICT', 'from', `The company is ${sender.status}.`, {
      summary: `The company with the participant id ${from} is ${sender.status}. Only an active company can send.`,
    })
  requireOwnership(sender)
  return { sender, partner: partner ?? undefined }
}

export const senderAndPartner = async ({ db, actor }: Preparation, ends: Ends): Promise<SenderAndPartner> => {
  const [row] = await db.$queryRaw<Found[]>(found(actor.organizationId, ends.from, ends.to ?? null))
  return allowed(actor, ends, row)
}

const nameOf = ({ from, to }: Ends): string => JSON.stringify([from, to ?? null])

/** The same for many at once, in their order; those who may not send as their refusals. */
export const sendersAndPartners = async (
  { db, actor }: Preparation,
  all: readonly Ends[],
): Promise<(SenderAndPartner | AppError)[]> => {
  const distinct = new Map(all.map((ends) => [nameOf(ends), ends]))
  const asked = JSON.stringify([...distinct].map(([name, { from, to }]) => ({ name, from, to })))
  const rows = await db.$queryRaw<(Found & { askedAs: string })[]>`
    SELECT asked.name AS "askedAs", known.*
    FROM json_to_recordset(${asked}::json) AS asked(name text, "from" text, "to" text)
    CROSS JOIN LATERAL (${found(actor.organizationId, Prisma.sql`asked."from"`, Prisma.sql`asked."to"`)}) AS known`
  const byName = new Map(rows.map(({ askedAs, ...row }) => [askedAs, row as Found]))
  const answers = new Map<string, SenderAndPartner | AppError>()
  for (const [name, ends] of distinct)
    answers.set(name, await settle(async () => allowed(actor, ends, byName.get(name))))
  return all.map((ends) => answers.get(nameOf(ends)) as SenderAndPartner | AppError)
}
