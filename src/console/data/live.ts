/** The event feed: the client follows it and resumes by itself (client.ts). */
import { useEffect, useEffectEvent } from 'react'
import { useClient } from 'urql'
import { LiveDocument, type LiveEventFragment } from '#operations'
import { useLine } from './line.ts'

export type LiveEvent = LiveEventFragment

export const useLive = (onEvent: (event: LiveEvent) => void): ReturnType<typeof useLine> => {
  const client = useClient()
  const tell = useEffectEvent(onEvent)
  useEffect(
    () => client.subscription(LiveDocument, {}).subscribe(({ data }) => data && tell(data.events)).unsubscribe,
    [client],
  )
  return useLine()
}
