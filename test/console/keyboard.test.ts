/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../support/app.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { expectRefusal } from '../support/refusals.ts'
import { Visits } from './page.ts'

describe.skipIf(hasNoBrowser)('the keyboard alone, in Chromium,', () => {
  let app: TestApp
  let base: string
  let visits: Visits
  let buyer: Tenant
  let seller: Tenant
  inBrowser.beforeAll(async ({ browser, site }) => {
    ;({ app, base } = site)
    visits = new Visits(browser, base)
    buyer = await app.tenant('platform')
    seller = await app.tenant('platform')
    await send('KEY-1')
  })

  const send = async (number: string, more: object = {}): Promise<void> => {
    const lines = [
      { description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 21 },
      { description: 'Books', quantity: 1, unit: 'C62', unitPrice: 50, vatRate: 6 },
    ]
    const document = { number, issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-77', lines, ...more }
    const body = { type: 'invoice', from: seller.peppolId, to: buyer.peppolId, document }
    expect((await seller.post('/v1/documents/send', body)).status).toBeLessThan(300)
  }
  const incoming = async (number: string): Promise<Body> => {
    await app.settle()
    return (await buyer.get(`/v1/documents?direction=incoming&number=${number}`)).body.data[0]
  }

  test('chooses rows, acts on them and takes it back', async () => {
    const { id } = await incoming('KEY-1')
    const page = await visits.visit(buyer, '/inbox')
    await page.see('KEY-1')
    await page.strike('Select KEY-1', 'Space')
    await page.see('1 selected')
    await page.strike('Mark as read')
    await page.see('1 document changed')
    expect((await buyer.get(`/v1/documents/${id}`)).body.read).toBe(true)
    await page.strike('Undo')
    expect((await buyer.get(`/v1/documents/${id}`)).body.read).toBe(false)
    expect(await page.words()).toContain('KEY-1')
  })

  test('makes a key, which is shown once, and revokes it', async () => {
    const page = await visits.visit(seller, '/inbox')
    await page.jump('API keys', '/keys')
    await page.strike('Make a key')
    await page.write('Name', 'Ledger')
    await page.strike('Add')
    await page.see('shown once')
    const made: string = await page.tab.value(`document.querySelector('.once code').textContent`)
    const whoever = app.anyone.with({ authorization: `Bearer ${made}` })
    expect((await whoever.get('/v1/documents')).status).toBe(200)
    await page.key('Escape')
    await page.lose('shown once')
    await page.strike('Revoke: Ledger')
    await page.strike('Revoke')
    await page.lose('Ledger')
    expectRefusal(await whoever.get('/v1/documents'), 'REVOKED_KEY')
  })

  test('makes a webhook, tries it, reads what was exchanged, and pauses it', async () => {
    const page = await visits.visit(seller, '/inbox')
    await page.jump('Webhooks', '/webhooks')
    await page.strike('Add a webhook')
    await page.write('Address', `${base}/nowhere`)
    await page.strike('Add')
    await page.see('The secret is shown once.')
    await page.key('Escape')
    await page.lose('The secret is shown once.')
    await page.strike('Send a test')
    await page.strike('Inspect')
    await page.see('The endpoint answered 404.')
    await page.key('Escape')
    await page.lose('The endpoint answered 404.')
    await page.strike('Pause')
    await page.see('Paused by somebody')
    expect((await seller.get('/v1/webhooks')).body.data[0].status).toBe('paused')
  })

  test('follows events live, inspects one, and holds them back', async () => {
    const page = await visits.visit(buyer, '/inbox')
    await page.key('g')
    await page.key('l')
    await page.see('document.received')
    await page.strike('Inspect')
    await page.see('"type": "')
    await page.key('Escape')
    await page.lose('"type": "')
    await page.strike('Pause')
    await send('KEY-2')
    await page.see('Resume (')
    await page.strike('Resume')
    await page.see('KEY-2')
    expect(await page.words()).toContain('KEY-2')
  })

  test('tells in either language what happened, and records what was paid at each VAT rate', async () => {
    await send('KEY-3')
    const { id } = await incoming('KEY-3')
    const page = await visits.visit(buyer, '/inbox')
    await page.jump('KEY-3', `/documents/${id}`)
    await page.see('It arrived over the network')
    await page.strike('Approve')
    await page.strike('See what would be sent')
    await page.strike('Confirm')
    expect((await buyer.get(`/v1/documents/${id}`)).body.lifecycleStatus).toBe('approved')
    await page.strike('Paid in part')
    await page.write('Amount paid', '63,10')
    await page.write('At 21 %', '60,50')
    await page.write('At 6 %', '2,60')
    expect(await page.faults()).toEqual([])
    await page.strike('See what would be sent')
    await page.strike('Confirm')
    expect((await buyer.get(`/v1/documents/${id}`)).body.lifecycleStatus).toBe('partially_paid')
    await page.see('Payment of €63.10')
    await page.tab.value(`localStorage.setItem('language', 'fr')`)
    await page.open(`/documents/${id}`)
    await page.see('Arrivé par le réseau')
    await page.see('Payé en partie')
    expect(await page.words()).not.toContain('It arrived')
  })

  test('goes from a document to the others that are related to it, and back', async () => {
    await send('KEY-4')
    await send('KEY-5', { precedingInvoices: [{ number: 'KEY-4' }] })
    const [invoice, credit] = [await incoming('KEY-4'), await incoming('KEY-5')]
    const page = await visits.visit(buyer, '/inbox')
    await page.jump('KEY-5', `/documents/${credit.id}`)
    await page.see('Corrects')
    expect(await page.tab.value('document.querySelectorAll(".graph svg path").length')).toBe(2)
    expect(await page.faults()).toEqual([])
    await page.strike('KEY-4')
    await page.at(`/documents/${invoice.id}`)
    await page.see('Corrected by')
  })
})
