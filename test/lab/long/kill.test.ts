/**
 * @module-tag heavy
 * @module-tag services
 */
/** kill -9 while documents are sent and delivered. `npm run test:long -- kill` does it 200 times on each database. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type Client, openDatabase } from '../../../src/kernel/database/open.ts'
import { readFile } from '../../../src/documents/record/files.ts'
import { newTrace } from '../../../src/kernel/trace.ts'
import type { Body } from '../../support/app.ts'
import { emptyDatabase } from '../../support/database.ts'
import { type Started, call, serverProcesses } from '../../support/processes.ts'

const KILLS = Number(process.env['KILLS'] ?? 1)
const LONG = KILLS > 10
const WRITERS = 6
/** The server lives until it has acknowledged so many at most, and a moment longer. */
const MOST_ACKNOWLEDGED = 12
const MOMENT_MS = 200
const PATIENCE_MS = 60_000
/**
 * Far ends: one that takes, in the long form also one whose answers get lost. Only that one needs a short time limit:
 * on a busy machine the other may exceed it too, and then waits for its next attempt.
 */
const FAR = LONG ? ['9930:DE123456789', '9930:DE000000440'] : ['9930:DE123456789']

const processes = serverProcesses()
afterAll(() => processes.end())

interface Sending {
  number: string
  body: object
  key: string
}

/** What was promised, and what was asked for without an answer. */
interface Ledger {
  acknowledged: Map<string, string>
  unanswered: Sending[]
  made: number
}

const sendOne = async ({ base, key }: Started, ledger: Ledger, sending: Sending): Promise<boolean> => {
  const answer = await call(base, key, '/v1/documents/send', sending.body, { 'idempotency-key': sending.key }).catch(
    () => undefined,
  )
  if (answer === undefined) {
    ledger.unanswered.push(sending)
    return false
  }
  expect({ number: sending.number, status: answer.status, error: answer.body.error }).toMatchObject({
    number: sending.number,
    status: 201,
  })
  ledger.acknowledged.set(sending.number, answer.body.id)
  return true
}

const next = (ledger: Ledger, from: string, to: string): Sending => {
  ledger.made += 1
  // Every second of those without an answer is asked for again, as a client would; the others stay unknown.
  const open = ledger.made % 2 === 0 ? ledger.unanswered.shift() : undefined
  if (open) return open
  const number = `K-${ledger.made}`
  const recipient = [to, ...FAR][ledger.made % (FAR.length + 1)]
  return {
    number,
    key: number,
    body: {
      type: 'invoice',
      from,
      to: recipient,
      document: {
        number,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        currency: 'EUR',
        buyerReference: 'PO',
        lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
      },
    },
  }
}

/** Nothing is left to be delivered, and nothing to be numbered and counted. */
const settled = async (client: Pick<Client, 'work' | 'event'>): Promise<boolean> =>
  (await client.work.count({
    where: { kind: { in: ['document.deliver', 'message-status.send'] }, failedAt: null },
  })) === 0 && (await client.event.count({ where: { seq: null } })) === 0

describe('kill -9 while documents are sent and delivered', () => {
  test(
    `servers killed ${KILLS} times while sending deliver what they acknowledged exactly once, whole`,
    { timeout: PATIENCE_MS * (KILLS + 4) },
    async () => {
      const url = inject('postgres') === '' ? undefined : await emptyDatabase('kill')
      const folder = processes.dataFolder('data')
      const settings = {
        ...(url ? { DATABASE_URL: url } : { DATA_DIR: folder }),
        ...(LONG && { ACCESS_POINT_TIMEOUT_MS: '500' }),
      }
      const ledger: Ledger = { acknowledged: new Map(), unanswered: [], made: 0 }

      const first = await processes.start(settings)
      const bootstrap = async (): Promise<Body> =>
        (await call(first.base, '', '/v1/sandbox/bootstrap', { label: 'kill', keyType: 'white_label' })).body
      const [sender, receiver] = [await bootstrap(), await bootstrap()]
      const [from, to] = [sender.company.peppolId, receiver.company.peppolId]
      // Counted by the minute: a run sends more than any plan allows.
      let server: Started = { ...first, key: sender.apiKey }
      for (let round = 0; round < KILLS; round++) {
        if (round > 0) server = { ...(await processes.start(settings)), key: sender.apiKey }
        const enough = ledger.acknowledged.size + 1 + Math.floor(Math.random() * MOST_ACKNOWLEDGED)
        const killed = Promise.withResolvers<void>()
        const writers = Array.from({ length: WRITERS }, async () => {
          while (await sendOne(server, ledger, next(ledger, from, to))) {
            if (ledger.acknowledged.size === enough)
              setTimeout(() => killed.resolve(void server.child.kill('SIGKILL')), Math.random() * MOMENT_MS)
          }
        })
        await Promise.all([killed.promise, ...writers])
        expect(await server.ended).toBeNull()
      }

      // In peace, everything comes to its end.
      server = { ...(await processes.start(settings)), key: sender.apiKey }
      for (let open = 1; open > 0;) {
        await wait(250)
        const { body } = await call(server.base, server.key, '/v1/documents?deliveryStatus=pending&limit=1')
        open = body.data.length
      }
      // What answers a delivery goes on after it, and work that a killed process held waits until its lease has run
      // out.
      for (let done = false; !done;) {
        await wait(500)
        expect(await processes.stop(server)).toBe(0)
        const watched = await openDatabase(url ? { url } : { folder })
        done = await settled(watched.client)
        await watched.close()
        if (!done) server = { ...(await processes.start(settings)), key: sender.apiKey }
      }

      const database = await openDatabase(url ? { url } : { folder })
      try {
        await verify(database.client, ledger, {
          senderId: sender.organizationId,
          receiverId: receiver.organizationId,
          local: to,
        })
      } finally {
        await database.close()
      }
    },
  )
})

