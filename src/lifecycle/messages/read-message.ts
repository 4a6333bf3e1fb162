/** From a message of the other side to what it says of which document: one form for Invoice Response and CDAR. */
import { FormatError } from '../../formats/format-error.ts'
import { readCdar } from '../../formats/cdar/acknowledgement.ts'
import type { Acknowledgement, Figure, ReferencedDocument } from '../../formats/cdar/message.ts'
import type { Response } from '../../formats/response.ts'
import { readResponse } from '../../formats/ubl/response.ts'
import type { XmlElement } from '../../formats/xml/tree.ts'
import { isDate } from '../../values/dates.ts'
import { sirenOfAddress } from '../../values/french-address.ts'
import { ZERO, sum } from '../../values/money.ts'
import { atMost } from '../../values/text.ts'
import type { Payment } from '../decide/decision.ts'
import { type AmountKind, amountKinds, frenchStatuses, phaseOf } from '../tables/french-statuses.ts'
import { meaningOf } from '../tables/responses.ts'
import type { StatusAmount } from '../tables/amounts.ts'
import type { LifecycleState } from '../tables/states.ts'
import type { Correction } from '../read/update-input.ts'
import type { MessageSyntax } from './channel.ts'
import { correctionOf, correctionsOfFigures } from './corrections.ts'

export interface SaidStatus {
  syntax: MessageSyntax
  /** How the message names itself. */
  number: string
  documentNumber: string
  issueDate: string | null
  /** Its kind (UNTDID 1001). */
  typeCode: string | null
  /** Its seller, as France knows it; null where the message does not say. */
  sellerSiren: string | null
  /** When it was decided; null where the message does not say. */
  happenedAt: Date | null
  /** What a French message says; null for an Invoice Response. */
  frenchStatus: string | null
  /** Said by a platform about the way of the document, not by a party. */
  byPlatform: boolean
  /** Where it moves the business, and whether something remains. */
  state: LifecycleState | null
  partial: boolean
  reasonCode: string | null
  motif: string | null
  reason: string | null
  note: string | null
  requestedAction: string | null
  payment: Payment | null
  amounts: StatusAmount[]
  corrections: Correction[]
}

const refuse = (message: string): never => {
  throw new FormatError('UNSUPPORTED', message)
}

const LONGEST_TEXT = 1_000
const MOST_CORRECTIONS = 50
const LONGEST_REFERENCE = 140
const bounded = (text: string | undefined, most = LONGEST_TEXT): string | null =>
  text === undefined || text.trim() === '' ? null : atMost(most, text.trim())

/** Null for what is no time, and for a year that databases do not have. */
const instant = (text: string): Date | null => {
  const date = new Date(text)
  return date.getUTCFullYear() >= 1 ? date : null
}

const isAmountKind = (kind: string): kind is AmountKind => amountKinds.some((one) => one === kind)

const amountsOf = (figures: readonly Figure[]): StatusAmount[] =>
  figures.flatMap(({ kind, amount, percent }) =>
    amount && isAmountKind(kind) ? [{ kind, amount, ...(percent && { percent }) }] : [],
  )

/** What was paid or collected, from the amounts of the status. */
const paymentOf = (
  code: string,
  figures: readonly Figure[],
  decided: string,
): { payment: Payment | null; partial: boolean } => {
  const of = (wanted: string): Figure[] => figures.filter(({ kind }) => kind === wanted)
  const paid = of(code === '211' ? 'MPA' : 'MEN')
  if ((code !== '211' && code !== '212') || paid.length === 0) return { payment: null, partial: code === '206' }
  const remaining = of('RAP')[0]?.amount ?? null
  const amount = sum(paid.map((figure) => figure.amount ?? ZERO))
  return {
    payment: {
      date: paid[0]?.date ?? decided.slice(0, 10),
      amount: amount.toFixed(2),
      currency: paid[0]?.currency ?? null,
      reference: bounded(paid[0]?.text, LONGEST_REFERENCE),
      remaining: remaining?.toFixed(2) ?? null,
    },
    partial: remaining?.gt(0) === true,
  }
}

const sirenOf = ({ seller }: ReferencedDocument): string | null =>
  seller?.identifiers.map(({ scheme, value }) => sirenOfAddress(`${scheme}:${value}`)).find((one) => one) ?? null

