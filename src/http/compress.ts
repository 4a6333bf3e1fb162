/** Large answers travel compressed, where the client takes them so. */
import { promisify } from 'node:util'
import { type CompressCallback, brotliCompress, constants, gzip } from 'node:zlib'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Smaller answers fit into few packets anyway, and most are smaller. */
const LARGE_BYTES = 16 * 1024
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*json|javascript|xml|[\w.+-]*\+xml))/

/** Good enough for what is written once and read once; higher levels cost several times as much. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

type Encoding = 'br' | 'gzip'

/** zlib works in threads of its own. */
const encoders: Readonly<Record<Encoding, (bytes: Uint8Array, done: CompressCallback) => void>> = {
  br: (bytes, done) => brotliCompress(bytes, BROTLI, done),
  gzip: (bytes, done) => gzip(bytes, done),
}

/** The encoding that the client likes best of those that are offered; undefined for none. */
export const encodingFor = ({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined => {
  const accepted = new Map(
    String(headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',', 20)
      .map((one) => {
        const [name = '', quality = ''] = one.split(';')
        return [name.trim(), /q=0(?:\.0*)?$/.test(quality.trim()) ? 0 : 1] as const
      }),
  )
  return (['br', 'gzip'] as const).find((name) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0)
}

export const compressed = (bytes: Uint8Array, encoding: Encoding): Promise<Buffer> =>
  promisify(encoders[encoding])(bytes)

const isLarge = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= LARGE_BYTES

/** What has a tag is a file, which goes as it is, or a page, which is compressed already. */
const isCompressible = (reply: FastifyReply): boolean =>
  !reply.hasHeader('ETag') && COMPRESSIBLE.test(String(reply.getHeader('Content-Type') ?? ''))

/** Tells caches that the answer depends on a header of the request. */
export const varyBy = (reply: FastifyReply, header: string): void =>
  void reply.header('Vary', [reply.getHeader('Vary'), header].filter(Boolean).join(', '))

export const varyByEncoding = (reply: FastifyReply): void => varyBy(reply, 'Accept-Encoding')

/** Streams go as they are: they are files, whose length and hash the client was told. */
export const compressLargeAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isLarge(payload) || !isCompressible(reply)) return done(null, payload)
    varyByEncoding(reply)
    const encoding = encodingFor(request)
    if (encoding === undefined) return done(null, payload)
    encoders[encoding](Buffer.from(payload as string), (error, bytes) => {
      if (error) return done(error)
      reply.header('Content-Encoding', encoding).removeHeader('Content-Length')
      return done(null, bytes)
    })
  })
}
