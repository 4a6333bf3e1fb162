import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { requireAccess } from '../../auth/actor.ts'
import type { Scope } from '../../auth/scopes.ts'
import { registerCompany } from '../../companies/register-company.ts'
import { SEND_ERRORS } from '../../exchange/send/send-document.ts'
import { oneOf } from '../../kernel/input.ts'
import type { Db } from '../../kernel/database/open.ts'
import { CHRONOLOGY } from '../../lifecycle/record/record-status.ts'
import { updateErrors } from '../../lifecycle/update-lifecycle.ts'
import { type Preparation, operation } from '../../operation/operation.ts'
import { requireSandbox } from '../sandbox-only.ts'
import { storyParties } from './parties.ts'
import { type StoryDocument, playStep } from './play-step.ts'
import { type Story, stories, storyTitles } from './stories.ts'

const LONGEST_MS = 30_000

/** What the operations of the steps need: asked for before the first of them. */
const NEEDED: readonly Exclude<Scope, '*'>[] = ['companies.write', 'lifecycle', 'documents.write', 'documents.read']

interface Played {
  finished: boolean
  stepsPlayed: number
  documentIds: string[]
}

const idsOf = (made: ReadonlyMap<string, StoryDocument>): string[] =>
  [...made.values()].flatMap(({ ids }) => [ids.supplier, ids.buyer].filter((id) => id !== undefined))

/** Each step is an operation of its own, with its own transaction: what was done stays, however the story ends. */
const playThrough = async (given: Preparation, story: Story): Promise<Played> => {
  // The steps are nobody's repeated request, and leave the name of the request in the log as it is.
  const call = { ...given, idempotency: undefined, trace: { ...given.trace } }
  const deadline = call.platform.clock.steady() + LONGEST_MS
  const parties = await storyParties(call, deadline)
  const made = new Map<string, StoryDocument>()
  if (!parties) return { finished: false, stepsPlayed: 0, documentIds: [] }
  const playing = { call, story, parties, ending: randomBytes(4).toString('hex'), made, deadline }
  let stepsPlayed = 0
  for (const step of story.steps) {
    if (!(await playStep(playing, step))) break
    stepsPlayed++
  }
  return { finished: stepsPlayed === story.steps.length, stepsPlayed, documentIds: idsOf(made) }
}

/** What the story has made, as lists of all show it as well. */
const madeBy = async (db: Db, organizationId: string, documentIds: readonly string[]) => {
  const ofDocuments = { organizationId, documentId: { in: [...documentIds] } }
  const documents = await db.document.findMany({
    where: { organizationId, id: { in: [...documentIds] } },
    orderBy: { id: 'asc' },
  })
  const entries = await db.lifecycleEntry.findMany({
    where: { ...ofDocuments, frenchStatus: { not: null } },
    orderBy: [...CHRONOLOGY],
  })
  const flows = await db.flow.findMany({ where: ofDocuments, orderBy: { position: 'asc' } })
  return { documents, statuses: entries, flows }
}

export const playSandboxStory = operation({
  name: 'playSandboxStory',
  summary:
    'Plays a use case of XP Z12-014 between two French companies of the sandbox, which are made with the first one. ' +
    'Each step is the operation that a caller would use, so what it makes is seen in every list.',
  scope: 'send',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({ story: oneOf('SandboxStoryName', storyTitles).describe('The story to play.') }),
  errors: [...new Set(['SANDBOX_ONLY', ...registerCompany.errors, ...SEND_ERRORS, ...updateErrors] as const)],
  async prepare(call, { story }): Promise<Played> {
    requireSandbox(call.platform.env, call.actor)
    for (const scope of NEEDED) requireAccess(call.actor, scope)
    return playThrough(call, stories[story])
  },
  async run({ db, actor }, { story }, { documentIds, ...played }) {
    return { story, ...played, ...(await madeBy(db, actor.organizationId, documentIds)) }
  },
})
