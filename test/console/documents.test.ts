/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../support/app.ts'
import type { Browser } from '../support/chromium.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { ConsolePage, Visits } from './page.ts'

describe.skipIf(hasNoBrowser)('documents in Chromium', () => {
  let app: TestApp
  let base: string
  let browser: Browser
  let visits: Visits
  let buyer: Tenant
  let seller: Tenant
  inBrowser.beforeAll(async ({ browser: own, site }) => {
    ;({ app, base } = site)
    browser = own
    visits = new Visits(browser, base)
    buyer = await app.tenant('platform')
    seller = await app.tenant('platform')
  })

  const invoice = (number: string, document: object = {}): Body => ({
    type: 'invoice',
    from: seller.peppolId,
    to: buyer.peppolId,
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
      ...document,
    },
  })
  const incoming = async (number: string): Promise<Body> => {
    await app.settle()
    return (await buyer.get(`/v1/documents?direction=incoming&number=${number}`)).body.data[0]
  }
  const valueOf = (page: ConsolePage, label: string): Promise<string> =>
    page.tab.value(`[...document.querySelectorAll('label')].find((one) =>
      one.querySelector('.label')?.textContent === ${JSON.stringify(label)})?.querySelector('input, select')?.value`)
  const fails = async (page: ConsolePage): Promise<void> => expect(await page.faults()).toEqual([])

  test('a dropped file is read into the form, changed there, previewed and sent', async () => {
    const { bytes: xml } = await seller.post('/v1/documents/preview/xml', invoice('F-1'))
    const page = await visits.visit(seller, '/compose')
    await page.see('Totals')
    await page.drop('.drop', 'old.txt', 'nothing of the kind')
    await page.see('This did not work')
    await page.drop('.drop', 'old.xml', xml.toString())
    await page.see('old.xml was read into the form.')
    expect(await valueOf(page, 'Number')).toBe('F-1')
    expect(await valueOf(page, 'To')).toBe(buyer.peppolId)
    expect(await valueOf(page, 'Unit price')).toBe('99.5')
    await page.fill('Number', 'F-2')
    await page.press('Add a discount')
    await page.fill('Discount: Reason', 'Loyal')
    await page.fill('Amount', '98,50')
    await page.see('242.00')
    await page.see('Ready to send')
    await page.press('XML that is sent')
    await page.see('cac:AllowanceCharge')
    await page.see('<cbc:ID>F-2</cbc:ID>')
    await fails(page)
    await page.press('Close')
    await page.press('Preview')
    await page.tab.when(`document.querySelector('iframe.paper')?.src.startsWith('blob:')`)
    await page.press('Close')
    await page.tab.value(`navigator.clipboard.writeText = async (text) => void (window.copied = text)`)
    await page.press('Copy as curl')
    await page.tab.when('window.copied !== undefined')
    const copied: string = await page.tab.value('window.copied')
    expect(copied).toContain('"number":"F-2"')
    expect(copied).not.toContain(seller.key)
    await page.press('Send')
    await page.see('What it says')
    expect((await incoming('F-2')).grossAmount).toBe(242)
  })

  test('a line without VAT says why by its code, and a file that is too large is refused by its name', async () => {
    const page = await visits.visit(seller, '/compose')
    await page.see('Totals')
    await page.fill('To', buyer.peppolId)
    await page.fill('Number', 'FREE-1')
    await page.fill('Buyer reference', 'PO-1')
    await page.fill('Description', 'Lessons')
    await page.fill('Unit price', '100')
    await page.choose('VAT category', 'E')
    await page.choose('Why no VAT is due', 'VATEX-EU-132-1I')
    await page.see('Ready to send')
    await page.tab.value(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(5_000_001)], 'large.pdf', { type: 'application/pdf' }))
      const place = [...document.querySelectorAll('.drop')].at(-1)
      place.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
    })()`)
    await page.see('large.pdf is too large: a file may have 5 MB.')
    await fails(page)
    await page.press('XML that is sent')
    await page.see('<cbc:TaxExemptionReasonCode>VATEX-EU-132-1I</cbc:TaxExemptionReasonCode>')
    await page.press('Close')
    await page.press('Send')
    await page.see('What it says')
    expect((await incoming('FREE-1')).vatAmount).toBe(0)
  })

  test('a draft is put aside by a new one, taken up again, and not seen by another organization in the same browser', async () => {
    const page = await visits.visit(seller, '/compose')
    await page.see('Totals')
    await page.fill('Number', 'ASIDE-1')
    await page.press('New draft')
    expect(await valueOf(page, 'Number')).toBe('')
    await page.press('ASIDE-1')
    expect(await valueOf(page, 'Number')).toBe('ASIDE-1')
    await page.tab.when(`JSON.stringify({ ...localStorage }).includes('ASIDE-1')`)
    await page.tab.value('sessionStorage.clear()')
    await page.signIn(buyer.key)
    await page.go('/compose')
    await page.see('Totals')
    expect(await valueOf(page, 'Number')).toBe('')
    expect(await page.words()).not.toContain('ASIDE-1')
  })

  test('a document shows the message behind a moment, its XML at the place of a finding, and what was paid', async () => {
    await seller.post('/v1/documents/send', invoice('D-1'))
    const { id } = await incoming('D-1')
    const payment = { amount: 100, date: '2026-11-21', reference: 'TRANSFER-1' }
    expect((await buyer.post(`/v1/payments/documents/${id}/pay`, payment)).status).toBe(201)
    const page = await visits.visit(buyer, `/documents/${id}`)
    await page.see('Where it stands')
    await page.see('TRANSFER-1')
    await page.tab.value(`document.querySelectorAll('.timeline details').forEach((one) => (one.open = true))`)
    await page.press('Message as it went or came')
    await page.see('StandardBusinessDocument')
    await page.press('Close')
    await page.press('Show the XML')
    await page.see('cac:InvoiceLine')
    await fails(page)
    await page.press('Close')
    await page.press('Dispute')
    await page.tab.value(`document.querySelectorAll('[role=dialog] details').forEach((one) => (one.open = true))`)
    await page.choose('Reason code', 'PRI')
    await page.fill('Note', 'Too dear')
    await page.choose('What the other side should do', 'CNP')
    await page.press('See what would be sent')
    await page.see('Would be sent to')
    await page.press('Confirm')
    expect((await buyer.get(`/v1/documents/${id}`)).body.lifecycleStatus).toBe('disputed')
    const { body } = await buyer.get(`/v1/documents/${id}/lifecycle`)
    expect(JSON.stringify(body)).toContain('Too dear')
  })

  test('columns are a part of the address, which a saved view keeps', async () => {
    const page = await visits.visit(seller, '/outbox')
    await page.see('F-2')
    await page.press('Columns')
    await page.press('Due')
    await page.at('/outbox?hide=due')
    const heads = `[...document.querySelectorAll('th')].map((one) => one.textContent.trim())`
    expect(await page.tab.value(heads)).not.toContain('Due')
    await page.press('Save this view')
    await page.fill('Name of the view', 'Lean')
    await page.press('Save')
    await page.go('/outbox')
    expect(await page.tab.value(heads)).toContain('Due')
    await page.press('Lean')
    expect(await page.tab.value(heads)).not.toContain('Due')
    await page.press('Export')
    await fails(page)
  })

  test('the palette finds pages, documents, partners, actions and the buttons of the page, by the keyboard alone', async () => {
    await seller.post('/v1/documents/send', invoice('P-1'))
    const { number, id } = await incoming('P-1')
    const page = await visits.visit(buyer, '/inbox')
    await page.see(number)
    await page.find('payments', 'Payments')
    await page.at('/payments')
    await page.find('P-1')
    await page.at(`/documents/${id}`)
    await page.see('What you can do')
    await page.find('appr', 'Approve')
    await page.see('Approve: P-1')
    await page.escape()
    await page.lose('Approve: P-1')
    await page.find('New: Credit', 'Credit note')
    expect(await valueOf(page, 'Type')).toBe('CREDIT_NOTE')
    await page.find('dark', 'Dark')
    expect(await page.tab.value('document.documentElement.dataset.theme')).toBe('dark')
    const [partner] = (await buyer.get('/v1/partners')).body.data
    await page.find(partner.name, `${partner.name}Partner`)
    await page.at(`/inbox?partner=${partner.id}`)
    await page.see('P-1')
  })

  test('live events are inspected, paused, replayed and acknowledged', async () => {
    const page = await visits.visit(buyer, '/live')
    await page.see('document.received')
    await page.press('Inspect')
    await page.see('"type": "')
    await fails(page)
    await page.press('Close')
    await page.press('Pause')
    await seller.post('/v1/documents/send', invoice('L-1'))
    await page.see('Resume (')
    expect(await page.words()).not.toContain('L-1')
    await page.press('Resume')
    await page.see('L-1')
    await page.press('Acknowledge')
    await page.see('Acknowledged')
    await page.press('Replay')
    await page.see('Replayed')
    await page.fill('Filter by type', 'document.rec')
    await page.at('/live?q=document.rec')
    await page.lose('document.updated')
    expect(await page.words()).toContain('document.received')
  })

  test('one invoice from its first key to its payment, on both sides, without a mouse', async () => {
    const own = await ConsolePage.byKeys(browser, base, seller.key)
    const other = await visits.visit(buyer, '/inbox')
    await own.find('New: Inv')
    await own.see('Totals')
    await own.write('To', buyer.peppolId)
    await own.write('Number', 'ALL-1')
    await own.write('Buyer reference', 'PO-1')
    await own.write('Description', 'Chairs')
    await own.write('Unit price', '100')
    await own.see('Ready to send')
    await own.strike('Send')
    await own.see('Delivered')
    const { id } = await incoming('ALL-1')
    await other.see('1 new or changed')
    await other.strike('1 new or changed')
    await other.see('ALL-1')
    await other.strike('ALL-1')
    await other.see('What you can do')
    await other.strike('Approve')
    await other.see('Approve: ALL-1')
    await other.strike('See what would be sent')
    await other.strike('Confirm')
    await own.see('Approved')
    await other.strike('Paid')
    await other.see('Paid: ALL-1')
    await other.strike('See what would be sent')
    await other.strike('Confirm')
    expect((await buyer.get(`/v1/documents/${id}`)).body.lifecycleStatus).toBe('paid')
    await own.see('Paid')
    await app.settle()
    const sent = (await seller.get('/v1/documents?direction=outgoing&number=ALL-1')).body.data[0]
    expect(sent.lifecycleStatus).toBe('paid')
    expect(await own.words()).toContain('ALL-1')
  })
})
