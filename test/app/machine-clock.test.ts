/**
 * @module-tag heavy
 * @module-tag services
 */
/** A deployment whose machines do not agree on what time it is. */
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { emptyDatabase } from '../support/database.ts'
import { asOrganization } from '../support/load.ts'
import { clocksJump, setClock, settingsOfClock } from '../support/machine-clock.ts'
import { call, serverProcesses } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { onDatabase } from '../support/citus.ts'

const HOUR_S = 3_600
const PATIENCE_MS = 120_000

const processes = serverProcesses()
afterAll(() => processes.end())

describe.skipIf(inject('postgres') === '' || !clocksJump)('a server whose clock is an hour ahead of its worker', () => {
  test(
    'plans work that is due at once, and says of a document the time of the database',
    { timeout: PATIENCE_MS },
    async () => {
      const database = { DATABASE_URL: await emptyDatabase('clocks') }
      const clock = join(processes.folder, 'clock')
      const settings = { ...database, ...settingsOfClock(clock), ROLE: 'server' }
      setClock(clock, HOUR_S)
      const { base, key, peppolId } = await asOrganization(await processes.start(settings))
      await processes.startPart({ ...database, ROLE: 'worker' })
      const { status, body } = await call(base, key, '/v1/documents/send', {
        type: 'invoice',
        from: peppolId,
        to: '0208:0403000059',
        document: {
          number: 'AHEAD-1',
          issueDate: '2026-11-20',
          dueDate: '2026-12-20',
          buyerReference: 'PO-1',
          lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
        },
      })
      expect(status).toBe(201)
      const { rows } = await onDatabase(database.DATABASE_URL, '', (client) =>
        client.query(`SELECT abs(extract(epoch FROM now() - $1::timestamptz)) < ${HOUR_S / 2} AS "isNear"`, [
          body.createdAt,
        ]),
      )
      expect(rows).toEqual([{ isNear: true }])
      await until(async () => (await call(base, key, `/v1/documents/${body.id}`)).body.deliveryStatus, 'delivered')
    },
  )
})
