/** The statuses that a document may have and be given. */
import { choice, choiceOf, object, text, view } from '../operation/view.ts'
import { type FrenchStatus, frenchStatuses } from './tables/french-statuses.ts'
import type { NextStep, ReasonChoice } from './tables/next-steps.ts'
import { targets } from './tables/states.ts'
import { reasonCodes } from './update-input.ts'

/** Of a code that the table does not have, only the code is told. */
interface ShownStatus extends Pick<FrenchStatus, 'code' | 'meaning'>, Partial<Pick<FrenchStatus, 'label' | 'tier'>> {
  next?: readonly string[]
}

export const frenchStatusView = view<ShownStatus>()('FrenchStatus', 'A status of XP Z12-012.', {
  code: text('`200` to `213`, and others that are understood.'),
  meaning: text('What it means.'),
  label: text('How the norm calls it.')
    .orNull()
    .by(['label'], ({ label }: Pick<ShownStatus, 'label'>) => label ?? null),
  tier: text('`mandatory`, `recommended` or `free`.')
    .orNull()
    .by(['tier'], ({ tier }: Pick<ShownStatus, 'tier'>) => tier ?? null),
  next: text('What usually follows; a chronology, not a list of checkpoints.')
    .list()
    .by(['next'], ({ next = [] }: Pick<ShownStatus, 'next'>) => next),
})

const statusOf = (code: string): ShownStatus => frenchStatuses[code] ?? { code, meaning: code }

export const shownStatus = (code: string | null): ShownStatus | null => (code === null ? null : statusOf(code))

const standing = 'The French status; null where it has none.'

/** What the doors show under the name `frenchStatus`: REST the code, GraphQL what it means too. */
export const frenchStatusBy = <Row>(columns: readonly (keyof Row & string)[], codeIn: (row: Row) => string | null) => ({
  frenchStatus: object(frenchStatusView, standing)
    .orNull()
    .by(columns, (row: Row) => shownStatus(codeIn(row)))
    .onlyIn('graphql'),
  frenchCode: text(standing).orNull().like('205').by(columns, codeIn).named('frenchStatus').onlyIn('rest'),
})

/** The same, where it stands in a column. */
export const frenchStatus = frenchStatusBy(
  ['frenchStatus'],
  ({ frenchStatus: code }: { frenchStatus: string | null }) => code,
)

export const targetChoice = choiceOf('LifecycleTarget', targets)

const reasonChoiceView = view<ReasonChoice>()('ReasonChoice', 'A reason that may be given.', {
  code: choice(choiceOf('ReasonCode', reasonCodes), 'Its code.'),
  label: text('What it means.'),
})

export const transitionView = view<NextStep>()('LifecycleTransition', 'What may follow, and what it asks for.', {
  target: choice(targetChoice, 'Where to.'),
  label: text('What to call it.'),
  frenchStatuses: object(frenchStatusView, 'What it is in France; where there are several, what else is said decides.')
    .list()
    .by(['frenchStatuses'], ({ frenchStatuses: steps }: Pick<NextStep, 'frenchStatuses'>) =>
      steps.map(({ code }) => statusOf(code)),
    ),
  requiredFields: text('Fields of the update that it needs.').list(),
  reasonCodes: object(reasonChoiceView, 'Reasons that it takes.').list(),
})
