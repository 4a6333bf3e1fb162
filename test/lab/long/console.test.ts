/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import { newId } from '../../../src/values/ids.ts'
import { ConsolePage } from '../../console/page.ts'
import type { Tenant, TestApp } from '../../support/app.ts'
import { hasNoBrowser, inBrowser } from '../../support/pages.ts'
import { until } from '../../support/until.ts'

/** `npm run test:long -- console`: a list of 10,000 rows in Chromium, and how long events take to the screen. */
const ROWS = Number(process.env['CONSOLE_ROWS'] ?? 200)
const EVENTS = Number(process.env['CONSOLE_EVENTS'] ?? 2)
/** What a whole suite beside it leaves of the processor says nothing: the limits hold where they are measured. */
const isMeasured = process.env['CONSOLE_ROWS'] !== undefined
const LEAST_FRAMES = isMeasured ? 50 : 1
const LONGEST_MS = isMeasured ? 500 : 20_000
const SCROLLING_MS = isMeasured ? 5_000 : 300
const AT_ONCE = 500
const PATIENCE_MS = 60_000 + ROWS * 30

/** Measures while the list scrolls down and up again, a little in each frame. */
const scrolling = (ms: number): string => `new Promise((resolve) => {
  const began = performance.now()
  const most = document.documentElement.scrollHeight - innerHeight
  const times = []
  const step = (now) => {
    times.push(now)
    scrollTo(0, most * (0.5 - Math.cos(((now - began) / ${ms}) * 2 * Math.PI) / 2))
    if (now - began < ${ms}) return requestAnimationFrame(step)
    const gaps = times.slice(1).map((time, index) => time - times[index])
    resolve({ frames: (gaps.length * 1000) / (times.at(-1) - times[0]), worst: Math.max(...gaps) })
  }
  requestAnimationFrame(step)
})`

// Frames and seconds of the machine: `npm run test:long -- console`.
describe.skipIf(hasNoBrowser || !isMeasured)('a long list', () => {
  let app: TestApp
  let buyer: Tenant
  let seller: Tenant
  let page: ConsolePage
  inBrowser.beforeAll(async ({ browser, site }) => {
    app = site.app
    buyer = await app.tenant('platform')
    seller = await app.tenant('platform')
    await send('ROW-0')
    const { id } = await arrived('ROW-0')
    await copyRow(id)
    page = await ConsolePage.signedIn(browser, site.base, buyer.key, '/inbox')
    await page.see('ROW-')
  }, PATIENCE_MS)

  const send = async (number: string): Promise<void> => {
    const lines = [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }]
    const document = { number, issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-77', lines }
    const body = { type: 'invoice', from: seller.peppolId, to: buyer.peppolId, document }
    expect((await seller.post('/v1/documents/send', body)).status).toBeLessThan(300)
  }
  const arrived = async (number: string): Promise<{ id: string }> => {
    const path = `/v1/documents?direction=incoming&number=${number}`
    await until(async () => (await buyer.get(path)).body.data.length === 1)
    return (await buyer.get(path)).body.data[0]
  }
  /** So many documents are not sent but written, each like the first. */
  const copyRow = async (id: string): Promise<void> => {
    const { client } = app.platform.db
    const where = { organizationId_id: { organizationId: buyer.organizationId, id } }
    const row = await client.document.findUniqueOrThrow({ where })
    for (let at = 1; at < ROWS; at += AT_ONCE)
      await client.document.createMany({
        data: Array.from({ length: Math.min(AT_ONCE, ROWS - at) }, (_, index) => ({
          ...row,
          id: newId('document'),
          number: `ROW-${at + index}`,
          duplicateKey: null,
          instanceId: null,
          validation: row.validation as object,
          metadata: row.metadata as object,
        })) as never,
      })
  }

  test(
    `is scrolled at ${LEAST_FRAMES} frames a second or more, with every row loaded`,
    async () => {
      const rows = 'Number(document.querySelector("table").getAttribute("aria-rowcount")) - 1'
      while ((await page.tab.value(rows)) < ROWS) {
        const before: number = await page.tab.value(rows)
        await page.tab.value('scrollTo(0, document.documentElement.scrollHeight)')
        await page.tab.when(`${rows} > ${before}`)
      }
      await page.tab.value(scrolling(SCROLLING_MS / 5))
      const { frames, worst } = await page.tab.value(scrolling(SCROLLING_MS))
      process.stdout.write(`${ROWS} rows: ${frames.toFixed(1)} frames/s, the longest ${worst.toFixed(0)} ms\n`)
      expect(frames).toBeGreaterThanOrEqual(LEAST_FRAMES)
    },
    PATIENCE_MS,
  )

  test(
    `shows what comes within ${LONGEST_MS} ms of its event, in 95 of 100 cases`,
    async () => {
      await page.tab.value(`(() => {
        window.seen = []
        let last = ''
        const look = () => {
          const now = document.querySelector('.pill')?.textContent ?? ''
          if (now !== last) window.seen.push(Date.now())
          last = now
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
      })()`)
      const took: number[] = []
      for (let at = 0; at < EVENTS; at += 1) {
        const number = `NEW-${at}`
        await send(number)
        await arrived(number)
        await page.tab.when(`window.seen.length > ${at}`)
        const seen: number[] = await page.tab.value('window.seen')
        const { createdAt } = await app.platform.db.client.event.findFirstOrThrow({
          where: { organizationId: buyer.organizationId, type: 'document.received' },
          orderBy: { position: 'desc' },
        })
        took.push((seen[at] ?? 0) - createdAt.getTime())
      }
      const p95 = took.sort((one, other) => one - other)[Math.ceil(took.length * 0.95) - 1] ?? 0
      process.stdout.write(`${EVENTS} events beside ${ROWS} rows: p95 ${p95} ms, median ${took[took.length >> 1]} ms\n`)
      expect(p95).toBeLessThanOrEqual(LONGEST_MS)
    },
    PATIENCE_MS,
  )
})
