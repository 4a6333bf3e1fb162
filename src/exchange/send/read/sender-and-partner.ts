/**
 * The company that sends, and the partner that it sends to: one statement for the two, in SQL because every send begins
 * with it.
 */
import type { Actor } from '../../../auth/actor.ts'
import { type CompanyRow, requireNotSuspended, requireOwn } from '../../../companies/company.ts'
import { requireOwnership } from '../../../companies/ownership.ts'
import { type Partner, Prisma } from '../../../generated/prisma/client.ts'
import { asked } from '../../../kernel/database/grouped.ts'
import type { Db } from '../../../kernel/database/open.ts'
import { type AppError, refusal } from '../../../kernel/errors/app-error.ts'
import { hasAlias } from '../../../partners/record/references.ts'
import { mapLimited } from '../../../kernel/concurrency.ts'
import { settle } from '../../../operation/batch.ts'
import type { Preparation } from '../../../operation/operation.ts'
import { companyBehind } from '../../../values/french-address.ts'
import { dayOf } from '../../../values/dates.ts'
import type { KnownPartner } from './know-recipient.ts'
import type { SendInput } from './send-input.ts'

export type RecipientPartner = Pick<Partner, 'role' | 'defaults'> & KnownPartner

export interface SenderAndPartner {
  sender: CompanyRow
  /** Which of its addresses takes statuses about its invoices, where that is none that everything goes to. */
  statusAddress: string | null
  partner: RecipientPartner | undefined
}

type Ends = Pick<SendInput, 'from' | 'to'>
type Found = CompanyRow & { partner: RecipientPartner | null; statusAddress: string | null; speaksFrom: boolean }

/** One statement, however the two are given: both ends by the companies behind them. */
interface FoundEnds {
  from: Prisma.Sql | string
  company: Prisma.Sql | string
  to: Prisma.Sql | string | null
  partner: Prisma.Sql | string | null
  today: string
}

/** The addresses of a company that are in force. */
const addressesOn = (organizationId: Prisma.Sql | string, today: string): Prisma.Sql => Prisma.sql`
  SELECT address FROM company_addresses AS own
  WHERE own."organizationId" = ${organizationId} AND own."companyId" = companies.id
    AND own."startsOn" <= ${today}::date AND (own."endsOn" IS NULL OR own."endsOn" > ${today}::date)`

/**
 * The sender and its partner, by values or by columns. Each table has a condition on the organization, so that a
 * distributed database asks one server. The VAT number of a partner is that of its own participant id, and not of an
 * alias.
 */
const found = (organizationId: Prisma.Sql | string, { from, company, to, partner, today }: FoundEnds): Prisma.Sql =>
  Prisma.sql`
    SELECT companies.*, to_json(addresses) AS "legalAddress",
      CASE WHEN partners.id IS NOT NULL
        THEN json_build_object('role', partners.role, 'defaults', partners.defaults, 'name', partners.name,
          'vatNumber', CASE WHEN partners."peppolId" IN (${to}, ${partner}) THEN partners."vatNumber" END,
          'enrichment', partners.enrichment) END AS partner,
      CASE WHEN companies.country = 'FR' THEN (
        ${addressesOn(organizationId, today)} AND own.takes = 'statuses' AND own."publishedAt" IS NOT NULL ORDER BY own.id LIMIT 1
      ) END AS "statusAddress",
      companies."peppolId" = ${from} OR EXISTS (
        ${addressesOn(organizationId, today)} AND own."addressKey" = lower(${from}::text) AND own.takes = 'everything'
      ) AS "speaksFrom"
    FROM companies
    LEFT JOIN addresses ON addresses."organizationId" = ${organizationId}
      AND addresses.id = companies."legalAddressId"
    LEFT JOIN partners ON partners."organizationId" = ${organizationId}
      AND (partners."companyId" = companies.id OR partners."companyId" IS NULL)
      AND (partners."peppolId" IN (${to}, ${partner})
        OR ${hasAlias([Prisma.sql`'peppol:' || ${to}::text`, Prisma.sql`'peppol:' || ${partner}::text`])})
    WHERE companies."organizationId" = ${organizationId} AND companies."peppolId" = ${company}
    ORDER BY companies.id DESC, partners."companyId" NULLS LAST, partners."peppolId" = ${to} DESC NULLS LAST,
      partners."peppolId" = ${partner} DESC NULLS LAST LIMIT 1`

