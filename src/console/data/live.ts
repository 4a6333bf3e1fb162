/** The event feed: resumed after the last number that was seen, so that nothing is missed while a line was down. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient } from 'urql'
import { LiveDocument, type LiveSubscription } from '#operations'

export type LiveEvent = LiveSubscription['events']

const AGAIN_MS = 1_000

export const useLive = (onEvent: (event: LiveEvent) => void): 'connected' | 'reconnecting' => {
  const client = useClient()
  const [state, setState] = useState<'connected' | 'reconnecting'>('connected')
  const tell = useEffectEvent(onEvent)
  useEffect(() => {
    let last: string | undefined
    let timer: number | undefined
    let stop = (): void => {}
    const start = (): void => {
      stop = client
        .subscription(LiveDocument, last === undefined ? {} : { after: last })
        .subscribe(({ data, error }) => {
          if (error) {
            setState('reconnecting')
            stop()
            timer = window.setTimeout(start, AGAIN_MS)
            return
          }
          setState('connected')
          if (!data || data.events.seq === last) return
          last = data.events.seq
          tell(data.events)
        }).unsubscribe
    }
    start()
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [client])
  return state
}
