/**
 * What is sent in a month: by the organization, by each company, and by keys with a quota of their own. The plan limits
 * the organization, and its own decisions the others.
 */
import type { Actor } from '../../../auth/actor.ts'
import { keysInLine } from '../../../auth/key-line.ts'
import { plans } from '../../../auth/plans.ts'
import type { Announced } from '../../../engine/feed/catalog.ts'
import type { Db } from '../../../kernel/database/open.ts'
import { OWN_SLOT } from '../../../kernel/database/own-slot.ts'
import { refusal } from '../../../kernel/errors/app-error.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Run } from '../../../operation/operation.ts'
import { planStorage } from '../../storage-quota.ts'
import { monthOf } from '../../../values/dates.ts'

/** The first instant of the next month, when all counts begin again. */
const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

/** How many documents the organization has sent this month. */
export const countedThisMonth = async (db: Db, organizationId: string, now: Date): Promise<number> =>
  (await db.monthlyUsage.aggregate({ where: { organizationId, month: monthOf(now) }, _sum: { documents: true } }))._sum
    .documents ?? 0

/** The same for a caller: of one company its own documents alone, since the others are none of its business. */
export const usedThisMonth = async (
  db: Db,
  { organizationId, companyId }: Pick<Actor, 'organizationId' | 'companyId'>,
  now: Date,
): Promise<number> =>
  companyId === null
    ? countedThisMonth(db, organizationId, now)
    : db.document.count({
        where: {
          organizationId,
          companyId,
          direction: 'outgoing',
          createdAt: { gte: new Date(`${monthOf(now)}-01T00:00:00Z`) },
        },
      })

/** Who sends, with the limit that its organization gives it. */
export interface Sender {
  id: string
  documentsPerMonth: number | null
  storageMegabytes: number | null
}

/** How many documents a month may have; null without a limit. The sandbox counts too and refuses nothing. */
const limitOf = ({ testMode, plan }: Actor): number | null => (testMode ? null : plans[plan].documentsPerMonth)

const keyLimitOf = ({ documentsPerMonth = null }: Actor): number | null => documentsPerMonth

export const hasLimit = (actor: Actor, { documentsPerMonth, storageMegabytes }: Sender): boolean =>
  [limitOf(actor), planStorage(actor), documentsPerMonth, storageMegabytes, keyLimitOf(actor)].some(
    (limit) => limit !== null,
  )

/** A send whose document is being written. */
interface CountedSend {
  documentId: string
  actor: Actor
  sender: Sender
  now: Date
}

/** One row for each owner and month, in their order: two statements never wait for each other. */
const countIn = (
  table: 'monthly_usage' | 'counted_usage',
  owner: readonly string[],
  sends: readonly CountedSend[],
): Prisma.Sql[] => {
  if (sends.length === 0) return []
  const counted = sends.map(({ documentId, actor: { organizationId }, sender: { id: subjectId }, now }) => ({
    documentId,
    organizationId,
    subjectId,
    month: monthOf(now),
  }))
  const names = (of: string, type = ''): Prisma.Sql =>
    Prisma.raw(owner.map((name) => `${of}"${name}"${type}`).join(', '))
  return [
    Prisma.sql`
      INSERT INTO ${Prisma.raw(table)} (${names('')}, slot, documents)
      SELECT ${names('given.')}, ${OWN_SLOT}, count(*)::int
      FROM json_to_recordset(${JSON.stringify(counted)}::json) AS given("documentId" text, ${names('', ' text')})
      JOIN written ON written.id = given."documentId"
      GROUP BY ${names('given.')} ORDER BY ${names('given.')}
      ON CONFLICT (${names('')}, slot) DO UPDATE SET documents = ${Prisma.raw(table)}.documents + EXCLUDED.documents`,
  ]
}

/**
 * Counts sends where nothing limits them, in the rows of the connection, so that senders do not wait for each other: as
 * parts of the statement that has their documents `written`. Where there is a limit, `countAgainstQuotas` counts.
 */
export const countBeside = (sends: readonly CountedSend[]): Prisma.Sql[] => [
  ...countIn(
    'monthly_usage',
    ['organizationId', 'month'],
    sends.filter(({ actor }) => limitOf(actor) === null),
  ),
  ...countIn(
    'counted_usage',
    ['organizationId', 'subjectId', 'month'],
    sends.filter(({ sender }) => sender.documentsPerMonth === null),
  ),
]

type QuotaKind = Announced<'quota.warning'>['quota']

interface Quota {
  kind: QuotaKind
  organizationId: string
  subjectId: string
  limit: number
}

/**
 * Counts in one row that every send under the quota waits for, so that the limit is exact. Answers the new count, or
 * undefined where it would be beyond the limit.
 */
