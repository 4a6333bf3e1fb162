/** What the operations of stories answer. */
import { documentView } from '../../documents/record/view.ts'
import { flowView } from '../../flows/view.ts'
import type { LifecycleEntry } from '../../generated/prisma/client.ts'
import { partyChoice } from '../../lifecycle/show/entry-view.ts'
import { frenchStatus } from '../../lifecycle/show/status-view.ts'
import { statusesForAuthority } from '../../lifecycle/tables/french-statuses.ts'
import type { ResultOf } from '../../operation/operation.ts'
import { choice, choiceOf, flag, id, instant, integer, object, text, view } from '../../operation/view.ts'
import type { listSandboxStories } from './list-stories.ts'
import type { playSandboxStory } from './play-story.ts'
import { type Step, storyTitles } from './stories.ts'

const storyChoice = choiceOf('SandboxStoryName', Object.keys(storyTitles), storyTitles)

const stepView = view<Step>()('SandboxStoryStep', 'A step of a story.', {
  by: choice(partyChoice, 'Who does it.'),
  does: text('What is done.'),
  document: text('What the document is called in the story. Its number begins so.'),
  frenchStatus: text('The French status that both sides know when the step is over.').like('205'),
})

export const storyView = view<ResultOf<typeof listSandboxStories>[number]>()(
  'SandboxStory',
  'A use case of XP Z12-014 that can be played.',
  {
    name: choice(storyChoice, 'Name of the story.'),
    useCase: text('Its number in XP Z12-014. Null for what is only described there.').orNull().like('UC1'),
    title: text('What it is called.'),
    about: text('What happens.'),
    steps: object(stepView, 'What is done, in this order.').list(),
  },
)

const statusView = view<LifecycleEntry>()('SandboxStoryStatus', 'A status that a document of the story was given.', {
  documentId: id('The document.'),
  ...frenchStatus,
  party: choice(partyChoice, 'Who gave it.'),
  motif: text('Reason code of AFNOR (XP Z12-012). Null when there is none.').orNull(),
  toldAuthority: flag('Whether it is one of the statuses that the state is told.').by(
    ['frenchStatus'],
    ({ frenchStatus: code }: Pick<LifecycleEntry, 'frenchStatus'>) => statusesForAuthority.includes(code ?? ''),
  ),
  happenedAt: instant('When it was decided.'),
})

export const playView = view<ResultOf<typeof playSandboxStory>>()('SandboxPlay', 'A story that was played.', {
  story: choice(storyChoice, 'Name of the story.'),
  finished: flag('Whether all steps were played. False where the simulated network took too long.'),
  stepsPlayed: integer('Number of steps that were played.'),
  documents: object(documentView, 'Its documents, those of the supplier and of the buyer.').list(),
  statuses: object(statusView, 'Their French statuses, in the order in which they were decided.').list(),
  flows: object(flowView, 'Their flows: invoices, statuses and copies for the state, as `/afnor` has them.').list(),
})
