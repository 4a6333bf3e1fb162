/** What the documents of a period tell. */
import type { ResultOf } from '../operation/operation.ts'
import {
  amount,
  choice,
  choiceOf,
  currency,
  extend,
  id,
  instant,
  integer,
  number,
  object,
  text,
  view,
} from '../operation/view.ts'
import type { getInsight } from './get-insight.ts'
import type {
  AmountPoint,
  BusyPartner,
  CurrencyAmounts,
  DeliveryPoint,
  DeliveryTimes,
  Reason,
} from './read-documents.ts'
import { spanView } from './view.ts'

type Insight = ResultOf<typeof getInsight>

const start = instant('Start of the interval.')

const amounts = {
  sent: amount('Gross amount of what was sent: invoices and debit notes, less credit notes.'),
  received: amount('Gross amount of what was received, in the same way.'),
}
const amountPointView = view<AmountPoint>()('AmountPoint', 'What was invoiced in one interval.', { start, ...amounts })

const currencyAmountsView = view<CurrencyAmounts>()(
  'CurrencyAmounts',
  'What was invoiced in one currency. What failed or was rejected on its way does not count.',
  {
    currency: currency('Currency.'),
    documents: integer('Number of documents.'),
    ...amounts,
    points: object(amountPointView, 'One point for each interval of the period, oldest first.').list(),
  },
)

const timesView = view<DeliveryTimes>()('DeliveryTimes', 'How long deliveries took.', {
  documents: integer('Number of sent documents that were delivered.'),
  medianSeconds: number('Half of them took at most so many seconds. Null without a delivery.').orNull(),
  slowSeconds: number('95 of 100 took at most so many seconds. Null without a delivery.').orNull(),
})
const deliveryPointView = extend<DeliveryTimes, Pick<DeliveryPoint, 'start'>>(timesView)(
  'DeliveryPoint',
  'How long the deliveries of one interval took.',
  { start },
)
const deliveriesView = extend<DeliveryTimes, Pick<Insight['deliveries'], 'points'>>(timesView)(
  'Deliveries',
  'How long deliveries took, in all and by interval.',
  { points: object(deliveryPointView, 'One point for each interval of the period, oldest first.').list() },
)

const reasonKinds = choiceOf('ReasonKind', ['failed', 'rejected', 'refused', 'disputed'], {
  failed: 'The document could not be delivered.',
  rejected: 'The access point or authority of the recipient rejected it.',
  refused: 'The recipient rejected it.',
  disputed: 'The recipient disputes it.',
})
const reasonView = view<Reason>()('RejectionReason', 'Why documents failed, or were rejected or disputed.', {
  kind: choice(reasonKinds, 'What happened to them.'),
  code: text('Code of the error or reason. Empty where none was given.'),
  documents: integer('Number of documents.'),
})

const partnerView = view<BusyPartner>()('BusyPartner', 'A partner with what was exchanged in the period.', {
  partnerId: id('Identifier of the partner.'),
  name: text('Name of the partner.'),
  sent: integer('Number of documents sent to it.'),
  received: integer('Number of documents received from it.'),
})

export const insightView = view<Insight>()('Insight', 'What the documents of a period tell.', {
  period: object(spanView, 'The period.'),
  amounts: object(currencyAmountsView, 'What was invoiced, by currency, that of most documents first.').list(),
  deliveries: object(deliveriesView, 'How long deliveries took.'),
  reasons: object(reasonView, 'The 20 most frequent reasons of failures, rejections and disputes.').list(),
  partners: object(partnerView, 'The ten partners with most documents.').list(),
})
