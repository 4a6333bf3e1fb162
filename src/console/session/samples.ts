/** A throwaway organization in the sandbox, with documents in many states, made by public operations alone. */
import {
  type DocumentBodyInput,
  DocumentsDocument,
  type DocumentType,
  NewSandboxDocument,
  type SendDocument,
  SendSamplesDocument,
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

const send = async (key: string, documents: SendDocument[]): Promise<void> => {
  await ask(key, SendSamplesDocument, { input: { documents } } as never)
}

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
  await Promise.all([
    send(own.apiKey, [
      ...numbers.map((index) => sample(index, me, they, `2026-OUT-${101 + index}`)),
      ...failing.map((to, index) => sample(index + 2, me, to, `2026-OUT-${201 + index}`)),
      sample(1, me, they, '2026-CN-301', 'CREDIT_NOTE'),
    ]),
    send(other.apiKey, [
      ...numbers.map((index) => sample(index, they, me, `S-${5001 + index}`)),
      sample(2, they, me, 'S-CN-601', 'CREDIT_NOTE'),
    ]),
  ])
  await arrived(own.apiKey, numbers.length + 1)
  return own.apiKey
}
