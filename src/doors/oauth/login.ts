/** Signing in with the identity provider, on the way to a consent. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ProviderClient, beginLogin, finishLogin } from '../../auth/provider-login.ts'
import type { Site } from '../../auth/site.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import type { Platform } from '../../operation/platform.ts'
import { type ConsentVisit, actorIn, asked, showConsent, signIn, visitOf } from './consent.ts'
import { keepSession, newSession, readSession } from './session.ts'
import { wordsFor } from './texts.ts'

/** Where people come back to, whichever request they signed in for: the cookie knows. */
const CALLBACK = '/oauth/callback'
/** What fits into a cookie when it is sealed. */
const MOST_TOKEN_CHARACTERS = 2_600

const providerOf = ({ env }: Platform, { baseUrl }: Site): ProviderClient => {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer === undefined || clientId === undefined) throw new AppError('RESOURCE_NOT_FOUND')
  return { issuer, audience, clientId, clientSecret, redirectUri: baseUrl + CALLBACK }
}

const login = async (visit: ConsentVisit): Promise<FastifyReply> => {
  const { platform, request, reply, consentId } = visit
  const provider = providerOf(platform, request.site)
  await asked(visit)
  const { address, ...login } = await beginLogin(provider)
  keepSession(platform, reply, { ...newSession(platform, consentId), login: { ...login, lang: visit.words.lang } })
  return reply.redirect(address, 303)
}

/** The answer of the provider counts for the browser that asked, once, and for the request that it asked for. */
const comeBack = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const provider = providerOf(platform, request.site)
  const session = readSession(platform, request)
  const { code = '', state = '', iss = provider.issuer } = request.query as Record<string, string>
  const words = wordsFor(session?.login?.lang, request.headers['accept-language'])
  if (session?.login === undefined || !isSameSecret(String(state), session.login.state))
    throw new AppError('INVALID_REQUEST', { message: words.stale })
  const visit: ConsentVisit = { platform, request, reply, words, consentId: session.about }
  keepSession(platform, reply, newSession(platform, session.about))
  const isOurs = String(iss).replace(/\/$/, '') === provider.issuer.replace(/\/$/, '')
  const token = isOurs && code !== '' ? await finishLogin(provider, String(code), session.login.verifier) : undefined
  const authorization = `Bearer ${token}`
  const fits = token !== undefined && token.length <= MOST_TOKEN_CHARACTERS
  if (!fits || !(await actorIn(visit, { ...session, authorization }))) return showConsent(visit, words.loginFailed)
  return signIn(visit, authorization)
}

export const mountLogin = (app: FastifyInstance, platform: Platform): void => {
  const options = { config: { door: 'oauth' }, exposeHeadRoute: false } as const
  app.get('/oauth/consent/:consentId/login', options, (request, reply) => login(visitOf(platform, request, reply)))
  app.get(CALLBACK, options, (request, reply) => comeBack(platform, request, reply))
}
