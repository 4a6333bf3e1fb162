/** Signatures of webhooks: `t=<unix seconds>,v1=<hex>`, the HMAC-SHA256 of `<t>.<raw body>`. */
import { SignatureError } from './errors.ts'
import { now as presentTime } from './platform.ts'
import type { Event } from './rest.generated.ts'

const TOLERANCE_SECONDS = 300
const SHA256_HEX = 64

export interface VerifyOptions {
  /** How old a signature may be (default 300). */
  toleranceSeconds?: number
  /** The present time, for tests. */
  now?: Date
}

const bytesOf = (body: string | Uint8Array | ArrayBuffer): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body as ArrayBuffer)

const hmac = async (secret: string, time: number, body: Uint8Array): Promise<string> => {
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign'])
  const head = text.encode(`${time}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Takes as long for a wrong text as for the right one. */
const isSame = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}

const partsOf = (header: string): { time: number; signatures: string[] } => {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = Number(parts.find(([name]) => name === 't')?.[1])
  const signatures = parts.flatMap(([name, value = '']) =>
    name === 'v1' && value.length === SHA256_HEX ? [value.toLowerCase()] : [],
  )
  if (!Number.isSafeInteger(time) || time <= 0 || signatures.length === 0)
    throw new SignatureError('malformed', 'The header X-Service-Signature has another form than t=…,v1=….')
  return { time, signatures }
}

/** Checks who has sent a webhook, and answers its event. `signature` is the header `X-Service-Signature`. */
export const verifyWebhook = async (
  body: string | Uint8Array | ArrayBuffer,
  signature: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = presentTime() }: VerifyOptions = {},
): Promise<Event> => {
  const header = typeof signature === 'string' ? signature : (signature?.join(',') ?? '')
  const { time, signatures } = partsOf(header)
  const raw = bytesOf(body)
  const expected = await Promise.all([secret].flat().map((one) => hmac(one, time, raw)))
  if (!expected.some((one) => signatures.some((given) => isSame(one, given))))
    throw new SignatureError('mismatch', 'The webhook was not signed with this secret, or its body was changed.')
  if (Math.abs(now.getTime() / 1_000 - time) > toleranceSeconds)
    throw new SignatureError('expired', `The signature is more than ${toleranceSeconds} seconds old.`)
  return JSON.parse(new TextDecoder().decode(raw)) as Event
}

/** The header of a webhook with this body. */
export const signWebhook = async (
  body: string | Uint8Array,
  secret: string | readonly string[],
  now = presentTime(),
): Promise<string> => {
  const time = Math.floor(now.getTime() / 1_000)
  const signatures = await Promise.all([secret].flat().map((one) => hmac(one, time, bytesOf(body))))
  return [`t=${time}`, ...signatures.map((one) => `v1=${one}`)].join(',')
}
