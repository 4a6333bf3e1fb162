/** Makes an event happen in the sandbox, by the same requests as a program would send. */
import { randomInt } from 'node:crypto'
import { type Client, type Event, type EventType, ConnectionError, createClient } from '../client/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Input, UsageError } from './command.ts'
import { online } from './online.ts'
import { Progress, bold, dim, green, note, print, printJson } from './terminal.ts'
import { dayOf } from '../values/dates.ts'

interface Stage {
  client: Client
  url: string
  /** The company of the caller that takes part. */
  peppolId: string
}
type Cause = (stage: Stage) => Promise<unknown>

const RECEIVER = '9930:DE811569869'
/** Numbers at which the simulated network fails (`src/upstreams/README.md`). */
const REJECTS = '9930:DE000000420'
const FAILS_ONCE = '9930:DE000000431'
const WAIT_MS = 60_000

const invoice = (from: string, to: string) => ({
  type: 'invoice' as const,
  from,
  to,
  document: {
    number: `TRIGGER-${randomInt(1e9)}`,
    issueDate: dayOf(systemClock.now()),
    dueDate: dayOf(new Date(systemClock.now().getTime() + 30 * 86_400_000)),
    buyerReference: 'PO-77',
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
  },
})

const sendTo =
  (to: string): Cause =>
  ({ client, peppolId }) =>
    client.post('/v1/documents/send', { body: invoice(peppolId, to) })

/** Somebody else's organization sends an invoice. */
const receive: Cause = async ({ url, peppolId }) => {
  const { apiKey, company } = await createClient({ baseUrl: url }).post('/v1/sandbox/bootstrap', {
    body: { label: 'trigger', keyType: 'platform' },
  })
  const other = createClient({ baseUrl: url, apiKey })
  await other.post('/v1/documents/send', { body: invoice(company.peppolId ?? '', peppolId) })
}

const freshVat = (): string => `DE${randomInt(100_000_000, 999_999_000)}`

const review: Cause = async (stage) => {
  const after = await newest(stage.client)
  await receive(stage)
  const { data } = (await happens(stage.client, 'document.received', after)) as Extract<
    Event,
    { type: 'document.received' }
  >
  await stage.client.post('/v1/documents/{documentId}/lifecycle', {
    path: { documentId: data.documentId },
    body: { status: 'under_review' },
  })
}

const tag: Cause = async ({ client, peppolId }) => {
  const { id: documentId } = await client.post('/v1/documents/send', { body: invoice(peppolId, RECEIVER) })
  await client.post('/v1/documents/{documentId}/actions', { path: { documentId }, body: { action: 'archive' } })
}

/** What makes each kind of event happen. */
export const causes: Partial<Record<EventType, Cause>> = {
  'document.received': receive,
  'document.sent': sendTo(RECEIVER),
  'document.delivered': sendTo(RECEIVER),
  'document.failed': sendTo(REJECTS),
  'document.retrying': sendTo(FAILS_ONCE),
  'document.updated': tag,
  'lifecycle.updated': review,
  'company.created': ({ client }) => client.post('/v1/companies', { body: { vatNumber: freshVat() } }),
  'partner.created': ({ client }) => client.post('/v1/partners', { body: { vatNumber: freshVat() } }),
  'handoff.created': ({ client }) =>
    client.post('/v1/oauth/handoff', { body: { scopes: ['documents.read'], ttl_seconds: 60 } }),
}

/** The next event of a kind after a number. */
const happens = async (client: Client, type: EventType, after: number): Promise<Event> => {
  const signal = AbortSignal.timeout(WAIT_MS)
  for await (const event of client.liveEvents({ types: [type], signal, after })) return event
  throw new ConnectionError('TIMEOUT', `No ${type} within ${WAIT_MS / 1_000} seconds.`)
}

/** The number of the newest event. */
const newest = async (client: Client): Promise<number> => {
  const found = new AbortController()
  let seq = 0
  const events = client.liveEvents({
    signal: found.signal,
    onPosition(place) {
      seq = place
      found.abort()
    },
  })
  for await (const event of events) seq = event.seq
  return seq
}

export const trigger = async (input: Input): Promise<number> => {
  const [type] = input.words as EventType[]
  const cause = type === undefined ? undefined : causes[type]
  if (type === undefined || !cause) throw new UsageError(`Name one of these events: ${Object.keys(causes).join(', ')}.`)
  const { client, url } = online(input)
  const me = await client.get('/v1/me')
  if (!me.isTestMode) throw new UsageError('Events are triggered in the sandbox only: this account is live.')
  const { data } = await client.get('/v1/companies', { query: { limit: 100 } })
  const company = data.find((one) => one.peppolId !== null && one.status === 'active')
  if (!company?.peppolId) throw new UsageError('The organization has no active company yet.')
  const after = await newest(client)
  const progress = new Progress(`Waiting for ${type}`)
  if (!input.json) note(dim(`Making ${type} happen for ${company.name} …`, process.stderr))
  await cause({ client, url, peppolId: company.peppolId })
  progress.show(0, null)
  const event = await happens(client, type, after)
  progress.end()
  if (input.json) await printJson(event)
  else
    await print(
      `${green('✓')} ${bold(event.type)}  ${dim(`#${event.seq}`)}  ${event.id}\n${JSON.stringify(event.data, null, 2)}`,
    )
  return 0
}
