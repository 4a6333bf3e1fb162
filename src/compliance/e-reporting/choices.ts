/** The words of e-reporting. */
import { choiceOf } from '../../operation/view.ts'
import { categories } from './reported-rows.ts'

export const kinds = {
  transactions: 'Transactions that no invoice tells (flux 10.3).',
  payments: 'Payments that no invoice tells (flux 10.4).',
} as const

export const statuses = {
  open: 'What is told is collected. The report is sent at `nextCheckAt`.',
  pending: 'The portal could not be reached. The report is sent again at `nextCheckAt`.',
  reported: 'The portal accepted the report.',
  failed: 'The portal refused the report, or could not be reached in time. Report more to have it sent again.',
} as const

export const kindChoice = choiceOf('EReportingKind', Object.keys(kinds), kinds)
export const statusChoice = choiceOf('EReportingStatus', Object.keys(statuses), statuses)
export const categoryChoice = choiceOf('TransactionCategory', Object.keys(categories), categories)
