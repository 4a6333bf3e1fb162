/** @module-tag heavy */
/**
 * `listen` while the server is restarted and killed and its line is cut: each event is forwarded once, in order.
 * `npm run test:long -- listen` forwards 10,000.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Client, createClient } from '../../../src/client/index.ts'
import { startLine } from '../../support/line.ts'
import { type Started, serverProcesses } from '../../support/processes.ts'
import { freePort } from '../../support/servers.ts'
import { startSink } from '../../support/sink.ts'
import { including, until } from '../../support/until.ts'

const EVENTS = Number(process.env['LISTEN_EVENTS'] ?? 100)
const RESTARTS = Number(process.env['LISTEN_RESTARTS'] ?? 1)
const CUTS = Number(process.env['LISTEN_CUTS'] ?? 2)
const TOGETHER = 50
const PATIENCE_MS = 120_000 + EVENTS * 60 + RESTARTS * 20_000

const processes = serverProcesses()
const commands = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of commands) child.kill('SIGKILL')
  await processes.end()
})

const launcher = join(import.meta.dirname, '../../../src/generated/server/cli.js')

const listen = (url: string, key: string, ...args: string[]): ChildProcess => {
  const env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: processes.folder, HOME: processes.folder }
  const child = spawn(process.execPath, [launcher, 'listen', '--url', url, '--api-key', key, ...args], { env })
  commands.add(child)
  child.once('close', () => commands.delete(child))
  child.stdout.resume()
  child.stderr.resume()
  return child
}

/** Documents whose every archiving is an event. */
const documentsOf = async (client: Client): Promise<string[]> => {
  const { data } = await client.get('/v1/companies')
  const from = data[0]?.peppolId ?? ''
  const documents = Array.from({ length: TOGETHER }, (_, index) => ({
    type: 'invoice' as const,
    from,
    to: '9930:DE811569869',
    document: {
      number: `L-${index}`,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
    },
  }))
  await client.post('/v1/documents/send/batch', { body: { documents } })
  const ids: string[] = []
  for await (const { id } of client.list('/v1/documents')) ids.push(id)
  return ids
}

interface Listed {
  seq: number
  data: unknown
}

const eventsOf = async (client: Client): Promise<Listed[]> => {
  const events: Listed[] = []
  for await (const { seq, data } of client.list('/v1/events', { query: { includeAcked: true } })) {
    events.push({ seq, data })
  }
  return events
}

test(
  'listen forwards every event once and in order, while servers are restarted and killed and the line is cut',
  async () => {
    const dataFolder = processes.dataFolder('listen')
    const settings = { DATA_DIR: dataFolder, PORT: String(await freePort()) }
    let server: Started = await processes.start(settings)
    const { base, key } = server
    const line = await startLine(base)
    const sink = await startSink()
    const client = createClient({ baseUrl: base, apiKey: key, retries: 40 })
    const documentIds = await documentsOf(client)
    const forwarding = listen(line.url, key, '--forward-to', `${sink.url}/hook`, '--from', '0')
    let restarted = 0
    let cut = 0
    let isOver = false
    let end: () => void = () => undefined
    const over = new Promise<void>((resolve) => (end = resolve))
    const disturb = async (): Promise<void> => {
      while (!isOver) {
        await Promise.race([over, sink.has(sink.posted.length + EVENTS / (CUTS + RESTARTS) / 2)])
        if (isOver) return
        if (cut < CUTS) {
          line.cut()
          cut += 1
        }
        if (restarted >= RESTARTS) continue
        server.child.kill(randomInt(2) === 0 ? 'SIGKILL' : 'SIGTERM')
        await server.ended
        server = await processes.start(settings)
        restarted += 1
      }
    }
    const disturbing = disturb()
    for (let made = 0; made < EVENTS; made += documentIds.length) {
      const action = (made / documentIds.length) % 2 === 0 ? ('archive' as const) : ('unarchive' as const)
      const updates = documentIds.map((documentId) => ({ documentId, action }))
      await client.post('/v1/documents/actions', { body: { updates } })
    }
    // Nothing happens any more.
    await until(async () => {
      const { data } = await client.get('/v1/documents', { query: { deliveryStatus: ['pending'] } })
      return data.length
    }, 0)
    // Events are numbered after what they tell of: once this one is, all before it are.
    const last = { documentId: documentIds[0] ?? '', action: 'tag' as const, tag: 'last-of-all' }
    await client.post('/v1/documents/actions', { body: { updates: [last] } })
    let all: Listed[] = []
    await until(async () => {
      all = await eventsOf(client)
      return all.map(({ data }) => JSON.stringify(data)).join()
    }, including(last.tag))
    expect(all.length).toBeGreaterThan(EVENTS)
    while (sink.posted.length < all.length) await sink.has(Math.min(all.length, sink.posted.length + 100))
    // The network may still tell of a delivery, until it has told of each.
    let posted = [...sink.posted]
    await until(async () => {
      all = await eventsOf(client)
      posted = [...sink.posted]
      return posted.length - all.length
    }, 0)
    isOver = true
    end()
    await disturbing
    forwarding.kill('SIGTERM')
    await once(forwarding, 'close')
    expect([restarted > 0, cut > 0]).toEqual([true, true])
    expect(posted.map(({ body }) => JSON.parse(body).seq)).toEqual(all.map(({ seq }) => seq))
    expect(new Set(posted.map(({ headers }) => headers['x-service-event-id'])).size).toBe(all.length)
    await sink.stop()
    await line.stop()
  },
  PATIENCE_MS,
)
