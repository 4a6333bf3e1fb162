import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageBrandAt } from '../../companies/brand.ts'
import { asAppError, noteRefusal } from '../../http/edge.ts'
import { acceptUrlForms } from '../../http/url-form.ts'
import { catalog } from '../../kernel/errors/catalog.ts'
import type { Platform } from '../../operation/platform.ts'
import { mountConsent } from './consent.ts'
import { mountFrontChannel } from './front-channel.ts'
import { mountHandoff } from './handoff.ts'
import { html, sendPage, wordsOf } from './html.ts'
import { mountLogin } from './login.ts'
import { mountOnboarding } from './onboarding.ts'
import { mountMetadata } from './metadata.ts'

/** The pages of consent and handoff, the front channel, and what tells programs the way. */
export const mountOauth = (app: FastifyInstance, platform: Platform): void => {
  app.removeAllContentTypeParsers()
  acceptUrlForms(app)
  app.decorateRequest('brand')
  app.addHook('onRequest', async (request) => {
    request.brand = await pageBrandAt(platform.db.client, request.site)
  })
  app.setErrorHandler((error, request, reply) => showRefusal(platform, error, request, reply))
  mountConsent(app, platform)
  mountLogin(app, platform)
  mountFrontChannel(app, platform)
  mountHandoff(app, platform)
  mountOnboarding(app, platform)
  mountMetadata(app, platform)
}

/** A refusal for people. What is gone says nothing about whether it ever was. */
const showRefusal = (platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = asAppError(error, request, platform)
  noteRefusal(refusal, request, reply)
  const words = wordsOf(request)
  const isGone = refusal.code === 'RESOURCE_NOT_FOUND' || refusal.code === 'INVALID_GRANT'
  return sendPage(request, reply, {
    title: isGone ? words.gone : words.fault,
    body: isGone
      ? html`<p>${words.goneText}</p>`
      : html`<p>${refusal.message}</p>
      <p class="note"><code>${refusal.code}</code> <code>${request.requestId}</code></p>`,
    status: catalog[refusal.code].status,
  })
}
