/** `GET|POST /document/oci-callback`: the form of an OCI cart. The browser goes back to where the purchase began. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../operation/platform.ts'
import type { OciForm } from '../../procurement/read-cart.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { OCI_CALLBACK } from '../../procurement/start-cart.ts'
import { callbackConfig, receive, refusalOf, showArrival, showFault, takeBody } from './delivery.ts'

const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?')

const formOf = (request: FastifyRequest): OciForm => {
  if (request.method === 'GET') return { bytes: Buffer.from(queryOf(request)), charset: undefined }
  const { bytes, kind, charset } = takeBody(request)
  if (kind !== 'form') throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  return { bytes, charset }
}

const COOKIE = /(?:^|&)flowie_cookie=([^&]{1,500})/i

/** In the query, or a field of the form; found without reading the form. */
const cookieOf = (request: FastifyRequest, { bytes }: OciForm): string => {
  const found = COOKIE.exec(queryOf(request)) ?? COOKIE.exec(Buffer.from(bytes).toString('latin1'))
  try {
    return decodeURIComponent(found?.[1] ?? '')
  } catch {
    return ''
  }
}

const take = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const form = formOf(request)
  const received = await receive(platform, request, { protocol: 'oci', cookie: cookieOf(request, form), form })
  reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  return received.address === null ? showArrival(request, reply, received) : reply.redirect(received.address, 303)
}

export const mountOciCallback = (app: FastifyInstance, platform: Platform): void =>
  void app.route({
    method: ['GET', 'POST'],
    url: OCI_CALLBACK,
    config: callbackConfig,
    exposeHeadRoute: false,
    handler: (request, reply) => take(platform, request, reply),
    errorHandler: (error, request, reply) => void showFault(refusalOf(platform, error, request, reply), request, reply),
  })
