/** What has to hold of a database when everything has come to its end, whatever happened meanwhile. */
import type { Client } from '../../../src/kernel/database/open.ts'
import type { Posted } from '../../support/sink.ts'
import type { Sender } from './load.ts'

const BRINGING = ['document.deliver', 'message-status.send', 'webhook.deliver', 'webhook.series']

/**
 * How much is left to be delivered, told or numbered, at one moment: deliveries make events, and numbering them makes
 * deliveries, so that whoever looks at one after the other may miss both.
 */
export const leftOf = async (client: Client): Promise<number> => {
  const [row] = await client.$queryRaw<{ left: number }[]>`
    SELECT sum(count)::int AS left FROM (
      SELECT count(*) FROM work WHERE "failedAt" IS NULL AND kind = ANY(${BRINGING})
      UNION ALL SELECT count(*) FROM events WHERE seq IS NULL) AS counted`
  return Number(row?.left)
}

interface Writes {
  acknowledged: number
  found: number
  /** Acknowledged, and not there under the id that was acknowledged. */
  lost: string[]
  /** Numbers that are there more than once. */
  doubled: string[]
}

/** Every acknowledged write is there, once; what is there besides was asked for and not acknowledged. */
export const writesOf = async (client: Client, senders: readonly Sender[]): Promise<Writes> => {
  const writes: Writes = { acknowledged: 0, found: 0, lost: [], doubled: [] }
  for (const { organizationId, acknowledged } of senders) {
    const where = { organizationId, direction: 'outgoing' } as const
    const rows = await client.document.findMany({ where, select: { id: true, number: true } })
    const byNumber = Map.groupBy(rows, ({ number }) => String(number))
    writes.acknowledged += acknowledged.size
    for (const [number, id] of acknowledged) {
      const isThere = byNumber.get(number)?.some((row) => row.id === id)
      if (isThere) writes.found += 1
      else writes.lost.push(number)
    }
    for (const [number, same] of byNumber) if (same.length > 1) writes.doubled.push(number)
  }
  return writes
}

interface Deliveries {
  documents: number
  /** Not delivered, or not as one message of the network. */
  undelivered: string[]
  /** Received more than once, by nobody where the recipient is one of ours, or taken by the network as another message. */
  misreceived: string[]
  /**
   * Messages that were handed over again under the same id, since whoever sent them died before the answer was noted.
   * None is a second delivery, which `misreceived` would tell.
   */
  handedOverAgain: number
}

export const deliveriesOf = async (client: Client, senders: readonly Sender[]): Promise<Deliveries> => {
  const ours = new Set(senders.map(({ peppolId }) => peppolId))
  const organizations = senders.map(({ organizationId }) => organizationId)
  const rows = await client.document.findMany({
    where: { organizationId: { in: organizations } },
    select: { number: true, direction: true, instanceId: true, receiverPeppolId: true, deliveryStatus: true },
  })
  const { outgoing = [], incoming = [] } = Object.groupBy(rows, ({ direction }) => direction)
  const messages = new Map((await client.simulatedMessage.findMany()).map((one) => [one.instanceId, one]))
  const received = Map.groupBy(incoming, ({ instanceId }) => String(instanceId))
  const found: Deliveries = { documents: outgoing.length, undelivered: [], misreceived: [], handedOverAgain: 0 }
  for (const { number, instanceId, receiverPeppolId, deliveryStatus } of outgoing) {
    const message = messages.get(String(instanceId))
    if (deliveryStatus !== 'delivered' || !message) found.undelivered.push(`${number} ${deliveryStatus}`)
    if (message && message.sends > 1) found.handedOverAgain += 1
    const times = received.get(String(instanceId))?.length ?? 0
    if (times !== (ours.has(String(receiverPeppolId)) ? 1 : 0)) found.misreceived.push(`${number} ${times}`)
  }
  const sent = new Set(outgoing.map(({ instanceId }) => String(instanceId)))
  for (const { number, instanceId } of incoming)
    if (!sent.has(String(instanceId))) found.misreceived.push(`${number} unsent`)
  // Recipients elsewhere: what the network has of documents is what was sent, each under one identifier.
  const kinds = new Set([...sent].flatMap((instanceId) => messages.get(instanceId)?.documentTypeId ?? []))
  for (const { instanceId, documentTypeId } of messages.values())
    if (kinds.has(documentTypeId) && !sent.has(instanceId)) found.misreceived.push(`${instanceId} of no document`)
  return found
}

interface Events {
  events: number
  /** Organizations whose events are not numbered from one on, each number once. */
  gaps: string[]
  /** Documents that were not announced as sent and as delivered exactly once. */
  misannounced: string[]
  /** Events that a webhook asked for and never got, or that came under different ids. */
  untold: string[]
}

const ASKED_FOR = ['document.sent', 'document.delivered']

export const eventsOf = async (
  client: Client,
  senders: readonly Sender[],
  posted: readonly Posted[],
): Promise<Events> => {
  const idsOf = Map.groupBy(
    posted.map(({ headers, body }) => ({ event: JSON.parse(body).id as string, id: headers['x-service-delivery'] })),
    ({ event }) => event,
  )
  const found: Events = { events: 0, gaps: [], misannounced: [], untold: [] }
  for (const { organizationId, acknowledged } of senders) {
    const rows = await client.event.findMany({ where: { organizationId }, orderBy: { seq: 'asc' } })
    found.events += rows.length
    if (rows.some(({ seq }, nth) => Number(seq) !== nth + 1)) found.gaps.push(organizationId)
    const asked = rows.filter(({ type }) => ASKED_FOR.includes(type))
    for (const { id } of asked) if (new Set(idsOf.get(id)?.map((one) => one.id)).size !== 1) found.untold.push(id)
    const announced = Map.groupBy(asked, ({ data }) => (data as { documentId: string }).documentId)
    for (const id of acknowledged.values()) {
      const types =
        announced
          .get(id)
          ?.map(({ type }) => type)
          .toSorted() ?? []
      if (types.join() !== ASKED_FOR.toSorted().join()) found.misannounced.push(`${id} ${types.join()}`)
    }
  }
  return found
}