const count = async (
  db: Db,
  { kind, organizationId, subjectId, limit }: Quota,
  month: string,
  documents: number,
): Promise<number | undefined> => {
  const ofOrganization = kind === 'organization'
  const table = Prisma.raw(ofOrganization ? 'monthly_usage' : 'counted_usage')
  const owner = ofOrganization ? Prisma.empty : Prisma.sql`"subjectId",`
  const owned = ofOrganization ? Prisma.empty : Prisma.sql`${subjectId},`
  const same = Prisma.sql`"organizationId" = ${organizationId} AND month = ${month}
    ${ofOrganization ? Prisma.empty : Prisma.sql`AND "subjectId" = ${subjectId}`}`
  const add = async (): Promise<number | undefined> => {
    const [counted] = await db.$queryRaw<{ used: number }[]>(Prisma.sql`
      UPDATE ${table} AS own SET documents = own.documents + ${documents}::int
      FROM (
        -- What was counted before there was a limit.
        SELECT COALESCE(sum(documents), 0)::int AS documents FROM ${table} WHERE ${same} AND slot > 0
      ) AS elsewhere
      WHERE ${same} AND slot = 0 AND own.documents + elsewhere.documents + ${documents}::int <= ${limit}
      RETURNING own.documents + elsewhere.documents AS used`)
    return counted?.used
  }
  const used = await add()
  if (used !== undefined) return used
  // It is the first of the month, or beyond the limit.
  await db.$executeRaw(Prisma.sql`
    INSERT INTO ${table} ("organizationId", ${owner} month, slot, documents)
    VALUES (${organizationId}, ${owned} ${month}, 0, 0) ON CONFLICT DO NOTHING`)
  return add()
}

const exceeded = ({ kind, subjectId, limit }: Quota, resetsAt: Date, now: Date) => {
  const whose = { organization: 'The organization', company: 'The company', key: 'The API key' }[kind]
  const message = `${whose} has sent the ${limit} documents that are allowed in this month.`
  return refusal('QUOTA_EXCEEDED', 'quota', message, {
    summary: `${message} The next month begins at ${resetsAt.toISOString()}.`,
    facts: { quota: kind, subjectId, limit, resetsAt: resetsAt.toISOString() },
    retryAfter: Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000),
  })
}

/** The marks that these documents have reached, in percent. Of a small limit the first mark is the limit itself. */
const marksOf = (used: number, limit: number, documents: number) =>
  ([80, 100] as const).flatMap((percent) => {
    const mark = Math.ceil((limit * percent) / 100)
    const isReached = mark > used - documents && mark <= used && (percent === 100 || mark < limit)
    return isReached ? [{ percent, mark }] : []
  })

type KeyQuotas = readonly { id: string; documentsPerMonth: number }[]

/** The keys whose quota a send counts against. An agent has none itself. */
const keyQuotasOf = async (db: Db, actor: Actor): Promise<KeyQuotas> => {
  if (keyLimitOf(actor) === null) return []
  const { organizationId, keyId } = actor
  const line = keyId === null ? [] : await keysInLine(db, organizationId, keyId)
  return line.flatMap(({ id, kind, documentsPerMonth }) =>
    kind === 'agent' || documentsPerMonth === null ? [] : [{ id, documentsPerMonth }],
  )
}

/** The limits that a document counts against. */
const quotasOf = (actor: Actor, { id, documentsPerMonth }: Sender, keys: KeyQuotas): Quota[] => {
  const { organizationId } = actor
  const all: [QuotaKind, string, number | null][] = [
    ...keys.map((key): [QuotaKind, string, number] => ['key', key.id, key.documentsPerMonth]),
    ['company', id, documentsPerMonth],
    ['organization', organizationId, limitOf(actor)],
  ]
  return all.flatMap(([kind, subjectId, limit]) => (limit === null ? [] : [{ kind, organizationId, subjectId, limit }]))
}

/** Documents that somebody sends. */
export interface CountedSends {
  actor: Actor
  sender: Sender
  now: Date
  documents?: number
}

interface CountedQuota {
  quota: Quota
  /** Who reached it; null where it concerns all. */
  companyId: string | null
  now: Date
  documents: number
}

const ORDER: readonly QuotaKind[] = ['key', 'company', 'organization']
const placeOf = ({ quota: { kind, organizationId, subjectId }, now }: CountedQuota): string =>
  [ORDER.indexOf(kind), organizationId, subjectId, monthOf(now)].join(' ')

/** Each limit once, always in one order: who waits for one has those before it. */
const countedQuotas = async (db: Db, sends: readonly CountedSends[]): Promise<CountedQuota[]> => {
  const keys = new Map<string, KeyQuotas>()
  for (const { actor } of sends) if (!keys.has(actor.caller)) keys.set(actor.caller, await keyQuotasOf(db, actor))
  const all = sends.flatMap(({ actor, sender, now, documents = 1 }) =>
    quotasOf(actor, sender, keys.get(actor.caller) ?? []).map((quota): CountedQuota => {
      const companyId = quota.kind === 'organization' ? null : sender.id
      return { quota, companyId, now, documents }
    }),
  )
  return [...Map.groupBy(all, placeOf)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, same]) => ({
      ...(same.at(-1) as CountedQuota),
      documents: same.reduce((sum, { documents }) => sum + documents, 0),
    }))
}

/** Counts documents against every limit that they have; at 80 % and 100 % of one, it is told. */
export const countAgainstQuotas = async (
  { db, emit, enqueue }: Pick<Run, 'db' | 'emit' | 'enqueue'>,
  sends: readonly CountedSends[],
): Promise<void> => {
  for (const { quota, companyId, now, documents } of await countedQuotas(db, sends)) {
    const { kind, organizationId, subjectId, limit } = quota
    const resetsAt = nextMonth(now)
    const used = await count(db, quota, monthOf(now), documents)
    if (used === undefined) throw exceeded(quota, resetsAt, now)
    for (const { percent, mark } of marksOf(used, limit, documents)) {
      emit(
        'quota.warning',
        { quota: kind, subjectId, limit, used: mark, percent, resetsAt: resetsAt.toISOString() },
        { organizationId, companyId },
      )
      enqueue({ kind: 'quota.warn', organizationId, companyId, subjectId, target: `${kind}:${percent}` })
    }
  }
}
