/** Messages about changing platforms. */
import type { ResultOf } from '../operation/operation.ts'
import { choice, choiceOf, flag, object, text, view } from '../operation/view.ts'
import type { buildPortabilityMessage } from './build-message.ts'
import { type Column, type Row, columns } from './csv.ts'
import { messageTypeMeanings, stateMeanings } from './message.ts'
import type { parsePortabilityMessage } from './parse-message.ts'

export const builtView = view<ResultOf<typeof buildPortabilityMessage>>()(
  'PortabilityMessage',
  'A message about changing platforms.',
  {
    subject: text('Subject of the mail.').like('PORTABILITY;REQUEST;SUBMITTED;PORT-2026-0001;303265045'),
    csv: text('A header and one row of 18 columns, separated by semicolons.'),
    dispatched: flag('Whether the message was sent to the other platform.'),
  },
)

const cell = (name: Column) => text(`${columns[name].slice(0, -1)}. Null when it is not told.`).orNull()

const rowView = view<Row>()('PortabilityRow', 'What the table of a message says.', {
  messageType: cell('messageType'),
  state: cell('state'),
  requestRef: cell('requestRef'),
  taxpayerSiren: cell('taxpayerSiren'),
  taxpayerName: cell('taxpayerName'),
  taxpayerVatNumber: cell('taxpayerVatNumber'),
  gainingPaId: cell('gainingPaId'),
  gainingPaName: cell('gainingPaName'),
  losingPaId: cell('losingPaId'),
  losingPaName: cell('losingPaName'),
  effectiveDate: cell('effectiveDate'),
  requestedAt: cell('requestedAt'),
  addressingIdentifiers: cell('addressingIdentifiers'),
  directoryLinesFrom: cell('directoryLinesFrom'),
  openInvoices: cell('openInvoices'),
  lastInvoiceDate: cell('lastInvoiceDate'),
  reasonCode: cell('reasonCode'),
  contactEmail: cell('contactEmail'),
})

export const parsedView = view<ResultOf<typeof parsePortabilityMessage>>()(
  'ParsedPortabilityMessage',
  'What a message about changing platforms says.',
  {
    messageType: choice(
      choiceOf('PortabilityMessageType', Object.keys(messageTypeMeanings), messageTypeMeanings),
      'Kind of the message.',
    ),
    state: choice(choiceOf('PortabilityState', Object.keys(stateMeanings), stateMeanings), 'State of the request.'),
    requestRef: text('Reference of the request.'),
    taxpayerSiren: text('SIREN of the taxpayer.'),
    row: object(rowView, 'What the table says. Null when none was given.').orNull(),
  },
)
