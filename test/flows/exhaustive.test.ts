/** @module-tag heavy */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { search } from '../support/afnor.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { writeRows } from '../../src/kernel/database/rows.ts'
import { newId } from '../../src/values/ids.ts'

const FLOWS = Number(process.env['FLOWS'] ?? 4_000)
const WRITERS = 4

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant()
})
afterAll(() => app.close())

test(
  'who follows by updatedAfter misses no flow, however late a writer commits',
  async () => {
    const { organizationId, companyId } = tenant
    const { db } = app.platform
    const written = new Set<string>()
    const write = async (share: number): Promise<void> => {
      for (let left = share; left > 0; left -= 20) {
        const ids = Array.from({ length: Math.min(20, left) }, () => newId('flow'))
        await db.transaction(async (tx) => {
          const now = app.clock.now()
          await writeRows(
            tx,
            ids.map((id) => ({
              table: 'flows' as const,
              columns: {
                organizationId,
                id,
                companyId,
                name: 'f.xml',
                direction: 'incoming',
                type: 'SupplierInvoice',
                syntax: 'UBL',
                processingRule: 'B2B',
                ackStatus: 'ok',
                submittedAt: now,
              },
            })),
          )
          // The transaction stays open for a while, and others overtake it.
          await new Promise((go) => setTimeout(go, Math.random() * 8))
        })
        for (const id of ids) written.add(id)
      }
    }
    let over = false
    const seen: string[] = []
    const moments: string[] = []
    const follow = async (): Promise<void> => {
      let updatedAfter = '2020-01-01T00:00:00.000Z'
      for (;;) {
        const last = over
        const { status, body } = await search(tenant, { updatedAfter }, { limit: 100 })
        if (status === 429) {
          // Who asks this often waits for the next minute.
          app.clock.advance(60_000)
          continue
        }
        for (const { flowId, updatedAt } of body.results) {
          seen.push(flowId)
          moments.push(updatedAt)
          updatedAfter = updatedAt
        }
        if (last && body.results.length === 0) return
        if (body.results.length === 0) await new Promise((go) => setTimeout(go, 20))
      }
    }
    const following = follow()
    await Promise.all(Array.from({ length: WRITERS }, () => write(FLOWS / WRITERS)))
    await app.platform.relay.drain()
    over = true
    await following
    expect(written.size).toBe(FLOWS)
    expect(seen).toHaveLength(FLOWS)
    expect(new Set(seen).size).toBe(FLOWS)
    expect(moments).toEqual([...new Set(moments)].toSorted())
  },
  Math.max(120_000, FLOWS * 20),
)
