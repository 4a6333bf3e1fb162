import { AppError } from '../kernel/errors/app-error.ts'

const WINDOW_MS = 60_000
/** So many keys that nobody has may come from an address before others of it are not looked up any more. */
const MOST_UNKNOWN = 10
const MOST_REMEMBERED = 50_000

interface Record {
  count: number
  since: number
}

/**
 * Addresses that have tried keys that nobody has. What they try next is refused without a look-up, so guessing costs
 * the database nothing; a key that was used before goes on to work.
 */
export class Strangers {
  readonly #records = new Map<string, Record>()

  note(address: string): void {
    const now = performance.now()
    const known = this.#records.get(address)
    if (known && now - known.since < WINDOW_MS) known.count += 1
    else {
      if (this.#records.size >= MOST_REMEMBERED) this.#records.clear()
      this.#records.set(address, { count: 1, since: now })
    }
  }

  refuse(address: string): void {
    const known = this.#records.get(address)
    if (!known || known.count < MOST_UNKNOWN) return
    const left = known.since + WINDOW_MS - performance.now()
    if (left > 0)
      throw new AppError('RATE_LIMITED', {
        message: 'Too many unknown API keys came from this address.',
        retryAfter: Math.ceil(left / 1_000),
      })
  }
}
