/** Events as they happen, forwarded to an address: resumed where the last run ended, each once and in order. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event, EventType, LiveOptions, LiveState } from '../client/index.ts'
import { newSigningSecret, readOwn, storeAccount, storedAccount, writeOwn } from './accounts.ts'
import { type Input, UsageError } from './command.ts'
import { configFolder } from './environment.ts'
import { type Posted, isAccepted, postEvent } from './forward.ts'
import { untilInterrupted } from './interrupt.ts'
import { type Online, online } from './online.ts'
import { bold, cyan, dim, green, note, print, printJson, red, safe, timeOf, yellow } from './terminal.ts'

const FIRST_WAIT_MS = 500
const MOST_WAIT_MS = 30_000
/** As often as a webhook is tried. An address that does not answer at all is waited for. */
const MOST_ATTEMPTS = 8

interface Filters {
  types?: EventType[]
  companyId?: string
  documentId?: string
  partnerId?: string
  tag?: string
}

export const filtersOf = (input: Input): Filters => {
  const types = input.texts('events').flatMap((one) => one.split(','))
  const [companyId, documentId, partnerId, tag] = ['company', 'document', 'partner', 'tag'].map((one) =>
    input.text(one),
  )
  return {
    ...(types.length > 0 && { types: types as EventType[] }),
    ...(companyId !== undefined && { companyId }),
    ...(documentId !== undefined && { documentId }),
    ...(partnerId !== undefined && { partnerId }),
    ...(tag !== undefined && { tag }),
  }
}

