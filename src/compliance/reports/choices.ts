/** The words of what authorities are told, wherever they stand in an answer. */
import { choiceOf } from '../../operation/view.ts'

export const reportStatuses = ['pending', 'reported', 'failed'] as const

export const reportStatusChoice = choiceOf('ReportStatus', reportStatuses, {
  pending: 'The authority has not accepted the report yet.',
  reported: 'The authority accepted the report.',
  failed: 'The authority refused the report, or could not be reached in time.',
})
