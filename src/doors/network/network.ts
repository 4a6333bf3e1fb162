import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireSharedSecret } from '../../auth/guesses.ts'
import { receiveFromSdi } from '../../compliance/take-sdi-message.ts'
import { receiveFromNetwork } from '../../exchange/receive/network-door.ts'
import type { Env } from '../../kernel/env.ts'
import { fingerprint } from '../../kernel/env/forms.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Platform } from '../../operation/platform.ts'
import { mountAsk } from './ask.ts'
import { limits } from '../../values/limits.ts'

/** True if the trusted proxy has checked a certificate of the access point. */
const hasCertificate = (
  { NETWORK_CERT_HEADER, NETWORK_CERT_SHA256 = [] }: Env,
  headers: IncomingHttpHeaders,
): boolean => {
  const certificate = NETWORK_CERT_HEADER === undefined ? undefined : headers[NETWORK_CERT_HEADER]
  return (
    typeof certificate === 'string' &&
    NETWORK_CERT_SHA256.some((expected) => isSameSecret(fingerprint(certificate), expected))
  )
}

const forbidden = (): AppError =>
  new AppError('INVALID_TOKEN', {
    message: 'Send the shared secret in the header X-Token, or use a client certificate that this server accepts.',
  })

/** Refuses who is not the access point: by the shared secret, or by the certificate. */
const requireAccessPoint = async (platform: Platform, { headers, raw }: FastifyRequest): Promise<void> => {
  if (hasCertificate(platform.env, headers)) return
  const [expected, given, refusal] = [platform.env.NETWORK_SECRET, headers['x-token'], forbidden()]
  if (expected === undefined || typeof given !== 'string') throw refusal
  await requireSharedSecret(platform, { door: 'network', request: raw, given, expected, refusal })
}

/** Where the access point hands over what it has received: `POST /network/inbound`. */
export const mountNetwork = (app: FastifyInstance, platform: Platform): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.networkBodyBytes }, (_request, bytes, done) =>
    done(null, bytes),
  )
  // Before the body is read: a stranger may not fill the memory.
  const onRequest = (request: FastifyRequest): Promise<void> => requireAccessPoint(platform, request)
  const config = { open: true, door: 'network', maxBody: limits.networkBodyBytes } as const
  app.post('/network/inbound', { config, onRequest }, async (request, reply) => {
    const { documentId, repeated } = await receiveFromNetwork(
      platform,
      (request.body as Buffer | undefined) ?? Buffer.alloc(0),
    )
    return reply.code(repeated ? 200 : 201).send({ documentId, repeated })
  })
  mountAsk(app, platform)
  // The Italian interchange system reports here, by SOAP messages, what became of a file; the proxy in front ends its
  // TLS.
  app.post('/network/sdi', { config, onRequest }, async (request, reply) => {
    const known = await receiveFromSdi(platform, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
    return reply.code(known ? 200 : 404).send()
  })
}
