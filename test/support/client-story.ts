/** One story for every client with a cache: documents are sent, archived, disputed, and followed live. */
import { expect, vi } from 'vitest'
import type { Body, Tenant, TestApp } from './app.ts'
import { subscriptions } from './sockets.ts'
import { Trade } from './trade.ts'
import { until } from './until.ts'

/** Where a client connects, and what its list shows. */
export interface Place {
  address: string
  authorization: string
  /** Every request that is no subscription goes through here, and is counted. */
  fetch: typeof fetch
  filter: { direction: { eq: 'INCOMING' | 'OUTGOING' } }
  /** Called with the number of each event that came. */
  saw: (seq: string) => void
}

/** What a program shows to a person, by a client of others. */
export interface Screen {
  /** Reads the list, and follows the events from then on. */
  open(): Promise<void>
  send(input: object): Promise<void>
  archive(id: string): Promise<void>
  dispute(id: string): Promise<void>
  /** The list, out of the cache alone; null where something is missing. */
  list(): Promise<Body[] | null>
  /** A document that was never asked for by itself, out of the cache alone. */
  one(id: string): Promise<Body>
  /** The same from the server. */
  asked(id: string): Promise<{ list: Body[]; one: Body }>
  close(): unknown
}
export type OpenScreen = (place: Place) => Screen

interface Watched {
  screen: Screen
  tenant: Tenant
  requests: string[]
  seen: () => number
}

const watch = (open: OpenScreen, base: string, tenant: Tenant, direction: 'INCOMING' | 'OUTGOING'): Watched => {
  const requests: string[] = []
  let seen = 0
  const screen = open({
    address: `${base}/graphql`,
    authorization: `Bearer ${tenant.key}`,
    filter: { direction: { eq: direction } },
    saw: (seq) => (seen = Math.max(seen, Number(seq))),
    fetch: (input, init) => {
      const [, name = ''] = /\b(Story\w+)\b/.exec(String(init?.body)) ?? []
      requests.push(name)
      return fetch(input, init)
    },
  })
  return { screen, tenant, requests, seen: () => seen }
}

/** The number of the newest event that a screen is told. */
const newest = async (app: TestApp, { organizationId }: Tenant): Promise<number> => {
  const OR = [{ type: { startsWith: 'document.' } }, { type: 'lifecycle.updated' }]
  const { seq } = await app.platform.db.client.event.findFirstOrThrow({
    where: { organizationId, OR },
    orderBy: { seq: 'desc' },
  })
  return Number(seq)
}

const invoice = ({ from, to }: Trade, number: string, description: string): object => ({
  type: 'INVOICE',
  from: from.peppolId,
  to: to.peppolId,
  content: {
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      lines: [{ description, quantity: 2, unit: 'HUR', unitPrice: 100, vatRate: 21 }],
    },
  },
})

/** C-1 and C-2 are sent, one of them is archived and disputed; answers its identifier at both ends. */
const play = async (trade: Trade, seller: Watched, desk: Watched, settled: () => Promise<void>): Promise<string[]> => {
  await seller.screen.send(invoice(trade, 'C-1', 'Consulting'))
  await seller.screen.send(invoice(trade, 'C-2', 'Travel'))
  await settled()
  const lists = await Promise.all([seller, desk].map(({ screen }) => screen.list()))
  for (const list of lists) expect(list?.map(({ number }) => number).toSorted()).toEqual(['C-1', 'C-2'])
  const [sent = '', received = ''] = lists.map((list) => list?.find(({ number }) => number === 'C-1').id)
  await desk.screen.archive(received)
  await desk.screen.dispute(received)
  await settled()
  return [sent, received]
}

/** Plays the story: nothing is read again, nothing is complained of, and each screen shows what the server says. */
export const expectFollowed = async (app: TestApp, base: string, open: OpenScreen): Promise<void> => {
  const trade = await Trade.between(app, 'BE')
  const seller = watch(open, base, trade.supplier, 'OUTGOING')
  const desk = watch(open, base, trade.buyer, 'INCOMING')
  // Somebody else of the buyer, who does nothing and follows.
  const phone = watch(open, base, trade.buyer, 'INCOMING')
  const screens = [seller, desk, phone]
  const complaints = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  const settled = async (): Promise<void> => {
    await trade.settle()
    const last = await Promise.all(screens.map(({ tenant }) => newest(app, tenant)))
    await until(() => screens.map(({ seen }) => seen()), last)
  }
  try {
    const before = await subscriptions(app)
    await Promise.all(screens.map(({ screen }) => screen.open()))
    await until(() => subscriptions(app), before + screens.length)
    const [sent = '', received = ''] = await play(trade, seller, desk, settled)
    const disputed = { number: 'C-1', lifecycleStatus: 'DISPUTED' }
    expect(await seller.screen.one(sent)).toMatchObject({ ...disputed, archived: false, deliveryStatus: 'DELIVERED' })
    for (const { screen } of [desk, phone])
      expect(await screen.one(received)).toMatchObject({ ...disputed, archived: true })
    expect(seller.requests).toEqual(['StoryListQuery', 'StorySendMutation', 'StorySendMutation'])
    expect(desk.requests).toEqual(['StoryListQuery', 'StoryArchiveMutation', 'StoryDisputeMutation'])
    expect(phone.requests).toEqual(['StoryListQuery'])
    expect(complaints.flatMap(({ mock }) => mock.calls)).toEqual([])
    for (const watched of screens) await expectAsAsked(watched, watched === seller ? sent : received)
  } finally {
    for (const complaint of complaints) complaint.mockRestore()
    await Promise.all(screens.map(({ screen }) => screen.close()))
  }
}

const expectAsAsked = async ({ screen }: Watched, id: string): Promise<void> => {
  const shown = { list: await screen.list(), one: await screen.one(id) }
  expect(shown).toEqual(await screen.asked(id))
}
