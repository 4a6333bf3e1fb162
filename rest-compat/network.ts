import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { receiveFromSdi } from '../src/compliance/take-sdi-message.ts'
import { receiveFromNetwork } from '../src/documents/network-door.ts'
import { AppError } from '../src/errors/app-error.ts'
import type { Platform } from '../src/platform.ts'

const MOST_BYTES = 110 * 1024 * 1024

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Where the access point hands over what it has received: `POST /network/inbound`, with the secret they share. */
export const mountNetwork = (app: FastifyInstance, platform: Platform): void => {
  const secret = platform.env.NETWORK_SECRET
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, bytes, done) => done(null, bytes))
  // Both sides are hashed, so that the comparison takes the same time for every wrong secret.
  const authorize = (request: FastifyRequest): void => {
    const given = request.headers['x-token']
    if (secret === undefined || typeof given !== 'string' || !timingSafeEqual(digest(given), digest(secret))) throw new AppError('INVALID_TOKEN', { message: 'The caller must present the shared secret in X-Token.' })
  }
  app.post('/network/inbound', { config: { open: true, door: 'network', maxBody: MOST_BYTES } }, async (request, reply) => {
    authorize(request)
    const { documentId, repeated } = await receiveFromNetwork(platform, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
    return reply.code(repeated ? 200 : 201).send({ documentId, repeated })
  })
  // Where the Italian interchange system says what became of a file: a SOAP message, behind the proxy that ends its TLS.
  app.post('/network/sdi', { config: { open: true, door: 'network', maxBody: MOST_BYTES } }, async (request, reply) => {
    authorize(request)
    const known = await receiveFromSdi(platform, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
    return reply.code(known ? 200 : 404).send()
  })
}
