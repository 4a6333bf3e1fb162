/** A supplier and a buyer in two organizations of one deployment, and what they send each other. */
import { type Answer, type Body, type Tenant, type TestApp } from './app.ts'

const registered = {
  FR: { supplier: 'FR88324872211', buyer: 'FR37439368049', vatRate: 20 },
  BE: { supplier: 'BE0403019261', buyer: 'BE0417497106', vatRate: 21 },
  IT: { supplier: 'IT00743110157', buyer: 'IT02182030391', vatRate: 22 },
} as const
export type Country = keyof typeof registered

let made = 0

export class Trade {
  readonly app: TestApp
  readonly supplier: Tenant
  readonly buyer: Tenant
  readonly from: { id: string; peppolId: string }
  readonly to: { id: string; peppolId: string }
  readonly country: Country
  constructor(app: TestApp, country: Country, supplier: Tenant, buyer: Tenant, companies: [Body, Body]) {
    this.app = app
    this.country = country
    this.supplier = supplier
    this.buyer = buyer
    this.from = companies[0]
    this.to = companies[1]
  }

  static async between(app: TestApp, country: Country): Promise<Trade> {
    const [supplier, buyer] = [await app.tenant('white_label'), await app.tenant('white_label')]
    const numbers = registered[country]
    const companies = [(await supplier.post('/v1/companies', { vatNumber: numbers.supplier })).body, (await buyer.post('/v1/companies', { vatNumber: numbers.buyer })).body] as [Body, Body]
    return new Trade(app, country, supplier, buyer, companies)
  }

  /** Everything that is due happens, and what it announces is numbered. */
  async settle(): Promise<void> {
    await this.app.platform.runner?.settle()
    await this.app.platform.relay.drain()
  }

  body(document: object = {}, rest: object = {}): object {
    const lines = [{ description: 'Consulting', quantity: 10, unit: 'HUR', unitPrice: 100, vatRate: registered[this.country].vatRate }]
    return { type: 'invoice', from: this.from.peppolId, to: this.to.peppolId, document: { number: `T-${++made}`, issueDate: '2026-11-20', dueDate: '2026-12-20', currency: 'EUR', buyerReference: 'PO-1', ...(this.country === 'FR' && { businessProcess: 'S1' }), lines, ...document }, ...rest }
  }

  /** Sent, delivered, and found at the other end. */
  async exchange(document: object = {}, rest: object = {}): Promise<{ sent: string; received: string; number: string }> {
    const answer = await this.supplier.post('/v1/documents/send', this.body(document, rest))
    if (answer.status !== 201) throw new Error(`Not sent: ${JSON.stringify(answer.body)}`)
    await this.settle()
    const [incoming] = (await this.buyer.get(`/v1/documents?number=${answer.body.number}`)).body.data
    return { sent: answer.body.id, received: incoming.id, number: answer.body.number }
  }

  move(who: Tenant, documentId: string, update: object): Promise<Answer> {
    return who.post(`/v1/documents/${documentId}/lifecycle`, update)
  }

  async log(who: Tenant, documentId: string): Promise<Body> {
    return (await who.get(`/v1/documents/${documentId}/lifecycle`)).body
  }

  /** French statuses of a document, in the order in which they were decided. */
  async statuses(who: Tenant, documentId: string): Promise<string[]> {
    return (await this.log(who, documentId)).events.map((event: Body) => event.frenchStatus ?? event.status)
  }

  async events(who: Tenant, documentId: string): Promise<Body[]> {
    const rows = await this.app.platform.db.client.event.findMany({ where: { organizationId: who.organizationId }, orderBy: { seq: 'asc' } })
    return rows.filter(({ data }) => (data as Body).documentId === documentId).map(({ type, data }) => ({ type, ...(data as object) }))
  }
}
