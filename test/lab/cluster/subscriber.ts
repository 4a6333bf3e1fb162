/** A caller who follows the events of an organization, at whichever instance the balancer leads to. */
import { setTimeout as wait } from 'node:timers/promises'
import { type EventSource, openEvents } from '../../support/event-source.ts'

/** As browsers do, but sooner. */
const AGAIN_MS = 100

export interface Subscriber {
  /** The number of each event that was heard, in order. */
  heard: number[]
  /** How often the stream ended, or could not be opened. */
  resumed: number
  leave(): Promise<void>
}

export const follow = (base: string, key: string): Subscriber => {
  let last: string | undefined
  let isLeaving = false
  let stream: EventSource | undefined
  const subscriber: Subscriber = {
    heard: [],
    resumed: 0,
    async leave() {
      isLeaving = true
      stream?.leave()
      await following
    },
  }
  const listen = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${key}`, ...(last !== undefined && { 'last-event-id': last }) }
    stream = await openEvents(`${base}/v1/events/stream`, headers, ({ id, data }) => {
      if (data?.seq === undefined) return
      last = id
      subscriber.heard.push(Number(data.seq))
    })
    await stream.done
  }
  const followAll = async (): Promise<void> => {
    while (!isLeaving) {
      await listen().catch(() => undefined)
      if (isLeaving) return
      subscriber.resumed += 1
      await wait(AGAIN_MS)
    }
  }
  const following = followAll()
  return subscriber
}
