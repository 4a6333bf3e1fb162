import { builder } from '../graphql/builder.ts'
import { read, runs } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { getParticipant } from './get-participant.ts'
import { searchDirectory } from './search-directory.ts'
import { verifyParticipant } from './verify-participant.ts'
import { participantView, verificationView } from './view.ts'

const Participant = objectOf(participantView, { authScopes: { access: 'directory' } })

builder.queryField('participant', (t) =>
  t.field({
    type: Participant,
    description: getParticipant.summary,
    args: { peppolId: t.arg.id({ required: true, description: 'Participant id.' }) },
    extensions: runs(getParticipant),
    resolve: (_root, { peppolId }, context) => read(getParticipant, { participantId: peppolId }, context),
  }),
)
pages('searchDirectory', searchDirectory, Participant, { row: 'Participant', rows: 'participants' })
query('verifyParticipant', verifyParticipant, objectOf(verificationView), { omit: ['trace'] })
