import { ProofStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, instant, integer, text, view } from '../operation/view.ts'
import { type ProofRow, recordNameOf } from './ownership-proof.ts'
import { ownershipMethodChoice } from './ownership-view.ts'

const proofStatusChoice = choiceOf('OwnershipProofStatus', Object.values(ProofStatus), {
  open: 'The proof was started and is not complete.',
  accepted: 'The proof was successful.',
  rejected: 'The operator of the server rejected it.',
})

export const ownershipProofView = view<ProofRow>()(
  'OwnershipProof',
  'A proof that a company owns its participant id.',
  {
    method: choice(ownershipMethodChoice, 'Method of the proof.'),
    status: choice(proofStatusChoice, 'Status of the proof.'),
    sentTo: text('For `mail`: the address the code was sent to, abbreviated.')
      .orNull()
      .by(['method', 'target'], ({ method, target }: ProofRow) => (method === 'mail' ? target : null)),
    recordName: text('For `dns`: name of the TXT record.')
      .orNull()
      .by(['method', 'target'], ({ method, target }: ProofRow) =>
        method === 'dns' && target !== null ? recordNameOf(target) : null,
      ),
    recordValue: text('For `dns`: text of the TXT record.').from('token').orNull(),
    triesLeft: integer('For `mail`: number of remaining tries.').orNull().by(['method', 'triesLeft'], triesOf),
    rejection: text('Why the operator rejected it.').orNull(),
    sandboxCode: text('The code, in a sandbox that sends no mail. Only in the answer that starts the proof.')
      .orNull()
      .by(['method'], ({ sandboxCode }: ProofRow) => sandboxCode ?? null),
    startedAt: instant('When the proof was started.'),
    expiresAt: instant('When the proof expires.').orNull(),
    decidedAt: instant('When the proof was accepted or rejected.').orNull(),
  },
)

function triesOf({ method, triesLeft }: ProofRow): number | null {
  return method === 'mail' ? triesLeft : null
}
