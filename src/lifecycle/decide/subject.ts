/**
 * Gathers what a judgement has to know: the document, and only for payments what was paid and which VAT rates there
 * are.
 */
import { readFile } from '../../documents/record/files.ts'
import { type LifecycleEntry, Prisma } from '../../generated/prisma/client.ts'
import type { Preparation } from '../../operation/operation.ts'
import { Decimal, ZERO, sum } from '../../values/money.ts'
import type { Payment, Subject } from './decision.ts'
import { readVatShares } from '../read/read-vat-shares.ts'
import { type LifecycleDocument, isFrench, standingOf } from '../read/document-standing.ts'
import type { KeptAmount } from '../messages/facts.ts'
import type { RateShare } from '../tables/amounts.ts'
import { type LifecycleState, type Party, type LifecycleTarget, isPaying, partyOf } from '../tables/states.ts'

export const amountOf = (value: { toFixed(): string } | null): Decimal =>
  value === null ? ZERO : new Decimal(value.toFixed())

/** What payments have to cover: they are positive, and those of a document with a negative amount go the other way. */
export const payableOf = ({ amountDue, grossAmount }: Pick<LifecycleDocument, 'amountDue' | 'grossAmount'>): Decimal =>
  amountOf(amountDue ?? grossAmount).abs()

/** The document's VAT by rate, including VAT; null for a document without a structure. */
export const vatRates = async (
  { platform, db, trace }: Pick<Preparation, 'platform' | 'db' | 'trace'>,
  document: LifecycleDocument,
): Promise<RateShare[] | null> => {
  if (document.fileHash === null || (document.syntax !== 'ubl' && document.syntax !== 'cii')) return null
  const { organizationId, fileHash } = document
  const bytes = await readFile(platform.upstreams.storage, db, trace, organizationId, fileHash)
  const shares = await platform.heavy.run(readVatShares, { bytes }, organizationId)
  return shares?.map(({ rate, gross }) => ({ rate: new Decimal(rate), gross: new Decimal(gross) })) ?? null
}

/** What a party has said of a document: what is paid and not taken back, and what it did not approve. */
export interface SaidAmounts {
  paid: Decimal
  refused: Decimal
}
const NOTHING_SAID: SaidAmounts = { paid: ZERO, refused: ZERO }

interface Side {
  document: LifecycleDocument
  party: Party
}

/** What a party has said is paid of a document, and has not taken back. */
export const paidBy = async (db: Preparation['db'], document: LifecycleDocument, party: Party): Promise<Decimal> =>
  (await paidBySides(db, [{ document, party }])).get(document.id) ?? ZERO

/** The same of several documents, by their identifiers. */
export const paidBySides = async (db: Preparation['db'], sides: readonly Side[]): Promise<Map<string, Decimal>> =>
  new Map([...(await saidBySides(db, sides))].map(([id, { paid }]) => [id, paid]))

/** Of an approval, the amount that it leaves out; the last one counts. */
const refusedBy = (approval: Pick<LifecycleEntry, 'amounts'> | undefined): Decimal =>
  new Decimal((approval?.amounts as KeptAmount[] | undefined)?.find(({ kind }) => kind === 'MNATTC')?.amount ?? 0).abs()

const saidBySides = async (db: Preparation['db'], sides: readonly Side[]): Promise<Map<string, SaidAmounts>> => {
  if (sides.length === 0) return new Map()
  const [organizationId = ''] = sides.map(({ document }) => document.organizationId)
  const entries = await db.lifecycleEntry.findMany({
    where: {
      organizationId,
      documentId: { in: sides.map(({ document }) => document.id) },
      OR: [{ payment: { not: Prisma.DbNull } }, { status: 'approved', source: { not: 'reversal' } }],
    },
    select: { documentId: true, party: true, payment: true, status: true, amounts: true },
    orderBy: [{ happenedAt: 'asc' }, { id: 'asc' }],
  })
  const said = Map.groupBy(entries, ({ documentId, party }) => `${documentId} ${party}`)
  return new Map(
    sides.map(({ document, party }) => {
      const own = said.get(`${document.id} ${party}`) ?? []
      return [
        document.id,
        {
          paid: sum(own.map(({ payment }) => new Decimal((payment as Payment | null)?.amount ?? 0))),
          refused: refusedBy(own.findLast(({ status, payment }) => status === 'approved' && payment === null)),
        },
      ]
    }),
  )
}

/**
 * States in which nothing can have been paid yet. Review and approval are not among them: a document that was paid in
 * part comes back to them from a dispute, or by a message of the other side.
 */
const BEFORE_ANY_PAYMENT: readonly LifecycleState[] = ['draft', 'issued', 'received']

interface RequestedStatus {
  document: LifecycleDocument
  update: { status: LifecycleTarget }
}

/**
 * What each side has said of the amounts of its document, for the updates whose decision depends on it: one statement
 * for documents of one organization.
 */
export const saidBefore = (
  db: Preparation['db'],
  asked: readonly RequestedStatus[],
): Promise<ReadonlyMap<string, SaidAmounts>> =>
  saidBySides(
    db,
    asked.flatMap(({ document, update }) =>
      isPaying(update.status) && !BEFORE_ANY_PAYMENT.includes(document.lifecycleStatus)
        ? [{ document, party: partyOf(document) }]
        : [],
    ),
  )

/** Its VAT rates, where the status tells them. They stand in its file, which never changes. */
export const ratesFor = async (
  call: Pick<Preparation, 'platform' | 'db' | 'trace'>,
  { document, update }: RequestedStatus,
): Promise<RateShare[] | null> =>
  isPaying(update.status) && isFrench(document) && partyOf(document) === 'supplier' ? vatRates(call, document) : null

export const subjectOf = (
  document: LifecycleDocument,
  said: ReadonlyMap<string, SaidAmounts>,
  rates: RateShare[] | null,
): Subject => {
  const { paid, refused } = said.get(document.id) ?? NOTHING_SAID
  return {
    ...standingOf(document),
    party: partyOf(document),
    french: isFrench(document),
    currency: document.currency,
    totals: { net: amountOf(document.netAmount), gross: amountOf(document.grossAmount) },
    // A buyer who has approved a part pays that part.
    due: payableOf(document).minus(refused),
    statesAmount: (document.amountDue ?? document.grossAmount) !== null,
    paid,
    rates,
  }
}
