/**
 * Questions of GraphQL that have a plan, asked again by both roads: where a file says `bothRoads` to `startApp`, or
 * everywhere with the environment BOTH_ROADS=1 (`npm run test:long -- roads`).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kind, OperationTypeNode, parse } from 'graphql'
import type { Platform } from '../../src/operation/platform.ts'

interface Answer {
  status: number
  bytes: Buffer
}
type Ask = (payload: object) => Promise<Answer>

/** What says of the request before it, which is another on each road. */
export const OF_THE_LAST: ReadonlySet<string> = new Set(['lastUsed', 'lastUsedAt'])

const plannedSoFar = async ({ metrics }: Platform): Promise<number> => {
  const text = await metrics.registry.getSingleMetricAsString('graphql_planned_total')
  return Number(/graphql_planned_total (\d+)/.exec(text)?.[1] ?? 0)
}

/** How many questions were answered from their plans while this was done. */
export const plannedBy = async (platform: Platform, body: () => Promise<unknown>): Promise<number> => {
  const before = await plannedSoFar(platform)
  await body()
  return (await plannedSoFar(platform)) - before
}

export const isReadOnly = (query: string): boolean => {
  try {
    return parse(query).definitions.every(
      (one) => one.kind !== Kind.OPERATION_DEFINITION || one.operation === OperationTypeNode.QUERY,
    )
  } catch {
    // Its answer is an error, whichever road it takes.
    return false
  }
}

/** A document that only reads, with its variables, and nothing beside it that a plan does not know. */
const isQuestion = (payload: unknown): payload is { query: string } => {
  if (typeof payload !== 'object' || payload === null || Buffer.isBuffer(payload)) return false
  const { query, variables: _variables, operationName: _name, ...others } = payload as Record<string, unknown>
  return typeof query === 'string' && Object.keys(others).length === 0 && isReadOnly(query)
}

/** The answer as it came; where it tells of the last request, without that. */
const textOf = ({ status, bytes }: Answer): string => {
  const text = bytes.toString()
  if (![...OF_THE_LAST].some((name) => text.includes(`"${name}"`))) return `${status} ${text}`
  const without = (name: string, value: unknown): unknown => (OF_THE_LAST.has(name) ? undefined : value)
  return `${status} ${JSON.stringify(JSON.parse(text), without)}`
}

/** How often two answers are compared that differ: what happens meanwhile is no difference. */
const TRIES = 8

export class BothRoads {
  /** How many answers of plans were compared. */
  compared = 0
  readonly #platform: Platform
  readonly #asksAgain: boolean
  readonly #asking = new AsyncLocalStorage<true>()

  constructor(platform: Platform, asksAgain = false) {
    this.#platform = platform
    this.#asksAgain = asksAgain || process.env['BOTH_ROADS'] === '1'
    if (this.#asksAgain) this.#leaveNoTrace()
  }

  /** Asks by both roads what has just been asked once, if it has a plan; throws where they answer differently. */
  async compare(payload: unknown, asked: Pick<Answer, 'status'>, ask: Ask): Promise<void> {
    if (!this.#asksAgain || asked.status !== 200 || this.#asking.getStore() || !isQuestion(payload)) return
    await this.#asking.run(true, () => this.#compare(payload, ask))
  }

  async #compare(question: { query: string }, ask: Ask): Promise<void> {
    // A plan is made the second time. Its rows are kept the time after, and then answered as they were.
    if ((await plannedBy(this.#platform, () => ask(question))) === 0) return
    for (let times = 0; times < 3; times += 1) {
      this.compared += 1
      const difference = await this.#difference(question, ask)
      if (difference) throw new Error(difference)
    }
  }

  /** One that stays while the general road answers the same before and after. */
  async #difference(question: { query: string }, ask: Ask): Promise<string | undefined> {
    const general = (): Promise<string> => ask({ ...question, extensions: {} }).then(textOf)
    let before = await general()
    for (let tries = 0; tries < TRIES; tries += 1) {
      const short = textOf(await ask(question))
      if (short === before) return undefined
      const after = await general()
      if (short === after) return undefined
      if (before === after)
        return `The plan answers otherwise: ${JSON.stringify(question)}\n${short}\nand the general road\n${after}`
      before = after
    }
    return undefined
  }

  /** What is asked again is not counted, logged or noted: tests count what they ask. */
  #leaveNoTrace(): void {
    const { rate, requestLog, keyUse, membersSeen } = this.#platform
    const isAgain = (): boolean => this.#asking.getStore() === true
    const [hit, charge] = [rate.hit.bind(rate), rate.charge.bind(rate)]
    rate.hit = (caller, limit, now, windowMs) =>
      isAgain() ? rate.look(caller, limit, now) : hit(caller, limit, now, windowMs)
    rate.charge = (...given) => (isAgain() ? undefined : charge(...given))
    const add = requestLog.add.bind(requestLog)
    requestLog.add = (entry) => void (isAgain() || add(entry))
    for (const buffer of [keyUse, membersSeen]) {
      const note = buffer.note.bind(buffer) as (use: never) => void
      buffer.note = (use: never) => void (isAgain() || note(use))
    }
  }
}
