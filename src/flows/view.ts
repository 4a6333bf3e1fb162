/** What a flow answers, in the words of XP Z12-013. */
import type { FlowAckStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, flag, id, instant, object, part, text, view } from '../operation/view.ts'
import type { FlowRow } from './flow.ts'
import { type AckDetail, reasonCodes } from './record/acknowledgement.ts'
import { ackStatuses, flowProfiles, flowSyntaxes, flowTypes, processingRules } from './record/flow-words.ts'
import { fromStored } from '../kernel/stored-json.ts'

const words = <W extends Readonly<Record<string, string>>>(name: string, meanings: W) =>
  choiceOf(name, Object.keys(meanings), meanings)

const levels = { Error: 'The file was not taken because of it.', Warning: 'The file was taken all the same.' }
const directions = { In: 'From this platform to the organization.', Out: 'From the organization to this platform.' }

const detailView = view<AckDetail>()('FlowAcknowledgementDetail', 'One finding of the checks of a flow.', {
  level: choice(words('FlowLevel', levels), 'How grave it is.'),
  item: text('A place in the file, a rule, or the name of a file.'),
  reasonCode: choice(words('FlowReasonCode', reasonCodes), 'Code of the norm.'),
  reasonMessage: text('What was found, in words.'),
})

const statusNames: Readonly<Record<FlowAckStatus, keyof typeof ackStatuses>> = {
  pending: 'Pending',
  ok: 'Ok',
  error: 'Error',
}

type Acknowledged = Pick<FlowRow, 'ackStatus' | 'ackDetails'>
const acknowledgementView = view<Acknowledged>()('FlowAcknowledgement', 'What became of the checks of a flow.', {
  status: choice(words('FlowAckStatus', ackStatuses), 'Whether the file was taken.').by(
    ['ackStatus'],
    ({ ackStatus }: Acknowledged) => statusNames[ackStatus],
  ),
  details: object(detailView, 'What was found.')
    .list()
    .by(['ackDetails'], ({ ackDetails }: Acknowledged) => fromStored<AckDetail[]>(ackDetails)),
})

export const flowView = view<FlowRow>()(
  'Flow',
  'Something that moves between the organization and this platform, as XP Z12-013 sees it: an invoice, a status of one, ' +
    'or a copy for the state.',
  {
    id: id('Identifier, `flow_…`. `/afnor` writes it as a UUID.'),
    companyId: id('The company that it concerns. Null until the file says which.').orNull(),
    trackingId: text('Identifier that the sender gave it. Several flows may have the same.').orNull(),
    name: text('Name of the file.').like('F20260001.xml'),
    flowDirection: choice(words('FlowDirection', directions), 'Which way it goes.').by(
      ['direction'],
      ({ direction }: Pick<FlowRow, 'direction'>) => (direction === 'incoming' ? 'In' : 'Out'),
    ),
    flowType: choice(words('FlowType', flowTypes), 'What it is.').from('type'),
    flowSyntax: choice(words('FlowSyntax', flowSyntaxes), 'Syntax of the original file.').from('syntax'),
    flowProfile: choice(words('FlowProfile', flowProfiles), 'Profile of an invoice. Null for what has none.')
      .orNull()
      .from('profile'),
    processingRule: choice(words('ProcessingRule', processingRules), 'How the reform treats it.'),
    ruleGiven: flag('Whether the sender said the rule. Otherwise it follows from the parties.'),
    sha256: text(
      'SHA-256 of the original file, in hexadecimal. Null for what is written when it is asked for.',
    ).orNull(),
    acknowledgement: part(acknowledgementView, 'What became of its checks.'),
    documentId: id('The document that it is, or is about.').orNull(),
    submittedAt: instant('When it was submitted, or made here.'),
    updatedAt: instant('When it was changed last: later than every other flow that could be read before.').by(
      ['updatedAt', 'submittedAt'],
      ({ updatedAt, submittedAt }: Pick<FlowRow, 'updatedAt' | 'submittedAt'>) => updatedAt ?? submittedAt,
    ),
  },
)