const verify = async (
  client: Client,
  { acknowledged, made }: Ledger,
  { senderId, receiverId, local }: { senderId: string; receiverId: string; local: string },
): Promise<void> => {
  const outgoing = await client.document.findMany({
    where: { organizationId: senderId, direction: 'outgoing' },
    include: { attempts: true },
  })
  const byNumber = new Map(outgoing.map((document) => [document.number, document]))
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS)
  expect(byNumber.size, 'no number was stored twice').toBe(outgoing.length)
  for (const [number, id] of acknowledged)
    expect(byNumber.get(number)?.id, `the acknowledged ${number} is there`).toBe(id)
  expect(
    outgoing
      .filter(({ status, deliveryStatus }) => status !== 'delivered' || deliveryStatus !== 'delivered')
      .map(({ number, errorMessage }) => ({ number, errorMessage })),
  ).toEqual([])

  const taken = new Map((await client.simulatedMessage.findMany()).map((message) => [message.instanceId, message]))
  const incoming = await client.document.findMany({ where: { organizationId: receiverId, direction: 'incoming' } })
  const twins = Map.groupBy(incoming, ({ instanceId }) => String(instanceId))
  const storage = { external: null }
  for (const { instanceId, number, fileHash, receiverPeppolId } of outgoing) {
    const twin = twins.get(String(instanceId)) ?? []
    expect({ number, arrived: taken.has(String(instanceId)), twins: twin.length }).toEqual({
      number,
      arrived: true,
      twins: receiverPeppolId === local ? 1 : 0,
    })
    if (receiverPeppolId !== local) expect(taken.get(String(instanceId))?.outcome).toBe('confirmed')
    await readFile(storage, client, newTrace(new Date(), null), senderId, String(fileHash))
    for (const one of twin)
      await readFile(storage, client, newTrace(new Date(), null), receiverId, String(one.fileHash))
  }
  const known = new Set(outgoing.map(({ instanceId }) => instanceId))
  expect(
    incoming.filter(({ instanceId }) => !known.has(instanceId)),
    'nothing arrived that was not sent',
  ).toEqual([])

  const events = await client.event.findMany({
    where: {
      organizationId: { in: [senderId, receiverId] },
      // A message about the transmission may come a second time, and is an update then. That a lost answer is asked for
      // again is announced, unless the process was killed before.
      type: { startsWith: 'document.', notIn: ['document.updated', ...(LONG ? ['document.retrying'] : [])] },
    },
  })
  const announced = Map.groupBy(events, ({ data }) => (data as Body).documentId as string)
  for (const { id, number } of outgoing)
    expect({
      number,
      events: announced
        .get(id)
        ?.map(({ type }) => type)
        .sort(),
    }).toEqual({ number, events: ['document.delivered', 'document.sent'] })
  for (const { id, number } of incoming)
    expect({ number, events: announced.get(id)?.map(({ type }) => type) }).toEqual({
      number,
      events: ['document.received'],
    })

  expect(await settled(client), 'no work is left').toBe(true)
  expect(
    (await client.monthlyUsage.findMany({ where: { organizationId: senderId } })).reduce(
      (sum, { documents }) => sum + documents,
      0,
    ),
    'what was counted was stored',
  ).toBe(outgoing.length)
  const [company] = await client.company.findMany({ where: { organizationId: senderId } })
  expect(company?.documentsSent, 'each delivery is counted once').toBe(outgoing.length)
  if (LONG)
    process.stdout.write(
      `${KILLS} kills: ${made} sends, ${acknowledged.size} acknowledged, ${outgoing.length} stored and ` +
        `delivered once, ${incoming.length} arrived, ` +
        `${[...taken.values()].filter(({ sends }) => sends > 1).length} messages were sent more than once\n`,
    )
}
