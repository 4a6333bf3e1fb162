/** Findings are read by people: an answer in JSON says them in the language that the caller accepts. */
import type { FastifyInstance } from 'fastify'
import { jsonInLanguage } from '../operation/language.ts'
import { languageIn } from '../values/translation.ts'
import { varyBy } from './compress.ts'

const JSON_TYPE = /^application\/(?:[\w.+-]*json)\b/

/** Ahead of compression. GraphQL translates field by field, because a query names the fields of its answer. */
export const answerInLanguage = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { door } = request.routeOptions.config
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if ((door !== 'rest' && door !== 'graphql') || !isText || !JSON_TYPE.test(String(reply.getHeader('Content-Type'))))
      return done(null, payload)
    varyBy(reply, 'Accept-Language')
    const language = languageIn(request.headers['accept-language'])
    if (language === 'en') return done(null, payload)
    reply.header('Content-Language', language)
    return done(null, door === 'rest' ? jsonInLanguage(payload.toString(), language) : payload)
  })
}
