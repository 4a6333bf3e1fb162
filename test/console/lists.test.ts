/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/values/ids.ts'
import type { Body, Tenant, TestApp } from '../support/app.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { until } from '../support/until.ts'
import { type ConsolePage, Visits } from './page.ts'

const ROWS = 230
/** What an action may carry at once is half of it. */
const MANY = 150
const PAGE = 50
/** Amounts by which a test finds single rows. */
const odd: Readonly<Record<number, string>> = { 0: '5432.10', 1: '9999', 3: '7001', 4: '7002' }

describe.skipIf(hasNoBrowser)('lists in Chromium', () => {
  let app: TestApp
  let visits: Visits
  let buyer: Tenant
  let seller: Tenant
  inBrowser.beforeAll(async ({ browser, site }) => {
    app = site.app
    visits = new Visits(browser, site.base)
    buyer = await app.tenant('platform')
    seller = await app.tenant('platform')
    await send('ROW-0')
    await copyRow(await incoming('ROW-0'))
  })

  const send = async (number: string): Promise<void> => {
    const lines = [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }]
    const document = { number, issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-77', lines }
    const body = { type: 'invoice', from: seller.peppolId, to: buyer.peppolId, document }
    expect((await seller.post('/v1/documents/send', body)).status).toBeLessThan(300)
  }
  const incoming = async (number: string): Promise<Body> => {
    await app.settle()
    return (await buyer.get(`/v1/documents?direction=incoming&number=${number}`)).body.data[0]
  }
  /** So many documents are not sent but written, each like the first. */
  const copyRow = async ({ id }: Body): Promise<void> => {
    const { client } = app.platform.db
    const row = await client.document.findUniqueOrThrow({
      where: { organizationId_id: { organizationId: buyer.organizationId, id } },
    })
    await client.document.createMany({
      data: Array.from({ length: ROWS - 1 }, (_, index) => ({
        ...row,
        id: newId('document'),
        number: index < MANY ? `MANY-${index}` : `ROW-${index}`,
        duplicateKey: null,
        instanceId: null,
        grossAmount: odd[index] ?? (index < MANY ? '5000' : row.grossAmount),
        senderName: index === 0 ? '=HYPERLINK("x"), "Ltd"' : row.senderName,
        validation: row.validation as object,
        metadata: row.metadata as object,
      })) as never,
    })
  }
  const visit = (path: string): Promise<ConsolePage> => visits.visit(buyer, path)
  const rowCount = 'Number(document.querySelector("table.documents")?.getAttribute("aria-rowcount") ?? 1) - 1'
  const scrollDown = 'scrollTo(0, document.documentElement.scrollHeight)'
  const loadAll = async (page: ConsolePage, wanted: number): Promise<void> => {
    while ((await page.tab.value(rowCount)) < wanted) {
      await page.tab.value(scrollDown)
      await page.tab.rest()
    }
    expect(await page.tab.value(rowCount)).toBe(wanted)
  }
  const unread = async (): Promise<number> =>
    app.platform.db.client.document.count({
      where: { organizationId: buyer.organizationId, number: { startsWith: 'MANY-' }, read: false },
    })

  test('a long list has all rows at their places, of which those near what is seen are rendered', async () => {
    const page = await visit('/inbox')
    await loadAll(page, ROWS)
    const rendered = `[...document.querySelectorAll('table.documents tbody tr[aria-rowindex]')]
      .map((one) => Number(one.ariaRowIndex))`
    const places = (): Promise<number[]> => page.tab.value(rendered)
    await page.tab.value(scrollDown)
    await page.tab.when(`${rendered}.at(-1) === ${ROWS + 1}`)
    expect((await places()).length).toBeLessThan(ROWS / 2)
    const height: number = await page.tab.value('document.querySelector("table.documents").offsetHeight')
    await page.tab.value('scrollTo(0, 0)')
    await page.tab.when(`${rendered}[0] === 2`)
    const shown = await places()
    expect(shown).toEqual(shown.map((_, index) => index + 2))
    expect(shown.length).toBeLessThan(ROWS / 2)
    expect(await page.tab.value('document.querySelector("table.documents").offsetHeight')).toBe(height)
    for (let at = 0; at < PAGE; at += 1) await page.key('j')
    expect(await places()).toContain(PAGE + 1)
    const focused = `Number(document.activeElement.closest('tr')?.ariaRowIndex)`
    expect(await page.tab.value(focused)).toBe(PAGE + 1)
  })

  test('a long list fills a narrow screen: its columns end where it ends, and every row is of one height', async () => {
    const page = await visits.visit(buyer, '/inbox', { width: 390 })
    await page.see('ROW-')
    const ends: number[] = await page.tab.value(`(() => {
      const table = document.querySelector('table.documents')
      const cell = table.querySelector('tbody tr[aria-rowindex] td:last-child')
      return [table, cell].map((one) => Math.round(one.getBoundingClientRect().right))
    })()`)
    expect(ends[1]).toBe(ends[0])
    const heights: number[] = await page.tab.value(
      `[...document.querySelectorAll('tbody tr[aria-rowindex]')].map((one) => one.getBoundingClientRect().height)`,
    )
    expect(new Set(heights).size).toBe(1)
    expect(await page.tab.value('document.documentElement.scrollWidth')).toBe(390)
    expect(await page.faults()).toEqual([])
  })

  test('what comes is counted over the list, no row moves before somebody wants it, and then it is the first', async () => {
    const page = await visit('/inbox')
    await page.see('ROW-')
    const first = `document.querySelector('[data-row-link]')`
    const before: string = await page.tab.value(`${first}.textContent`)
    const top: number = await page.tab.value(`${first}.getBoundingClientRect().top`)
    await send('FRESH-1')
    await page.see('1 new or changed')
    expect(await page.tab.value(`${first}.textContent`)).toBe(before)
    expect(await page.tab.value(`${first}.getBoundingClientRect().top`)).toBe(top)
    await page.press('1 new or changed')
    await page.tab.when(`${first}.textContent === 'FRESH-1'`)
    await page.lose('1 new or changed')
  })

  test('an action on more rows than a request takes shows how far it is, and is undone for every one', async () => {
    const page = await visit('/inbox?least=4000')
    await page.see(`${MANY} documents`)
    await loadAll(page, MANY)
    await page.tab.value(`(() => {
      window.progress = []
      const look = () => {
        const one = document.querySelector('.bar progress')
        if (one) window.progress.push(one.value + ' of ' + one.max)
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    })()`)
    await page.press('Select all rows')
    await page.see(`${MANY} selected`)
    expect(await unread()).toBe(MANY)
    await page.press('Mark as read')
    await page.see(`${MANY} documents changed`)
    expect(await unread()).toBe(0)
    expect(await page.tab.value('window.progress')).toContain(`0 of ${MANY}`)
    expect(await page.faults()).toEqual([])
    await page.press('Undo')
    await page.lose('Undo')
    expect(await unread()).toBe(MANY)
  })

  test('a row that is put away leaves the list, and is back after undoing it', async () => {
    const page = await visit('/inbox?least=9000')
    await page.see('MANY-1')
    await page.press('Select MANY-1')
    await page.press('Archive')
    await page.see('1 document changed')
    await page.lose('MANY-1')
    await page.press('Undo')
    await page.see('MANY-1')
    expect((await incoming('MANY-1')).archived).toBe(false)
  })

  test('a tag is given to all chosen rows, and undoing takes it from those alone that did not have it', async () => {
    const tagged = async (): Promise<string[]> =>
      (await buyer.get('/v1/documents?tag=urgent&limit=100')).body.data.map(({ number }: Body) => number).toSorted()
    const { id } = await incoming('MANY-3')
    await buyer.post(`/v1/documents/${id}/actions`, { action: 'tag', tag: 'urgent' })
    expect(await tagged()).toEqual(['MANY-3'])
    const page = await visit('/inbox?least=7000&most=7100')
    await page.see('2 documents')
    for (const number of ['MANY-3', 'MANY-4']) await page.press(`Select ${number}`)
    await page.press('Give a tag')
    await page.fill('Tag', 'urgent')
    expect(await page.faults()).toEqual([])
    await page.press('Add a tag')
    await page.see('1 document changed')
    expect(await tagged()).toEqual(['MANY-3', 'MANY-4'])
    await page.press('Undo')
    await page.lose('Undo')
    expect(await tagged()).toEqual(['MANY-3'])
  })

  test('what was put away is found again, and brought back', async () => {
    const { id } = await incoming('MANY-5')
    await buyer.post(`/v1/documents/${id}/actions`, { action: 'archive' })
    const page = await visit('/inbox?least=4000')
    await page.see(`${MANY - 1} documents`)
    await page.press('Archived')
    await page.tab.when(`location.search.includes('archived=true')`)
    await page.see('1 document')
    await page.press('Select MANY-5')
    await page.press('Take out of the archive')
    await page.lose('MANY-5')
    expect((await incoming('MANY-5')).archived).toBe(false)
  })

  test('a partner is found by typing, stands in the address by its id, and goes with its name', async () => {
    const [partner] = (await buyer.get('/v1/partners')).body.data
    const page = await visit('/inbox?most=400')
    await page.see('ROW-')
    await page.fill('Partner', partner.name.slice(0, 6))
    await page.tab.when(`document.querySelector('datalist option') !== null`)
    const label: string = await page.tab.value(`document.querySelector('datalist option').value`)
    expect(label).toContain(partner.name)
    await page.choose('Partner', label)
    await page.tab.when(`location.search.includes('partner=${partner.id}')`)
    await page.see('ROW-')
    expect(await page.words()).not.toContain('MANY-')
    const again = await visit(`/inbox?partner=${partner.id}`)
    const value = `[...document.querySelectorAll('input')].find((one) => one.list)?.value`
    await again.tab.when(`${value} === ${JSON.stringify(label)}`)
    await again.choose('Partner', '')
    await again.tab.when(`!location.search.includes('partner=')`)
    expect(await again.faults()).toEqual([])
  })

  test('the export has every row of the filter and no other, in a form that no spreadsheet runs', async () => {
    const page = await visit('/inbox?least=4000')
    await page.see(`${MANY} documents`)
    await page.keepFiles()
    await page.press('Export as CSV')
    const lines = (await page.saved()).trim().split('\r\n')
    expect(lines[0]).toBe(
      'number,type,direction,issueDate,dueDate,senderName,receiverName,lifecycleStatus,deliveryStatus,grossAmount,' +
        'amountDue,currency',
    )
    expect(lines).toHaveLength(MANY + 1)
    expect(lines.slice(1).every((line) => line.startsWith('MANY-'))).toBe(true)
    const odd = lines.find((line) => line.startsWith('MANY-0,'))
    expect(odd).toContain(`"'=HYPERLINK(""x""), ""Ltd"""`)
    expect(odd).toContain('5432.1')
  })

  test('an export that fails half way saves nothing, and says so', async () => {
    const page = await visit('/inbox?least=4000')
    await page.see(`${MANY} documents`)
    await page.tab.value(`URL.createObjectURL = () => (window.saved = 'part of it')`)
    await page.tab.call('Fetch.enable', { patterns: [{ urlPattern: '*/graphql' }] })
    await page.press('Export as CSV')
    await until(() => page.tab.told('Fetch.requestPaused').length > 0)
    const [{ requestId }] = page.tab.told('Fetch.requestPaused') as [Body]
    await page.tab.call('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'application/json' }],
      body: Buffer.from(JSON.stringify({ data: null, errors: [{ message: 'Something broke here.' }] })).toString(
        'base64',
      ),
    })
    await page.see('Something broke here.')
    expect(await page.tab.value('window.saved')).toBeUndefined()
    await page.tab.call('Fetch.disable')
  })

  test('events that are missing among those that are shown are told as a gap, and asked for again', async () => {
    const { client } = app.platform.db
    const { organizationId } = buyer
    await send('GAP-1')
    await app.settle()
    const recent = {
      where: { organizationId, seq: { not: null } },
      orderBy: { seq: 'desc' },
      skip: 2,
      take: 1,
    } as const
    const [lost] = await client.event.findMany(recent)
    if (!lost) throw new Error('Nothing has happened.')
    await client.event.delete({ where: { organizationId_id: { organizationId, id: lost.id } } })
    const page = await visit('/live')
    await page.see(`Events ${lost.seq} to ${lost.seq} did not come.`)
    expect(await page.faults()).toEqual([])
    await client.event.create({ data: lost as never })
    await page.press('Load more')
    await page.lose('did not come')
    await page.see('Inspect')
  })
})
