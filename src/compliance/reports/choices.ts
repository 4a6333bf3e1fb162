/** The words of what authorities are told, wherever they stand in an answer. */
import { authorityNames } from '../../companies/authorities.ts'
import { choiceOf } from '../../operation/view.ts'

export const authorityChoice = choiceOf('Authority', authorityNames)

export const reportStatuses = ['pending', 'reported', 'failed'] as const

export const reportStatusChoice = choiceOf('ReportStatus', reportStatuses, {
  pending: 'It is not accepted yet.',
  reported: 'It was accepted.',
  failed: 'It was refused, or not told in time.',
})
