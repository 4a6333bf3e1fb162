/**
 * @module-tag heavy
 * @module-tag services
 */
/** kill -9 in the middle of a bulk send. `npm run test:long -- kill-bulk` sends 100,000 lines, and kills ten times. */
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../src/kernel/database/open.ts'
import type { Body } from '../../support/app.ts'
import { emptyDatabase } from '../../support/database.ts'
import { type Started, call, serverProcesses } from '../../support/processes.ts'

const LINES = Number(process.env['BULK_LINES'] ?? 40)
const KILLS = Number(process.env['KILLS'] ?? 1)
const EVERY_MS = KILLS > 1 ? 200 : 50
/** A busy machine may take as long as it wants, while lines are done. */
const STUCK_MS = 300_000
const told = (text: string): void => void (KILLS > 1 && process.stdout.write(`  ${text}\n`))

const processes = serverProcesses()
afterAll(() => processes.end())

const lineOf = (from: string, to: string, n: number): string =>
  JSON.stringify({
    type: 'invoice',
    from,
    to,
    // Every tenth line is refused: it has nothing to sell.
    document: {
      number: `K-${n}`,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO',
      paymentMeans: [{ iban: 'FR7630006000011234567890189' }],
      lines: n % 10 === 0 ? [] : [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
    },
  })

/** Waits for the operation to be so far, or to end. */
const reached = async ({ base }: Started, key: string, id: string, lines: number): Promise<Body> => {
  let [done, since] = [-1, performance.now()]
  for (;;) {
    const { body } = await call(base, key, `/v1/bulk/${id}`)
    if (body.processed >= lines || body.status !== 'running') return body
    if (body.processed !== done) [done, since] = [body.processed, performance.now()]
    if (performance.now() - since > STUCK_MS) throw new Error(`It is stuck at ${done} of ${LINES} lines.`)
    await wait(EVERY_MS)
  }
}

test(`${LINES} lines are sent once each, although the server is killed ${KILLS} times`, { timeout: 0 }, async () => {
  const url = inject('postgres') === '' ? undefined : await emptyDatabase('kill-bulk')
  const folder = processes.dataFolder('data')
  const settings: Record<string, string> = url ? { DATABASE_URL: url } : { DATA_DIR: folder }
  let server = await processes.start(settings)
  const bootstrap = async (): Promise<Body> =>
    (await call(server.base, '', '/v1/sandbox/bootstrap', { label: 'kill', keyType: 'white_label' })).body
  const [sender, receiver] = [await bootstrap(), await bootstrap()]
  const key = sender.apiKey as string
  const lines = Array.from({ length: LINES }, (_one, index) =>
    lineOf(sender.company.peppolId, receiver.company.peppolId, index + 1),
  )
  const file = gzipSync(lines.join('\n')).toString('base64')
  const started = performance.now()
  const { body: begun } = await call(server.base, key, '/v1/bulk/sends', { file })
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { processed } = await reached(server, key, begun.id, Math.floor((LINES * (kill - 0.5)) / (KILLS + 1)))
    told(`kill ${kill} at line ${processed}, after ${((performance.now() - started) / 1_000).toFixed(0)} s`)
    server.child.kill('SIGKILL')
    await server.ended
    server = await processes.start(settings)
  }
  const { status, processed, failed } = await reached(server, key, begun.id, Number.POSITIVE_INFINITY)
  const seconds = (performance.now() - started) / 1_000
  expect({ status, processed, failed }).toEqual({
    status: 'completed',
    processed: LINES,
    failed: Math.floor(LINES / 10),
  })

  const answer = await fetch(`${server.base}/v1/bulk/${begun.id}/result`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const outcomes = (await answer.text())
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one) as Body)
  expect(outcomes.map(({ line }) => line)).toEqual(Array.from({ length: LINES }, (_one, index) => index + 1))
  expect(outcomes.filter(({ line, ok }) => ok !== (line % 10 !== 0))).toEqual([])
  expect(await processes.stop(server)).toBe(0)

  const database = await openDatabase(url ? { url } : { folder })
  try {
    const documents = await database.client.document.findMany({
      where: { organizationId: sender.organizationId, direction: 'outgoing' },
      select: { id: true, number: true },
    })
    const stored = new Map(documents.map(({ number, id }) => [number, id]))
    const sent = outcomes.filter(({ ok }) => ok)
    expect({ stored: documents.length, numbers: stored.size }).toEqual({ stored: sent.length, numbers: sent.length })
    expect(sent.filter(({ number, documentId }) => stored.get(number) !== documentId)).toEqual([])
    const usage = await database.client.monthlyUsage.findMany({ where: { organizationId: sender.organizationId } })
    expect(usage.reduce((sum, one) => sum + one.documents, 0)).toBe(sent.length)
    const events = await database.client.event.count({
      where: { organizationId: sender.organizationId, type: 'bulk.completed' },
    })
    expect(events).toBe(1)
  } finally {
    await database.close()
  }
  const rate = (LINES / seconds).toFixed(0)
  told(`${LINES} lines in ${seconds.toFixed(0)} s (${rate} a second) with ${KILLS} kills: 0 doubled, 0 lost`)
})
