/** Posts events to an address, signed and with the headers of a webhook. */
import { randomUUID } from 'node:crypto'
import { type Event, signWebhook } from '../client/index.ts'

/** What came of a post: the status, or why there was none. */
export type Posted = { ms: number } & ({ status: number } | { error: string })

export const isAccepted = (posted: Posted): boolean => 'status' in posted && posted.status >= 200 && posted.status < 300

const ANSWER_MS = 20_000

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}

export const postEvent = async (address: string, secret: string, event: Event, attempt: number): Promise<Posted> => {
  const body = JSON.stringify(event)
  const started = performance.now()
  const ms = (): number => Math.round(performance.now() - started)
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'InvoiceExchange/1.0',
        'x-service-signature': await signWebhook(body, secret),
        'x-service-event': event.type,
        'x-service-event-id': event.id,
        'x-service-delivery': `dlv_${randomUUID()}`,
        'x-service-attempt': String(attempt),
      },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await response.body?.cancel()
    return { ms: ms(), status: response.status }
  } catch (error) {
    return { ms: ms(), error: reasonOf(error) }
  }
}
