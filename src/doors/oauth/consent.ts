/** `GET /oauth/consent/{areq_…}` and the forms on it: who is asked signs in, chooses, and allows or refuses. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../auth/actor.ts'
import { authenticate } from '../../auth/authenticate.ts'
import { callerAddress } from '../../auth/caller-address.ts'
import { hostIn } from '../../auth/site.ts'
import { KEY_PREFIX } from '../../auth/key-types.ts'
import { pageBrandOf } from '../../companies/brand.ts'
import { listCompanies } from '../../companies/list-companies.ts'
import { whoAmI } from '../../identity/who-am-i.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { callOf } from '../../http/edge.ts'
import { CODE_MS, decideConsent } from '../../oauth/decide-consent.ts'
import { getConsentRequest } from '../../oauth/get-consent.ts'
import { sourceOf } from '../../oauth/redirects.ts'
import { execute } from '../../operation/execute.ts'
import type { Call } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { bootstrapSandbox } from '../../sandbox/bootstrap.ts'
import { type Consent, decisionPage, signInPage } from './consent-page.ts'
import { html, sendPage, wordsOf } from './html.ts'
import { type Session, dropSession, isFromPage, keepSession, newSession, sessionAbout } from './session.ts'
import type { Words } from './texts.ts'

const MOST_COMPANIES = 100

export interface ConsentVisit {
  platform: Platform
  request: FastifyRequest
  reply: FastifyReply
  words: Words
  consentId: string
}

export const visitOf = (platform: Platform, request: FastifyRequest, reply: FastifyReply): ConsentVisit => ({
  platform,
  request,
  reply,
  words: wordsOf(request),
  consentId: (request.params as { consentId: string }).consentId,
})

/** Where the visitor sits and what it has asked for; who it is, the page knows. */
const placeOf = ({ platform, request }: ConsentVisit) => ({
  address: callerAddress(request.raw, platform.env.TRUST_PROXY),
  host: hostIn(request.raw, platform.env.TRUST_PROXY),
})

/** Whoever signed in; undefined where nobody has, or the credentials have ended since. */
export const actorIn = async (visit: ConsentVisit, session: Session | undefined): Promise<Actor | undefined> => {
  if (session?.authorization === undefined) return undefined
  const { authorization, organizationId } = session
  try {
    return await authenticate(visit.platform, { authorization, organizationId, ...placeOf(visit) })
  } catch (error) {
    if (error instanceof AppError && error.code !== 'RATE_LIMITED') return undefined
    throw error
  }
}

/** The call of whoever signed in: the request log names them. */
const callAs = ({ platform, request }: ConsentVisit, actor: Actor): Call => {
  request.actor = actor
  request.trace.organizationId = actor.organizationId
  return callOf(platform, request)
}

export const asked = ({ platform, request, consentId }: ConsentVisit): Promise<Consent> =>
  execute(getConsentRequest, callOf(platform, request), { consentId })

const goTo = ({ reply, consentId, words }: ConsentVisit): FastifyReply =>
  reply.redirect(`/oauth/consent/${consentId}?lang=${words.lang}`, 303)

