/** The words of what authorities are told, wherever they stand in an answer. */
import { authorityNames } from '../../companies/authorities.ts'
import { choiceOf } from '../../operation/view.ts'

export const authorityChoice = choiceOf('Authority', authorityNames, {
  PPF: 'The French public invoicing portal.',
  SDI: 'The Italian interchange system.',
})

export const reportStatuses = ['pending', 'reported', 'failed'] as const

export const reportStatusChoice = choiceOf('ReportStatus', reportStatuses, {
  pending: 'The authority has not accepted the report yet.',
  reported: 'The authority accepted the report.',
  failed: 'The authority refused the report, or could not be reached in time.',
})