const ofReference = (message: Acknowledgement, reference: ReferencedDocument, position: number): SaidStatus => {
  const status =
    frenchStatuses[reference.status] ??
    refuse(`The status "${reference.status}" (MDT-105) is not in the French list of statuses.`)
  const { decidedAt = message.createdAt } = message
  const detail = reference.details[0]
  const figures = reference.details.flatMap((one) => one.figures)
  const { payment, partial } = paymentOf(status.code, figures, decidedAt ?? '')
  return {
    syntax: 'cdar',
    number: position === 0 ? message.id : `${message.id} (${position + 1})`,
    documentNumber: reference.number,
    issueDate: reference.issueDate ?? null,
    typeCode: reference.typeCode ?? null,
    sellerSiren: sirenOf(reference),
    happenedAt: decidedAt === undefined ? null : instant(`${decidedAt}Z`),
    frenchStatus: status.code,
    byPlatform: phaseOf(status.code) === '305' || status.emittedBy === 'any platform',
    state: status.moves === 'paid' && partial ? 'partially_paid' : status.moves,
    partial,
    reasonCode: detail?.reasonCode ?? null,
    motif: detail?.reasonCode ?? null,
    reason: bounded(detail?.reason),
    note: bounded(detail?.notes.map(({ text }) => text).join('\n')),
    requestedAction: detail?.actionCode ?? null,
    payment,
    amounts: amountsOf(figures),
    corrections: correctionsOfFigures(figures).slice(0, MOST_CORRECTIONS),
  }
}

const fromCdar = (root: XmlElement): SaidStatus[] => {
  const { document } = readCdar(root)
  if (document.references.length === 0) return refuse('The message does not refer to a document.')
  return document.references.map((reference, position) => ofReference(document, reference, position))
}

const momentOf = ({ issueDate, issueTime }: Response): Date | null => {
  if (!isDate(issueDate) || issueTime === undefined) return null
  return instant(`${issueDate}T${issueTime}${/(Z|[+-]\d\d:\d\d)$/.test(issueTime) ? '' : 'Z'}`)
}

const ACTION = 'OPStatusAction'

/** An Invoice Response says a day and no amounts. */
const paymentOfResponse = ({ effectiveDate, issueDate }: Response): Payment => ({
  date: effectiveDate ?? issueDate,
  amount: null,
  currency: null,
  reference: null,
  remaining: null,
})

const correctionsOfResponse = ({ statuses }: Response): Correction[] =>
  statuses
    .flatMap(({ conditions }) => conditions)
    .filter(({ field }) => /^B[TG]-/.test(field ?? ''))
    .slice(0, MOST_CORRECTIONS)
    .map(correctionOf)

const fromResponse = (root: XmlElement): SaidStatus[] => {
  const { document: answer } = readResponse(root)
  const reasons = answer.statuses.filter(({ list }) => list !== ACTION)
  const codes = reasons.flatMap(({ reasonCode }) => reasonCode ?? [])
  const { state, partial } =
    meaningOf(answer.code, codes) ?? refuse(`The response code "${answer.code}" is not in the code list UNCL4343.`)
  return [
    {
      syntax: 'invoice-response',
      number: answer.id,
      documentNumber: answer.reference.number,
      issueDate: answer.reference.issueDate ?? null,
      typeCode: answer.reference.typeCode ?? null,
      sellerSiren: null,
      happenedAt: momentOf(answer),
      frenchStatus: null,
      byPlatform: false,
      state,
      partial,
      reasonCode: reasons[0]?.reasonCode ?? null,
      motif: null,
      reason: bounded(reasons.flatMap(({ reason }) => reason ?? []).join('; ')),
      note: bounded(answer.note),
      requestedAction: answer.statuses.find(({ list }) => list === ACTION)?.reasonCode ?? null,
      payment: state === 'paid' || state === 'partially_paid' ? paymentOfResponse(answer) : null,
      amounts: [],
      corrections: correctionsOfResponse(answer),
    },
  ]
}

const readers: Readonly<Record<string, (root: XmlElement) => SaidStatus[]>> = {
  'cdar:CrossDomainAcknowledgementAndResponse': fromCdar,
  'response:ApplicationResponse': fromResponse,
}

/** Everything that a message says: one status for each document it is about. */
export const readMessage = (root: XmlElement): SaidStatus[] =>
  (
    readers[root.qname] ??
    (() =>
      refuse(
        `The root element is "${root.name}", which is not a message with a status. Send an Invoice ` +
          `Response or a CDAR.`,
      ))
  )(root)
