/** @module-tag services */
/** A connection to PostgreSQL that ends while work is claimed, or while what came of it is recorded. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { workKinds } from '../../src/app/work-kinds.ts'
import { type Runner, startRunner } from '../../src/engine/work/runner.ts'
import type { Work } from '../../src/generated/prisma/client.ts'
import { openDatabase } from '../../src/kernel/database/open.ts'
import type { Platform } from '../../src/operation/platform.ts'
import { type Tenant, TestClock, type TestApp, startApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { type Line, startLine } from '../support/line.ts'
import { including, until } from '../support/until.ts'

const PATIENCE_MS = 90_000
/** Longer than anything is asked again, and far shorter than a lease. */
const AWAY_MS = 7_000
const CLAIM = 'attempts = attempts + 1'
const OUTCOME = 'DELETE FROM work'

let line: Line
let app: TestApp
let runner: Runner
let seller: Tenant
let buyer: Tenant

/** Which documents a delivery was begun of; that of this number goes no further until it is let go. */
const begun: string[] = []
const HELD = 'HELD'
const letGo = Promise.withResolvers<void>()
const deliver = workKinds['document.deliver']
const kinds: typeof workKinds = {
  ...workKinds,
  'document.deliver': {
    ...deliver,
    async run(platform: Platform, work: Work) {
      const { number } = await platform.db.client.document.findFirstOrThrow({ where: { id: work.subjectId } })
      begun.push(work.subjectId)
      if (number === HELD) await letGo.promise
      return deliver.run(platform, work)
    },
  },
}

/** What is waiting or under way. */
const deliveries = (): Promise<Work[]> => app.platform.db.client.work.findMany({ where: { kind: 'document.deliver' } })

/** How often the network was handed the document, once for each message that it was made. */
const handedOver = async (id: string): Promise<number[]> => {
  const { client } = app.platform.db
  const { instanceId } = await client.document.findFirstOrThrow({ where: { id } })
  const messages = await client.simulatedMessage.findMany({ where: { instanceId: String(instanceId) } })
  return messages.map(({ sends }) => sends)
}

const send = async (number: string): Promise<string> => {
  const { status, body } = await seller.post('/v1/documents/send', {
    type: 'invoice',
    from: seller.peppolId,
    to: buyer.peppolId,
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-1',
      lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
    },
  })
  expect(status).toBe(201)
  return body.id
}

describe.skipIf(inject('postgres') === '')('a connection to PostgreSQL that ends while work is due', () => {
  beforeAll(async () => {
    const direct = await emptyDatabase('leases')
    line = await startLine(direct)
    const url = Object.assign(new URL(direct), { port: new URL(line.url).port }).href
    // Without names each statement goes over as its text.
    const database = openDatabase({ url, prepared: false, countQueries: true })
    app = await startApp({ WORKERS: 'off' }, { database, clock: TestClock.running() })
    runner = startRunner(app.platform, kinds)
    seller = await app.tenant('white_label')
    buyer = await app.tenant('white_label')
    // The partner is known from then on: a send has no other work than its delivery.
    await send('FIRST')
    await runner.settle()
  }, PATIENCE_MS)
  afterAll(async () => {
    await runner?.close()
    await app?.close()
    await line?.stop()
  })

  test.each([
    ['loseQuestion', CLAIM],
    ['loseAnswerTo', CLAIM],
    ['loseQuestion', OUTCOME],
    ['loseAnswerTo', OUTCOME],
  ] as const)(
    'a document is handed over once, and long before a lease ends, where the line is cut (%s) at "%s"',
    async (lose, words) => {
      const lost = line[lose](words)
      const id = await send(`${lose}-${words.length}`)
      await lost
      await until(async () => (await deliveries()).length, 0)
      expect(await handedOver(id)).toEqual([1])
    },
    PATIENCE_MS,
  )

  test(
    'an outcome that could not be recorded makes its work free as soon as the database is back',
    async () => {
      const lost = line.loseQuestion(OUTCOME).then(() => line.down())
      const id = await send('AWAY')
      await lost
      await wait(AWAY_MS)
      line.lead(inject('postgres'))
      await until(async () => (await deliveries()).length, 0)
      expect(await handedOver(id)).toEqual([1])
    },
    PATIENCE_MS,
  )

  test(
    'what is under way keeps its lease while others that were lost are freed, and is attempted once',
    async () => {
      const id = await send(HELD)
      await until(() => begun, including(id))
      const [under] = await deliveries()
      const lost = line.loseAnswerTo(CLAIM)
      const other = await send('OTHER')
      await lost
      await until(async () => (await deliveries()).length, 1)
      expect(await deliveries()).toEqual([under])
      letGo.resolve()
      await until(async () => (await deliveries()).length, 0)
      expect(begun.filter((one) => one === id)).toHaveLength(1)
      expect([await handedOver(id), await handedOver(other)]).toEqual([[1], [1]])
    },
    PATIENCE_MS,
  )

  test(
    'what a process may have claimed when it ends is taken over by another, long before its lease ends',
    async () => {
      const lost = line.loseAnswerTo(CLAIM)
      const id = await send('ENDS')
      await lost
      await runner.close()
      runner = startRunner(app.platform, kinds)
      await until(async () => (await deliveries()).length, 0)
      expect(await handedOver(id)).toEqual([1])
    },
    PATIENCE_MS,
  )
})
