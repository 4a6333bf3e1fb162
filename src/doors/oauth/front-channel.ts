/** Where standard clients send a browser: `GET /oauth/authorize`, and where people type the code of a device. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { standardParameters } from '../../../rest-compat/routes/oauth-input.ts'
import { oauthError } from '../../../rest-compat/present/oauth.ts'
import { callOf } from '../../http/edge.ts'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import { refuseUnfit } from '../../kernel/errors/unfit.ts'
import { consentOfDevice, redirectOf, refuseForeignRequest } from '../../oauth/client.ts'
import { redirectWith } from '../../oauth/redirects.ts'
import { consentIdIn, startAuthorization } from '../../oauth/start-authorization.ts'
import { execute } from '../../operation/execute.ts'
import type { Platform } from '../../operation/platform.ts'
import { html, sendPage, wordsOf } from './html.ts'
import { isFromPage, keepSession, newSession, sessionAbout } from './session.ts'

const FIELDS = new Set(Object.keys(startAuthorization.input.shape))
const DEVICE = 'device'

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URL(url, 'http://x').searchParams

/** What a program asked for wrongly, it is told at its own address. */
const start = async (platform: Platform, request: FastifyRequest, parameters: URLSearchParams): Promise<string> => {
  const call = callOf(platform, request)
  const clientId = parameters.get('client_id') ?? ''
  const redirectUri = await redirectOf(call, clientId, parameters.get('redirect_uri'))
  try {
    const responseType = parameters.get('response_type')
    if (responseType !== 'code')
      throw refusal(responseType === null ? 'MISSING_FIELD' : 'INVALID_ENUM', 'responseType', 'Expected `code`.', {
        summary: 'The response_type must be `code`.',
      })
    const { requestId } = await execute(startAuthorization, call, {
      ...standardParameters(parameters, FIELDS),
      clientId,
      redirectUri,
    })
    return `/oauth/consent/${requestId}`
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'RATE_LIMITED') throw error
    const { error: code, error_description } = oauthError(error, call.site.baseUrl)
    return redirectWith(redirectUri, {
      error: code,
      error_description,
      state: parameters.get('state'),
      iss: call.site.baseUrl,
    })
  }
}

const authorize = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const parameters = queryOf(request)
  refuseUnfit(Object.fromEntries(parameters))
  const pushed = parameters.get('request_uri')
  reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  if (pushed === null) return reply.redirect(await start(platform, request, parameters), 303)
  const consentId = consentIdIn(pushed)
  await refuseForeignRequest(callOf(platform, request), consentId, parameters.get('client_id'))
  return reply.redirect(`/oauth/consent/${consentId}`, 303)
}

const showDevice = (
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { typed, problem }: { typed: string; problem?: string },
): FastifyReply => {
  const words = wordsOf(request)
  const known = sessionAbout(platform, request, DEVICE)
  const session = known ?? newSession(platform, DEVICE)
  if (!known) keepSession(platform, reply, session)
  const body = html`${problem !== undefined && html`<p class="fault" role="alert">${problem}</p>`}
    <p class="warn">${words.onlyIfYou}</p>
    <form method="post" action="/oauth/device?lang=${words.lang}">
    <input type="hidden" name="csrf" value="${session.csrf}">
    <label class="field" for="code">${words.code}</label>
    <input id="code" type="text" name="user_code" value="${typed}" required autocomplete="off" spellcheck="false"
      maxlength="20" autocapitalize="characters">
    <div class="row"><button>${words.proceed}</button></div></form>`
  return sendPage(request, reply, { title: words.typeCode, body, status: problem === undefined ? 200 : 400 })
}

const takeDevice = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const words = wordsOf(request)
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const typed = (form.get('user_code') ?? '').slice(0, 20)
  if (!isFromPage(sessionAbout(platform, request, DEVICE), form))
    return showDevice(platform, request, reply, { typed, problem: words.stale })
  const consentId = await consentOfDevice(callOf(platform, request), typed)
  if (consentId === undefined) return showDevice(platform, request, reply, { typed, problem: words.codeWrong })
  return reply.redirect(`/oauth/consent/${consentId}?lang=${words.lang}`, 303)
}

export const mountFrontChannel = (app: FastifyInstance, platform: Platform): void => {
  const config = { door: 'oauth' } as const
  app.get('/oauth/authorize', { config, exposeHeadRoute: false }, (request, reply) =>
    authorize(platform, request, reply),
  )
  app.get('/oauth/device', { config }, (request, reply) =>
    showDevice(platform, request, reply, { typed: (queryOf(request).get('user_code') ?? '').slice(0, 20) }),
  )
  app.post('/oauth/device', { config: { ...config, takesUrlForm: true } }, (request, reply) =>
    takeDevice(platform, request, reply),
  )
}
