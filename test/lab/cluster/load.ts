/** Callers of a cluster that send until each is answered with success, and what they saw. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Body } from '../../support/app.ts'
import type { Ledger } from '../../support/load.ts'
import { call } from '../../support/processes.ts'

const FAR_END = '9930:DE123456789'
/** A caller who was refused for a moment asks again after this. */
const AGAIN_MS = 100
/** A connection that is cut off without a word is given up after this. */
const GIVEN_UP_MS = 30_000

export interface Sender {
  organizationId: string
  key: string
  peppolId: string
  /** What each of its sends says besides. */
  headers?: Readonly<Record<string, string>>
  /** The id of each document that was acknowledged, by its number. */
  acknowledged: Map<string, string>
  /** The longest time from one acknowledgement to the next, in milliseconds. */
  longest: number
}

/** An organization of its own, so that nobody uses up the rate window of another; its webhook tells `sink`. */
export const openSender = async (base: string, sink: string): Promise<Sender> => {
  const { body } = await call(base, '', '/v1/sandbox/bootstrap', { label: 'cluster', keyType: 'white_label' })
  const key = body.apiKey
  const { status } = await call(base, key, '/v1/webhooks', {
    url: sink,
    events: ['document.sent', 'document.delivered'],
  })
  if (status !== 201) throw new Error(`The webhook was answered ${status}`)
  const { organizationId, company } = body
  return { organizationId, key, peppolId: company.peppolId, acknowledged: new Map(), longest: 0 }
}

const bodyOf = (from: string, to: string, number: string): object => ({
  type: 'invoice',
  from,
  to,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-1',
    lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
  },
})

/** Sends one document until it is acknowledged, under one key. */
const sendOne = async (
  base: string,
  { key, headers }: Sender,
  number: string,
  body: object,
  ledger: Ledger,
): Promise<string> => {
  for (;;) {
    const asked = call(base, key, '/v1/documents/send', body, { ...headers, 'idempotency-key': number })
    const timeout = wait(GIVEN_UP_MS, undefined, { ref: false })
    const answer: { status: number; body: Body } | undefined = await Promise.race([asked, timeout]).catch(
      () => undefined,
    )
    ledger.count('send', answer?.status ?? 0, answer ? answer.body.error?.code : 'no answer')
    if (answer?.status === 201) return answer.body.id
    await wait(AGAIN_MS)
  }
}

/**
 * Sends to `recipients` in turn, one each `paceMs`, until the ledger is closed; what was begun is brought to its end, and
 * what was late is caught up with. Who has sent before goes on with the next number.
 */
export const sendAll = async (
  base: string,
  sender: Sender,
  recipients: readonly string[],
  paceMs: number,
  ledger: Ledger,
): Promise<void> => {
  const first = performance.now()
  const sent = sender.acknowledged.size
  let last = first
  for (let nth = sent; !ledger.ended; nth++) {
    const number = `C-${sender.peppolId.slice(-4)}-${nth}`
    const to = [FAR_END, ...recipients][nth % (recipients.length + 1)] as string
    const id = await sendOne(base, sender, number, bodyOf(sender.peppolId, to, number), ledger)
    sender.acknowledged.set(number, id)
    const now = performance.now()
    sender.longest = Math.max(sender.longest, now - last)
    last = now
    await wait(Math.max(0, first + (nth - sent + 1) * paceMs - now))
  }
}
