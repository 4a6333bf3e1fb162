/** A company that pays what it has received, and its bank. */
import { descendants, readXml } from '../../src/formats/xml/tree.ts'
import { newId } from '../../src/values/ids.ts'
import type { Answer, Body, Caller, Tenant, TestApp } from './app.ts'
import { ACCOUNT } from './bank-files.ts'

export const SELLER_IBAN = 'FR7630006000011234567890189'

/** Whose account an order is paid from. */
export const debtor = { name: 'Atelier Logistics', iban: ACCOUNT, bic: 'GKCCBEBB' }

/** What the elements of a name contain. */
export const textsOf = (xml: string, name: string): string[] =>
  [...descendants(readXml(xml))].filter((one) => one.name === name).map(({ text }) => text)

export interface Received {
  id: string
  number: string
}

export interface Payer {
  buyer: Tenant
  companyId: string
  /** Invoices of the company, as they stand after having been received and judged: many at once. */
  invoices(count: number, change?: (index: number) => object): Promise<Received[]>
  invoice(change?: object, owner?: Tenant): Promise<Received>
  pay(id: string, body: object): Promise<Answer>
  info(id: string): Promise<Body>
  /** How many payments are recorded. */
  count(): Promise<number>
  order(documentIds: string[], more?: object): Promise<Answer>
  give(xml: string, mode?: 'propose' | 'record', caller?: Caller): Promise<Answer>
}

let made = 0

const receivedInvoice = ({ organizationId }: Tenant, companyId: string, now: Date) => ({
  organizationId,
  id: newId('document'),
  companyId,
  type: 'invoice',
  direction: 'incoming' as const,
  number: `F-2026-${++made}`,
  currency: 'EUR',
  grossAmount: '121.00',
  netAmount: '100.00',
  vatAmount: '21.00',
  amountDue: '121.00',
  status: 'delivered' as const,
  lifecycleStatus: 'approved' as const,
  senderName: 'Lumière SA',
  paymentIban: SELLER_IBAN,
  format: 'network',
  searchText: '',
  createdAt: now,
  updatedAt: now,
})

export const startPayer = async (app: TestApp): Promise<Payer> => {
  const buyer = await app.tenant('white_label')
  const companyId: string = (await buyer.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.id
  const { client } = app.platform.db
  // The company has ordered transfers from its account before: so its statements are known to be its own.
  await client.paymentExport.create({
    data: {
      organizationId: buyer.organizationId,
      id: newId('paymentExport'),
      companyId,
      edition: '09',
      debtorName: debtor.name,
      debtorIban: ACCOUNT,
      executionDate: app.clock.now(),
      batchBooking: true,
      count: 0,
      total: 0,
      createdBy: 'x',
      createdAt: app.clock.now(),
    },
  })
  const make = async (owner: Tenant, company: string, changes: readonly object[]): Promise<Received[]> => {
    const now = app.clock.now()
    const rows = changes.map((change) => ({ ...receivedInvoice(owner, company, now), ...change }))
    await client.document.createMany({ data: rows })
    return rows.map(({ id, number }) => ({ id, number }))
  }
  return {
    buyer,
    companyId,
    invoices: (count, change = () => ({})) =>
      make(
        buyer,
        companyId,
        Array.from({ length: count }, (_, index) => change(index)),
      ),
    async invoice(change = {}, owner = buyer) {
      const [one] = await make(owner, owner === buyer ? companyId : owner.companyId, [change])
      if (!one) throw new Error('None made.')
      return one
    },
    pay: (id, body) => buyer.post(`/v1/payments/documents/${id}/pay`, body),
    info: async (id) => (await buyer.get(`/v1/payments/documents/${id}`)).body,
    count: () => client.payment.count({ where: { organizationId: buyer.organizationId } }),
    order: (documentIds, more = {}) =>
      buyer.post('/v1/payments/export/iso20022', { documentIds, debtor, executionDate: '2035-12-31', ...more }),
    give: (xml, mode = 'record', caller = buyer) =>
      caller.send('POST', `/v1/payments/import?mode=${mode}`, Buffer.from(xml), { 'content-type': 'application/xml' }),
  }
}