/** Until when: the access of a program ends at the latest with the key that lets it in. */
const lifetimeOf = ({ platform, words }: ConsentVisit, { renewable }: Consent, { kind, expiresAt }: Actor): string => {
  const { clock, env } = platform
  const shown = (end: Date): string =>
    `${end.toLocaleString(words.lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
  const latest = kind === 'key' ? expiresAt : null
  if (renewable) return words.renewable(env.OAUTH_REFRESH_DAYS, latest && shown(latest))
  const usual = new Date(clock.now().getTime() + CODE_MS + env.OAUTH_TOKEN_SECONDS * 1_000)
  return words.until(shown(latest !== null && latest < usual ? latest : usual))
}

const companiesOf = async (call: Call) => {
  try {
    const { rows, hasNext } = await execute(listCompanies, call, { first: MOST_COMPANIES })
    return { companies: rows, hasMoreCompanies: hasNext }
  } catch (error) {
    // Who may not read companies chooses none.
    if (error instanceof AppError && error.code === 'INSUFFICIENT_SCOPE')
      return { companies: [], hasMoreCompanies: false }
    throw error
  }
}

const showDecision = async (
  visit: ConsentVisit,
  consent: Consent,
  session: Session,
  actor: Actor,
  problem?: string,
) => {
  const { platform, request, reply, words } = visit
  const call = callAs(visit, actor)
  const { organizations } = await execute(whoAmI, call, {})
  const mayChoose = actor.kind === 'user' && request.site.organizationId === null
  const own = organizations.filter(({ id }) => mayChoose || id === actor.organizationId)
  const page = {
    words,
    consent,
    csrf: session.csrf,
    actor,
    organizations: own,
    ...(await companiesOf(call)),
    lifetime: lifetimeOf(visit, consent, actor),
    problem,
  }
  const target = consent.redirectUri === null ? null : sourceOf(consent.redirectUri)
  return sendPage(request, reply, {
    title: words.access(consent.clientName),
    body: decisionPage(page),
    target,
    brand: await pageBrandOf(platform.db.client, actor.organizationId, actor.companyId),
    status: problem === undefined ? 200 : 400,
  })
}

export const showConsent = async (visit: ConsentVisit, problem?: string): Promise<FastifyReply> => {
  const { platform, request, reply, words, consentId } = visit
  const consent = await asked(visit)
  const known = sessionAbout(platform, request, consentId)
  const session = known ?? newSession(platform, consentId)
  if (!known) keepSession(platform, reply, session)
  const actor = await actorIn(visit, known)
  if (actor) return showDecision(visit, consent, session, actor, problem)
  const { SERVICE_MODE, OIDC_CLIENT_ID } = platform.env
  return sendPage(request, reply, {
    title: words.access(consent.clientName),
    status: problem === undefined ? 200 : 400,
    body: signInPage({
      words,
      consent,
      csrf: session.csrf,
      // An organization of its own would not be known at the own domain of another.
      isSandbox: SERVICE_MODE === 'sandbox' && request.site.organizationId === null,
      hasProvider: OIDC_CLIENT_ID !== undefined,
      problem,
    }),
  })
}

/** A form that does not come from the page that we have shown to this browser changes nothing. */
const fromPage =
  (
    platform: Platform,
    answer: (visit: ConsentVisit, session: Session, form: URLSearchParams) => Promise<FastifyReply>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const visit = visitOf(platform, request, reply)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const session = sessionAbout(platform, request, visit.consentId)
    return isFromPage(session, form) ? answer(visit, session, form) : showConsent(visit, visit.words.stale)
  }

/** The credentials stay in the sealed cookie, for this one request; the next form has a secret of its own. */
export const signIn = (visit: ConsentVisit, authorization: string): FastifyReply => {
  const { platform, reply, consentId } = visit
  keepSession(platform, reply, { ...newSession(platform, consentId), authorization })
  return goTo(visit)
}

const signInWithKey = async (visit: ConsentVisit, session: Session, form: URLSearchParams): Promise<FastifyReply> => {
  const key = (form.get('key') ?? '').trim()
  const authorization = `Bearer ${key}`
  await asked(visit)
  const actor = key.startsWith(KEY_PREFIX) ? await actorIn(visit, { ...session, authorization }) : undefined
  if (!actor || actor.isAgent) return showConsent(visit, visit.words.keyWrong)
  return signIn(visit, authorization)
}

const signInWithSandbox = async (visit: ConsentVisit): Promise<FastifyReply> => {
  const { platform, request } = visit
  await asked(visit)
  const { apiKey } = await execute(bootstrapSandbox, callOf(platform, request), { label: 'Sandbox' })
  return signIn(visit, `Bearer ${apiKey}`)
}

const chooseOrganization = async (visit: ConsentVisit, session: Session, form: URLSearchParams) => {
  keepSession(visit.platform, visit.reply, { ...session, organizationId: form.get('organizationId') ?? '' })
  return goTo(visit)
}

const signOut = async (visit: ConsentVisit): Promise<FastifyReply> => {
  dropSession(visit.platform, visit.reply)
  return goTo(visit)
}

const decide = async (visit: ConsentVisit, session: Session, form: URLSearchParams): Promise<FastifyReply> => {
  const { platform, request, reply, words, consentId } = visit
  const actor = await actorIn(visit, session)
  if (!actor) return showConsent(visit, words.stale)
  const { isDevice } = await asked(visit)
  const allow = form.get('decision') === 'allow'
  const scopes = form.getAll('scope')
  if (allow && scopes.length === 0) return showConsent(visit, words.chooseOne)
  const { code, redirectUrl } = await execute(decideConsent, callAs(visit, actor), {
    consentId,
    allow,
    ...(allow && { scopes, companyId: form.get('otherCompanyId')?.trim() || form.get('companyId') || null }),
  })
  dropSession(platform, reply)
  if (redirectUrl !== null) return reply.header('Referrer-Policy', 'no-referrer').redirect(redirectUrl, 303)
  if (!allow) return sendPage(request, reply, { title: words.refused, body: html`<p>${words.refusedText}</p>` })
  const body = isDevice
    ? html`<p>${words.deviceAllowed}</p>`
    : html`<p>${words.copyCode}</p><code class="code">${code}</code>`
  return sendPage(request, reply, { title: words.allowed, body })
}

export const mountConsent = (app: FastifyInstance, platform: Platform): void => {
  const config = { door: 'oauth' } as const
  const forms = { config: { ...config, takesUrlForm: true } }
  const at = '/oauth/consent/:consentId'
  app.get(at, { config }, (request, reply) => showConsent(visitOf(platform, request, reply)))
  app.post(`${at}/sign-in`, forms, fromPage(platform, signInWithKey))
  app.post(`${at}/sandbox`, forms, fromPage(platform, signInWithSandbox))
  app.post(`${at}/organization`, forms, fromPage(platform, chooseOrganization))
  app.post(`${at}/sign-out`, forms, fromPage(platform, signOut))
  app.post(`${at}/decision`, forms, fromPage(platform, decide))
}