/** The company, if it may send. */
const allowed = (actor: Actor, { from }: Ends, row: Found | undefined): SenderAndPartner => {
  if (!row?.speaksFrom)
    throw refusal('COMPANY_NOT_FOUND', 'from', 'The organization has no company with this participant id.', {
      summary: `No company of the organization has the participant id ${from}.`,
    })
  const { partner, statusAddress, speaksFrom: _speaks, ...sender } = row
  requireOwn(actor, sender)
  requireNotSuspended(sender, 'from')
  if (sender.status !== 'active')
    throw refusal('CONFLICT', 'from', `The company is ${sender.status}.`, {
      summary: `The company with the participant id ${from} is ${sender.status}. Only an active company can send.`,
    })
  requireOwnership(sender)
  return { sender, statusAddress, partner: partner ?? undefined }
}

const both = ({ from, to }: Ends) => ({
  from,
  company: companyBehind(from),
  to: to ?? null,
  partner: to === undefined ? null : companyBehind(to),
})

/** Both ends, in one of the tenants. */
interface Question {
  organizationId: string
  ends: Ends
}

const nameOf = ({ organizationId, ends: { from, to } }: Question): string =>
  JSON.stringify([organizationId, from, to ?? null])

const findOne = async (db: Db, { organizationId, ends }: Question, today: string): Promise<Found | undefined> => {
  const [row] = await db.$queryRaw<Found[]>(found(organizationId, { ...both(ends), today }))
  return row
}

const columns = {
  from: Prisma.sql`asked."from"`,
  company: Prisma.sql`asked.company`,
  to: Prisma.sql`asked."to"`,
  partner: Prisma.sql`asked.partner`,
}

/** The same for many in one statement, in their order. */
const findAll = async (db: Db, questions: readonly Question[], today: string): Promise<(Found | undefined)[]> => {
  const distinct = new Map(questions.map((question) => [nameOf(question), question]))
  const given = [...distinct].map(([name, { organizationId, ends }]) => ({ name, organizationId, ...both(ends) }))
  const [organizationId = '', ...others] = new Set(questions.map((question) => question.organizationId))
  const owner = others.length === 0 ? organizationId : Prisma.sql`asked."organizationId"`
  const rows = await db.$queryRaw<(Found & { askedAs: string })[]>`
    SELECT asked.name AS "askedAs", known.*
    FROM json_to_recordset(${JSON.stringify(given)}::json)
      AS asked(name text, "organizationId" text, "from" text, company text, "to" text, partner text)
    CROSS JOIN LATERAL (${found(owner, { ...columns, today })}) AS known`
  const byName = new Map(rows.map(({ askedAs, ...row }) => [askedAs, row as Found]))
  return questions.map((question) => byName.get(nameOf(question)))
}

type DatedQuestion = Question & { today: string }

export const senderAndPartner = async ({ db, actor, platform }: Preparation, ends: Ends): Promise<SenderAndPartner> => {
  const question = { organizationId: actor.organizationId, ends, today: dayOf(platform.clock.now()) }
  const group = platform.groups.of<DatedQuestion, Found | undefined>('senderAndPartner', () =>
    asked({
      alone: (one) => findOne(db, one, one.today),
      together: (all) => findAll(db, all, (all[0] as DatedQuestion).today),
    }),
  )
  // With tenants on several servers a statement is about one of them.
  const row = await (platform.db.isDistributed ? findOne(db, question, question.today) : group.write(question))
  return allowed(actor, ends, row)
}

/** The same for many at once, in their order; those who may not send as their refusals. */
export const sendersAndPartners = async (
  { db, actor, platform }: Preparation,
  all: readonly Ends[],
): Promise<(SenderAndPartner | AppError)[]> => {
  const questions = all.map((ends) => ({ organizationId: actor.organizationId, ends }))
  const rows = await findAll(db, questions, dayOf(platform.clock.now()))
  return mapLimited(all, 1, (ends, index) => settle(async () => allowed(actor, ends, rows[index])))
}
