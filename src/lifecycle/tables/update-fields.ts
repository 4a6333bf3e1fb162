/** With which statuses an update may say something beside its status; what is not here, it may say with every status. */
import type { LifecycleTarget } from './states.ts'

const PAYING = ['partially_paid', 'paid'] as const
const REFUSING = ['disputed', 'rejected'] as const

export const statusesOfField = {
  paymentDate: PAYING,
  paymentAmount: PAYING,
  paymentCurrency: PAYING,
  paymentReference: PAYING,
  paymentByRate: PAYING,
  remainingAmount: ['approved', ...PAYING],
  corrections: REFUSING,
  requestedAction: REFUSING,
  suspensionReasonCode: ['disputed'],
} as const satisfies Readonly<Record<string, readonly LifecycleTarget[]>>

const fieldsOfEvery = ['reason', 'note'] as const

/** What an update to this status may say, if it takes a reason by a code where there are such codes. */
export const fieldsOf = (target: LifecycleTarget, hasReasons: boolean): readonly string[] => [
  ...(hasReasons ? ['reasonCode'] : []),
  ...fieldsOfEvery,
  ...Object.entries(statusesOfField).flatMap(([field, statuses]) =>
    (statuses as readonly LifecycleTarget[]).includes(target) ? [field] : [],
  ),
]
