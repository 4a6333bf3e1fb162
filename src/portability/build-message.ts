import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../kernel/database/open.ts'
import { businessDate } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { limits } from '../values/limits.ts'
import { frenchVat } from '../values/national-numbers.ts'
import { type Row, csvOf } from './csv.ts'
import { messageType, requestRef, siren, state, subjectOf } from './message.ts'
import { dayOf } from '../values/dates.ts'

const platformId = z.string().min(1).max(limits.codeCharacters)

export const messageFields = {
  messageType: messageType.describe('Kind of the message.'),
  state: state.describe('State of the request.'),
  requestRef: requestRef.describe('Reference of the request: 1 to 35 letters, digits and hyphens.'),
  taxpayerSiren: siren.describe('SIREN of the taxpayer.'),
  gainingPaId: platformId.nullish().describe('Identifier of the platform that the taxpayer goes to.'),
  losingPaId: platformId.nullish().describe('Identifier of the platform that the taxpayer leaves.'),
  effectiveDate: businessDate.nullish().describe('Day of the change.'),
}
const fields = z.strictObject(messageFields)

/** The subject of a message, and its table. */
export const messageOf = async (
  db: Db,
  actor: Actor,
  given: z.output<typeof fields>,
  now: Date,
): Promise<{ subject: string; csv: string }> => {
  const row: Partial<Row> = {
    ...given,
    directoryLinesFrom: given.effectiveDate ?? null,
    requestedAt: now.toISOString(),
    ...(await factsOf(db, actor, given.taxpayerSiren)),
  }
  return { subject: subjectOf(given), csv: csvOf(row) }
}

export const buildPortabilityMessage = operation({
  name: 'buildPortabilityMessage',
  summary:
    'Builds a message about changing platforms: the subject of the mail and its table of 18 columns. ' +
    'What is known of the taxpayer is filled in from its companies that the caller may see. Nothing is sent.',
  scope: 'compliance',
  writes: false,
  input: fields,
  errors: ['INVALID_DATE'],
  run: async ({ db, actor, now }, given) => ({ ...(await messageOf(db, actor, given, now)), dispatched: false }),
})

/** What the organization knows of a taxpayer; a caller that acts for one company sees that one alone. */
const factsOf = async (db: Db, actor: Actor, taxpayerSiren: string): Promise<Partial<Row>> => {
  const { organizationId, companyId } = actor
  const vatNumber = frenchVat(taxpayerSiren)
  const companies = await db.company.findMany({
    where: {
      organizationId,
      country: 'FR',
      offboardedAt: null,
      ...(companyId !== null && { id: companyId }),
      OR: [{ vatNumber }, { registrationNumber: { startsWith: taxpayerSiren } }],
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, vatNumber: true, peppolId: true },
    take: MOST_COMPANIES,
  })
  const [first] = companies
  if (!first) return {}
  const invoices = {
    organizationId,
    companyId: { in: companies.map(({ id }) => id) },
    type: { in: ['invoice', 'credit-note'] },
  }
  const openInvoices = await db.document.count({
    where: { ...invoices, lifecycleStatus: { notIn: ['draft', 'paid', 'rejected'] } },
  })
  const { _max } = await db.document.aggregate({
    where: { ...invoices, direction: 'outgoing', status: { not: 'draft' } },
    _max: { issueDate: true },
  })
  return {
    taxpayerName: first.name,
    taxpayerVatNumber: first.vatNumber,
    addressingIdentifiers: companies.map(({ peppolId }) => peppolId).join(' '),
    openInvoices: String(openInvoices),
    lastInvoiceDate: _max.issueDate && dayOf(_max.issueDate),
  }
}

/** Establishments of one taxpayer that a message names. */
const MOST_COMPANIES = 1_000
