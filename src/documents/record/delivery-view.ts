/** What became of the delivery of a document. */
import { z } from 'zod'
import type { DeliveryAttempt, MessageStatus } from '../../generated/prisma/client.ts'
import { AttemptOutcome } from '../../generated/prisma/enums.ts'
import { choice, choiceOf, id, instant, integer, object, text, view } from '../../operation/view.ts'
import { channelShape } from './view.ts'

const outcomeChoice = choiceOf('AttemptOutcome', Object.values(AttemptOutcome), {
  delivered: 'It was taken over, and that is final.',
  accepted: 'It was taken over, and is not confirmed yet.',
  rejected: 'It was refused.',
  failed: 'It could not be brought there.',
})

export const attemptView = view<DeliveryAttempt>()('DeliveryAttempt', 'One try to hand a document over.', {
  id: id('Identifier, `try_…`.'),
  number: integer('Which try it was, from 1.'),
  channel: text('How it travelled: `peppol` or `email`.').shaped(channelShape),
  endpoint: text('Who was asked to take it.').orNull(),
  startedAt: instant('When it began.'),
  durationMs: integer('How many milliseconds it took.'),
  outcome: choice(outcomeChoice, 'How it ended.'),
  errorCode: text('Code of the failure.').orNull(),
  detail: text('What was answered.').orNull(),
})

const issueView = view<{ place: string; reason: string; message: string }>()(
  'MessageIssue',
  'One thing that an access point found.',
  {
    place: text('Where in the document, or `NA`.'),
    reason: text('`BV` broken rule, `BW` warning, `FD` not delivered, `SV` cannot be read.'),
    message: text('What is wrong.'),
  },
)

export const messageStatusView = view<MessageStatus>()(
  'MessageStatus',
  'What a receiving access point says of a document: Message Level Status or Response.',
  {
    id: id('Identifier, `mls_…`.'),
    kind: text('`mls`, a Message Level Status, or `mlr`, a Message Level Response.').shaped(z.enum(['mls', 'mlr'])),
    code: text('`AP` accepted, `AB` acknowledged, `RE` rejected.').shaped(z.enum(['AP', 'AB', 'RE'])),
    description: text('Why, in words.').orNull(),
    issues: object(issueView, 'What was found.').list().stored(),
    senderId: text('Participant id of who says it.'),
    instanceId: text('Identifier of the envelope that carried it.'),
    issuedAt: text('When, as its author dates it.'),
    createdAt: instant('When it was stored.'),
  },
)
