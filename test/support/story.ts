/** A story told over REST: requests one after the other, on a clock that stands still between them. */
import { type Answer, type Body, Caller, type TestApp } from './app.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Sink } from './sink.ts'

/** A request. Texts in it may name what earlier answers held: `{invoice.id}`. */
export interface Ask {
  method: string
  path: string
  body?: unknown
  /** Who asks; `me` unless told otherwise. */
  by?: string
  /** What later steps call the answer. */
  as?: string
  headers?: Record<string, string>
  /** The error that is expected, as `outcomeOf` writes it; without one, success. */
  refusal?: string
}

/** A request that was sent, without names of earlier answers, and what was answered. */
export type Asked = Ask & { caller: Caller; status: number; answer?: Body; text?: string; isByChance?: boolean }

/** `success`, or status, code and fields of the error: `400 MISSING_FIELD: from, to`. */
export const outcomeOf = ({ status, answer }: Asked): string => {
  if (status < 400) return 'success'
  const { code = answer.error, details = [] } = answer.error
  const fields = details.map(({ field }: Body) => field).filter((field: string) => field !== '')
  return `${status} ${code}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`
}

/** A request, or what else happens. */
export type Step = Ask | ((stage: Stage) => Promise<void> | void)
type More = Pick<Ask, 'by' | 'as' | 'headers'>

export const get = (path: string, more: More = {}): Ask => ({ method: 'GET', path, ...more })
export const post = (path: string, body: unknown = {}, more: More = {}): Ask => ({
  method: 'POST',
  path,
  body,
  ...more,
})
export const patch = (path: string, body: unknown, more: More = {}): Ask => ({ method: 'PATCH', path, body, ...more })
export const remove = (path: string, more: More = {}): Ask => ({ method: 'DELETE', path, ...more })

const TICK_MS = 1_000

export const refused = (refusal: string, ask: Ask): Ask => ({ ...ask, refusal })

/** Moves the clock: what becomes due meanwhile happens. */
export const pass =
  (ms: number) =>
  (stage: Stage): Promise<void> =>
    stage.pass(ms)

/** An organization with a company and a key, under the name that its callers have. */
export const organization =
  (name: string, keyType = 'white_label') =>
  (stage: Stage): Promise<void> =>
    stage.found(name, keyType)

/** What only prepares, and is checked where it is the subject. */
export const quietly =
  (ask: Ask) =>
  async (stage: Stage): Promise<void> => {
    const { status, body } = await stage.send(ask)
    if (status >= 300) throw new Error(`${ask.method} ${ask.path}: ${JSON.stringify(body)}`)
  }

/** A key of an organization, for somebody who may do less. */
export const key =
  (name: string, made: object, by = 'me'): Step =>
  async (stage) => {
    const { body } = await stage.caller(by).post('/v1/api-keys', stage.filled({ name, ...made }))
    stage.enter(name, { authorization: `Bearer ${body.key}` }, body)
  }

/** A user of the identity provider, and what it may do in which organizations. */
export const user =
  (sub: string, permissions: Record<string, string[]>, more: object = {}): Step =>
  async (stage) => {
    const exp = Math.trunc(stage.app.clock.now().getTime() / 1_000) + 86_400
    const token = await stage.idp.sign({ sub, exp, _permissions: stage.filled(permissions), ...more })
    stage.enter(sub, { authorization: `Bearer ${token}` }, {})
  }

interface World {
  app: TestApp
  idp: IdentityProvider
  sink: Sink
}

/** Who asks, what was answered, and what time it is. */
export class Stage {
  readonly app: TestApp
  readonly idp: IdentityProvider
  readonly sink: Sink
  /** Every request as it was sent, and its answer. */
  readonly asked: Asked[] = []
  /** Numbers that chance has drawn. */
  readonly drawn: string[] = []
  readonly #callers = new Map<string, Caller>()
  readonly #kept: Record<string, Body> = {}
  #now: number

  constructor({ app, idp, sink }: World, begin: Date) {
    this.app = app
    this.idp = idp
    this.sink = sink
    this.#now = begin.getTime()
    app.clock.now = () => new Date(this.#now)
    this.enter('anyone', {}, {})
    this.keep('sink', { url: sink.url })
  }

  /** Makes a caller known, and what is known of it. */
  enter(name: string, headers: Record<string, string>, known: Body): void {
    this.#callers.set(name, new Caller(this.app, headers))
    this.#kept[name] = known
  }

  keep(name: string, value: Body): void {
    this.#kept[name] = value
  }

  /** What was answered, or kept otherwise, under a name. */
  known(name: string): Body {
    return this.#kept[name]
  }

  caller(name: string): Caller {
    const caller = this.#callers.get(name)
    if (!caller) throw new Error(`Nobody is called ${name}.`)
    return caller
  }

  async found(name: string, keyType: string): Promise<void> {
    const { body } = await this.send(post('/v1/sandbox/bootstrap', { label: name, keyType }, { by: 'anyone' }))
    this.enter(name, { authorization: `Bearer ${body.apiKey}` }, body)
  }

  /** A value with what its texts name in the place of the names. */
  filled<T>(value: T): T {
    if (Buffer.isBuffer(value) || value === undefined) return value
    const text = JSON.stringify(value).replace(/\{([\w-]+(?:\.\w+)+)\}/g, (_all, path: string) => {
      const found = path.split('.').reduce<Body>((inner, name) => inner?.[name], this.#kept)
      if (typeof found !== 'string' && typeof found !== 'number') throw new Error(`Nothing is known as ${path}.`)
      return JSON.stringify(String(found)).slice(1, -1)
    })
    return JSON.parse(text)
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms
    await this.app.settle()
  }

  async send({ method, path, body, by = 'me', as, headers = {} }: Ask): Promise<Answer> {
    // What is only read takes no time, and causes nothing.
    if (method !== 'GET') {
      this.#now += TICK_MS
      await this.app.platform.runner?.settle()
    }
    const answer = await this.caller(by).send(method, this.filled(path), this.filled(body), headers)
    if (method !== 'GET' && answer.status < 400) await this.app.settle()
    if (as !== undefined) this.keep(as, answer.body)
    // The number of such a company is drawn from the id of its organization.
    if (path.endsWith('/bootstrap') && answer.status < 300) {
      this.drawn.push(answer.body.company.vatNumber.slice(2))
    }
    return answer
  }

  async ask(ask: Ask): Promise<void> {
    const sent = { ...ask, path: this.filled(ask.path), body: this.filled(ask.body) }
    const { status, headers, body, bytes } = await this.send(ask)
    const isJson = headers['content-type']?.includes('json')
    const caller = this.caller(ask.by ?? 'me')
    this.asked.push({ ...sent, caller, status, answer: body, ...(isJson && { text: bytes.toString() }) })
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await (typeof step === 'function' ? step(this) : this.ask(step))
  }
}
