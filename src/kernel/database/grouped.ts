/**
 * Work that arrives while the database is busy with other work of its kind is done together, as soon as that has ended.
 * Nothing waits for more to arrive: a group is as large as what arrived during the group before it.
 */
import { mapLimited } from '../concurrency.ts'
import { DatabaseUnavailable } from '../errors/unavailable.ts'
import { wasStopped, wasUndone } from './patience.ts'

/** What the database stopped in a group is tried again by itself, so many at a time. */
const ALONE_AT_ONCE = 6
const MOST_TOGETHER = 32
/** A group takes no more, and who brings more is no part of one. */
const MOST_BYTES = 1024 * 1024
/** Nobody waits for one that began longer ago: a lock that it waits for would stop all that come after it. */
const LONGEST_MS = 250

export interface Grouping<Item, Outcome> {
  together(items: readonly Item[]): Promise<readonly Outcome[]>
  alone(item: Item): Promise<Outcome>
  bytesOf(item: Item): number
  /** True where a second run finds out what became of the first, whose answer was lost. */
  isRecorded(item: Item): boolean
  /** Told why a group was not written, before its members are written one by one. */
  failed(error: unknown): void
  /** Up to so many at the same time are statements of their own, and wait for nobody. */
  few: number
}

interface Waiting<Item, Outcome> {
  item: Item
  resolve(outcome: Outcome | Promise<Outcome>): void
  reject(error: unknown): void
}

interface UnderWay {
  items: number
  since: number
}

/** The database went while they were written: whether they are there is not known, as it is of one alone. */
const isUnknown = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && !wasUndone(error) && !wasStopped(error)

export class Grouped<Item, Outcome> {
  readonly #how: Grouping<Item, Outcome>
  readonly #underWay = new Set<UnderWay>()
  readonly #waiting: Waiting<Item, Outcome>[] = []
  #looking: NodeJS.Timeout | undefined

  constructor(how: Grouping<Item, Outcome>) {
    this.#how = how
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#waiting.length === 0
  }

  write(item: Item): Promise<Outcome> {
    if (this.#how.bytesOf(item) > MOST_BYTES) return this.#how.alone(item)
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    this.#waiting.push({ item, resolve, reject })
    this.#next()
    return promise
  }

  #next(): void {
    const busy = this.#busy()
    if (busy + this.#waiting.length <= this.#how.few) {
      for (const one of this.#waiting.splice(0)) void this.#counted(1, () => this.#alone(one))
    } else if (busy === 0) {
      const some = this.#some()
      void this.#counted(some.length, () => this.#together(some))
    }
    if (this.#waiting.length > 0 && !this.#looking) this.#looking = setTimeout(() => this.#look(), LONGEST_MS)
  }

  /** What they wait for may have taken too long. */
  #look(): void {
    this.#looking = undefined
    this.#next()
  }

  /** How many are under way that may be waited for. */
  #busy(): number {
    const longAgo = performance.now() - LONGEST_MS
    let busy = 0
    for (const { items, since } of this.#underWay) if (since > longAgo) busy += items
    return busy
  }

  /** The first of those that wait, as many as fit into one statement. */
  #some(): Waiting<Item, Outcome>[] {
    let bytes = 0
    const fit = this.#waiting.findIndex(({ item }) => (bytes += this.#how.bytesOf(item)) > MOST_BYTES)
    return this.#waiting.splice(0, Math.min(MOST_TOGETHER, fit === -1 ? MOST_TOGETHER : fit))
  }

  async #counted(items: number, write: () => Promise<unknown>): Promise<void> {
    const one = { items, since: performance.now() }
    this.#underWay.add(one)
    await write()
    this.#underWay.delete(one)
    this.#next()
  }

  /** Never fails: each is told its own outcome. */
  async #alone({ item, resolve, reject }: Waiting<Item, Outcome>): Promise<void> {
    try {
      resolve(await this.#how.alone(item))
    } catch (error) {
      reject(error)
    }
  }

  async #together(some: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#how.together(some.map(({ item }) => item))
      some.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome))
    } catch (error) {
      // A group that waited too long for a lock: the one that waits for it stops no other.
      const atOnce = wasStopped(error) ? ALONE_AT_ONCE : 1
      if (!isUnknown(error)) this.#how.failed(error)
      await mapLimited(some, atOnce, async (one) => {
        if (isUnknown(error) && !this.#how.isRecorded(one.item)) one.reject(error)
        else await this.#alone(one)
      })
    }
  }
}

/** Those that nobody uses are forgotten when there are so many. */
const MOST_GROUPS = 1_000

/** Groups of a process by their names. */
export class Groups {
  readonly #groups = new Map<string, Pick<Grouped<never, never>, 'isIdle'>>()

  /** The group of that name, which is made when it is first asked for. */
  of<Item, Outcome>(name: string, make: () => Grouping<Item, Outcome>): Grouped<Item, Outcome> {
    const known = this.#groups.get(name) as Grouped<Item, Outcome> | undefined
    if (known) return known
    if (this.#groups.size >= MOST_GROUPS)
      for (const [other, group] of this.#groups) if (group.isIdle) this.#groups.delete(other)
    const made = new Grouped(make())
    this.#groups.set(name, made)
    return made
  }
}

/** Questions that change nothing: who asks while others are answered is answered together with all who come meanwhile. */
export const asked = <Question, Answer>(
  how: Pick<Grouping<Question, Answer>, 'alone' | 'together'>,
): Grouping<Question, Answer> => ({
  ...how,
  bytesOf: () => 0,
  isRecorded: () => true,
  failed: () => undefined,
  few: 1,
})

/** The same, where it is asked in one place only. */
export const askingTogether = <Question, Answer>(
  how: Pick<Grouping<Question, Answer>, 'alone' | 'together'>,
): ((question: Question) => Promise<Answer>) => {
  const grouped = new Grouped(asked(how))
  return (question) => grouped.write(question)
}