/** Where one run ends and the next one begins: a place for each address and choice of events. */
class Place {
  readonly #file: string
  constructor(...of: readonly unknown[]) {
    const name = createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16)
    this.#file = join(configFolder(), `listen-${name}.json`)
  }
  get seq(): number | undefined {
    return readOwn<{ seq: number }>(this.#file)?.seq
  }
  reach(seq: number): void {
    writeOwn(this.#file, { seq })
  }
}

const addressIn = (input: Input): string | undefined => {
  const address = input.text('forward-to')
  if (address === undefined) return undefined
  const whole = /^\d+(\/|$)/.test(address) ? `http://localhost:${address}` : address
  if (!URL.canParse(whole) || !/^https?:/.test(whole))
    throw new UsageError('--forward-to must be an address such as http://localhost:3000/hook, or 3000/hook.')
  return whole
}

/** The same for each run of an account, so that the receiver is configured once. */
const secretOf = (name: string): string => {
  const account = storedAccount(name)
  const secret = account?.signingSecret ?? newSigningSecret()
  if (account && account.signingSecret === undefined) storeAccount(name, { ...account, signingSecret: secret })
  return secret
}

const startOf = (input: Input, place: Place): number | 'oldest' | undefined => {
  const from = input.text('from')
  if (from === undefined) return place.seq
  if (from === 'now') return undefined
  if (from === 'oldest') return from
  if (!/^\d{1,15}$/.test(from)) throw new UsageError('--from must be now, oldest or the number of an event.')
  return Number(from)
}

const headOf = ({ seq, type, id, createdAt }: Event): string =>
  `${dim(timeOf(createdAt))}  ${dim(`#${seq}`)}  ${bold(type.padEnd(24))} ${dim(id)}`

const outcomeOf = (posted: Posted): string =>
  'error' in posted
    ? yellow(`no answer (${posted.error})`)
    : `${isAccepted(posted) ? green(String(posted.status)) : red(String(posted.status))} ${dim(`${posted.ms} ms`)}`

/** Forwards events, and remembers what came of them. */
class Forwarder {
  accepted = 0
  refused = 0
  readonly #address: string
  readonly #secret: string
  readonly #input: Input
  readonly #signal: AbortSignal

  constructor(address: string, secret: string, input: Input, signal: AbortSignal) {
    this.#address = address
    this.#secret = secret
    this.#input = input
    this.#signal = signal
  }

  /** Whether the event is dealt with: accepted, or refused as often as a webhook is tried. */
  async forward(event: Event): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      const posted = await postEvent(this.#address, this.#secret, event, attempt)
      const isLast = isAccepted(posted) || ('status' in posted && attempt >= MOST_ATTEMPTS)
      const waitMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt - 1, 10))
      await this.#tell(event, attempt, posted, isLast ? undefined : waitMs)
      if (isLast) {
        if (isAccepted(posted)) this.accepted += 1
        else this.refused += 1
        return true
      }
      await sleep(waitMs, undefined, { signal: this.#signal }).catch(() => undefined)
      if (this.#signal.aborted) return false
    }
  }

  #tell(event: Event, attempt: number, posted: Posted, waitMs: number | undefined): Promise<void> | undefined {
    const { seq, id, type } = event
    if (this.#input.json) return printJson({ seq, id, type, attempt, ...posted })
    const again = waitMs === undefined ? '' : dim(`  again in ${waitMs / 1_000} s`)
    return print(`${headOf(event)}  ${cyan('→')} ${outcomeOf(posted)}${again}`)
  }
}

const tellState =
  (input: Input) =>
  (state: LiveState): void => {
    if (input.json) return
    if (state.state === 'connected') note(dim('Connected.', process.stderr))
    else
      note(
        yellow(`The line is down: ${safe(state.reason.message)} `, process.stderr) +
          dim(`Trying again in ${(state.waitMs / 1_000).toFixed(1)} s.`, process.stderr),
      )
  }

const greet = ({ url }: Online, address: string | undefined, secret: string, input: Input): void => {
  if (input.json) return
  note(
    `Events of ${bold(url, process.stderr)}${address === undefined ? '' : ` go to ${bold(address, process.stderr)}`}`,
  )
  if (address !== undefined)
    note(`Signing secret: ${bold(secret, process.stderr)}  ${dim('(the same each time)', process.stderr)}`)
  note(dim('Ctrl-C ends it. The next run goes on where this one ends.\n', process.stderr))
}

/** Events that are named, once more. */
const replay = async ({ client }: Online, ids: readonly string[], forwarder: Forwarder): Promise<number> => {
  for (const eventId of ids) {
    const event = await client.get('/v1/events/{eventId}', { path: { eventId } })
    if (!(await forwarder.forward(event))) break
  }
  return forwarder.refused > 0 ? 5 : 0
}

export const listen = async (input: Input): Promise<number> => {
  const at = online(input)
  const address = addressIn(input)
  const secret = secretOf(at.name)
  if (input.flag('print-secret')) {
    await print(secret)
    return 0
  }
  const signal = untilInterrupted()
  const forwarder = address === undefined ? undefined : new Forwarder(address, secret, input, signal)
  const replayed = input.texts('replay').flatMap((one) => one.split(','))
  if (replayed.length > 0 && !forwarder) throw new UsageError('--replay needs --forward-to.')
  if (replayed.length > 0 && forwarder) return replay(at, replayed, forwarder)
  const filters = filtersOf(input)
  const place = new Place(at.url, storedAccount(at.name)?.organizationId, address, filters)
  greet(at, address, secret, input)
  const options: LiveOptions = {
    ...filters,
    after: startOf(input, place),
    signal,
    onState: tellState(input),
    onPosition: (seq) => place.reach(seq),
    onGap: ({ after, oldest }) =>
      note(red(`Events ${after + 1} to ${oldest} are no longer kept: they are lost.`, process.stderr)),
  }
  const most = Number(input.text('count') ?? Infinity)
  let seen = 0
  for await (const event of at.client.liveEvents(options)) {
    if (forwarder) {
      if (!(await forwarder.forward(event))) break
    } else await (input.json ? printJson(event) : print(headOf(event)))
    seen += 1
    if (seen === most) place.reach(event.seq)
    if (seen === most || signal.aborted) break
  }
  if (forwarder && !input.json) note(`\n${forwarder.accepted} events were accepted, ${forwarder.refused} refused.`)
  return 0
}
