import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
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
  app.post('/network/inbound', { config: { open: true, door: 'network', maxBody: MOST_BYTES } }, async (request, reply) => {
    const given = request.headers['x-token']
    // Both sides are hashed, so that the comparison takes the same time for every wrong secret.
    if (secret === undefined || typeof given !== 'string' || !timingSafeEqual(digest(given), digest(secret))) throw new AppError('INVALID_TOKEN', { message: 'The access point must present the shared secret in X-Token.' })
    const { documentId, repeated } = await receiveFromNetwork(platform, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
    return reply.code(repeated ? 200 : 201).send({ documentId, repeated })
  })
}
