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

export const sentView = view<SentDocument>()('Sent', 'A document that was sent, and what its rules say.', {
  document: object(documentView, 'The document, on its way.'),
  validation: object(validationView, 'What its rules say.'),
})

/** In JSON what the rules say stands among the fields of the document. */
export const sentDocumentView = extend<DocumentRow, { said: Validation }>(documentView)(
  'SentDocument',
  'A document that was sent, and what its rules say.',
  {
    said: object(sentValidationView, 'What its rules say.').named('validation').onlyIn('rest'),
  },
)

type DryRun = ResultOf<typeof validateDocument>
type Recipient = NonNullable<DryRun['recipient']>
type WithRecipient = Pick<DryRun, 'recipient'>

const totalsView = view<DryRun['totals']>()('DryRunTotals', 'The totals that sending would compute.', {
  currency: currency('Currency.').orNull(),
  netAmount: decimal('Total without VAT.').orNull(),
  vatAmount: decimal('VAT.').orNull(),
  grossAmount: decimal('Total with VAT.').orNull(),
  prepaidAmount: decimal('What is paid already.').orNull().onlyIn('rest'),
  amountDue: decimal('What is to be paid.').orNull(),
})

const exists = 'Whether the recipient is registered.'
const canReceive = 'Whether the recipient accepts this kind of document.'
const reason = 'Why the recipient does not; null where it does.'

const recipientView = view<Recipient>()('DryRunRecipient', 'How the network knows the recipient.', {
  exists: flag(exists),
  canReceive: flag(canReceive),
  reason: choice(lookupReasonChoice, reason).orNull(),
})

export const dryRunView = view<DryRun>()('DryRun', 'What sending would answer.', {
  valid: flag('Whether it would be sent.'),
  validation: part(validationView, 'What its rules say.').onlyIn('graphql'),
  profile: text('The rule sets that were asked, joined by `+`; null where there was nothing to check.')
    .orNull()
    .onlyIn('rest'),
  errors: object(findingView, 'Broken rules.').list().stored().onlyIn('rest'),
  warnings: object(findingView, 'Advice.').list().stored().onlyIn('rest'),
  recipient: object(recipientView, 'How the network knows the recipient; null where nobody was asked.')
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
  channel: text('How it would travel: `peppol` or `email`; null where it would not.').shaped(channelShape).orNull(),
  totals: object(totalsView, 'What would be computed.'),
})
