/** The words of e-reporting. */
import { choiceOf } from '../../operation/view.ts'
import { categories } from './reported-rows.ts'

export const kinds = {
  transactions: 'Sales abroad, one by one (flux 10.1), and sales to consumers, by day (flux 10.3).',
  purchases: 'Purchases abroad, one by one (flux 10.1).',
  payments: 'Payments of sales abroad (flux 10.2), and of sales to consumers by day (flux 10.4).',
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
