/** Who may set what from where, written out from what was decided, and not from the tables of the product. */
import type { LifecycleState, Party, LifecycleTarget } from '../../src/lifecycle/tables/states.ts'

export const everyState = [
  'draft',
  'issued',
  'received',
  'under_review',
  'approved',
  'disputed',
  'partially_paid',
  'paid',
  'rejected',
] as const satisfies readonly LifecycleState[]

export const everyTarget = [
  'under_review',
  'approved',
  'rejected',
  'partially_paid',
  'paid',
  'disputed',
] as const satisfies readonly LifecycleTarget[]

/** Out of a dispute a payment leads only by being recorded, and the supplier by completing what was suspended. */
export const decided: Readonly<Record<LifecycleState, Record<Party, string>>> = {
  draft: { buyer: '', supplier: '' },
  issued: { buyer: '', supplier: 'partially_paid paid' },
  received: { buyer: 'under_review approved rejected disputed', supplier: '' },
  under_review: { buyer: 'approved rejected disputed', supplier: 'partially_paid paid' },
  approved: { buyer: 'partially_paid paid disputed', supplier: 'partially_paid paid' },
  disputed: { buyer: 'under_review approved rejected', supplier: '' },
  partially_paid: { buyer: 'partially_paid paid disputed', supplier: 'partially_paid paid' },
  paid: { buyer: 'disputed', supplier: '' },
  rejected: { buyer: '', supplier: '' },
}

/**
 * In France the supplier still collects (212) what the buyer has sent (211), and after the whole collection nothing
 * follows.
 */
export const decidedTargets = (state: LifecycleState, frenchStatus: string | null, party: Party): LifecycleTarget[] => {
  const inFrance = frenchStatus === '212' ? '' : party === 'supplier' ? 'partially_paid paid' : 'disputed'
  const targets = state === 'paid' && frenchStatus !== null ? inFrance : decided[state][party]
  return everyTarget.filter((target) => targets.split(' ').includes(target))
}
