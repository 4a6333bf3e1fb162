/** The statuses that a document was given, and the messages that tell them. */
import { z } from 'zod'
import { deliveryStatusChoice, directionChoice, lifecycleStatusChoice } from '../../documents/record/view.ts'
import type { LifecycleEntry, LifecycleMessage } from '../../generated/prisma/client.ts'
import { LifecycleParty, LifecycleSource } from '../../generated/prisma/enums.ts'
import { choice, choiceOf, currency, day, decimal, id, instant, object, text, view } from '../../operation/view.ts'
import type { Payment } from '../decide/decision.ts'
import { messageSyntaxes } from '../messages/channel.ts'
import type { KeptAmount } from '../messages/facts.ts'
import { frenchStatus } from './status-view.ts'
import { amountKinds } from '../tables/french-statuses.ts'
import type { Correction } from '../read/update-input.ts'

export const partyChoice = choiceOf('LifecycleParty', Object.values(LifecycleParty), {
  buyer: 'The buyer.',
  supplier: 'The supplier.',
  platform: 'A platform that transmits the document.',
})

const sourceChoice = choiceOf('LifecycleSource', Object.values(LifecycleSource), {
  api: 'An API key or user of the organization set the status.',
  network: 'A message from the network brought the status.',
  automatic: 'The platform set the status automatically.',
  payment: 'A recorded payment set the status.',
  reversal: 'A recorded payment was reversed.',
})

export const syntaxChoice = choiceOf('LifecycleMessageSyntax', messageSyntaxes, {
  'invoice-response': 'Peppol Invoice Response.',
  cdar: 'French lifecycle message (CDAR).',
})

const paymentView = view<Payment>()('LifecyclePayment', 'A payment as a status reports it.', {
  date: day('Date of the payment.'),
  amount: decimal('Amount that was paid. Null when the status does not state it.').orNull(),
  currency: currency('Currency of the amount. Null when it is not known.').orNull(),
  reference: text('Reference of the payment. Null when the status does not state it.').orNull(),
  remaining: decimal('Amount that remains to be paid. Null when the status does not state it.').orNull(),
})

const amountView = view<KeptAmount>()('LifecycleAmount', 'An amount in a French status.', {
  kind: text(
    'Kind of amount (MDT-207): MEN collected, MPA paid, RAP remaining, MAP ' +
      'and MAPTTC approved, MNA and MNATTC refused, MAJ completed.',
  ).shaped(z.enum(amountKinds)),
  amount: decimal('The amount.'),
  currency: currency('Currency of the amount. Null when it is not known.').orNull(),
  percent: decimal('VAT rate of the amount, in percent. Null when the amount is not split by rate.')
    .orNull()
    .by(['percent'], ({ percent = null }: { percent?: string | null }) => percent),
})

const correctionView = view<Correction>()('Correction', 'A wrong value in the document, and the correct value.', {
  term: text('Business term of EN 16931.'),
  path: text('Place of the value in the document. Null when it is not stated.')
    .orNull()
    .by(['path'], ({ path }: Pick<Correction, 'path'>) => path ?? null),
  current: text('Value in the document. Null when it is not stated.')
    .orNull()
    .by(['current'], ({ current }: Pick<Correction, 'current'>) => current ?? null),
  expected: text('Correct value.'),
})

export const entryView = view<LifecycleEntry>()(
  'LifecycleEntry',
  "One entry in the history of a document's business status.",
  {
    id: id('Identifier, `stat_…`.'),
    status: choice(lifecycleStatusChoice, 'New business status. Null when the entry did not change it.').orNull(),
    ...frenchStatus,
    party: choice(partyChoice, 'The party that set the status.'),
    source: choice(sourceChoice, 'Origin of the status.'),
    author: text('The API key, user or participant who set the status.'),
    happenedAt: instant('When the status was decided.'),
    recordedAt: instant('When the status was recorded here.'),
    reasonCode: text('Reason code, as the author gave it. Null when there is none.').orNull(),
    motif: text('Reason code of AFNOR (XP Z12-012). Null when there is none.').orNull(),
    reason: text('Reason in words. Null when there is none.').orNull(),
    note: text('Note for the other party. Null when there is none.').orNull(),
    requestedAction: text('What the other party is asked to do. Null when nothing is asked.').orNull(),
    payment: object(paymentView, 'The payment that the status reports. Null when it reports none.').orNull(),
    amounts: object(amountView, 'Amounts in the status.').list(),
    corrections: object(correctionView, 'Wrong values in the document, with the correct ones.').list(),
    rules: text('Identifiers of the rules that the document broke.').list(),
    relatedDocumentId: id('Identifier of the document that completes this one. Null when there is none.').orNull(),
  },
)

export const messageView = view<LifecycleMessage>()(
  'LifecycleMessage',
  'A message between the parties that carries a status.',
  {
    id: id('Identifier, `msg_…`.'),
    entryId: id('Identifier of the entry that the message carries. Null when there is none.').orNull(),
    direction: choice(directionChoice, 'Whether the message was sent or received.'),
    syntax: choice(syntaxChoice, 'Format of the message: Invoice Response or CDAR.'),
    number: text('Number of the message, assigned by its sender.'),
    deliveryStatus: choice(deliveryStatusChoice, 'Status of the delivery.'),
    errorCode: text('Code of the reason why the delivery failed. Null when it did not fail.').orNull(),
    errorMessage: text('Why the delivery failed, in words. Null when it did not fail.').orNull(),
    createdAt: instant('When the message was created.'),
    deliveredAt: instant('When the other side accepted the message. Null when it has not.').orNull(),
  },
)
