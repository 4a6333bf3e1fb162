import { ProofStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, instant, integer, text, view } from '../operation/view.ts'
import { type ProofRow, recordNameOf } from './ownership-proof.ts'
import { ownershipMethodChoice } from './ownership-view.ts'

const proofStatusChoice = choiceOf('OwnershipProofStatus', Object.values(ProofStatus), {
  open: 'It was started, and can be ended until it expires.',
  accepted: 'It has proved that the company owns its participant.',
  rejected: 'The operator of this service has turned it down.',
})

export const ownershipProofView = view<ProofRow>()(
  'OwnershipProof',
  'One way in which a company proves its ownership.',
  {
    method: choice(ownershipMethodChoice, 'How it is proved.'),
    status: choice(proofStatusChoice, 'Where it stands.'),
    sentTo: text('`mail`: where the code went, without most of the name.')
      .orNull()
      .by(['method', 'target'], ({ method, target }: ProofRow) => (method === 'mail' ? target : null)),
    recordName: text('`dns`: the name of the TXT record.')
      .orNull()
      .by(['method', 'target'], ({ method, target }: ProofRow) =>
        method === 'dns' && target !== null ? recordNameOf(target) : null,
      ),
    recordValue: text('`dns`: what the record has to say.').from('token').orNull(),
    triesLeft: integer('`mail`: how often a code can be given.').orNull().by(['method', 'triesLeft'], triesOf),
    rejection: text('Why it was turned down.').orNull(),
    sandboxCode: text('The code, in a sandbox from which no mail leaves, and only when it is started; else null.')
      .orNull()
      .by(['method'], ({ sandboxCode }: ProofRow) => sandboxCode ?? null),
    startedAt: instant('When it was started.'),
    expiresAt: instant('Until when it can be ended.').orNull(),
    decidedAt: instant('When it was decided.').orNull(),
  },
)

function triesOf({ method, triesLeft }: ProofRow): number | null {
  return method === 'mail' ? triesLeft : null
}
