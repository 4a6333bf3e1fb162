/**
 * What may follow, as a form would ask for it: label, French status, required fields, and the reasons that may be
 * given.
 */
import { frenchStatusOf, frenchStatuses, statusesWithReason } from './french-statuses.ts'
import { SUSPENDED, motifLabels, peppolReasons, reasonCodesFor } from './reasons.ts'
import { type Party, type DocumentStanding, type LifecycleTarget, allowedTargets } from './states.ts'
import { fieldsOf } from './update-fields.ts'

export interface ReasonChoice {
  code: string
  label: string
}

export interface NextStep {
  target: LifecycleTarget
  label: string
  /** What it is called in France; several where what else is said decides. */
  frenchStatuses: readonly { code: string; meaning: string }[]
  requiredFields: readonly string[]
  /** What may be said beside them. */
  optionalFields: readonly string[]
  reasonCodes: readonly ReasonChoice[]
}

const labels: Readonly<Record<LifecycleTarget, string>> = {
  under_review: 'Take into review',
  approved: 'Approve',
  rejected: 'Refuse',
  partially_paid: 'Paid in part',
  paid: 'Paid',
  disputed: 'Dispute or put on hold',
}

const required: Readonly<Record<LifecycleTarget, readonly string[]>> = {
  under_review: [],
  approved: [],
  rejected: ['reasonCode'],
  disputed: ['reasonCode'],
  partially_paid: ['paymentDate', 'paymentAmount'],
  paid: ['paymentDate'],
}

const labelOf = (code: string): string =>
  (peppolReasons as Readonly<Record<string, string>>)[code] ?? motifLabels[code]?.[1] ?? code

const choice = (code: string): ReasonChoice => ({ code, label: code === SUSPENDED ? 'On hold' : labelOf(code) })

/** The French statuses that a target can become: approval and dispute have two. */
const codesOf = (target: LifecycleTarget, party: Party): string[] => [
  ...new Set(
    [false, true].flatMap((partial) =>
      [false, true].map((suspended) => frenchStatusOf({ target, party, partial, suspended })),
    ),
  ),
]

const stepTo = (target: LifecycleTarget, party: Party, french: boolean): NextStep => {
  const codes = french ? codesOf(target, party) : []
  const needsAmount = french && target === 'paid' && party === 'supplier'
  const contests = target === 'rejected' || target === 'disputed'
  const reasons = french
    ? [...new Set(codes.filter((code) => statusesWithReason.includes(code)).flatMap(reasonCodesFor))]
    : contests
      ? Object.keys(peppolReasons)
      : []
  const requiredFields = [...required[target], ...(needsAmount ? ['paymentAmount'] : [])]
  const reasonCodes = [...(target === 'disputed' ? [SUSPENDED] : []), ...reasons].map(choice)
  return {
    target,
    label: labels[target],
    frenchStatuses: codes.map((code) => ({ code, meaning: frenchStatuses[code]?.meaning ?? code })),
    requiredFields,
    optionalFields: fieldsOf(target, reasonCodes.length > 0).filter((field) => !requiredFields.includes(field)),
    reasonCodes,
  }
}

export const nextSteps = (standing: DocumentStanding, party: Party): NextStep[] =>
  allowedTargets(standing, party).map((target) => stepTo(target, party, standing.frenchStatus !== null))
