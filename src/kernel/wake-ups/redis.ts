import { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import type { AwayGauge } from '../metrics.ts'
import { RedisPresence } from '../redis-presence.ts'
import { type WakeUp, type WakeUpMessage, coalesced, readMessage } from './coalesced.ts'
import { type WakeUpTopic, type WakeUps, localWakeUps } from './wake-ups.ts'

const CHANNEL = 'invoice-exchange:wakeUps'

/** One that is silent ends no connection. */
const ANSWER_MS = 2_000

const connection = {
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  connectTimeout: 2_000,
  retryStrategy: (times: number) => Math.min(times * 100, 2_000),
}

/** Local wake-ups that also reach the other instances through Redis, gathered over a few milliseconds. */
export const redisWakeUps = (url: string, log: Log, away: AwayGauge): WakeUps => new RedisWakeUps(url, log, away)

class RedisWakeUps implements WakeUps {
  readonly #local: WakeUps
  /** Tells the messages of this instance from those of others. */
  readonly #self = crypto.randomUUID()
  readonly #outgoing = coalesced((wakeUps) => this.#send(wakeUps))
  readonly #sender: Redis
  readonly #listener: Redis
  readonly #channel: string
  readonly #presence: RedisPresence

  constructor(url: string, log: Log, away: AwayGauge) {
    this.#presence = new RedisPresence(log, away, 'instances find out by looking')
    this.#local = localWakeUps(log)
    this.#sender = new Redis(url, { ...connection, commandTimeout: ANSWER_MS })
    // A connection that listens can do nothing else; what it listens to survives a reconnection.
    this.#listener = new Redis(url, { ...connection, enableOfflineQueue: true, maxRetriesPerRequest: null })
    this.#channel = `${this.#sender.options.keyPrefix ?? ''}${CHANNEL}`
    this.#sender.on('error', () => undefined)
    this.#listener.on('error', (error: Error) => this.#presence.gone(error))
    this.#listener.on('ready', () => this.#presence.back())
    this.#listener.on('message', (_channel, payload) => this.#deliver(payload))
    void this.#listener.subscribe(this.#channel).catch(() => undefined)
  }

  publish(topic: WakeUpTopic, payload: string): void {
    this.#local.publish(topic, payload)
    this.#outgoing.add([topic, payload])
  }

  subscribe(topic: WakeUpTopic, listener: (payload: string) => void): () => void {
    return this.#local.subscribe(topic, listener)
  }

  async close(): Promise<void> {
    this.#outgoing.drop()
    this.#sender.disconnect()
    this.#listener.disconnect()
    await this.#local.close()
  }

  /** When a message is lost, the other instances find out by looking. */
  #send(wakeUps: WakeUp[]): void {
    const message = JSON.stringify({ from: this.#self, wakeUps } satisfies WakeUpMessage)
    void this.#sender.publish(this.#channel, message).then(
      () => this.#presence.back(),
      (error: unknown) => this.#presence.gone(error),
    )
  }

  #deliver(payload: string): void {
    const { from, wakeUps } = readMessage(payload)
    if (from !== this.#self) for (const [topic, text] of wakeUps) this.#local.publish(topic, text)
  }
}
