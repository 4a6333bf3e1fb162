/** `POST /document/punchout-callback`: a PunchOutOrderMessage, raw or in a form. Programs are answered in cXML. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { writeStatus } from '../../formats/cxml/write.ts'
import { catalog } from '../../kernel/errors/catalog.ts'
import type { Platform } from '../../operation/platform.ts'
import { PUNCH_OUT_CALLBACK } from '../../procurement/start-punch-out.ts'
import { callbackConfig, receive, refusalOf, showArrival, showFault, takeBody } from './delivery.ts'

const isForm = ({ headers }: FastifyRequest): boolean =>
  (headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded')

const sendStatus = (
  { clock }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { code, text, message }: { code: number; text: string; message: string },
): FastifyReply => {
  const stamp = { payloadId: request.requestId, timestamp: clock.now().toISOString() }
  return reply
    .code(code)
    .headers({ 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' })
    .send(writeStatus(stamp, { code, text, message }))
}

const take = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { bytes, kind, charset } = takeBody(request)
  const source = { bytes, isForm: kind === 'form', charset }
  const received = await receive(platform, request, { protocol: 'cxml', source })
  if (kind === 'form') return showArrival(request, reply, received)
  return sendStatus(platform, request, reply, { code: 200, text: 'OK', message: received.cartId ?? '' })
}

export const mountPunchOutCallback = (app: FastifyInstance, platform: Platform): void =>
  void app.route({
    method: 'POST',
    url: PUNCH_OUT_CALLBACK,
    config: callbackConfig,
    handler: (request, reply) => take(platform, request, reply),
    errorHandler(error, request, reply) {
      const refusal = refusalOf(platform, error, request, reply)
      const { code, message } = refusal
      if (isForm(request)) return void showFault(refusal, request, reply)
      void sendStatus(platform, request, reply, { code: catalog[code].status, text: code, message })
    },
  })
