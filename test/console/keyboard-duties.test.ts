/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../support/app.ts'
import { camt053 } from '../support/bank-files.ts'
import { freshVat } from '../support/numbers.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { png } from '../support/pictures.ts'
import { Trade } from '../support/trade.ts'
import { Visits } from './page.ts'

describe.skipIf(hasNoBrowser)('money, duties and setting up by the keyboard alone', () => {
  let app: TestApp
  let visits: Visits
  let trade: Trade
  let platform: Tenant
  inBrowser.beforeAll(async ({ browser, site }) => {
    app = site.app
    visits = new Visits(browser, site.base)
    trade = await Trade.between(app, 'FR')
    platform = await app.tenant('platform')
  })
  const invoice = async (number: string, unitPrice: number): Promise<Body> => {
    const lines = [{ description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice, vatRate: 20 }]
    const { status, body } = await trade.supplier.post('/v1/documents/send', trade.body({ number, lines }))
    expect({ status, error: body.error }).toEqual({ status: 201 })
    return body
  }

  test('gives a file of the bank, records one proposal and leaves the other out', async () => {
    const [paid, other] = [await invoice('KB-1', 101), await invoice('KB-2', 202)]
    const page = await visits.visit(trade.supplier, '/inbox')
    await page.jump('Payments', '/payments')
    await page.chooseFile(
      'Read the file',
      'camt.xml',
      camt053([
        { amount: '121.20', text: 'KB-1' },
        { amount: '242.40', text: 'KB-2' },
      ]),
    )
    await page.see('Proposal')
    await page.strike('Leave out: KB-2')
    await page.see('Left out')
    await page.strike('Record: KB-1')
    const statusOf = async ({ id }: Body): Promise<string> =>
      (await trade.supplier.get(`/v1/documents/${id}`)).body.lifecycleStatus
    expect(await statusOf(paid)).toBe('paid')
    expect(await statusOf(other)).toBe('issued')
    await page.see('€121.20')
    expect(await page.faults()).toEqual([])
  })

  test('opens a day of the calendar, then a period, and takes its lines as a file', async () => {
    const { supplier, from } = trade
    const { number } = await invoice('KD-1', 50)
    await trade.settle()
    const rows = [{ date: '2026-11-05', category: 'TLB1', vatRate: 20, amount: '100.10', vatAmount: '20.02', count: 3 }]
    const told = await supplier.post('/v1/compliance/e-reporting/transactions', { companyId: from.id, rows })
    expect(told.status).toBe(200)
    const page = await visits.visit(supplier, '/inbox')
    await page.jump('Duties', '/compliance')
    await page.see(number)
    const busy = 'document.querySelector(".calendar button")'
    await page.tab.when(`${busy} !== null`)
    const name: string = await page.tab.value(`${busy}.getAttribute('aria-label')`)
    await page.strike(name)
    await page.see(`Reports of ${name.split(':')[0]}`)
    await page.see(number)
    const query = new URLSearchParams((await page.tab.value('location.search')) as string)
    expect(query.get('from')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(await page.faults()).toEqual([])
    await page.strike('All days')
    await page.lose('Reports of')
    await page.strike('Nov 1, 2026 – Nov 10, 2026')
    await page.see('€20.02')
    await page.keepFiles()
    await page.strike('Export as CSV')
    expect(await page.saved()).toContain('2026-11-05,TLB1,20,3,EUR,100.10,20.02')
    await page.key('Escape')
    await page.lose('€20.02')
  })

  test('onboards a company step by step, with one step back; its key and secret are shown once', async () => {
    const vatNumber = freshVat()
    const page = await visits.visit(platform, '/inbox')
    await page.jump('Tenants', '/tenants')
    await page.strike('Onboard a company')
    await page.write('VAT number', vatNumber)
    await page.key('Enter')
    await page.write('Documents in a month', '400')
    await page.strike('Back')
    expect(await page.tab.value(`document.querySelector('[name=vatNumber]')?.value`)).toBe(vatNumber)
    await page.strike('Continue')
    await page.write('Documents in a month', '500')
    await page.strike('Continue')
    await page.write('Name of an API key', 'ERP')
    await page.write('Address', 'http://127.0.0.1:9/hook')
    expect(await page.faults()).toEqual([])
    await page.strike('Onboard a company')
    await page.see('Onboarded')
    await page.see('The secret is shown once.')
    const key: string = await page.tab.value('document.querySelector(".once code").textContent')
    const { body } = await app.anyone.with({ authorization: `Bearer ${key}` }).get('/v1/companies')
    expect(body.data).toMatchObject([{ vatNumber, documentsPerMonth: 500 }])
    await page.strike('Close')
    await page.lose('Onboarded')
  })

  test('gives a company its letterhead, with a colour and a logo', async () => {
    const own = async (): Promise<Body> => (await platform.get(`/v1/companies/${platform.companyId}`)).body
    const { name } = await own()
    const page = await visits.visit(platform, '/inbox')
    await page.jump('Companies', '/companies')
    await page.strike(`Letterhead: ${name}`)
    await page.chooseFile('Logo', 'logo.png', png())
    await page.tab.when('document.querySelector(".letterhead img") !== null')
    expect((await own()).settings?.letterhead).toBeUndefined()
    await page.strike('Save')
    expect((await own()).settings.letterhead.logo).toMatch(/^data:image\/png;base64,/)
    await page.lose('Take the logo away')
  })

  test('lets the sandbox fail on purpose, and copies how a program does it', async () => {
    const tester = await app.tenant('platform')
    const page = await visits.visit(tester, '/inbox')
    await page.jump('Sandbox', '/sandbox')
    await page.strike('DE000000404')
    await page.see('What you can do')
    await page.strike('…443')
    await page.see('Done.')
    const { body } = await tester.get('/v1/documents?direction=outgoing')
    expect(body.data).toMatchObject([{ number: expect.stringMatching(/^END-443-/) }])
    await page.tab.value('navigator.clipboard.writeText = (text) => ((window.copied = text), Promise.resolve())')
    await page.strike('As code')
    await page.see('SendSamples')
    await page.strike('Copy as curl')
    await page.tab.when('window.copied !== undefined')
    expect(await page.tab.value('window.copied')).not.toContain(tester.key)
  })
})
