/** Long JSON, parsed part by part: others get a turn in between. */
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../kernel/errors/app-error.ts'
import { LONG_PART, type LongPart, scanned } from '../values/json-size.ts'
import { refuseExcess } from './json-size.ts'

/** So long may be parsed in a row. */
const TURN_MS = 5

const BLANK = /^[ \t\n\r]*$/
const NAME = /^[ \t\n\r]*(".*")[ \t\n\r]*:[ \t\n\r]*$/s

/** Parts that do not fit together: the text is not well-formed. */
class Unfit extends Error {}

type Parse = (text: string) => unknown

/** To set the name __proto__ would give the object another prototype; the parser gives it a field. */
const put = (object: Record<string, unknown>, name: string, value: unknown): void => {
  if (name === '__proto__') throw new Unfit()
  object[name] = value
}

class Parts {
  readonly #bytes: Buffer
  readonly #parse: Parse
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #turn = performance.now()

  constructor(bytes: Buffer, parse: Parse) {
    this.#bytes = bytes
    this.#parse = parse
  }

  async whole(part: LongPart): Promise<unknown> {
    this.#requireBlank(0, part.from)
    this.#requireBlank(part.to, this.#bytes.length)
    return this.#value(part)
  }

  #value(part: LongPart): Promise<unknown> {
    return part.isList ? this.#list(part) : this.#object(part)
  }

  #text(from: number, to: number): string {
    return this.#utf8.decode(this.#bytes.subarray(from, to))
  }

  #requireBlank(from: number, to: number): void {
    if (!BLANK.test(this.#text(from, to))) throw new Unfit()
  }

  async #inTurn(text: string): Promise<unknown> {
    if (performance.now() - this.#turn > TURN_MS) {
      await setImmediate()
      this.#turn = performance.now()
    }
    return this.#parse(text)
  }

  async #list(part: LongPart): Promise<unknown[]> {
    const list: unknown[] = []
    for (const { from, to, count, long } of runsOf(part)) {
      if (long) {
        this.#requireBlank(from, long.from)
        this.#requireBlank(long.to, to)
        list.push(await this.#value(long))
        continue
      }
      const some = (await this.#inTurn(`[${this.#text(from, to)}]`)) as unknown[]
      if (some.length !== count) throw new Unfit()
      for (const one of some) list.push(one)
    }
    return list
  }

  async #object(part: LongPart): Promise<object> {
    const object: Record<string, unknown> = {}
    for (const { from, to, long } of runsOf(part)) {
      if (long) {
        const [, name] = NAME.exec(this.#text(from, long.from)) ?? []
        if (name === undefined) throw new Unfit()
        this.#requireBlank(long.to, to)
        // Parsed as a name, as the others are.
        const [key = ''] = Object.keys((await this.#inTurn(`{${name}:0}`)) as object)
        put(object, key, await this.#value(long))
        continue
      }
      const some = Object.entries((await this.#inTurn(`{${this.#text(from, to)}}`)) as object)
      if (some.length === 0) throw new Unfit()
      for (const [name, value] of some) put(object, name, value)
    }
    return object
  }
}

/** Entries that follow each other and are parsed together, or one that has a long part. */
interface EntryRun {
  from: number
  to: number
  count: number
  long?: LongPart
}

function* runsOf({ from, to, commas, within }: LongPart): Generator<EntryRun> {
  const run = { from: from + 1, count: 0 }
  let [begin, next] = [from + 1, 0]
  for (let index = 0; index <= commas.length; index += 1) {
    const end = commas[index] ?? to - 1
    const long = within[next]
    if (long && long.from < end) {
      if (run.count > 0) yield { ...run, to: begin - 1 }
      yield { from: begin, to: end, count: 1, long }
      next += 1
      Object.assign(run, { from: end + 1, count: 0 })
    } else {
      run.count += 1
      if (end - run.from >= LONG_PART) {
        yield { ...run, to: end }
        Object.assign(run, { from: end + 1, count: 0 })
      }
    }
    begin = end + 1
  }
  if (run.count > 0) yield { ...run, to: to - 1 }
}

/**
 * The value of a long JSON text, by `parse` of its parts. Where it is not well-formed `wholly` parses all of it, and says
 * where and why.
 */
export const parseInParts = async (bytes: Buffer, parse: Parse, wholly: () => unknown): Promise<unknown> => {
  const scan = scanned(bytes)
  let step = scan.next()
  for (; !step.done; step = scan.next()) await setImmediate()
  refuseExcess(step.value.excess)
  if (step.value.whole === undefined) return wholly()
  await setImmediate()
  try {
    return await new Parts(bytes, parse).whole(step.value.whole)
  } catch (error) {
    if (error instanceof AppError) throw error
    return wholly()
  }
}
