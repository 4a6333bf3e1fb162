/** The page of a handoff link. Whoever only looks at it, such as the preview of a messenger, does not use it up. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callOf } from '../../http/edge.ts'
import { exchangeHandoff } from '../../oauth/exchange-handoff.ts'
import { getHandoff } from '../../oauth/get-handoff.ts'
import { execute } from '../../operation/execute.ts'
import type { Platform } from '../../operation/platform.ts'
import { type Html, html, sendPage, wordsOf } from './html.ts'
import { isFromPage, keepSession, newSession, sessionAbout } from './session.ts'
import type { Words } from './texts.ts'
import { MINUTE_MS } from '../../values/dates.ts'

const ABOUT = 'handoff'

/** The maker of the handoff chose the program, and it registered the address. What it calls itself is only text. */
const opening = (words: Words, name: string, host: string, link: string): Html => html`
  <p><a class="button" href="${link}" rel="noreferrer">${words.openProgram(name)}</a></p>
  <p class="note">${words.opens} <code>${host}</code>.</p>`

const show = async (
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  handoffToken: string,
): Promise<FastifyReply> => {
  const words = wordsOf(request)
  const given = await execute(getHandoff, callOf(platform, request), { handoffToken })
  const { label, scopes, organizationName, companyName, deepLink, expiresAt, brand } = given
  const known = sessionAbout(platform, request, ABOUT)
  const session = known ?? newSession(platform, ABOUT)
  if (!known) keepSession(platform, reply, session)
  const minutes = Math.max(1, Math.ceil((expiresAt.getTime() - platform.clock.now().getTime()) / MINUTE_MS))
  const body = html`<p class="warn">${words.handoffText} ${words.expires(minutes)}</p>
    <dl><dt>${words.givenBy}</dt><dd>${organizationName}${companyName !== null && ` – ${companyName}`}</dd>
    ${label !== null && html`<dt>${words.label}</dt><dd>${label}</dd>`}</dl>
    <h2>${words.scopes}</h2><ul>${scopes.map((one) => html`<li>${words.scope(one)} <code>${one}</code></li>`)}</ul>
    <hr>${deepLink !== null && opening(words, given.clientName ?? '', given.redirectHost ?? '', deepLink)}
    <p>${words.giveCode}</p><code class="code">${handoffToken}</code>
    <p class="note">${words.orHere}</p>
    <form method="post" action="/oauth/handoff?lang=${words.lang}">
    <input type="hidden" name="csrf" value="${session.csrf}">
    <input type="hidden" name="handoff_token" value="${handoffToken}">
    <button class="plain">${words.redeem}</button></form>`
  return sendPage(request, reply, { title: words.handoff, body, brand })
}

const redeem = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const words = wordsOf(request)
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const handoffToken = form.get('handoff_token') ?? ''
  if (!isFromPage(sessionAbout(platform, request, ABOUT), form)) return show(platform, request, reply, handoffToken)
  const { accessToken } = await execute(exchangeHandoff, callOf(platform, request), { handoffToken })
  const body = html`<p>${words.redeemedText}</p><code class="code">${accessToken}</code>`
  return sendPage(request, reply, { title: words.redeemed, body })
}

export const mountHandoff = (app: FastifyInstance, platform: Platform): void => {
  const config = { door: 'oauth' } as const
  app.get('/oauth/handoff/:token', { config }, (request, reply) =>
    show(platform, request, reply, (request.params as { token: string }).token),
  )
  app.post('/oauth/handoff', { config: { ...config, takesUrlForm: true } }, (request, reply) =>
    redeem(platform, request, reply),
  )
}
