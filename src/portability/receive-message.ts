import { isBusinessDate } from '../values/dates.ts'
import { operation } from '../operation/operation.ts'
import { parsePortabilityMessage, readMessage } from './parse-message.ts'
import { tell } from './request.ts'

export const receivePortabilityMessage = operation({
  name: 'receivePortabilityMessage',
  summary:
    'Takes a message that another platform has sent, and moves its request on. A `REQUEST` makes us the losing side. ' +
    'The same message again changes nothing.',
  scope: 'compliance',
  writes: true,
  ofOrganization: true,
  input: parsePortabilityMessage.input,
  errors: ['INVALID_REQUEST', 'INVALID_TRANSITION'],
  async run(run, given) {
    const { row, ...message } = readMessage(given)
    const { gainingPaId, losingPaId, effectiveDate } = row ?? {}
    return tell(run, {
      message,
      kept: { incoming: true, subject: given.subject, csv: given.csvRow ?? null, mailTo: null, dispatch: 'kept' },
      facts: {
        ...(gainingPaId && { gainingPaId }),
        ...(losingPaId && { losingPaId }),
        ...(effectiveDate && isBusinessDate(effectiveDate, run.now) && { effectiveDate: new Date(effectiveDate) }),
      },
    })
  },
})
