/** The statuses that a document may have and be given. */
import { choice, choiceOf, object, text, view } from '../../operation/view.ts'
import { type FrenchStatus, frenchStatuses } from '../tables/french-statuses.ts'
import type { NextStep, ReasonChoice } from '../tables/next-steps.ts'
import { targets } from '../tables/states.ts'
import { reasonCodes } from '../read/update-input.ts'
import { reasonMeanings } from '../tables/reasons.ts'

/** Of a code that the table does not have, only the code is told. */
interface ShownStatus extends Pick<FrenchStatus, 'code' | 'meaning'>, Partial<Pick<FrenchStatus, 'label' | 'tier'>> {
  next?: readonly string[]
}

export const frenchStatusView = view<ShownStatus>()('FrenchStatus', 'A French status of the standard XP Z12-012.', {
  code: text('Code of the status: `200` to `213`, or another code that was received.'),
  meaning: text('Meaning of the code.'),
  label: text('Name of the status in the standard. Null for a code outside the table.')
    .orNull()
    .by(['label'], ({ label }: Pick<ShownStatus, 'label'>) => label ?? null),
  tier: text(
    'Obligation to report the status: `mandatory`, `recommended` or `free`. Null for a code outside the table.',
  )
    .orNull()
    .by(['tier'], ({ tier }: Pick<ShownStatus, 'tier'>) => tier ?? null),
  next: text('Codes of the statuses that usually follow. They show the usual order and are not a check.')
    .list()
    .by(['next'], ({ next = [] }: Pick<ShownStatus, 'next'>) => next),
})

const statusOf = (code: string): ShownStatus => frenchStatuses[code] ?? { code, meaning: code }

export const shownStatus = (code: string | null): ShownStatus | null => (code === null ? null : statusOf(code))

const standing = 'French status of the document (XP Z12-012). Null for documents without one.'

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

export const targetChoice = choiceOf('LifecycleTarget', Object.keys(targets), targets)

const reasonChoiceView = view<ReasonChoice>()('ReasonChoice', 'An allowed reason.', {
  code: choice(choiceOf('ReasonCode', reasonCodes, reasonMeanings), 'Code of the reason.'),
  label: text('Meaning of the code.'),
})

/** A next status of this document. */
export interface StepOfDocument extends NextStep {
  documentId: string
}

export const transitionView = view<StepOfDocument>()(
  'LifecycleTransition',
  'An allowed next status, and the fields that it requires.',
  {
    target: choice(targetChoice, 'The next status.'),
    label: text('Label of the change for a user interface.'),
    frenchStatuses: object(
      frenchStatusView,
      'French statuses of the change. When there are several, the other fields ' +
        'of the update decide which one applies. Empty outside France.',
    )
      .list()
      .by(['frenchStatuses'], ({ frenchStatuses: steps }: Pick<NextStep, 'frenchStatuses'>) =>
        steps.map(({ code }) => statusOf(code)),
      ),
    requiredFields: text('Names of the fields that the update requires.').list(),
    optionalFields: text('Names of the other fields that the update takes.').list(),
    reasonCodes: object(reasonChoiceView, 'Allowed reasons. Empty when the change takes no reason.').list(),
  },
)
