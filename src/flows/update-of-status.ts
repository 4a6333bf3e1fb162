/** A French status as an update of the lifecycle. Pure. */
import { Decimal } from '../values/money.ts'
import type { LifecycleDocument } from '../lifecycle/read/document-standing.ts'
import type { SaidStatus } from '../lifecycle/messages/read-message.ts'
import { isPeppolReason, motifLabels, SUSPENDED } from '../lifecycle/tables/reasons.ts'
import { fault } from './flow-fault.ts'
import { dayOf } from '../values/dates.ts'

/** Where a status moves the business. */
const targets: Readonly<Record<string, string>> = {
  204: 'under_review',
  205: 'approved',
  206: 'approved',
  207: 'disputed',
  208: 'disputed',
  210: 'rejected',
  211: 'paid',
  212: 'paid',
}

const codeOf = ({ reasonCode }: SaidStatus): string | undefined =>
  reasonCode !== null && (isPeppolReason(reasonCode) || reasonCode in motifLabels) ? reasonCode : undefined

const reasonsOf = (said: SaidStatus): object => {
  const code = codeOf(said)
  if (said.frenchStatus === '208')
    return { reasonCode: SUSPENDED, ...(code !== undefined && { suspensionReasonCode: code }) }
  return code === undefined ? {} : { reasonCode: code }
}

const sumOf = (said: SaidStatus, kind: string): Decimal | undefined => {
  const found = said.amounts.filter((one) => one.kind === kind)
  return found.length === 0 ? undefined : found.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
}

const paymentOf = (said: SaidStatus): object => {
  const { payment, frenchStatus, amounts, partial } = said
  if (frenchStatus !== '211' && frenchStatus !== '212') return {}
  const shares = amounts.filter(({ kind, percent }) => kind === 'MEN' && percent !== undefined)
  return {
    status: partial ? 'partially_paid' : 'paid',
    paymentDate: payment?.date ?? (said.happenedAt && dayOf(said.happenedAt)),
    ...(payment?.amount != null && { paymentAmount: payment.amount }),
    ...(payment?.currency != null && { paymentCurrency: payment.currency }),
    ...(payment?.reference != null && { paymentReference: payment.reference }),
    ...(partial && payment?.remaining != null && { remainingAmount: payment.remaining }),
    ...(shares.length > 0 && {
      paymentByRate: shares.map(({ amount, percent }) => ({ rate: percent?.toFixed(), amount: amount.toFixed(2) })),
    }),
  }
}

/** What is not approved: as the message says it, or what is approved taken from the total. */
const remainderOf = (said: SaidStatus, { grossAmount }: LifecycleDocument): object => {
  if (said.frenchStatus !== '206') return {}
  const [refused, approved] = [sumOf(said, 'MNATTC'), sumOf(said, 'MAPTTC')]
  const remaining =
    refused ?? (approved && grossAmount ? new Decimal(grossAmount.toFixed()).minus(approved) : undefined)
  if (remaining === undefined)
    throw fault('InvoiceLCAmountError', 'MDT-207', 'A partial approval says how much is approved (MAPTTC, MNATTC).')
  return { remainingAmount: remaining.abs().toFixed(2) }
}

export const updateOf = (said: SaidStatus, document: LifecycleDocument): object => {
  const status = targets[said.frenchStatus ?? '']
  if (status === undefined)
    throw fault('InvoiceLCStatusError', 'MDT-105', `The status ${said.frenchStatus} cannot be given here.`)
  const { reason, note, requestedAction, corrections } = said
  const isRefusing = status === 'disputed' || status === 'rejected'
  return {
    status,
    ...reasonsOf(said),
    ...(reason !== null && { reason }),
    ...(note !== null && { note }),
    ...(isRefusing && requestedAction !== null && { requestedAction }),
    ...(isRefusing && corrections.length > 0 && { corrections }),
    ...remainderOf(said, document),
    ...paymentOf(said),
  }
}
