/** An address of PostgreSQL that may name several servers, as libpq reads it: one of them takes writes. */

const ADDRESS = /^(?<before>[a-z]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<after>.*)$/is
/** What libpq knows besides does not fit a program that writes. */
const WRITING = ['read-write', 'primary']

/** No connection was made, so nothing was asked: it may go well a moment later. */
export class NotReached extends Error {}

export class TakesNoWrites extends NotReached {
  constructor() {
    super('The server of DATABASE_URL that answers takes no writes: it is a standby, or was told to be read only.')
  }
}

/** One address for each server; undefined where it is no address. */
export const addressesIn = (url: string): string[] | undefined => {
  const { before, hosts, after } = ADDRESS.exec(url)?.groups ?? {}
  const addresses = hosts?.split(',').map((host) => `${before}${host}${after}`)
  return addresses?.every((address) => URL.canParse(address)) ? addresses : undefined
}

const wantedOf = (address: string): string | null => new URL(address).searchParams.get('target_session_attrs')

/** Whether it asks for a server that takes writes, or for nothing. */
export const isForWriting = (address: string): boolean => WRITING.includes(wantedOf(address) ?? 'read-write')

/** The servers of one address, and which of them is tried next. */
export class Hosts {
  readonly #addresses: readonly string[]
  #at = 0

  constructor(url: string) {
    this.#addresses = addressesIn(url) ?? [url]
  }

  get count(): number {
    return this.#addresses.length
  }

  get current(): string {
    return this.#addresses[this.#at] as string
  }

  /** Whether a server that takes no writes is none of ours. */
  get mustWrite(): boolean {
    return this.count > 1 || wantedOf(this.current) !== null
  }

  /** Asks as often as there are servers: each failure leads to the next one. */
  async onAny<T>(ask: () => Promise<T>): Promise<T> {
    for (let left = this.count; ; left--)
      try {
        return await ask()
      } catch (error) {
        if (left <= 1) throw error
      }
  }

  /** Of many connections that fail together only the first leads to the next server. */
  failed(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.count
  }
}
