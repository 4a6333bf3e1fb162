/** What became of the delivery of a document. */
import { z } from 'zod'
import type { DeliveryAttempt, MessageStatus } from '../../generated/prisma/client.ts'
import { AttemptOutcome } from '../../generated/prisma/enums.ts'
import { choice, choiceOf, id, instant, integer, structure, text, view } from '../../operation/view.ts'
import { channelShape } from './view.ts'

const outcomeChoice = choiceOf('AttemptOutcome', Object.values(AttemptOutcome), {
  delivered: 'The other side accepted the document, and the delivery is final.',
  accepted: 'The other side accepted the document. The final confirmation is still to come.',
  rejected: 'The other side refused the document.',
  failed: 'The document could not be handed over.',
})

export const attemptView = view<DeliveryAttempt>()('DeliveryAttempt', 'One attempt to deliver a document.', {
  id: id('Identifier, `try_…`.'),
  number: integer('Number of the attempt, from 1.'),
  channel: text('Channel of the delivery: `peppol` or `email`.').shaped(channelShape),
  endpoint: text('The address that the document was sent to.').orNull(),
  startedAt: instant('When the attempt started.'),
  durationMs: integer('Duration of the attempt in milliseconds.'),
  outcome: choice(outcomeChoice, 'Outcome of the attempt.'),
  errorCode: text('Code of the error. Null when the attempt succeeded.').orNull(),
  detail: text('What the other side answered, or why the attempt failed.').orNull(),
})

export const issueShape = z
  .object({
    place: z.string().describe('Place in the document, or `NA` when the issue has no place.'),
    reason: z.string().describe('Reason code: `BV` broken rule, `BW` warning, `FD` not delivered, `SV` not readable.'),
    message: z.string().describe('What is wrong, in a sentence.'),
  })
  .meta({
    id: 'MessageIssue',
    graphql: 'MessageIssue',
    description: 'One issue that an access point reports about a document.',
  })

export const messageStatusView = view<MessageStatus>()(
  'MessageStatus',
  'A report of the receiving access point on a document: a Message Level Status or a Message Level Response.',
  {
    id: id('Identifier, `mls_…`.'),
    kind: text('`mls` for a Message Level Status, `mlr` for a Message Level Response.').shaped(z.enum(['mls', 'mlr'])),
    code: text('Result: `AP` accepted, `AB` acknowledged, `RE` rejected.').shaped(z.enum(['AP', 'AB', 'RE'])),
    description: text('Explanation in words. Null when the report has none.').orNull(),
    issues: structure(issueShape, 'The issues that the access point found.').list(),
    senderId: text('Participant id of the sender of the report.'),
    instanceId: text('Instance identifier of the envelope that carried the report.'),
    issuedAt: text('When the report was issued, as its sender states it.'),
    createdAt: instant('When the report was stored here.'),
  },
)
