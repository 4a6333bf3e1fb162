/** What a document answers. */
import { z } from 'zod'
import { companyView, documentTypeChoice } from '../../companies/view.ts'
import type { Document } from '../../generated/prisma/client.ts'
import { Direction } from '../../generated/prisma/enums.ts'
import {
  amount,
  choice,
  choiceOf,
  currency,
  day,
  flag,
  id,
  instant,
  object,
  record,
  relation,
  text,
  view,
} from '../../operation/view.ts'
import { documentTypes } from '../../values/document-types.ts'
import type { DocumentRow } from './document.ts'
import { deliveryStatuses, lifecycleStatuses, statuses } from './filter.ts'
import { UNCHECKED, type Validation } from './validation.ts'
import { validationView } from './validation-view.ts'

export const directionChoice = choiceOf('Direction', Object.values(Direction), {
  incoming: 'Received.',
  outgoing: 'Sent.',
})

const documentStatusChoice = choiceOf('DocumentStatus', statuses, {
  draft: 'It is stored here and was not handed over yet.',
  sent: "The recipient's side took it over.",
  delivered: 'It has arrived.',
  rejected: 'It was refused on its way.',
})

export const deliveryStatusChoice = choiceOf('DeliveryStatus', deliveryStatuses, {
  pending: 'It is on its way.',
  delivered: 'It has arrived.',
  failed: 'It could not be brought there.',
  rejected: 'It was refused on its way.',
})

export const lifecycleStatusChoice = choiceOf('LifecycleStatus', lifecycleStatuses, {
  draft: 'It is stored here, and was not issued.',
  issued: 'It was issued, and nobody has decided about it.',
  received: 'It was received, and nobody has decided about it.',
  under_review: 'It is being examined.',
  approved: 'It was approved, wholly or in part.',
  disputed: 'It is contested, or on hold.',
  partially_paid: 'A part of it was paid.',
  paid: 'It was paid.',
  rejected: 'It was refused.',
})

/** How documents travel. GraphQL has texts for it. */
export const channelShape = z.enum(['peppol', 'email'])

const status = choice(documentStatusChoice, 'Where it stands.')
const direction = choice(directionChoice, 'Whether it was sent or received.')
const number = text('The number that its issuer gave it.')
const issueDate = day('Day of issue.').orNull()
const grossAmount = amount('Total with VAT.').orNull()
const currencyOfAmounts = currency('Currency of its amounts.').orNull()

export const documentView = view<Document>()(
  'Document',
  'A document that a company of the organization sent or received.',
  {
    id: id('Identifier, `doc_…`.'),
    companyId: id('The company that sent or received it.').onlyIn('rest'),
    company: relation(companyView, 'The company that sent or received it.').onlyIn('graphql'),
    type: choice(documentTypeChoice, 'Kind of document.'),
    typeCode: text('Code of UNCL1001, of an invoice or credit note.').orNull(),
    direction,
    number,
    issueDate,
    dueDate: day('Day by which it is to be paid.').orNull(),
    currency: currencyOfAmounts,
    grossAmount,
    netAmount: amount('Total without VAT.').orNull(),
    vatAmount: amount('VAT.').orNull(),
    amountDue: amount('What is to be paid.').orNull(),
    status,
    deliveryStatus: choice(deliveryStatusChoice, 'Where its delivery stands; null where it does not travel.').orNull(),
    lifecycleStatus: choice(lifecycleStatusChoice, 'Where the business stands.'),
    frenchStatus: text('Code of its French status (XP Z12-012), for invoices of French companies.')
      .orNull()
      .like('205')
      .onlyIn('rest'),
    senderPeppolId: text('Participant id of the sender.').orNull().like('0208:0123456749'),
    senderName: text('Name of the sender.').orNull(),
    senderVatNumber: text('VAT number of the sender.').orNull().like('BE0123456749'),
    receiverPeppolId: text('Participant id of the recipient.').orNull().like('0225:303265045'),
    receiverName: text('Name of the recipient.').orNull(),
    receiverVatNumber: text('VAT number of the recipient.').orNull().like('FR40303265045'),
    buyerReference: text('Reference of the buyer.').orNull(),
    orderReference: text('Number of the order.').orNull(),
    billingReference: text('Number of the invoice that it corrects.').orNull(),
    paymentIban: text('Account to pay to.').orNull().like('BE68539007547034'),
    paymentReference: text('Reference to pay with.').orNull(),
    selfBilled: flag('Whether the buyer issued it.'),
    channel: text('How it travels: `peppol`, or `email` to a recipient that the network does not reach.')
      .shaped(channelShape)
      .orNull(),
    archived: flag('Whether it is put away.'),
    read: flag('Whether somebody has seen it.'),
    errorCode: text('Why the delivery failed, as a code.').orNull(),
    errorMessage: text('Why the delivery failed, in words.').orNull(),
    receivedAt: instant('When it arrived.').orNull(),
    sentAt: instant("When the recipient's access point took it over.").orNull(),
    deliveredAt: instant('When its delivery was confirmed.').orNull(),
    createdAt: instant('When it was stored.'),
    updatedAt: instant('When it last changed.'),
    metadata: record('Free data kept with it.'),
    validation: object(validationView, 'What its rules say.')
      .by(['validation'], ({ validation }: Pick<Document, 'validation'>): Validation => ({
        ...UNCHECKED,
        ...(validation as Partial<Validation>),
      }))
      .onlyIn('graphql'),
  },
)

/** In lists of invoices the type is upper-case, as in GraphQL. */
const summaryType = (type: string): string => type.toUpperCase().replaceAll('-', '_')

export const summaryView = view<DocumentRow>()('DocumentSummary', 'A document in short.', {
  id: id('Identifier, `doc_…`.'),
  type: choice(choiceOf('DocumentTypeInCapitals', documentTypes.map(summaryType)), 'Kind of document, in capitals.').by(
    ['type'],
    ({ type }: Pick<DocumentRow, 'type'>) => summaryType(type),
  ),
  number,
  issueDate,
  currency: currencyOfAmounts,
  amount: grossAmount.from('grossAmount'),
  status,
  direction,
})
