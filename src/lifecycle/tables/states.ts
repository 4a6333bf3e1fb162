/** The states of the business, and who may move a document from one to another. */
import { isFromBuyer } from '../../values/document-types.ts'

export const lifecycleStates = [
  'draft',
  'issued',
  'received',
  'under_review',
  'approved',
  'disputed',
  'partially_paid',
  'paid',
  'rejected',
] as const
export type LifecycleState = (typeof lifecycleStates)[number]

/** What an update may ask for. */
export const targets = {
  under_review: 'The buyer has begun to check the document.',
  approved: 'The buyer accepts the document, in full or in part.',
  rejected: 'The buyer refuses the document. Nothing follows.',
  partially_paid: 'A part of the amount was paid.',
  paid: 'The document was paid in full.',
  disputed: 'The buyer contests the document, or puts it on hold.',
} as const
export type LifecycleTarget = keyof typeof targets

export type Party = 'buyer' | 'supplier'

interface TransitionRow {
  readonly buyer: readonly LifecycleTarget[]
  readonly supplier: readonly LifecycleTarget[]
}

const byPaying = ['partially_paid', 'paid'] as const
export const isPaying = (status: LifecycleState): boolean => status === 'paid' || status === 'partially_paid'

export const transitions: Readonly<Record<LifecycleState, TransitionRow>> = {
  draft: { buyer: [], supplier: [] },
  issued: { buyer: [], supplier: byPaying },
  received: { buyer: ['under_review', 'approved', 'rejected', 'disputed'], supplier: [] },
  under_review: { buyer: ['approved', 'rejected', 'disputed'], supplier: byPaying },
  approved: { buyer: [...byPaying, 'disputed'], supplier: byPaying },
  // Out of a dispute a payment leads only by being recorded, and the supplier by completing what was suspended.
  disputed: { buyer: ['under_review', 'approved', 'rejected'], supplier: [] },
  partially_paid: { buyer: [...byPaying, 'disputed'], supplier: byPaying },
  paid: { buyer: ['disputed'], supplier: [] },
  rejected: { buyer: [], supplier: [] },
}

/** States that a recorded payment moves on; from the others it is recorded, and the document stays. */
const movedByPayment: readonly LifecycleState[] = ['issued', 'approved', 'partially_paid', 'disputed']

/** What the supplier completes (French 209) goes back to review. */
export const COMPLETED_TO: LifecycleTarget = 'under_review'

/** French statuses after which nothing follows. A collection is the end only when the whole was collected. */
export const terminalStatuses: readonly string[] = ['210', '212', '213']

export interface DocumentStanding {
  state: LifecycleState
  frenchStatus: string | null
  selfBilled: boolean
  /** Of an order, and of a request for a quotation. */ ordered?: boolean
  /** Of what is no invoice, credit note or debit note: nobody pays it. */ unpayable?: boolean
}

const isTerminal = ({ state, frenchStatus }: Pick<DocumentStanding, 'state' | 'frenchStatus'>): boolean =>
  state === 'rejected' || (state === 'paid' && frenchStatus !== null && terminalStatuses.includes(frenchStatus))

/** The way of a document, before anybody decides about it. */
const onTheWay: readonly string[] = ['200', '201', '202', '203', '221', '501']
export const isOnTheWay = (frenchStatus: string | null): boolean =>
  frenchStatus !== null && onTheWay.includes(frenchStatus)
/** An error of routing, and a file that cannot be taken, are no steps of the way: the document may be sent again. */
const interruptions: readonly (string | null)[] = ['221', '501']

export interface DatedStatus {
  status: LifecycleState | null
  frenchStatus: string | null
  happenedAt: Date
  /** Where a document stands again when a payment is taken back: that goes before every rule of the order. */
  restores?: RestoredStanding | undefined
}
export type RestoredStanding = Pick<DocumentStanding, 'state' | 'frenchStatus'>

/** Codes about flows, which are told of a document and say nothing of it. */
export const flowStatuses: readonly string[] = ['250', '251', '300', '301', '400', '401', '601']

/**
 * Whether a status becomes the current one, or only stands in the log: messages come late, twice and in any order.
 * A final status is never replaced, and replaces every other; statuses of transport no longer count once a party has
 * decided; of two decisions the later one counts.
 */
export const becomesCurrent = (
  current: Pick<DocumentStanding, 'state' | 'frenchStatus'> & { at: Date | null },
  given: DatedStatus,
): boolean => {
  if (isTerminal(current) || flowStatuses.includes(given.frenchStatus ?? '')) return false
  if (isTerminal({ state: given.status ?? current.state, frenchStatus: given.frenchStatus })) return true
  const [before, after] = [current.frenchStatus, given.frenchStatus]
  const later = current.at === null || given.happenedAt >= current.at
  if (after === null || !isOnTheWay(after)) return later || isOnTheWay(before)
  if (before === null) return true
  if (interruptions.includes(before) || interruptions.includes(after)) return later && isOnTheWay(before)
  return before < after
}

/**
 * The party that the organization is: the buyer of what came in, the supplier of what went out; self-billing swaps
 * them, and so do orders.
 */
export const partyOf = ({
  direction,
  ...document
}: {
  direction: 'incoming' | 'outgoing'
  selfBilled: boolean
  type: string
}): Party => ((direction === 'incoming') === isFromBuyer(document) ? 'supplier' : 'buyer')

export const otherParty = (party: Party): Party => (party === 'buyer' ? 'supplier' : 'buyer')

/** A self-billed document is issued by the buyer: where it begins, the two ends of the exchange have changed places. */
const mirrored: Partial<Record<LifecycleState, LifecycleState>> = { issued: 'received', received: 'issued' }
const rowOf = ({ state, selfBilled }: DocumentStanding): LifecycleState =>
  (selfBilled ? mirrored[state] : undefined) ?? state

/**
 * Whoever receives a document decides about it: of an order that is the supplier, who then stands in the place of the
 * buyer.
 */
const placeOf = ({ ordered = false }: DocumentStanding, party: Party): Party => (ordered ? otherParty(party) : party)

/** In France the buyer says that it paid (211), and the supplier has yet to say that it was collected (212). */
const awaitsCollection = ({ state, frenchStatus }: DocumentStanding, party: Party): boolean =>
  party === 'supplier' && state === 'paid' && frenchStatus !== null

/** What a party may ask for now. */
export const allowedTargets = (standing: DocumentStanding, party: Party): readonly LifecycleTarget[] => {
  if (isTerminal(standing)) return []
  const allowed = awaitsCollection(standing, party) ? byPaying : transitions[rowOf(standing)][placeOf(standing, party)]
  return standing.unpayable ? allowed.filter((target) => !isPaying(target)) : allowed
}

/** Whether a recorded payment may move the document. */
export const paymentMoves = (standing: DocumentStanding, party: Party): boolean => {
  if (isTerminal(standing)) return false
  if (awaitsCollection(standing, party) || standing.state === 'disputed') return true
  return movedByPayment.includes(rowOf(standing)) && allowedTargets(standing, party).includes('paid')
}
