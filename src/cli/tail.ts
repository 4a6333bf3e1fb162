/** What happens, as lines: events and requests of the organization. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Event, Schemas } from '../client/index.ts'
import { type Input, UsageError } from './command.ts'
import { untilInterrupted } from './interrupt.ts'
import { filtersOf } from './listen.ts'
import { online } from './online.ts'
import { bold, cyan, dim, green, note, print, printJson, red, safe, timeOf } from './terminal.ts'

const LOOK_MS = 1_000
const tailed = ['events', 'requests'] as const

const subjectOf = ({ data, companyId }: Event): string => {
  const { documentId, partnerId } = data as { documentId?: string; partnerId?: string }
  return documentId ?? partnerId ?? companyId ?? ''
}

const eventLine = (event: Event): string =>
  `${dim(timeOf(event.createdAt))}  ${cyan('event  ')}  ${bold(event.type.padEnd(26))} ${dim(`#${event.seq}`)}  ${dim(subjectOf(event))}`

const requestLine = ({ startedAt, method, path, status, errorCode, durationMs, id }: Schemas.Request): string => {
  const painted = status >= 400 ? red(String(status)) : green(String(status))
  const what = bold(safe(`${method} ${path}`).padEnd(26))
  return `${dim(timeOf(startedAt))}  ${cyan('request')}  ${what} ${painted}${errorCode ? ` ${errorCode}` : ''}  ${dim(`${Math.round(durationMs)} ms  ${safe(id)}`)}`
}

const tailEvents = async (client: Client, input: Input, signal: AbortSignal): Promise<void> => {
  for await (const event of client.liveEvents({ ...filtersOf(input), signal }))
    await (input.json ? printJson({ event }) : print(eventLine(event)))
}

const requestsSince = async (client: Client, since: string | undefined, signal: AbortSignal) => {
  const found: Schemas.Request[] = []
  for await (const request of client.list('/v1/request-logs', { query: { since }, signal })) found.push(request)
  return found
}

const newestRequest = async (client: Client, signal: AbortSignal): Promise<Schemas.Request | undefined> => {
  for await (const request of client.list('/v1/request-logs', { query: { limit: 1 }, signal })) return request
  return undefined
}

const OVERLAP_MS = 60_000

/**
 * Asks again and again for what came since; a request that ends later than another one is found as well. Time is that of
 * the server: the clock of this machine may be ahead of it.
 */
const tailRequests = async (client: Client, input: Input, signal: AbortSignal): Promise<void> => {
  const began = (await newestRequest(client, signal))?.startedAt
  const shown = new Set((began === undefined ? [] : await requestsSince(client, began, signal)).map(({ id }) => id))
  let since = began
  while (!signal.aborted) {
    const found = await requestsSince(client, since, signal)
    for (const request of found.toReversed().filter(({ id }) => !shown.has(id))) {
      shown.add(request.id)
      await (input.json ? printJson({ request }) : print(requestLine(request)))
    }
    const overlap = found[0] && new Date(Date.parse(found[0].startedAt) - OVERLAP_MS).toISOString()
    if (overlap !== undefined && (since === undefined || overlap > since)) since = overlap
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

export const tail = async (input: Input): Promise<number> => {
  const [what] = input.words
  if (what !== undefined && !tailed.some((one) => one === what)) throw new UsageError('tail shows events or requests.')
  const { client } = online(input)
  const signal = untilInterrupted()
  if (!input.json)
    note(
      dim('Ctrl-C ends it. Of requests, those are recorded that changed something or were refused.\n', process.stderr),
    )
  const both = [
    ...(what === 'requests' ? [] : [tailEvents(client, input, signal)]),
    ...(what === 'events' ? [] : [tailRequests(client, input, signal)]),
  ]
  await Promise.all(both).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return 0
}
