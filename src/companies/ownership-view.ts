/** What a company answers of the ownership of its participant. */
import type { Company } from '../generated/prisma/client.ts'
import { OwnershipMethod, OwnershipReason, OwnershipStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, instant, text, view } from '../operation/view.ts'
import { reasonTexts } from './ownership.ts'

export const ownershipMethodChoice = choiceOf('OwnershipMethod', Object.values(OwnershipMethod), {
  mail: 'By a code that goes to the mail address that the registry tells.',
  dns: 'By a record in the DNS of the domain that the registry tells.',
  mandate: 'By a signed mandate, which the operator of this service reads.',
  operator: 'By the operator of this service.',
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
  'Whether a company owns its participant. Of all organizations one does at a time: it alone sends and receives.',
  {
    status: choice(
      choiceOf('OwnershipStatus', Object.values(OwnershipStatus), {
        none: 'It claims nothing: it was removed.',
        pending: 'It has to wait, and neither sends nor receives.',
        granted: 'It owns its participant.',
      }),
      'Where it stands.',
    ).from('ownershipStatus'),
    reason: choice(
      choiceOf('OwnershipReason', Object.values(OwnershipReason), {
        owned_by_another: 'Another organization owns the participant.',
        proof_required: 'A proof is missing.',
        taken_over: 'Another organization has proved that it owns the participant.',
      }),
      'Why it has to wait.',
    )
      .from('ownershipReason')
      .orNull(),
    message: text('The reason in words.')
      .orNull()
      .by(
        ['ownershipReason'],
        ({ ownershipReason }: OwnershipColumns) => ownershipReason && reasonTexts[ownershipReason],
      ),
    proof: choice(ownershipMethodChoice, 'How it was proved.').from('ownershipProof').orNull(),
    grantedAt: instant('Since when it owns the participant.').from('ownershipGrantedAt').orNull(),
    methods: choice(ownershipMethodChoice, 'How it can be proved.')
      .list()
      .by(['ownershipStatus', 'ownershipProof'], openMethods),
  },
)
