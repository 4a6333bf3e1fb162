/** Short forms (`application/x-www-form-urlencoded`), on the routes that take them: what clients of OAuth send. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors/app-error.ts'
import { limits } from '../values/limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takesUrlForm?: boolean
  }
}

const URL_FORM = 'application/x-www-form-urlencoded'

export const isUrlForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['content-type']?.toLowerCase().startsWith(URL_FORM) ?? false

export const acceptUrlForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    URL_FORM,
    { parseAs: 'buffer', bodyLimit: limits.publicBodyBytes },
    async (request: FastifyRequest, buffer: Buffer): Promise<URLSearchParams> => {
      if (!request.routeOptions.config.takesUrlForm) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
      request.rawBody = buffer
      return new URLSearchParams(buffer.toString())
    },
  )
}

/** `Authorization: Basic`: how clients of OAuth prove themselves. Each half is encoded as in a form. */
export const basicCredentials = (authorization: string | undefined): { id: string; secret: string } | undefined => {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]{1,4096})$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const cut = text.indexOf(':')
  if (cut < 0) return undefined
  const [id, secret] = [text.slice(0, cut), text.slice(cut + 1)].map(
    (half) => new URLSearchParams(`v=${half}`).get('v') ?? '',
  )
  return { id: id ?? '', secret: secret ?? '' }
}
