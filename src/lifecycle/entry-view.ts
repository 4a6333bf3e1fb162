/** The statuses that a document was given, and the messages that tell them. */
import { z } from 'zod'
import { deliveryStatusChoice, directionChoice, lifecycleStatusChoice } from '../documents/record/view.ts'
import type { LifecycleEntry, LifecycleMessage } from '../generated/prisma/client.ts'
import { LifecycleParty, LifecycleSource } from '../generated/prisma/enums.ts'
import { choice, choiceOf, currency, day, decimal, id, instant, object, text, view } from '../operation/view.ts'
import type { Payment } from './decide.ts'
import { messageSyntaxes } from './messages/channel.ts'
import type { KeptAmount } from './messages/facts.ts'
import { frenchStatus } from './status-view.ts'
import { amountKinds } from './tables/french-statuses.ts'
import type { Correction } from './update-input.ts'

const partyChoice = choiceOf('LifecycleParty', Object.values(LifecycleParty), {
  buyer: 'Who buys.',
  supplier: 'Who sells.',
  platform: 'A platform that the document passes.',
})

const sourceChoice = choiceOf('LifecycleSource', Object.values(LifecycleSource), {
  api: 'A key or user of the organization gave it.',
  network: 'A message brought it.',
  automatic: 'It followed from something else.',
  payment: 'A payment was recorded.',
})

export const syntaxChoice = choiceOf('LifecycleMessageSyntax', messageSyntaxes)

const paymentView = view<Payment>()('LifecyclePayment', 'What a status says of a payment.', {
  date: day('Day of the payment.'),
  amount: decimal('What was paid.').orNull(),
  currency: currency('Its currency.').orNull(),
  reference: text('Reference of the payment.').orNull(),
  remaining: decimal('What remains to be paid.').orNull(),
})

const amountView = view<KeptAmount>()('LifecycleAmount', 'An amount that a French status carries.', {
  kind: text(
    'MDT-207: MEN collected, MPA paid, RAP remaining, MAP and MAPTTC approved, MNA and MNATTC refused, MAJ completed.',
  ).shaped(z.enum(amountKinds)),
  amount: decimal('The amount.'),
  currency: currency('Its currency.').orNull(),
  percent: decimal('VAT rate that it belongs to.')
    .orNull()
    .by(['percent'], ({ percent = null }: { percent?: string | null }) => percent),
})

const correctionView = view<Correction>()(
  'Correction',
  'A field of the document that is wrong, and what it should be.',
  {
    term: text('Business term of EN 16931.'),
    path: text('Where it stands.')
      .orNull()
      .by(['path'], ({ path }: Pick<Correction, 'path'>) => path ?? null),
    current: text('What it says.')
      .orNull()
      .by(['current'], ({ current }: Pick<Correction, 'current'>) => current ?? null),
    expected: text('What it should say.'),
  },
)

export const entryView = view<LifecycleEntry>()('LifecycleEntry', 'One status that a document was given.', {
  id: id('Identifier, `stat_…`.'),
  status: choice(lifecycleStatusChoice, 'Where the business moved to; null where it did not.').orNull(),
  ...frenchStatus,
  party: choice(partyChoice, 'Who gave it.'),
  source: choice(sourceChoice, 'How it came.'),
  author: text('The key, user or participant behind it.'),
  happenedAt: instant('When it was decided.'),
  recordedAt: instant('When it was recorded here.'),
  reasonCode: text('Why, as it was given.').orNull(),
  motif: text('Why, as AFNOR says it.').orNull(),
  reason: text('Why, in words.').orNull(),
  note: text('A remark.').orNull(),
  requestedAction: text('What the other side is asked to do.').orNull(),
  payment: object(paymentView, 'The payment that it tells of.').orNull(),
  amounts: object(amountView, 'The amounts that it carries.').list(),
  corrections: object(correctionView, 'Fields that are wrong.').list(),
  rules: text('Rules that a validation found broken.').list(),
  relatedDocumentId: id('The document that completes this one.').orNull(),
})

export const messageView = view<LifecycleMessage>()(
  'LifecycleMessage',
  'A message between the parties that tells a status.',
  {
    id: id('Identifier, `msg_…`.'),
    entryId: id('The status that it tells.').orNull(),
    direction: choice(directionChoice, 'Whether it was sent or received.'),
    syntax: choice(syntaxChoice, 'Invoice Response or CDAR.'),
    number: text('How it names itself.'),
    deliveryStatus: choice(deliveryStatusChoice, 'Where its delivery stands.'),
    errorCode: text('Why it was not delivered, as a code.').orNull(),
    errorMessage: text('Why it was not delivered, in words.').orNull(),
    createdAt: instant('When it was made.'),
    deliveredAt: instant('When it was taken over.').orNull(),
  },
)
