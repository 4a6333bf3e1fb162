/** What sending answers, and what it would answer. */
import { lookupReasonChoice } from '../../directory/view.ts'
import { channelShape, documentView } from '../../documents/record/view.ts'
import type { DocumentRow } from '../../documents/record/document.ts'
import { findingView, sentValidationView, validationView } from '../../documents/record/validation-view.ts'
import type { Validation } from '../../documents/record/validation.ts'
import { choice, currency, decimal, extend, flag, object, part, text, view } from '../../operation/view.ts'
import type { validateDocument } from './validate-document.ts'
import type { ResultOf } from '../../operation/operation.ts'

export interface SentDocument {
  document: DocumentRow
  validation: Validation
}

export const sentView = view<SentDocument>()(
  'Sent',
  'A document that was accepted for sending, with the result of its validation.',
  {
    document: object(documentView, 'The document, which is now being delivered.'),
    validation: object(validationView, 'The result of the validation.'),
  },
)

/** In JSON what the rules say stands among the fields of the document. */
export const sentDocumentView = extend<DocumentRow, { said: Validation }>(documentView)(
  'SentDocument',
  'A document that was accepted for sending, with the result of its validation.',
  {
    said: object(sentValidationView, 'The result of the validation.').named('validation').onlyIn('rest'),
  },
)

type DryRun = ResultOf<typeof validateDocument>
type Recipient = NonNullable<DryRun['recipient']>
type WithRecipient = Pick<DryRun, 'recipient'>

const totalsView = view<DryRun['totals']>()('DryRunTotals', 'The totals of the document.', {
  currency: currency('Currency.').orNull(),
  netAmount: decimal('Total amount without VAT.').orNull(),
  vatAmount: decimal('Total amount of VAT.').orNull(),
  grossAmount: decimal('Total amount with VAT.').orNull(),
  prepaidAmount: decimal('Amount that is already paid.').orNull().onlyIn('rest'),
  amountDue: decimal('Amount due for payment.').orNull(),
})

const exists = 'Whether the recipient is registered on the network.'
const canReceive = 'Whether the recipient accepts this kind of document.'
const reason = 'Why the recipient cannot receive the document. Null when it can.'

const recipientView = view<Recipient>()('DryRunRecipient', 'The recipient on the network.', {
  exists: flag(exists),
  canReceive: flag(canReceive),
  reason: choice(lookupReasonChoice, reason).orNull(),
})

export const dryRunView = view<DryRun>()('DryRun', 'The result of checking a document without sending it.', {
  valid: flag('Whether the rules and the recipient allow the document to be sent.'),
  validation: part(validationView, 'The result of the validation.').onlyIn('graphql'),
  profile: text('The rule sets that were applied, joined by `+`. Null when there was nothing to check.')
    .orNull()
    .onlyIn('rest'),
  errors: object(findingView, 'Findings that prevent sending.').list().stored().onlyIn('rest'),
  warnings: object(findingView, 'Findings that do not prevent sending.').list().stored().onlyIn('rest'),
  recipient: object(recipientView, 'The recipient on the network. Null when the network was not asked.')
    .orNull()
    .onlyIn('rest'),
  recipientExists: flag(exists)
    .orNull()
    .by(['recipient'], ({ recipient }: WithRecipient) => recipient?.exists ?? null)
    .onlyIn('graphql'),
  recipientCanReceive: flag(canReceive)
    .orNull()
    .by(['recipient'], ({ recipient }: WithRecipient) => recipient?.canReceive ?? null)
    .onlyIn('graphql'),
  recipientReason: choice(lookupReasonChoice, reason)
    .orNull()
    .by(['recipient'], ({ recipient }: WithRecipient) => recipient?.reason ?? null)
    .onlyIn('graphql'),
  channel: text('Channel of the delivery: `peppol` or `email`. Null when the document would not be delivered.')
    .shaped(channelShape)
    .orNull(),
  totals: object(totalsView, 'The totals of the document.'),
})
