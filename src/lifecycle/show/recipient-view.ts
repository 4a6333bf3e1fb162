/** Whether a status reaches the other side of a document. */
import { lineStatusChoice } from '../../directory/french/view.ts'
import { lookupReasonChoice } from '../../directory/view.ts'
import { choice, flag, object, peppolId, text, view } from '../../operation/view.ts'
import { syntaxChoice } from './entry-view.ts'
import { type StatusAddress, type StatusRecipient, obstacleOf } from './status-recipient.ts'

const fields = {
  address: peppolId('The address.'),
  takes: flag('Whether it takes messages about statuses. Null when the network could not be asked.').orNull(),
  reason: choice(lookupReasonChoice, 'Why it does not, or why the network could not be asked.').orNull(),
  lineStatus: choice(lineStatusChoice, 'Its line in the French directory. Null when there is none.').orNull(),
}

const statusAddressView = view<StatusAddress>()(
  'StatusAddress',
  'An address, and whether it takes messages about the status of documents.',
  fields,
)

export const statusRecipientView = view<StatusRecipient>()(
  'StatusRecipient',
  'Where statuses of a document go, and whether they are taken there.',
  {
    ...fields,
    syntax: choice(syntaxChoice, 'Format of the messages: Invoice Response or CDAR.'),
    others: object(
      statusAddressView,
      'Other addresses of the same company, those that take statuses first. Empty when the address takes them.',
    ).list(),
    advice: text('What is wrong, and which address can be used. Null when the address takes statuses.')
      .orNull()
      .by(
        ['address', 'takes', 'reason', 'others', 'syntax', 'lineStatus'],
        (row: StatusRecipient) => obstacleOf(row) ?? null,
      ),
  },
)

interface Answer {
  recipient: StatusRecipient | null
}
export const recipientAnswerView = view<Answer>()('StatusRecipientAnswer', 'Whether the other side is told statuses.', {
  recipient: object(statusRecipientView, 'Who is told. Null for a document whose other side is told none.').orNull(),
})
