/** @module-tag heavy */
import { afterAll, describe, expect, inject, test } from 'vitest'
import pg from 'pg'
import { emptyDatabase } from '../support/database.ts'
import { call, serverProcesses } from '../support/processes.ts'
import { until } from '../support/until.ts'

const PATIENCE_MS = 120_000
/** The far end takes the message, and answers after longer than anybody waits. */
const SLOW = '9930:DE000000441'

const invoice = (from: string) => ({
  type: 'invoice',
  from,
  to: SLOW,
  document: {
    number: 'SLOW-1',
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO',
    lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
  },
})

const processes = serverProcesses()
afterAll(() => processes.end())

describe.skipIf(inject('postgres') === '')('two processes on one database', () => {
  test(
    'what a killed process was delivering is taken over before its lease runs out',
    { timeout: PATIENCE_MS },
    async () => {
      const url = await emptyDatabase('dead')
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const delivery = async (): Promise<{ attempts: number; leaseUntil: string } | undefined> =>
        (
          await client.query(
            `SELECT attempts, lost, "leaseUntil"::text AS "leaseUntil", "instanceId",
               ARRAY(SELECT id || ' beat ' || now() - "beatAt" FROM instances) AS instances
             FROM work WHERE kind = 'document.deliver'`,
          )
        ).rows[0]
      const first = await processes.start({ DATABASE_URL: url })
      const { body: made } = await call(first.base, '', '/v1/sandbox/bootstrap', { label: 'x', keyType: 'platform' })
      const sent = await call(first.base, made.apiKey, '/v1/documents/send', invoice(made.company.peppolId))
      expect(sent.status).toBe(201)
      await until(async () => (await delivery())?.attempts, 1)
      const lease = (await delivery())?.leaseUntil

      await processes.start({ DATABASE_URL: url })
      first.child.kill('SIGKILL')
      await until(delivery, (row) => row === undefined)
      expect((await client.query('SELECT now() < $1 AS "isEarly"', [lease])).rows).toEqual([{ isEarly: true }])
      const { rows } = await client.query('SELECT "deliveryStatus" FROM documents')
      expect(rows).toEqual([{ deliveryStatus: 'delivered' }])
      await client.end()
    },
  )
})
