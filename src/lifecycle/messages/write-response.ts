/** What the buyer says of an invoice, as a Peppol Invoice Response. Pure: the same facts make the same bytes. */
import { profiles } from '../../formats/profiles.ts'
import type { Response, ResponseParty, ResponseStatus } from '../../formats/response.ts'
import { writeResponse } from '../../formats/ubl/response.ts'
import type { TradeSide } from '../read/document-standing.ts'
import { PARTIALLY_PAID, responseFor } from '../tables/responses.ts'
import { SUSPENDED, peppolReasonFor } from '../tables/reasons.ts'
import { conditionOf } from './corrections.ts'
import { type StatusFacts, addressOf, amountsOf, correctionsOf, paymentOf, tradeSides } from './facts.ts'
import { dayOf, secondOf } from '../../values/dates.ts'

const DEFAULT_TYPE = '380'

const party = (side: TradeSide): ResponseParty => {
  const electronicAddress = addressOf(side)
  return { ...(electronicAddress && { electronicAddress }), identifiers: [], name: side.name ?? side.peppolId ?? '' }
}
const originalParty = ({ name, peppolId }: TradeSide): ResponseParty => ({
  identifiers: [],
  name: name ?? peppolId ?? '',
})

const because = (
  reasonCode: string,
  reason: string | undefined,
  conditions: ResponseStatus['conditions'] = [],
): ResponseStatus => ({ reasonCode, list: 'OPStatusReason', ...(reason !== undefined && { reason }), conditions })

/** Why: the code given, or for what was done in part what that part is. */
const reasonsOf = ({ entry, document }: StatusFacts): ResponseStatus[] => {
  const conditions = correctionsOf(entry).map(conditionOf)
  const payment = paymentOf(entry)
  if (entry.status === 'partially_paid')
    return [
      because(
        PARTIALLY_PAID,
        [
          payment?.amount && `Paid ${payment.amount} ${payment.currency ?? ''}`,
          payment?.remaining && `remaining ${payment.remaining}`,
        ]
          .filter(Boolean)
          .join(', ') || 'Paid in part',
      ),
    ]
  if (entry.reasonCode !== null)
    return [
      because(
        entry.reasonCode === SUSPENDED ? 'OTH' : peppolReasonFor(entry.motif ?? entry.reasonCode),
        entry.reason ?? (entry.reasonCode === SUSPENDED ? 'On hold' : undefined),
        conditions,
      ),
    ]
  const refused = amountsOf(entry).find(({ kind }) => kind === 'MNATTC')
  return refused
    ? [
        because(
          'OTH',
          entry.reason ?? `Not approved: ${refused.amount} ${refused.currency ?? document.currency ?? ''}`.trim(),
          conditions,
        ),
      ]
    : []
}

const responseOf = (facts: StatusFacts): Response => {
  const { entry, document, number } = facts
  const sides = tradeSides(facts)
  const partial = amountsOf(entry).some(({ kind }) => kind === 'MNATTC') || entry.status === 'partially_paid'
  const [day = '', time = ''] = secondOf(entry.happenedAt).split('T')
  const payment = paymentOf(entry)
  const issueDate = document.issueDate ? dayOf(document.issueDate) : undefined
  return {
    ...profiles['peppol-invoice-response'],
    id: number,
    issueDate: day,
    issueTime: `${time}Z`,
    ...(entry.note !== null && { note: entry.note }),
    sender: party(sides[sides.own]),
    receiver: party(sides[sides.other]),
    code: (entry.status && responseFor(entry.status, partial)) ?? 'AB',
    effectiveDate: payment?.date ?? day,
    statuses: [
      ...reasonsOf(facts),
      ...(entry.requestedAction === null
        ? []
        : [{ reasonCode: entry.requestedAction, list: 'OPStatusAction', conditions: [] }]),
    ],
    reference: {
      number: document.number,
      ...(issueDate !== undefined && { issueDate }),
      typeCode: document.typeCode ?? DEFAULT_TYPE,
    },
    issuer: originalParty(sides.supplier),
    recipient: originalParty(sides.buyer),
    lines: [],
  }
}

export const invoiceResponseOf = (facts: StatusFacts): Uint8Array => Buffer.from(writeResponse(responseOf(facts)))
