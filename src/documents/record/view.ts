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
  free,
  relation,
  text,
  view,
} from '../../operation/view.ts'
import { documentTypeMeanings, documentTypes } from '../../values/document-types.ts'
import type { DocumentRow } from './document.ts'
import { deliveryStatuses, statuses } from './filter.ts'
import { UNCHECKED, type Validation } from './validation.ts'
import { validationView } from './validation-view.ts'
import { lifecycleStates } from '../../lifecycle/tables/states.ts'

export const directionChoice = choiceOf('Direction', Object.values(Direction), {
  incoming: 'A company of the organization received the document.',
  outgoing: 'A company of the organization sent the document.',
})

const documentStatusChoice = choiceOf('DocumentStatus', statuses, {
  draft: 'The document is stored here and was not sent.',
  sent: 'The document was sent. `deliveryStatus` says how far its delivery is.',
  delivered: 'The document has arrived.',
  rejected: 'The document was refused during delivery.',
})

export const deliveryStatusChoice = choiceOf('DeliveryStatus', deliveryStatuses, {
  pending: 'The document is being delivered.',
  delivered: 'The document has arrived.',
  failed: 'The document could not be delivered.',
  rejected: 'The document was refused during delivery.',
})

export const lifecycleStatusChoice = choiceOf('LifecycleStatus', lifecycleStates, {
  draft: 'The document is stored here and not issued yet.',
  issued: 'The document was issued. The buyer has not decided yet.',
  received: 'The document was received. Nobody has decided about it yet.',
  under_review: 'The document is under review.',
  approved: 'The document was approved, in full or in part.',
  disputed: 'The document is contested, or on hold.',
  partially_paid: 'A part of the amount was paid.',
  paid: 'The document was paid in full.',
  rejected: 'The document was rejected.',
})

/** How documents travel. GraphQL has texts for it. */
export const channelShape = z.enum(['peppol', 'email'])

const status = choice(documentStatusChoice, 'Status of the document.')
const direction = choice(directionChoice, 'Whether the document was sent or received.')
const number = text('Number of the document, assigned by its issuer.')
const issueDate = day('Date of issue.').orNull()
const grossAmount = amount('Total amount with VAT.').orNull()
const currencyOfAmounts = currency("Currency of the document's amounts.").orNull()

export const documentView = view<Document>()(
  'Document',
  'A document that a company of the organization sent or received.',
  {
    id: id('Identifier, `doc_…`.'),
    companyId: id('The company that sent or received the document.').onlyIn('rest'),
    company: relation(companyView, 'The company that sent or received the document.').onlyIn('graphql'),
    type: choice(documentTypeChoice, 'Kind of document.'),
    typeCode: text('Type code of UNCL1001. Null for documents that have none, such as orders.').orNull(),
    direction,
    number,
    issueDate,
    dueDate: day('Date by which the amount is due.').orNull(),
    currency: currencyOfAmounts,
    grossAmount,
    netAmount: amount('Total amount without VAT.').orNull(),
    vatAmount: amount('Total amount of VAT.').orNull(),
    amountDue: amount('Amount due for payment.').orNull(),
    status,
    deliveryStatus: choice(
      deliveryStatusChoice,
      'Status of the delivery. Null for a document that is not delivered.',
    ).orNull(),
    lifecycleStatus: choice(
      lifecycleStatusChoice,
      'Business status of the document: what the parties have decided about it.',
    ),
    frenchStatus: text('Code of the French status (XP Z12-012). Null for documents without one.')
      .orNull()
      .like('205')
      .onlyIn('rest'),
    senderPeppolId: text('Participant id of the sender.').orNull().like('0208:0123456749'),
    senderName: text('Name of the sender.').orNull(),
    senderVatNumber: text('VAT number of the sender.').orNull().like('BE0123456749'),
    receiverPeppolId: text('Participant id of the recipient.').orNull().like('0225:303265045'),
    receiverName: text('Name of the recipient.').orNull(),
    receiverVatNumber: text('VAT number of the recipient.').orNull().like('FR40303265045'),
    buyerReference: text('Reference that the buyer assigned (BT-10).').orNull(),
    orderReference: text('Number of the purchase order.').orNull(),
    billingReference: text('Number of the invoice that this document corrects.').orNull(),
    paymentIban: text('IBAN of the account to pay to.').orNull().like('BE68539007547034'),
    paymentReference: text('Reference to state with the payment.').orNull(),
    selfBilled: flag('Whether the buyer issued the document for the seller.'),
    channel: text('Channel of the delivery: `peppol`, or `email` for a recipient that is not on the network.')
      .shaped(channelShape)
      .orNull(),
    archived: flag('Whether the document is archived.'),
    read: flag('Whether the document is marked as read.'),
    errorCode: text(
      'Code of the reason why the delivery failed: see `/docs/codes`. Null when it did not fail.',
    ).orNull(),
    errorMessage: text('Why the delivery failed, in words. Null when it did not fail.').orNull(),
    receivedAt: instant('When the document arrived here. Null for sent documents.').orNull(),
    sentAt: instant("When the recipient's access point accepted the document.").orNull(),
    deliveredAt: instant('When the delivery was confirmed.').orNull(),
    createdAt: instant('When the document was stored here.'),
    updatedAt: instant('When the document was last changed.'),
    metadata: free('Free data that the caller stored with the document.'),
    externalId: text("Identifier in the caller's own system, unique in the organization.").orNull(),
    validation: object(validationView, 'The result of the validation.')
      .by(['validation'], ({ validation }: Pick<Document, 'validation'>): Validation => ({
        ...UNCHECKED,
        ...(validation as Partial<Validation>),
      }))
      .onlyIn('graphql'),
  },
)

/** In lists of invoices the type is upper-case, as in GraphQL. */
const summaryType = (type: string): string => type.toUpperCase().replaceAll('-', '_')
const summaryTypeChoice = choiceOf(
  'DocumentTypeInCapitals',
  documentTypes.map(summaryType),
  Object.fromEntries(documentTypes.map((type) => [summaryType(type), documentTypeMeanings[type]])),
)

export const summaryView = view<DocumentRow>()('DocumentSummary', 'A short form of a document.', {
  id: id('Identifier, `doc_…`.'),
  type: choice(summaryTypeChoice, 'Kind of document, in capitals.').by(
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
