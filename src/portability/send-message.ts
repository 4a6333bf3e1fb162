import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { messageFields, messageOf } from './build-message.ts'
import { tell } from './request.ts'

export const sendPortabilityMessage = operation({
  name: 'sendPortabilityMessage',
  summary:
    'Makes a message about changing platforms, keeps it, and moves its request on. The gaining side begins with ' +
    '`REQUEST`, confirms and cancels; the losing side answers. With `mailTo` the message goes to the other platform ' +
    'by mail, if the deployment allows it; otherwise it is kept, to be sent by you.',
  scope: 'compliance',
  writes: true,
  ofOrganization: true,
  input: z
    .strictObject({
      ...messageFields,
      mailTo: z.email().max(254).nullish().describe('E-mail address of the other platform.'),
    })
    .meta({
      examples: [
        { messageType: 'REQUEST', state: 'SUBMITTED', requestRef: 'PORT-2026-0001', taxpayerSiren: '303265045' },
      ],
    }),
  errors: ['INVALID_DATE', 'INVALID_TRANSITION'],
  async run(run, { mailTo = null, ...message }) {
    const { db, actor, now, platform } = run
    const { gainingPaId, losingPaId, effectiveDate } = message
    return tell(run, {
      message,
      kept: {
        ...(await messageOf(db, actor, message, now)),
        incoming: false,
        mailTo,
        dispatch: mailTo !== null && platform.env.PORTABILITY_MAIL ? 'pending' : 'kept',
      },
      facts: {
        ...(gainingPaId != null && { gainingPaId }),
        ...(losingPaId != null && { losingPaId }),
        ...(effectiveDate != null && { effectiveDate: new Date(effectiveDate) }),
      },
    })
  },
})
