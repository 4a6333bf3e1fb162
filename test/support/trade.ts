/** A supplier and a buyer in two organizations of one deployment, and what they send each other. */
import { receiveFromNetwork } from '../../src/exchange/receive/network-door.ts'
import { readEnvelope, writeEnvelope } from '../../src/formats/sbdh/envelope.ts'
import type { Header } from '../../src/formats/sbdh/header.ts'
import { type Answer, type Body, type Tenant, type TestApp } from './app.ts'
import { storedBytes } from './stored-bytes.ts'

/** Digits of a number, and the one that makes the sum of Luhn end with 0. */
const withLuhn = (digits: string): string => {
  const sum = [...digits].reduceRight(
    (total, digit, index) =>
      total +
      ((digits.length - index) % 2 === 1
        ? Number(digit) * 2 > 9
          ? Number(digit) * 2 - 9
          : Number(digit) * 2
        : Number(digit)),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A fresh company of each country: whoever is served twice would get the documents of the other. */
let companies = 0
const countries = {
  FR: { vatRate: 20, vatNumber: () => `FR00${withLuhn(String(41_000_000 + (companies += 7)))}` },
  BE: {
    vatRate: 21,
    vatNumber: () =>
      `BE0${4_100_000 + (companies += 7)}${String(97 - ((4_100_000 + companies) % 97)).padStart(2, '0')}`,
  },
  IT: { vatRate: 22, vatNumber: () => `IT${withLuhn(String(1_234_567_000 + (companies += 7)))}` },
} as const
export type Country = keyof typeof countries

/** Of a company that nobody has. */
export const vatNumberIn = (country: Country): string => countries[country].vatNumber()

let made = 0

/** A lifecycle without the status that every one begins with. */
export const sinceStart = (lifecycle: Body): Body => {
  const [start, ...events] = lifecycle.events
  if (!['issued', 'received', 'draft'].includes(start?.status)) throw new Error(`It begins as ${start?.status}.`)
  return { ...lifecycle, events }
}

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

  static async between(
    app: TestApp,
    country: Country,
    vatNumbers = [vatNumberIn(country), vatNumberIn(country)],
  ): Promise<Trade> {
    const [supplier, buyer] = [await app.tenant('white_label'), await app.tenant('white_label')]
    const [seller, customer] = [
      await supplier.post('/v1/companies', { vatNumber: vatNumbers[0] }),
      await buyer.post('/v1/companies', { vatNumber: vatNumbers[1] }),
    ]
    // Both are on the network once they are published.
    await app.platform.runner?.settle()
    return new Trade(app, country, supplier, buyer, [seller.body, customer.body])
  }

  /** Everything that is due happens, and what it announces is numbered. */
  async settle(): Promise<void> {
    await this.app.platform.runner?.settle()
    await this.app.platform.relay.drain()
  }

  body(document: object = {}, rest: object = {}): object {
    const lines = [
      {
        description: 'Consulting',
        quantity: 10,
        unit: 'HUR',
        unitPrice: 100,
        vatRate: countries[this.country].vatRate,
      },
    ]
    return {
      type: 'invoice',
      from: this.from.peppolId,
      to: this.to.peppolId,
      document: {
        number: `T-${++made}`,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        currency: 'EUR',
        buyerReference: 'PO-1',
        ...(this.country === 'FR' && { businessProcess: 'S1' }),
        lines,
        ...document,
      },
      ...rest,
    }
  }

  /** Sent, delivered, and found at the other end. */
  async exchange(
    document: object = {},
    rest: object = {},
  ): Promise<{ sent: string; received: string; number: string }> {
    const answer = await this.supplier.post('/v1/documents/send', this.body(document, rest))
    if (answer.status !== 201) throw new Error(`Not sent: ${JSON.stringify(answer.body)}`)
    await this.settle()
    const [incoming] = (await this.buyer.get(`/v1/documents?number=${answer.body.number}`)).body.data
    return { sent: answer.body.id, received: incoming.id, number: answer.body.number }
  }

  /** The last message that the network brought about a document. */
  async lastMessage(documentId: string): Promise<{ header: Header; xml: string }> {
    const message = await this.app.platform.db.client.lifecycleMessage.findFirstOrThrow({
      where: { documentId, direction: 'incoming' },
      orderBy: { id: 'desc' },
    })
    const { document: header, payload } = readEnvelope(await storedBytes(this.app, message))
    return { header, xml: Buffer.from(payload).toString() }
  }

  /** The network brings a message. */
  arrive(header: Header, xml: string): Promise<unknown> {
    return receiveFromNetwork(this.app.platform, Buffer.from(writeEnvelope(header, Buffer.from(xml))))
  }

  move(who: Tenant, documentId: string, update: object): Promise<Answer> {
    return who.post(`/v1/documents/${documentId}/lifecycle`, update)
  }

  /** The history of a document after its start. */
  async log(who: Tenant, documentId: string): Promise<Body> {
    return sinceStart((await who.get(`/v1/documents/${documentId}/lifecycle`)).body)
  }

  /** French statuses of a document, in the order in which they were decided. */
  async statuses(who: Tenant, documentId: string): Promise<string[]> {
    return (await this.log(who, documentId)).events.map((event: Body) => event.frenchStatus ?? event.status)
  }

  async events(who: Tenant, documentId: string): Promise<Body[]> {
    const rows = await this.app.platform.db.client.event.findMany({
      where: { organizationId: who.organizationId },
      orderBy: { seq: 'asc' },
    })
    return rows
      .filter(({ data }) => (data as Body).documentId === documentId)
      .map(({ type, data }) => ({ ...(data as object), type }))
  }
}
