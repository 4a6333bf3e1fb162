/** What a company answers of the ownership of its participant. */
import type { Company } from '../generated/prisma/client.ts'
import { OwnershipMethod, OwnershipReason, OwnershipStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, instant, text, view } from '../operation/view.ts'
import { reasonTexts } from './ownership.ts'

export const ownershipMethodChoice = choiceOf('OwnershipMethod', Object.values(OwnershipMethod), {
  mail: 'A code is sent to the e-mail address in the national registry.',
  dns: 'A TXT record in the DNS of the domain in the national registry.',
  mandate: 'A signed mandate (PDF), which the operator of the server approves.',
  operator: 'The operator of the server approves it.',
})

/** The ways that are still open; none once one has led to the end, or for who claims nothing. */
const openMethods = ({ ownershipStatus, ownershipProof }: Pick<Company, 'ownershipStatus' | 'ownershipProof'>) =>
  ownershipStatus === 'none' || ownershipProof !== null ? [] : Object.values(OwnershipMethod)

export type OwnershipColumns = Pick<
  Company,
  'ownershipStatus' | 'ownershipReason' | 'ownershipProof' | 'ownershipGrantedAt'
>

export const ownershipView = view<OwnershipColumns>()(
  'Ownership',
  'Whether a company owns its participant id. One company of all organizations owns it at a time, and only the ' +
    'owner sends and receives.',
  {
    status: choice(
      choiceOf('OwnershipStatus', Object.values(OwnershipStatus), {
        none: 'The company was removed from the network and claims nothing.',
        pending: 'The company waits. It cannot send or receive.',
        granted: 'The company owns its participant id.',
      }),
      'Status of the ownership.',
    ).from('ownershipStatus'),
    reason: choice(
      choiceOf('OwnershipReason', Object.values(OwnershipReason), {
        owned_by_another: 'Another organization owns the participant id.',
        proof_required: 'A proof of ownership is required first.',
        taken_over: 'Another organization has proved that it owns the participant id.',
      }),
      'Why the ownership is pending. Null when it is not.',
    )
      .from('ownershipReason')
      .orNull(),
    message: text('The reason as a sentence.')
      .orNull()
      .by(
        ['ownershipReason'],
        ({ ownershipReason }: OwnershipColumns) => ownershipReason && reasonTexts[ownershipReason],
      ),
    proof: choice(ownershipMethodChoice, 'How the ownership was proved. Null without a proof.')
      .from('ownershipProof')
      .orNull(),
    grantedAt: instant('Since when the company owns its participant id.').from('ownershipGrantedAt').orNull(),
    methods: choice(ownershipMethodChoice, 'Methods by which the ownership can still be proved.')
      .list()
      .by(['ownershipStatus', 'ownershipProof'], openMethods),
  },
)
