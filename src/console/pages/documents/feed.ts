/** The feed as a list: what came last, what comes, what is held back, and what did not come. */
import { useEffect, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { EventsDocument, ViewerDocument } from '#operations'
import { type Gap, gapsIn } from '../../data/gaps.ts'
import { type LiveEvent, useLive } from '../../data/live.ts'

/** What is older is in the list of events, not on the screen. */
const MOST_SHOWN = 500
const RECENT = 50

const merged = (one: readonly LiveEvent[], other: readonly LiveEvent[]): readonly LiveEvent[] =>
  [...new Map([...other, ...one].map((event) => [event.seq, event])).values()]
    .sort((a, b) => (BigInt(a.seq) < BigInt(b.seq) ? 1 : -1))
    .slice(0, MOST_SHOWN)

/** Pausing holds events back; nothing is lost. */
export const useFeed = () => {
  const client = useClient()
  const [events, setEvents] = useState<readonly LiveEvent[]>([])
  const [held, setHeld] = useState<readonly LiveEvent[]>()
  const [{ data }] = useQuery({
    query: EventsDocument,
    variables: { last: RECENT },
    requestPolicy: 'network-only',
  })
  const [{ data: who }] = useQuery({ query: ViewerDocument })
  useEffect(() => {
    if (data) setEvents((before) => merged(before, data.events.nodes))
  }, [data])
  const line = useLive((event) =>
    held ? setHeld((before) => merged([event], before ?? [])) : setEvents((before) => merged([event], before)),
  )
  const toggle = (): void => {
    if (held) setEvents((before) => merged(held, before))
    setHeld(held ? undefined : [])
  }
  const fill = async ({ from }: Gap): Promise<void> => {
    const variables = { afterSeq: String(BigInt(from) - 1n), first: RECENT }
    const answer = await client.query(EventsDocument, variables, { requestPolicy: 'network-only' }).toPromise()
    setEvents((before) => merged(before, answer.data?.events.nodes ?? []))
  }
  // Who acts for one company sees the events of it alone, whose numbers have gaps.
  const gaps = who?.viewer.companyId === null ? gapsIn(events) : []
  return { events, held, line, gaps, toggle, fill, clear: () => setEvents([]) }
}
