/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body, TestApp } from '../support/app.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { SELLER_IBAN } from '../support/payments.ts'
import { Trade } from '../support/trade.ts'
import { Visits } from './page.ts'

describe.skipIf(hasNoBrowser)('money and duties in Chromium', () => {
  let app: TestApp
  let visits: Visits
  let trade: Trade
  inBrowser.beforeAll(async ({ browser, site }) => {
    app = site.app
    visits = new Visits(browser, site.base)
    trade = await Trade.between(app, 'FR')
  })

  const invoice = async (number: string): Promise<{ sent: Body; received: Body }> => {
    const { supplier, buyer } = trade
    const { status, body } = await supplier.post(
      '/v1/documents/send',
      trade.body({ number, paymentMeans: [{ code: '30', iban: SELLER_IBAN }] }),
    )
    expect({ status, error: body.error }).toEqual({ status: 201 })
    await app.settle()
    const { data } = (await buyer.get(`/v1/documents?direction=incoming&number=${number}`)).body
    return { sent: body, received: data[0] }
  }

  test('a payment is listed with its document, taken back with a reason, and the document is due again', async () => {
    const { sent } = await invoice('PAY-1')
    const payment = { amount: 100, date: '2026-11-21', reference: 'TRANSFER-7' }
    const paid = await trade.supplier.post(`/v1/payments/documents/${sent.id}/pay`, payment)
    expect(paid.status).toBe(201)
    const page = await visits.visit(trade.supplier, '/payments')
    await page.see('PAY-1')
    await page.see('€100.00')
    await page.see('TRANSFER-7')
    expect(await page.faults()).toEqual([])
    await page.press('Take back')
    await page.see('The document is then due again.')
    await page.fill('Reason', 'Bounced')
    await page.tab.value(`document.querySelector('[role=dialog] form').requestSubmit()`)
    await page.see('Taken back')
    const { body } = await trade.supplier.get(`/v1/documents/${sent.id}`)
    expect(body.amountDue).toBe(body.grossAmount)
  })

  test('approved bills are chosen where they can be paid, and become one file for the bank with what is left', async () => {
    const [one, other, without] = [await invoice('BILL-1'), await invoice('BILL-2'), await invoice('BILL-3')]
    const where = { organizationId: trade.buyer.organizationId, id: without.received.id }
    await app.platform.db.client.document.updateMany({ where, data: { paymentIban: null } })
    for (const { received } of [one, other, without])
      expect(
        (await trade.buyer.post(`/v1/documents/${received.id}/lifecycle`, { status: 'approved' })).status,
      ).toBeLessThan(300)
    const part = await trade.buyer.post(`/v1/payments/documents/${one.received.id}/pay`, {
      amount: 100,
      date: '2026-11-21',
    })
    expect(part.status).toBe(201)
    const { body: info } = await trade.buyer.get(`/v1/payments/documents/${one.received.id}`)
    expect(info.remaining).toBe(info.amountDue - 100)
    const page = await visits.visit(trade.buyer, '/payments')
    await page.see('BILL-2')
    await page.see('states no account')
    const line = (number: string): string =>
      `[...document.querySelectorAll('label.check')].find((one) => one.textContent.includes('${number}'))`
    const isChosen = (number: string): Promise<boolean> =>
      page.tab.value(`${line(number)}.querySelector('input').checked`)
    expect(await page.tab.value(`${line('BILL-1')}.textContent`)).toContain('€1,100.00')
    expect(await Promise.all(['BILL-1', 'BILL-2', 'BILL-3'].map(isChosen))).toEqual([true, true, false])
    await page.tab.value(`${line('BILL-2')}.querySelector('input').click()`)
    expect(await isChosen('BILL-2')).toBe(false)
    await page.fill('Name of the payer', 'Acheteur SA')
    await page.fill('IBAN of the payer', 'FR1420041010050500013M02606')
    await page.keepFiles()
    expect(await page.faults()).toEqual([])
    await page.press('Make the file')
    const file = await page.saved()
    expect(file).toContain('pain.001')
    expect(file).toContain('BILL-1')
    expect(file).not.toMatch(/BILL-[23]/)
    expect(file).toContain(`>${info.remaining.toFixed(2)}<`)
  })

  test('a day of reports, each report with its authority, and a period of e-reporting with what it tells', async () => {
    const { supplier, from } = trade
    await invoice('DUTY-1')
    await trade.settle()
    const rows = [
      { date: '2026-11-05', category: 'TLB1', vatRate: 20, amount: '100.10', vatAmount: '20.02', count: 3 },
      { date: '2026-11-05', category: 'TLB1', vatRate: 5.5, amount: '10.00', vatAmount: '0.55', count: 1 },
    ]
    const told = await supplier.post('/v1/compliance/e-reporting/transactions', { companyId: from.id, rows })
    expect(told.status).toBe(200)
    const page = await visits.visit(supplier, '/compliance')
    await page.see('The last 26 weeks')
    await page.see('E-reporting periods')
    const reports = (await supplier.get('/v1/compliance/reports')).body.data
    expect(reports.length).toBeGreaterThan(0)
    await page.see('DUTY-1')
    await page.see(`${reports[0].reportedTo} (FR)`)
    await page.tab.when(`document.querySelectorAll('.calendar td[title]').length > 150`)
    expect(await page.faults()).toEqual([])
    await page.press('Nov 1, 2026 – Nov 10, 2026')
    await page.see('€100.10')
    await page.see('€20.02')
    await page.see('5.5')
    expect(await page.faults()).toEqual([])
    await page.keepFiles()
    await page.press('Export as CSV')
    const lines = (await page.saved()).trim().split('\r\n')
    expect(lines[0]).toBe('day,category,vatRate,count,currency,amount,vatAmount')
    expect(lines).toHaveLength(3)
    expect(lines.slice(1).sort()[0]).toBe('2026-11-05,TLB1,20,3,EUR,100.10,20.02')
  })

  test('tags that were given to documents like it are suggested, and one press assigns them', async () => {
    const { buyer } = trade
    const group = (await buyer.post('/v1/categorization/groups', { name: 'Account' })).body
    const tag = (await buyer.post(`/v1/categorization/groups/${group.id}/tags`, { name: 'Travel' })).body
    const teaching = await invoice('TAG-1')
    const assigned = await buyer.post(`/v1/categorization/objects/${teaching.received.id}/tags`, {
      tagId: tag.id,
      objectType: 'document',
    })
    expect(assigned.status).toBe(201)
    const { received } = await invoice('TAG-2')
    const tagsOf = async (): Promise<string[]> =>
      (await buyer.get(`/v1/categorization/objects/${received.id}/tags`)).body.data.map(({ tagId }: Body) => tagId)
    const page = await visits.visit(buyer, `/documents/${received.id}`)
    await page.see('Suggested')
    expect(await tagsOf()).toEqual([])
    expect(await page.faults()).toEqual([])
    await page.press('Assign Travel')
    expect(await tagsOf()).toContain(tag.id)
    await page.lose('Suggested')
    await page.fill('Tag', 'urgent')
    await page.press('Add a tag')
    await page.see('urgent')
    await page.press('Remove the tag urgent')
    await page.lose('urgent')
    const { data } = await buyer.graphql('query($id: ID!) { document(id: $id) { tags } }', { id: received.id })
    expect(data.document.tags).toEqual([])
  })
})
