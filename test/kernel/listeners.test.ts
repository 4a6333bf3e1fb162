/** @module-tag services */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../src/kernel/database/open.ts'
import { localWakeUps } from '../../src/kernel/wake-ups/wake-ups.ts'
import { testDatabase } from '../support/database.ts'

let database: Database
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const lines: { msg: string; err: { message: string } }[] = []
beforeEach(() => void lines.splice(0))
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
const failing = (): void => {
  throw new Error('The listener is broken')
}
const refusals = (): string[] => lines.map(({ msg, err }) => `${msg}: ${err.message}`)

let written = 0
const write = async (client: Pick<Database['client'], '$executeRaw'>): Promise<string> => {
  const organization = `org_waking_${++written}`
  await client.$executeRaw`INSERT INTO organizations (id, name, plan, "createdAt")
    VALUES (${organization}, 'Waking', 'white_label', now())`
  await client.$executeRaw`INSERT INTO work ("organizationId", id, kind, "subjectId", target, "dueAt", "createdAt")
    VALUES (${organization}, 'work_1', 'none', ${organization}, 'none', now(), now())`
  return organization
}

test.each([
  ['a transaction is answered as committed', () => database.transaction(write)],
  ['a statement of its own is answered', () => write(database.client)],
])('%s and the other listeners are told, although one of them throws', async (_title, run) => {
  const told: string[] = []
  const stops = [failing, (table: string) => void told.push(table)].map((one) => database.onInsert(one, log))
  try {
    const organization = await run()
    expect(await database.client.work.count({ where: { organizationId: organization } })).toBe(1)
    expect(told).toEqual(['work'])
    expect(refusals()).toEqual(['A listener failed: The listener is broken'])
  } finally {
    for (const stop of stops) stop()
  }
})

test('whoever waits for a wake-up is woken although another listener throws', () => {
  const woken: string[] = []
  const wakeUps = localWakeUps(log)
  wakeUps.subscribe('work', failing)
  wakeUps.subscribe('work', (payload) => woken.push(payload))
  wakeUps.publish('work', 'due')
  expect(woken).toEqual(['due'])
  expect(refusals()).toEqual(['A listener failed: The listener is broken'])
})
