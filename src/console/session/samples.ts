/** A throwaway organization in the sandbox, with documents of every kind and state, made by public operations alone. */
import {
  type DocumentBodyInput,
  DocumentsDocument,
  MoveDocument,
  type DocumentType,
  NewSandboxDocument,
  type SendDocument,
  SendSamplesDocument,
  type UpdateLifecycleInput,
} from '#operations'
import { ask } from '../data/ask.ts'
import { dayFromToday } from '../data/clock.ts'

type Made = { apiKey: string; peppolId: string }

const newSandbox = async (label: string): Promise<Made> => {
  const { bootstrapSandbox } = await ask(null, NewSandboxDocument, { label })
  const { apiKey, company, refusal } = bootstrapSandbox ?? {}
  if (!apiKey || !company) throw new Error(refusal?.message ?? '')
  return { apiKey, peppolId: company.peppolId }
}

const goods = ['Consulting', 'Support by the hour', 'Hosting', 'Training', 'Licences', 'Office chairs', 'Paper']

export const sample = (
  index: number,
  from: string,
  to: string,
  number: string,
  type: DocumentType = 'INVOICE',
  more: Partial<DocumentBodyInput> = {},
): SendDocument => ({
  type,
  from,
  to,
  content: {
    document: {
      number,
      issueDate: dayFromToday(-3 * index),
      ...(type === 'INVOICE' && { dueDate: dayFromToday(30 - 6 * index) }),
      ...(type === 'CREDIT_NOTE' && { billingReference: number.replace('CN', 'IN') }),
      buyerReference: `PO-${70 + index}`,
      currency: 'EUR',
      lines: [0, 1].map((line) => ({
        description: goods[(index + line) % goods.length] ?? 'Consulting',
        quantity: String(1 + ((index * 3 + line) % 7)),
        unit: 'HUR',
        unitPrice: `${49 + index * 37}.50`,
        vatRate: '21',
      })),
      ...more,
    },
  },
})

/** Recipients that fail on purpose: see the endings of the sandbox. */
const failing = ['9930:DE000000420', '9930:DE000000430', '9930:DE000000431']

/** What goes to the other side beside invoices: each answers or follows something. */
const kindsFrom = (from: string, to: string, prefix: string): SendDocument[] => {
  const one = (type: DocumentType, name: string, more: Partial<DocumentBodyInput> = {}): SendDocument =>
    sample(1, from, to, `${prefix}${name}`, type, more)
  return [
    one('CREDIT_NOTE', 'CN-301'),
    one('DEBIT_NOTE', 'DN-302'),
    one('PURCHASE_REQUEST', 'REQ-303'),
    one('QUOTE', 'QUO-304'),
    one('PURCHASE_ORDER', 'ORD-305'),
    one('SALES_ORDER', 'ANS-306', { orderReference: `${prefix}ORD-305`, responseCode: 'AP' }),
    { type: 'EVENT', from, content: { document: { number: `${prefix}EV-307`, metadata: { step: 'packed' } } } },
  ]
}

/** What becomes of the first invoices of either side, one after the other; the others only arrive. */
const fates: readonly (readonly Omit<UpdateLifecycleInput, 'documentId'>[])[] = [
  [{ status: 'UNDER_REVIEW' }],
  [{ status: 'APPROVED' }],
  [{ status: 'DISPUTED', reasonCode: 'PRI', reason: 'The price is not what we agreed' }],
  [{ status: 'REJECTED', reasonCode: 'PRI', reason: 'We ordered something else' }],
  [{ status: 'APPROVED' }, { status: 'PARTIALLY_PAID', paymentAmount: '100', paymentDate: dayFromToday(0) }],
  [{ status: 'APPROVED' }, { status: 'PAID', paymentDate: dayFromToday(0) }],
]

/** What has not arrived yet stays as it is. */
const decide = async (key: string, numberOf: (index: number) => string): Promise<void> => {
  await Promise.all(
    fates.map(async (steps, index) => {
      for (const step of steps)
        await ask(key, MoveDocument, { input: { ...step, documentId: `number:${numberOf(index)}` } as never })
    }),
  )
}

const send = async (key: string, documents: SendDocument[]): Promise<void> => {
  await ask(key, SendSamplesDocument, { input: { documents } } as never)
}

/** Of `kindsFrom`, all but the event. */
const KINDS_THAT_TRAVEL = 6

const WAIT_MS = 8_000
const AGAIN_MS = 400

/** Documents travel for some seconds. Whoever does not want to wait longer sees the rest arrive. */
const arrived = async (key: string, wanted: number): Promise<void> => {
  const end = performance.now() + WAIT_MS
  while (performance.now() < end) {
    const { documents } = await ask(key, DocumentsDocument, { filter: { direction: { eq: 'INCOMING' } }, first: 1 })
    if (documents.totalCount >= wanted) return
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

export const openSandbox = async (): Promise<string> => {
  const [own, other] = [await newSandbox('Sample company'), await newSandbox('Sample partner')]
  const { peppolId: me } = own
  const { peppolId: they } = other
  const numbers = Array.from({ length: 9 }, (_, index) => index)
  const sentBy = (index: number): string => `2026-OUT-${101 + index}`
  const receivedAs = (index: number): string => `S-${5001 + index}`
  await Promise.all([
    send(own.apiKey, [
      ...numbers.map((index) => sample(index, me, they, sentBy(index))),
      ...failing.map((to, index) => sample(index + 2, me, to, `2026-OUT-${201 + index}`)),
      ...kindsFrom(me, they, '2026-'),
    ]),
    send(other.apiKey, [
      ...numbers.map((index) => sample(index, they, me, receivedAs(index))),
      ...kindsFrom(they, me, 'S-'),
    ]),
  ])
  await Promise.all([own, other].map(({ apiKey }) => arrived(apiKey, numbers.length + KINDS_THAT_TRAVEL)))
  await Promise.all([decide(own.apiKey, receivedAs), decide(other.apiKey, sentBy)])
  return own.apiKey
}
