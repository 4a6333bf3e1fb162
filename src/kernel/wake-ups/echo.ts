import { connectTo } from '../database/connect.ts'
import type { Hosts } from '../database/hosts.ts'
import type { Log } from '../log.ts'

const PATIENCE_MS = 2_000

/**
 * Finds out once whether a notification comes back to whoever listens. A pooler takes LISTEN and delivers nothing, and
 * says neither. It is asked on another connection: on the same one, it may come back by chance.
 */
export class Echo {
  readonly #hosts: Hosts
  readonly #log: Log
  readonly #call = crypto.randomUUID()
  #asked: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(hosts: Hosts, log: Log) {
    this.#hosts = hosts
    this.#log = log
  }

  /** Once the connection listens to the channel. */
  ask(channel: string): void {
    this.#asked ??= this.#send(channel).catch(() => void (this.#asked = undefined))
  }

  hear(payload: string): void {
    if (payload === this.#call) clearTimeout(this.#timer)
  }

  async close(): Promise<void> {
    await this.#asked
    clearTimeout(this.#timer)
  }

  async #send(channel: string): Promise<void> {
    const client = await connectTo(this.#hosts, { connectionTimeoutMillis: PATIENCE_MS })
    try {
      this.#timer = setTimeout(() => this.#warn(), PATIENCE_MS).unref()
      await client.query('SELECT pg_notify($1, $2)', [channel, this.#call])
    } finally {
      await client.end()
    }
  }

  #warn(): void {
    this.#log.warn(
      'Notifications of PostgreSQL do not arrive, so events of other instances are late by up to a second. Where ' +
        'DATABASE_URL is a pooler, set DATABASE_DIRECT_URL to the server itself, or REDIS_URL',
    )
  }
}
