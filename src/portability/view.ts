/** Messages about changing platforms. */
import type { ResultOf } from '../operation/operation.ts'
import { choice, choiceOf, day, flag, id, instant, object, structure, text, view } from '../operation/view.ts'
import type { buildPortabilityMessage } from './build-message.ts'
import { type Column, type Row, columns } from './csv.ts'
import type { Deletion } from './deletion/deletion.ts'
import { messageTypeMeanings } from './message.ts'
import { keptMessage } from './request.ts'
import { portabilitySides, portabilityStates } from '../values/portability.ts'
import type { PortabilityRequest } from '../generated/prisma/client.ts'
import type { parsePortabilityMessage } from './parse-message.ts'

const stateChoice = choiceOf('PortabilityState', Object.keys(portabilityStates), portabilityStates)
const sideChoice = choiceOf('PortabilitySide', Object.keys(portabilitySides), portabilitySides)

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
    state: choice(stateChoice, 'State of the request.'),
    requestRef: text('Reference of the request.'),
    taxpayerSiren: text('SIREN of the taxpayer.'),
    row: object(rowView, 'What the table says. Null when none was given.').orNull(),
  },
)

export const portabilityRequestView = view<PortabilityRequest>()(
  'PortabilityRequest',
  'A taxpayer that changes platforms, as messages have told it.',
  {
    id: id('Identifier, `port_…`.'),
    requestRef: text('Reference of the request.'),
    taxpayerSiren: text('SIREN of the taxpayer.'),
    side: choice(sideChoice, 'Which side of the change we are.'),
    state: choice(stateChoice, 'State of the request.'),
    gainingPaId: text('Identifier of the platform that the taxpayer goes to. Null when nobody has said it.').orNull(),
    losingPaId: text('Identifier of the platform that the taxpayer leaves. Null when nobody has said it.').orNull(),
    effectiveDate: day('Day of the change. Null when nobody has said it.').orNull(),
    messages: structure(keptMessage, 'What was sent and received, oldest first.').list(),
    createdAt: instant('When the request was made.'),
    updatedAt: instant('When it last changed.'),
  },
)

export const deletionView = view<Deletion>()('OrganizationDeletion', 'When an organization ends.', {
  organizationId: id('The organization.'),
  dueAt: instant('When everything of it is deleted. Null when the deletion was cancelled.').orNull(),
})
