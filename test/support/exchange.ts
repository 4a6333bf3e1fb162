/** Two organizations that exchange documents, and the words that tests say of it. */
import { randomUUID } from 'node:crypto'
import { writeEnvelope } from '../../src/formats/sbdh/envelope.ts'
import type { Response } from '../../src/formats/response.ts'
import { profiles } from '../../src/formats/profiles.ts'
import { writeResponse } from '../../src/formats/ubl/response.ts'
import { PARTICIPANT_SCHEME, PROCESS_SCHEME, networkDocumentOf } from '../../src/values/peppol-documents.ts'
import type { Answer, Body, Tenant, TestApp } from './app.ts'
import { Trade } from './trade.ts'

export const NETWORK_SECRET = 'the secret of the access point'

/**
 * What the sender is told of a delivery that the recipient's access point accepts with a status. One that comes before
 * the delivery is recorded moves the document itself, and tells of that alone.
 */
export const acceptedDelivery = [
  ['document.sent', 'document.delivered', 'document.updated'],
  ['document.sent', 'document.delivered'],
]

export interface Exchange {
  sender: Tenant
  receiver: Tenant
  /** Participant ids of a company of each. */
  from: string
  to: string
  /** Everything that is due happens, and what it announces is numbered. */
  settle(): Promise<void>
  /** An invoice that keeps all rules, with a number of its own. */
  invoice(document?: object, rest?: object): Body
  /** Types of the events about a document, in order. */
  events(tenant: Tenant, documentId: string): Promise<string[]>
  /** As the access point hands something over. */
  knock(envelope: Uint8Array | string, headers?: Record<string, string>): Promise<Answer>
  /** Identifier of the envelope that a document travels in. */
  instanceOf(documentId: string): Promise<string>
}

let made = 0

export const startExchange = async (app: TestApp): Promise<Exchange> => {
  const trade = await Trade.between(app, 'BE', ['BE0403019261', 'BE0417497106'])
  const { supplier: sender, buyer: receiver } = trade
  const [from, to] = [trade.from.peppolId, trade.to.peppolId]
  const { client } = app.platform.db
  return {
    sender,
    receiver,
    from,
    to,
    settle: () => trade.settle(),
    invoice: (document = {}, rest = {}) => ({
      type: 'invoice',
      from,
      to,
      ...rest,
      document: {
        number: `X-${++made}`,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        currency: 'EUR',
        buyerReference: 'PO-77',
        lines: [
          { description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 },
          { description: 'Travel', quantity: 1, unit: 'C62', unitPrice: 40, vatRate: 6 },
        ],
        ...document,
      },
    }),
    events: async (tenant, documentId) => (await trade.events(tenant, documentId)).map(({ type }) => type),
    knock: (envelope, headers = { 'x-token': NETWORK_SECRET }) =>
      app.anyone.send('POST', '/network/inbound', Buffer.from(envelope), {
        'content-type': 'application/xml',
        ...headers,
      }),
    async instanceOf(id) {
      return String((await client.document.findFirstOrThrow({ where: { id } })).instanceId)
    },
  }
}

export interface Enveloped {
  payload: string | Uint8Array
  sender: string
  receiver: string
  kind: 'invoice' | 'mls' | 'mlr'
  instanceId?: string
  mlsTo?: string
  mlsType?: string
}

/** A document in its envelope, as another access point would hand it over. */
export const enveloped = ({
  payload,
  sender,
  receiver,
  kind,
  instanceId = randomUUID(),
  mlsTo,
  mlsType,
}: Enveloped): Uint8Array => {
  const type = networkDocumentOf(kind, kind === 'invoice' ? 'peppol-billing' : 'peppol')
  if (!type) throw new Error(`No ${kind} on the network.`)
  const participant = (value: string) => ({ value, scheme: PARTICIPANT_SCHEME })
  return writeEnvelope(
    {
      version: '1.0',
      sender: participant(sender),
      receiver: participant(receiver),
      standard: type.standard,
      typeVersion: type.typeVersion,
      type: type.type,
      instanceId,
      createdAt: '2026-11-21T10:00:00Z',
      documentType: { value: type.documentTypeId, scheme: type.scheme },
      process: { value: type.processIds[0] ?? '', scheme: PROCESS_SCHEME },
      country: 'DE',
      scopes: [],
      ...(mlsTo !== undefined && { mlsTo: participant(mlsTo) }),
      ...(mlsType !== undefined && { mlsType }),
    },
    Buffer.from(payload),
  )
}

/** A Message Level Status of another service provider. */
export const statusXml = (instanceId: string, more: Partial<Response> = {}): string => {
  const provider = (value: string) => ({ electronicAddress: { scheme: '0242', value }, identifiers: [] })
  return writeResponse({
    ...profiles['peppol-mls'],
    id: 'status-1',
    issueDate: '2026-11-21',
    issueTime: '10:00:00Z',
    sender: provider('000001'),
    receiver: provider('000000'),
    code: 'AP',
    statuses: [],
    reference: { number: instanceId },
    lines: [],
    ...more,
  })
}

export const REJECTION: Partial<Response> = {
  code: 'RE',
  description: 'Not for us.',
  lines: [{ place: 'NA', description: 'Nobody of that name.', statuses: [{ reasonCode: 'FD', conditions: [] }] }],
}
