/** What the two callbacks have in common. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asAppError, callOf, noteRefusal } from '../../http/edge.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { catalog } from '../../kernel/errors/catalog.ts'
import { execute } from '../../operation/execute.ts'
import type { Platform } from '../../operation/platform.ts'
import { type CartDelivery, receiveCart } from '../../procurement/receive-cart.ts'
import { returnAddress } from '../../procurement/session.ts'
import { limits } from '../../values/limits.ts'
import { html, sendPage, wordsOf } from '../oauth/html.ts'
import { type Texts, textsIn } from './texts.ts'

/** Carts are larger than other bodies of strangers. */
export const callbackConfig = {
  door: 'procurement',
  maxBody: limits.cartBytes,
  maxPublicBody: limits.cartBytes,
} as const

export const textsOf = (request: FastifyRequest): Texts => textsIn(wordsOf(request).lang)

const URL_FORM = 'application/x-www-form-urlencoded'
const XML = /^(?:application|text)\/(?:\w+\+)?(?:c?xml)\b/

export interface PostedBody {
  bytes: Uint8Array
  kind: 'form' | 'xml'
  charset: string | undefined
}

/** The body as it came. The log of requests does not keep it: it may be megabytes, and has secrets. */
export const takeBody = (request: FastifyRequest): PostedBody => {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  request.body = undefined
  const type = (request.headers['content-type'] ?? '').toLowerCase()
  const charset = /;\s*charset="?([\w-]{1,40})/.exec(type)?.[1]
  if (type.startsWith(URL_FORM)) return { bytes, kind: 'form', charset }
  if (XML.test(type)) return { bytes, kind: 'xml', charset }
  throw new AppError('UNSUPPORTED_MEDIA_TYPE')
}

export interface Received {
  cartId: string | null
  /** Where the browser goes; null where nowhere. */
  address: string | null
}

export const receive = async (
  platform: Platform,
  request: FastifyRequest,
  delivery: CartDelivery,
): Promise<Received> => {
  const { session, cartId } = await execute(receiveCart, callOf(platform, request), { delivery })
  return { cartId, address: returnAddress(session, cartId, platform.env) }
}

/** For a person whose browser goes nowhere by itself. */
export const showArrival = (
  request: FastifyRequest,
  reply: FastifyReply,
  { cartId, address }: Received,
): FastifyReply => {
  const texts = textsOf(request)
  const body = html`<p>${cartId === null ? texts.emptyText : texts.arrivedText}</p>${
    cartId !== null && html`<p class="note"><code>${cartId}</code></p>`
  }${address !== null && html`<div class="row"><a class="button" href="${address}">${texts.goOn}</a></div>`}`
  return sendPage(request, reply, {
    title: cartId === null ? texts.empty : texts.arrived,
    body,
    ...(address !== null && { refresh: address }),
  })
}

export const refusalOf = (
  platform: Platform,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): AppError => {
  request.body = undefined
  const refusal = asAppError(error, request, platform)
  noteRefusal(refusal, request, reply)
  return refusal
}

export const showFault = (refusal: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(request, reply, {
    title: textsOf(request).fault,
    body: html`<p class="fault" role="alert">${refusal.message}</p>
      <p class="note"><code>${refusal.code}</code> <code>${request.requestId}</code></p>`,
    status: catalog[refusal.code].status,
  })
