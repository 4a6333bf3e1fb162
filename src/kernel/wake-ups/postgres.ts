import type pg from 'pg'
import { chunksOf } from '../concurrency.ts'
import type { Log } from '../log.ts'
import { connectTo } from '../database/connect.ts'
import { Hosts } from '../database/hosts.ts'
import { type WakeUp, type WakeUpMessage, coalesced, readMessage } from './coalesced.ts'
import { Echo } from './echo.ts'
import { type WakeUpTopic, type WakeUps, localWakeUps } from './wake-ups.ts'

const NOTIFY_CHANNEL = 'invoice_exchange'
const RECONNECT_MS = 1_000
/** A payload is limited to 8,000 bytes; a wake-up has less than a hundred. */
const WAKE_UPS_PER_PAYLOAD = 60

/**
 * Local wake-ups that also reach the other instances through NOTIFY. They are sent by a statement of their own after
 * the commit, since inside the writing transaction NOTIFY would serialize all commits; at most one every few
 * milliseconds.
 */
export const postgresWakeUps = (url: string, log: Log): WakeUps => new PostgresWakeUps(url, log)

class PostgresWakeUps implements WakeUps {
  readonly #hosts: Hosts
  readonly #log: Log
  readonly #local: WakeUps
  /** Tells the notifications of this instance from those of others. */
  readonly #self = crypto.randomUUID()
  readonly #outgoing = coalesced((wakeUps) => this.#send(wakeUps))
  #client: pg.Client | undefined
  #isListening = false
  #closed = false
  #sent: Promise<unknown> = Promise.resolve()
  readonly #echo: Echo

  constructor(url: string, log: Log) {
    this.#hosts = new Hosts(url)
    this.#log = log
    this.#local = localWakeUps(log)
    this.#echo = new Echo(this.#hosts, log)
    void this.#connect()
  }

  publish(topic: WakeUpTopic, payload: string): void {
    this.#local.publish(topic, payload)
    this.#outgoing.add([topic, payload])
  }

  subscribe(topic: WakeUpTopic, listener: (payload: string) => void): () => void {
    return this.#local.subscribe(topic, listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#outgoing.drop()
    await this.#echo.close()
    await this.#sent
    await this.#client?.end()
    await this.#local.close()
  }

  async #connect(): Promise<void> {
    const client = await connectTo(this.#hosts, { keepAlive: true }).catch((error: unknown) => this.#warn(error))
    if (!client) return this.#reconnect()
    if (this.#closed) return client.end()
    this.#client = client
    // A connection ends once: so each is followed by exactly one other.
    client.on('end', () => this.#reconnect())
    client.on('notification', ({ payload }) => this.#deliver(payload ?? ''))
    try {
      await client.query(`LISTEN ${NOTIFY_CHANNEL}`)
      this.#isListening = true
      this.#echo.ask(NOTIFY_CHANNEL)
    } catch (error) {
      this.#warn(error)
      await client.end()
    }
  }

  #warn(error: unknown): void {
    if (!this.#closed) this.#log.warn({ err: error }, 'There is no connection for notifications; trying again')
  }

  #reconnect(): void {
    this.#isListening = false
    if (!this.#closed) setTimeout(() => void this.#connect(), RECONNECT_MS).unref()
  }

  #deliver(payload: string): void {
    this.#echo.hear(payload)
    const { from, wakeUps } = readMessage(payload)
    if (from !== this.#self) for (const [topic, text] of wakeUps) this.#local.publish(topic, text)
  }

  /** One statement after the other. When one is lost, the other instances find out by looking. */
  #send(wakeUps: WakeUp[]): void {
    const payloads = Array.from(chunksOf(wakeUps, WAKE_UPS_PER_PAYLOAD), (some) =>
      JSON.stringify({ from: this.#self, wakeUps: some } satisfies WakeUpMessage),
    )
    this.#sent = this.#sent.then(() => this.#notify(payloads)).catch(() => undefined)
  }

  async #notify(payloads: string[]): Promise<void> {
    if (!this.#isListening) return
    const statement = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload'
    await this.#client?.query(statement, [NOTIFY_CHANNEL, payloads])
  }
}
