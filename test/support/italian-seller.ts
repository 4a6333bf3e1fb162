/** A company in Italy, whose invoices go through the interchange system of the sandbox. */
import { expect } from 'vitest'
import type { Body, Tenant, TestApp } from './app.ts'

export interface ItalianSeller {
  seller: Tenant
  /** Everything that is due happens, and what it announces is numbered. */
  settle(): Promise<void>
  /** The seller's clock moves beyond the time that the interchange system takes. */
  afterChecks(): Promise<void>
  invoice(buyer: string, document?: object): Body
  send(buyer: string, document?: object): Promise<Body>
  /** The report of an invoice, with its file and the messages about it. */
  reportOf(documentId: string): Promise<Body>
  /** The events about a document, in order. */
  events(tenant: Tenant, documentId: string): Promise<Body[]>
}

let made = 0
const address = { street: 'Via Roma 1', city: 'Torino', postalCode: '10121', country: 'IT' }

const invoiceOf = (from: string, buyer: string, document: object): Body => ({
  type: 'invoice',
  from,
  to: `0211:${buyer}`,
  document: {
    number: `FT-${++made}`,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-7',
    note: 'TD24',
    lines: [{ description: 'Consulenza', quantity: 2, unit: 'HUR', unitPrice: 100, vatRate: 22 }],
    parties: [{ role: 'buyer', vatNumber: buyer, name: 'Cliente Srl', address }],
    ...document,
  },
})

export const startItalianSeller = async (app: TestApp): Promise<ItalianSeller> => {
  const seller = await app.tenant()
  const { body: company } = await seller.post('/v1/companies', { vatNumber: 'IT01234567897' })
  const { client } = app.platform.db
  const settle = async (): Promise<void> => {
    await app.platform.runner?.settle()
    await app.platform.relay.drain()
  }
  const invoice = (buyer: string, document: object = {}): Body => invoiceOf(company.peppolId, buyer, document)
  return {
    seller,
    settle,
    async afterChecks() {
      await settle()
      const advanced = await seller.post('/v1/sandbox/clock/advance', { companyId: company.id, by: '1h' })
      expect(advanced.status).toBe(200)
      await settle()
    },
    invoice,
    async send(buyer, document) {
      const { status, body } = await seller.post('/v1/documents/send', invoice(buyer, document))
      expect({ status, body }).toMatchObject({ status: 201 })
      return body
    },
    reportOf: (documentId) =>
      client.complianceReport.findFirstOrThrow({
        where: { organizationId: seller.organizationId, documentId, reportedTo: 'SDI', subject: 'invoice' },
        include: { sdiFile: { include: { messages: true } } },
      }),
    async events({ organizationId }, documentId) {
      const rows = await client.event.findMany({ where: { organizationId }, orderBy: { seq: 'asc' } })
      return rows.filter(({ data }) => (data as Body).documentId === documentId)
    },
  }
}
