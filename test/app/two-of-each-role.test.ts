/** @module-tag heavy */
/** Two workers and two relays on one database: one of each is killed in the middle of what it does. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Body } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { asOrganization } from '../support/load.ts'
import { freshVat } from '../support/numbers.ts'
import { allOf, call, serverProcesses } from '../support/processes.ts'
import { atLeast, until } from '../support/until.ts'

const PATIENCE_MS = 240_000
/** Of the lock of whoever numbers events. */
const NUMBERING = 727_274_002

const processes = serverProcesses()
type Part = Awaited<ReturnType<typeof processes.startPart>>
type Organization = Awaited<ReturnType<typeof asOrganization>>

let url: string
let sender: Organization
let recipient: Organization
const parts = new Map<string, Part>()
/** Holds what others need, and looks who waits for it: on two connections, since a transaction sees one moment only. */
let [holder, admin]: pg.Client[] = []

const ask = async <Row>(sql: string): Promise<Row[]> => (await (admin as pg.Client).query(sql)).rows as Row[]

/** Meanwhile nobody comes past the table. */
const holding = async (table: string, body: () => Promise<void>): Promise<void> => {
  await holder?.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  await body().finally(() => holder?.query('ROLLBACK'))
}

/** The names of the processes that wait for the table with a statement that begins or goes on so. */
const heldUp = async (statement: string): Promise<string[]> => {
  const rows = await ask<{ name: string }>(`SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ '${statement}'`)
  return rows.map(({ name }) => name).filter((name) => parts.has(name))
}

const kill = async (name: string): Promise<void> => {
  const { child, ended } = parts.get(name) as Part
  child.kill('SIGKILL')
  await ended
}

const send = async (number: string): Promise<void> => {
  const lines = [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }]
  const dates = { issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-1' }
  const document = { number, ...dates, lines }
  const body = { type: 'invoice', from: sender.peppolId, to: recipient.peppolId, document }
  expect((await call(sender.base, sender.key, '/v1/documents/send', body)).status).toBe(201)
}

/** Looked up past the rate window of the caller: how many numbered events of the type there are. */
const numbered = async (type: string): Promise<number> => {
  const sql = `SELECT id FROM events WHERE "organizationId" = '${sender.organizationId}' AND type = '${type}'`
  return (await ask(`${sql} AND seq IS NOT NULL`)).length
}

const eventsOf = ({ base, key }: Organization): Promise<Body[]> => allOf(base, key, '/v1/events')

describe.skipIf(inject('postgres') === '')('of two processes of each role', () => {
  beforeAll(async () => {
    url = await emptyDatabase('pairs')
    const server = await processes.start({ DATABASE_URL: url, ROLE: 'server' })
    for (const name of ['worker one', 'worker two', 'relay one', 'relay two']) {
      const [ROLE = ''] = name.split(' ')
      const address = `${url}?application_name=${encodeURIComponent(name)}`
      parts.set(name, await processes.startPart({ DATABASE_URL: address, ROLE }))
    }
    ;[sender, recipient] = [await asOrganization(server), await asOrganization(server)]
    ;[holder, admin] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
    for (const client of [holder, admin]) await client.connect()
  }, PATIENCE_MS)
  afterAll(async () => {
    for (const client of [holder, admin]) await client?.end()
    await processes.end()
  })

  test(
    'the relay that is killed while it numbers is followed by the other, without a gap or a double',
    { timeout: PATIENCE_MS },
    async () => {
      const known = await numbered('company.created')
      const companies: string[] = []
      const register = async (): Promise<void> => {
        const { body } = await call(sender.base, sender.key, '/v1/companies', { vatNumber: freshVat() })
        companies.push(body.id)
      }
      await register()
      await holding('event_sequences', async () => {
        await register()
        let names: string[] = []
        await until(async () => (names = await heldUp('INSERT INTO event_sequences')).length)
        // The other one sees that it is not its turn, and does not wait.
        const [{ holders } = { holders: 0 }] = await ask<{ holders: number }>(
          `SELECT count(*)::int AS holders FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE datname = current_database() AND locktype = 'advisory' AND granted AND objid = ${NUMBERING}`,
        )
        expect([names, holders]).toEqual([[expect.stringMatching(/^relay/)], 1])
        await kill(String(names[0]))
      })
      await register()
      await until(() => numbered('company.created'), atLeast(known + companies.length))
      const events = await eventsOf(sender)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
      const told = events.filter(({ type, companyId }) => type === 'company.created' && companies.includes(companyId))
      expect(told.map(({ companyId }) => companyId)).toEqual(companies)
    },
  )

  test(
    'what the worker that is killed was delivering is delivered by the other, before its lease ends, and once',
    { timeout: PATIENCE_MS },
    async () => {
      const numbers: string[] = []
      let lease: string | undefined
      await holding('simulated_messages', async () => {
        await until(async () => {
          numbers.push(`PAIR-${numbers.length}`)
          await send(String(numbers.at(-1)))
          return (await heldUp('simulated_messages')).length === 2
        })
        await kill('worker one')
        const sql = `SELECT min("leaseUntil")::text AS lease FROM work WHERE kind = 'document.deliver'`
        lease = (await ask<{ lease: string }>(sql))[0]?.lease
      })
      await until(() => numbered('document.delivered'), atLeast(numbers.length))
      expect(await ask(`SELECT now() < '${lease}' AS "isEarly"`)).toEqual([{ isEarly: true }])
      const told = (await eventsOf(sender)).filter(({ type }) => type === 'document.delivered')
      expect([told.length, new Set(told.map(({ data }) => data.documentId)).size]).toEqual(
        Array(2).fill(numbers.length),
      )
      const received = await allOf(recipient.base, recipient.key, '/v1/documents')
      expect(received.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted())
    },
  )
})
