/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../support/app.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { Visits } from './page.ts'

describe.skipIf(hasNoBrowser)('one document in Chromium', () => {
  let app: TestApp
  let visits: Visits
  let buyer: Tenant
  let seller: Tenant
  inBrowser.beforeAll(async ({ browser, site }) => {
    app = site.app
    visits = new Visits(browser, site.base)
    buyer = await app.tenant('platform')
    seller = await app.tenant('platform')
  })

  const lines = [
    { description: 'Consulting', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 21 },
    { description: 'Books', quantity: 1, unit: 'C62', unitPrice: 50, vatRate: 6 },
  ]
  const sent = async (type: string, number: string, more: object = {}): Promise<Body> => {
    const document = { number, issueDate: '2026-11-20', buyerReference: 'PO-77', lines, ...more }
    const body = { type, from: seller.peppolId, to: buyer.peppolId, document }
    const answer = await seller.post('/v1/documents/send', body)
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 201 })
    return answer.body
  }
  const incoming = async (number: string): Promise<Body> => {
    await app.settle()
    return (await buyer.get(`/v1/documents?direction=incoming&number=${number}`)).body.data[0]
  }
  const frame = (attribute: string): string => `document.querySelector('iframe.paper')?.getAttribute('${attribute}')`

  test('a document is seen as a page at once, in which nothing runs, and as PDF when somebody asks', async () => {
    await sent('invoice', 'LOOK-1', { dueDate: '2026-12-20' })
    const { id } = await incoming('LOOK-1')
    const page = await visits.visit(buyer, '/outbox')
    await page.keepFiles()
    await page.go(`/inbox?open=${id}`)
    await page.tab.when(`${frame('title')} === 'Document LOOK-1 as a page'`)
    expect(await page.tab.value(frame('sandbox'))).toBe('')
    const shown = await page.saved()
    expect(shown).toContain('LOOK-1')
    const nonce = await page.tab.value(`document.querySelector('[property=csp-nonce]').content`)
    expect(shown).toContain(`<style nonce="${nonce}">`)
    expect(await page.faults()).toEqual([])
    await page.press('Show the PDF')
    await page.tab.when(`${frame('title')} === 'Document LOOK-1 as PDF'`)
    await page.tab.when(`window.saved.startsWith('%PDF-')`)
    expect(page.tab.complaints.filter((one) => /policy|refused|blocked/i.test(one))).toEqual([])
  })

  test('an invoice says who, what and which VAT, each with the term of the norm; an order has none', async () => {
    const address = { street: 'Rue Haute 7', city: 'Namur', postalCode: '5000', country: 'BE' }
    await sent('invoice', 'TERM-1', { parties: [{ role: 'buyer', name: 'Atelier Buyer', address }] })
    await sent('purchase-order', 'TERM-2')
    const page = await visits.visit(buyer, `/documents/${(await incoming('TERM-1')).id}`)
    await page.see('Rue Haute 7, 5000 Namur, BE')
    await page.see('€21.00')
    await page.see('€3.00')
    const terms = `[...document.querySelectorAll('abbr')].map((one) => one.title + ' ' + one.textContent)`
    const found: string[] = await page.tab.value(terms)
    for (const one of ['BT-44 Buyer', 'BT-2 Issued', 'BT-131 Net', 'BT-116 Taxable', 'BT-119 VAT %', 'BT-112 Total'])
      expect(found).toContain(one)
    expect(await page.faults()).toEqual([])
    await page.go(`/documents/${(await incoming('TERM-2')).id}`)
    await page.see('TERM-2')
    expect(await page.tab.value(terms)).toEqual([])
  })

  test('what can be done with a document stands before what it says, however narrow the screen is', async () => {
    await sent('invoice', 'FIRST-1')
    const page = await visits.visit(buyer, `/documents/${(await incoming('FIRST-1')).id}`)
    for (const width of [1440, 390]) {
      await page.size(width, 900)
      await page.see('Approve')
      const tops: number[] = await page.tab.value(
        `['What you can do', 'What it says', 'Notes'].map((name) =>
          document.querySelector('[aria-label="' + name + '"]').getBoundingClientRect().top)`,
      )
      expect(tops).toEqual(tops.toSorted((one, other) => one - other))
      expect(tops[0]).toBeLessThan(900)
    }
  })

  test('an order is answered and invoiced by keys from where it is read: the other side, its number and its lines are there', async () => {
    await sent('purchase-order', 'ORD-1')
    const { id } = await incoming('ORD-1')
    const outgoing = async (type: string): Promise<Body> =>
      (await buyer.get(`/v1/documents?direction=outgoing&type=${type}`)).body.data[0]
    const page = await visits.visit(buyer, `/documents/${id}`)
    await page.strike('Answer the order')
    await page.see('The order is accepted')
    await page.write('Number', 'ANS-1')
    await page.see('Ready to send')
    expect(await page.faults()).toEqual([])
    await page.strike('Send')
    await page.see('Where it stands')
    expect(await outgoing('sales-order')).toMatchObject({
      number: 'ANS-1',
      orderReference: 'ORD-1',
      receiverPeppolId: seller.peppolId,
    })
    await page.go(`/documents/${id}`)
    await page.strike('Write the invoice')
    await page.see('Totals')
    await page.write('Number', 'INV-1')
    await page.see('Ready to send')
    await page.strike('Send')
    await page.see('Where it stands')
    expect(await outgoing('invoice')).toMatchObject({
      number: 'INV-1',
      orderReference: 'ORD-1',
      receiverPeppolId: seller.peppolId,
      netAmount: 150,
    })
  })

  test('a key is offered what its scopes allow, and nothing else', async () => {
    await sent('invoice', 'MAY-1')
    const { id } = await incoming('MAY-1')
    const { id: outgoing } = (await seller.get('/v1/documents?direction=outgoing&number=MAY-1')).body.data[0]
    const reading = await seller.keyWith(['documents.read'])
    const page = await visits.visit(reading, `/documents/${outgoing}`)
    await page.see('MAY-1')
    await page.see('What it says')
    for (const name of ['Duplicate', 'Correct by a credit note', 'Add the note'])
      expect(await page.words()).not.toContain(name)
    await page.go('/outbox')
    await page.see('MAY-1')
    expect(await page.tab.value(`document.querySelectorAll('main table input[type=checkbox]').length`)).toBe(0)
    expect(await page.faults()).toEqual([])
    const deciding = await buyer.keyWith(['documents.read', 'lifecycle'])
    const other = await visits.visit(deciding, `/documents/${id}`)
    await other.see('Approve')
    expect(await other.words()).not.toContain('Add the note')
  })
})
