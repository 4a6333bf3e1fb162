import { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import { type Signal, coalesced } from './coalesced.ts'
import { type WakeUps, localWakeUps } from './wake-ups.ts'

const CHANNEL = 'invoice-exchange:wakeUps'

/** Local wakeUps that also reach the other instances through Redis, gathered over a few milliseconds. */
export const redisWakeUps = (url: string, log: Log): WakeUps => {
  const local = localWakeUps()
  const self = crypto.randomUUID()
  const options = {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    retryStrategy: (times: number) => Math.min(times * 100, 2_000),
  }
  const sender = new Redis(url, options)
  // A connection that listens can do nothing else; what it listens to survives a reconnection.
  const listener = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null })
  const channel = `${sender.options.keyPrefix ?? ''}${CHANNEL}`
  let away = false
  listener.on('error', (error: Error) => {
    if (!away) log.warn({ err: error }, 'Redis does not answer: instances find out by looking')
    away = true
  })
  listener.on('ready', () => {
    if (away) log.info('Redis answers again')
    away = false
  })
  sender.on('error', () => undefined)
  listener.on('message', (_channel, payload) => {
    const { from, wakeUps } = JSON.parse(payload) as { from: string; wakeUps: Signal[] }
    if (from !== self) for (const [name, text] of wakeUps) local.publish(name, text)
  })
  void listener.subscribe(channel).catch(() => undefined)
  // What is lost here, the others find by looking.
  const outgoing = coalesced(
    (wakeUps) => void sender.publish(channel, JSON.stringify({ from: self, wakeUps })).catch(() => undefined),
  )

  return {
    publish(name, payload) {
      local.publish(name, payload)
      outgoing.add([name, payload])
    },
    subscribe: local.subscribe,
    async close() {
      outgoing.drop()
      sender.disconnect()
      listener.disconnect()
      await local.close()
    },
  }
}
