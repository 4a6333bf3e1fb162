/**
 * Every operation with hostile values in every place, at both doors that take them. What is answered is counted. An
 * answer of 5xx is a fault, and so is one that is too large, or takes a processor for long.
 */
import { routes } from '../../rest-compat/routes/index.ts'
import type { Route } from '../../src/http/route.ts'
import { limits } from '../../src/values/limits.ts'
import type { Caller, TestApp } from '../support/app.ts'
import type { Asked } from '../support/story.ts'
import { graphqlTargets } from './graphql-requests.ts'
import { type HostileRequest, hostileRequest, restTargets } from './hostile-requests.ts'
import { random } from './mutate.ts'

/** The row that answers a path: of those that fit, the one with the fewest parameters. */
const rowOf = ({ method, path }: Asked): Route | undefined => {
  const parameters = (one: string): number => one.split(':').length
  const fits = (one: string): boolean =>
    new RegExp(`^${one.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.replace(/\?.*/, ''))
  const [row] = routes
    .filter((one) => one.method === method && fits(one.path))
    .sort((a, b) => parameters(a.path) - parameters(b.path))
  return row
}

/** Requests that were answered well, each with the row that answered it. */
export const answeredRows = (asked: readonly Asked[]): (readonly [Asked, Route])[] =>
  asked.flatMap((ask) => {
    const row = rowOf(ask)
    return row && ask.status < 300 ? [[ask, row] as const] : []
  })

const MOST_AGAIN = 2
/** The rate window of a caller is a minute, and the smallest lets 60 requests pass. */
const [EACH, MINUTE_MS] = [40, 61_000]

/** Numbers for which simulators of services fail on purpose. */
const ON_PURPOSE = /0{3,}[45]\d\d/

export interface Fault {
  nth: number
  what: string
  request: string
  answer: string
}

export interface FuzzReport {
  seed: number
  requests: number
  statuses: Record<string, number>
  codes: Record<string, number>
  faults: Fault[]
  slowest: { ms: number; nth: number; request: string }
  largest: { bytes: number; nth: number; request: string }
}

const MOST_SHOWN = 1_500
const shown = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)` : text

const written = ({ method, url, headers, payload = '' }: HostileRequest): string =>
  [`${method} ${shown(url)}`, shown(JSON.stringify(headers)), shown(payload.toString())].join('\n')

interface Answered {
  status: number
  text: string
  isJson: boolean
  bytes: number
}

const send = async (app: TestApp, { caller, method, url, headers, payload }: HostileRequest): Promise<Answered> => {
  const {
    statusCode,
    headers: said,
    rawPayload,
  } = await app.server.inject({
    method: method as 'GET',
    url,
    headers: { ...caller.headers, ...headers },
    ...(payload !== undefined && { payload }),
  })
  const isJson = String(said['content-type'] ?? '').includes('json')
  const bytes = rawPayload.length
  return { status: statusCode, text: isJson ? rawPayload.toString() : '', isJson, bytes }
}

/** Codes of the refusals in an answer, and the statuses that GraphQL gives them. */
const refusalsIn = (text: string): { codes: string[]; statuses: number[] } => {
  if (text === '') return { codes: [], statuses: [] }
  const body = JSON.parse(text) as { error?: { code?: string }; errors?: { extensions?: Record<string, unknown> }[] }
  const inGraphql = (Array.isArray(body.errors) ? body.errors : []).map(({ extensions }) => extensions ?? {})
  return {
    codes: [body.error?.code, ...inGraphql.map(({ code }) => code)].filter((code) => typeof code === 'string'),
    statuses: inGraphql.map(({ status }) => Number(status ?? 0)),
  }
}

const faultIn = (request: string, { status, text, isJson, bytes }: Answered): string | undefined => {
  const { statuses } = refusalsIn(text)
  const worst = Math.max(status, ...statuses)
  if (worst >= 500 && !(worst > 500 && ON_PURPOSE.test(request))) return `answered ${worst}`
  return isJson && bytes > limits.answerBytes ? `${bytes} bytes` : undefined
}

interface Fuzz {
  app: TestApp
  /** Requests that were answered well, and the rows that answer them. */
  asked: readonly (readonly [Asked, Route])[]
  someone: Caller
  count: number
  seed?: number
  /** The number of the first. */
  from?: number
  /** How long a request may take a processor, with what follows from earlier ones: measured where nothing else runs. */
  mostMs?: number
}

const timed = async (app: TestApp, request: HostileRequest): Promise<{ answer: Answered; ms: number }> => {
  const before = process.cpuUsage()
  const answer = await send(app, request)
  const { user, system } = process.cpuUsage(before)
  return { answer, ms: Math.round((user + system) / 1_000) }
}

/**
 * The start of a thread and the collection of garbage are counted with the request that they happen beside. One that
 * takes long takes long each time.
 */
const patiently = async (
  app: TestApp,
  request: HostileRequest,
  mostMs: number,
): Promise<{ answer: Answered; ms: number }> => {
  const first = await timed(app, request)
  let { ms } = first
  for (let again = 0; again < MOST_AGAIN && ms > mostMs; again += 1) ms = Math.min(ms, (await timed(app, request)).ms)
  return { answer: first.answer, ms }
}

export const fuzzOperations = async ({
  app,
  asked,
  someone,
  count,
  seed = 1,
  from = 0,
  mostMs = Number.POSITIVE_INFINITY,
}: Fuzz): Promise<FuzzReport> => {
  const [rest, graphql] = [restTargets(asked), graphqlTargets(asked, someone)]
  const { client } = app.platform.db
  // The stories took longer than a sandbox lasts.
  await client.organization.updateMany({ data: { expiresAt: null } })
  await client.apiKey.updateMany({ data: { expiresAt: null } })
  const report: FuzzReport = {
    seed,
    requests: 0,
    statuses: {},
    codes: {},
    faults: [],
    slowest: { ms: 0, nth: 0, request: '' },
    largest: { bytes: 0, nth: 0, request: '' },
  }
  const count1 = (counts: Record<string, number>, name: string): void => void (counts[name] = (counts[name] ?? 0) + 1)
  for (let nth = from; nth < from + count; nth += 1) {
    if (nth % EACH === 0) app.clock.advance(MINUTE_MS)
    const draw = random(seed * 1_000_003 + nth)
    const request = hostileRequest(nth % 2 === 0 ? rest : graphql, nth >> 1, seed, draw)
    const { answer, ms } = await patiently(app, request, mostMs)
    const text = written(request)
    report.requests += 1
    count1(report.statuses, String(answer.status))
    for (const code of new Set(refusalsIn(answer.text).codes)) count1(report.codes, code)
    if (ms > report.slowest.ms) report.slowest = { ms, nth, request: text }
    if (answer.isJson && answer.bytes > report.largest.bytes)
      report.largest = { bytes: answer.bytes, nth, request: text }
    const what = faultIn(text, answer) ?? (ms > mostMs ? `${ms} ms of a processor` : undefined)
    if (what !== undefined) report.faults.push({ nth, what, request: text, answer: shown(answer.text) })
  }
  return report
}
