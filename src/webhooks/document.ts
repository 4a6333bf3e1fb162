/** The GraphQL document of a webhook: what is posted is its answer about the event. */
import { Kind, type OperationDefinitionNode, parse } from 'graphql'
import type { Actor } from '../auth/actor.ts'
import { keptReader } from '../auth/kept-caller.ts'
import { eventTypes } from '../engine/feed/catalog.ts'
import { type NumberedEvent, camelCase, envelopeOf } from '../engine/feed/envelope.ts'
import type { WebhookTarget } from '../engine/webhooks/post.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { refusalOf } from '../operation/batch.ts'
import type { KeptDocuments } from '../operation/kept-documents.ts'
import type { Platform } from '../operation/platform.ts'

const rootOf = (text: string) => {
  const [operation] = parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  const [root] = (operation as OperationDefinitionNode).selectionSet.selections
  return root?.kind === Kind.FIELD ? root : undefined
}

/** The kind of event that a field is about; undefined for the field of all kinds. */
const kindOf = (text: string): string | undefined => {
  const name = rootOf(text)?.name.value
  return eventTypes.find((type) => camelCase(type) === name)
}

const refuse = (message: string): never => {
  throw refusal('INVALID_REQUEST', 'document', message, { summary: `document: ${message}` })
}

/** A document that begins with one kind of event says nothing of others. */
export const refuseOtherEvents = (text: string, events: readonly string[]): void => {
  const kind = kindOf(text)
  const others = kind === undefined ? [] : events.filter((one) => one !== kind)
  if (others.length > 0)
    refuse(
      `It is about events of the kind ${kind}, and \`events\` has ${others.join(', ')} too. Begin with the field ` +
        '`events`, or leave these kinds out.',
    )
}

/** Refuses a document that is not valid, costs too much, needs a scope that the caller lacks, or is about other events. */
export const judgeDocument = (
  documents: KeptDocuments,
  actor: Actor,
  text: string,
  events: readonly string[] = [],
): void => {
  documents.judge(actor, text, 'subscription', 'document')
  const root = rootOf(text)
  if (!root) refuse('Begin with a field such as `events` or `documentReceived`, not with a fragment.')
  if (root?.arguments?.length) refuse(`Remove the arguments of \`${root.name.value}\`: the webhook says which events.`)
  refuseOtherEvents(text, events)
}

export const documentColumns = ({ scopes }: Actor, document: string | null | undefined) => ({
  document: document ?? null,
  documentScopes: document ? [...scopes] : [],
})

type TargetEvent = Pick<
  NumberedEvent,
  'organizationId' | 'id' | 'seq' | 'type' | 'createdAt' | 'companyId' | 'data' | 'acknowledgedAt'
>

/** The answer of a document about an event. What is wrong with it is told in the answer. */
const answerAbout = async (
  { keptDocuments, env, sites }: Platform,
  { document, documentScopes: scopes, ...webhook }: Omit<WebhookTarget, 'document'> & { document: string },
  event: TargetEvent,
): Promise<object> => {
  const actor = keptReader({ ...webhook, scopes }, env.SERVICE_MODE === 'sandbox')
  try {
    const judged = keptDocuments.judge(actor, document, 'subscription', 'document')
    const answer = await keptDocuments.run(actor, judged.document, {}, event)
    // Of a database that is away for a moment, nothing is told: the delivery is tried again.
    if (answer.errors?.some(({ extensions }) => extensions['code'] === 'UPSTREAM_UNAVAILABLE'))
      throw new Error('The document of a webhook cannot be answered now.')
    return answer
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { baseUrl } = await sites.of(actor.organizationId, actor.companyId)
    const { message, ...extensions } = refusalOf(error, baseUrl)
    return { errors: [{ message, extensions }] }
  }
}

/** What is posted of an event. */
export const bodyOf = async (platform: Platform, target: WebhookTarget, event: TargetEvent): Promise<string> => {
  const { document } = target
  return JSON.stringify(
    document === null
      ? envelopeOf(event, platform.env.SERVICE_MODE === 'live')
      : await answerAbout(platform, { ...target, document }, event),
  )
}
