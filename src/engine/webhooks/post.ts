/** One attempt to bring an event to an endpoint: what is sent, and what came of it. */
import { type KeyObject, createSecretKey } from 'node:crypto'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Webhook } from '../../generated/prisma/client.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { type Endpoints, EndpointFailure } from './endpoints.ts'
import { signatureOf } from './sign.ts'
import { sealContext, stillSigning } from './secrets.ts'

const USER_AGENT = `InvoiceExchange/${packageJson.version}`
export const USER_AGENT_HEADER = { 'User-Agent': USER_AGENT }

/** What every attempt leaves in the log of its delivery. */
export interface Attempt {
  number: number
  at: string
  durationMs: number
  /** The status of the answer; null where there was none. */
  status: number | null
  /** Why it counts as failed; null for a success. */
  error: string | null
  /** The first 2 kB of the answer's body. */
  response: string | null
}

export type WebhookTarget = Pick<
  Webhook,
  | 'organizationId'
  | 'id'
  | 'url'
  | 'companyId'
  | 'document'
  | 'documentScopes'
  | 'secret'
  | 'previousSecrets'
  | 'delivers'
  | 'callback'
>

interface Posting {
  deliveryId: string
  number: number
  event: { id: string; type: string }
}
interface EventPosting extends Posting {
  body: string
}

/** The headers of a delivery beside its signature, which is made for each attempt. */
export const headersOf = ({ deliveryId, number, event }: Posting) => ({
  'Content-Type': 'application/json',
  ...USER_AGENT_HEADER,
  'X-Service-Event': event.type,
  'X-Service-Event-Id': event.id,
  'X-Service-Delivery': deliveryId,
  'X-Service-Attempt': String(number),
})

/** To open a secret takes longer than to sign with it: once for all that a batch posts to a webhook. */
const opened = new WeakMap<WebhookTarget, KeyObject>()

const secretOf = (target: WebhookTarget, open: (sealed: Uint8Array) => KeyObject): KeyObject => {
  const secret = opened.get(target) ?? open(target.secret)
  opened.set(target, secret)
  return secret
}

const secretsOf = (target: WebhookTarget, secretBox: SecretBox, now: Date): KeyObject[] => {
  const open = (sealed: Uint8Array): KeyObject => createSecretKey(secretBox.open(sealed, sealContext(target)))
  const previous = stillSigning(target, now).map(({ secret }) => open(Buffer.from(secret, 'base64')))
  return [secretOf(target, open), ...previous]
}

const faultOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `The endpoint answered ${status}, a redirect. Redirects are not followed: set the url to the final address.`
  return `The endpoint answered ${status}. Only a status 2xx counts as delivered.`
}

/** One attempt with what is to be sent. What cannot be made ready is a failure of the attempt as well. */
export const attemptAt = async (
  number: number,
  now: Date,
  send: () => Promise<{ status: number; response: string }>,
): Promise<Attempt> => {
  const started = performance.now()
  const attempt = (rest: Pick<Attempt, 'status' | 'error' | 'response'>): Attempt => ({
    number,
    at: now.toISOString(),
    durationMs: Math.round(performance.now() - started),
    ...rest,
  })
  try {
    const { status, response } = await send()
    return attempt({ status, error: faultOf(status), response: response === '' ? null : response })
  } catch (error) {
    if (!(error instanceof EndpointFailure)) throw error
    return attempt({ status: null, error: error.message, response: null })
  }
}

export const postEvent = async (
  { endpoints, secretBox }: { endpoints: Endpoints; secretBox: SecretBox },
  target: WebhookTarget,
  { body, ...posting }: EventPosting,
  now: Date,
  signal: AbortSignal,
): Promise<Attempt> => {
  const signature = signatureOf(body, secretsOf(target, secretBox, now), now)
  const headers = { ...headersOf(posting), 'X-Service-Signature': signature }
  return attemptAt(posting.number, now, () => endpoints.post(target.url, headers, body, signal))
}
