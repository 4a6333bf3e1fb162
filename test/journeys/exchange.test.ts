import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}

const companyOf = async (tenant: Tenant, vatNumber: string) => (await tenant.post('/v1/companies', { vatNumber })).body as { id: string; peppolId: string; name: string }

let number = 0
const invoice = (from: string, to: string, document: object = {}) => ({
  type: 'invoice', from, to,
  document: {
    number: `INV-${++number}`, issueDate: '2026-11-20', dueDate: '2026-12-20', currency: 'EUR', buyerReference: 'PO-77', paymentReference: 'RF18 5390',
    paymentMeans: [{ code: '30', iban: 'BE68539007547034' }],
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 }, { description: 'Travel', quantity: 1, unit: 'C62', unitPrice: 40, vatRate: 6 }],
    ...document,
  },
})

describe('an invoice from one organization to another', () => {
  test('is validated, delivered through the network, and arrives with the same bytes', async () => {
    const [sender, receiver] = [await app.tenant(), await app.tenant()]
    const [from, to] = [await companyOf(sender, 'BE0403019261'), await companyOf(receiver, 'BE0417497106')]
    const sent = await sender.post('/v1/documents/send', invoice(from.peppolId, to.peppolId))
    expect(sent.body).toMatchObject({ type: 'invoice', direction: 'outgoing', status: 'draft', deliveryStatus: 'pending', lifecycleStatus: 'issued', grossAmount: 403.59, netAmount: 338.5, validation: { valid: true } })
    expect(sent.status).toBe(201)
    await settle()
    const after = await sender.get(`/v1/documents/${sent.body.id}`)
    expect(after.body.errorMessage).toBeNull()
    expect(after.body).toMatchObject({ status: 'delivered', deliveryStatus: 'delivered' })
    const { body: list } = await receiver.get('/v1/documents')
    expect(list.data).toHaveLength(1)
    expect(list.data[0]).toMatchObject({ direction: 'incoming', lifecycleStatus: 'received', number: sent.body.number, senderPeppolId: from.peppolId, receiverPeppolId: to.peppolId, grossAmount: 403.59 })
    const [ours, theirs] = [await sender.get(`/v1/documents/${sent.body.id}/xml`), await receiver.get(`/v1/documents/${list.data[0].id}/xml`)]
    expect(theirs.bytes.toString().replace(/^<\?xml[^>]*\?>\s*/, '')).toBe(ours.bytes.toString().replace(/^<\?xml[^>]*\?>\s*/, ''))
  })
})
