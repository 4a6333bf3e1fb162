/** The page of an onboarding link: the customer of a platform confirms its company and signs the mandate. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerAddress } from '../../auth/caller-address.ts'
import { guarded } from '../../auth/guesses.ts'
import { companyFields } from '../../companies/company.ts'
import type { Platform } from '../../operation/platform.ts'
import { type OnboardingPage, onboardingPageOf, signOnboarding } from '../../tenants/onboarding-link.ts'
import { type Html, html, sendPage, wordsOf } from './html.ts'
import { type OnboardingWords, onboardingWords } from './onboarding-texts.ts'
import { isFromPage, keepSession, newSession, sessionAbout } from './session.ts'

const ABOUT = 'onboarding'

const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u)
const signed = z.object({ name: line, role: line, street: line, city: line, postalCode: line, agree: z.literal('yes') })

const fieldOf = (name: string, label: string, value: string, autocomplete: string): Html =>
  html`<label class="field" for="${name}">${label}</label><input id="${name}" type="text" name="${name}"
    value="${value}" required maxlength="200" autocomplete="${autocomplete}">`

const mandateOf = (words: OnboardingWords, { company, mandatary }: OnboardingPage): string =>
  words.text(company.legalName ?? company.name, company.vatNumber, company.peppolId, mandatary)

interface Shown {
  typed: URLSearchParams
  csrf: string
  problem: string | undefined
  lang: string
}

const bodyOf = (words: OnboardingWords, page: OnboardingPage, { typed, csrf, problem, lang }: Shown): Html => {
  const { company, mandatary } = page
  const { legalAddress } = company
  const value = (name: string, known: string | null | undefined = ''): string => typed.get(name) ?? known ?? ''
  return html`${problem !== undefined && html`<p class="fault" role="alert">${problem}</p>`}
    <p>${words.intro(mandatary)}</p><p class="warn">${words.once}</p>
    <dl><dt>${words.company}</dt><dd>${company.legalName ?? company.name}</dd>
    <dt>${words.vatNumber}</dt><dd>${company.vatNumber}</dd>
    <dt>${words.participant}</dt><dd>${company.peppolId}</dd>
    <dt>${words.country}</dt><dd>${company.country}</dd></dl>
    <form method="post" action="?lang=${lang}"><input type="hidden" name="csrf" value="${csrf}">
    ${fieldOf('street', words.street, value('street', legalAddress?.street), 'street-address')}
    ${fieldOf('postalCode', words.postalCode, value('postalCode', legalAddress?.postalCode), 'postal-code')}
    ${fieldOf('city', words.city, value('city', legalAddress?.city), 'address-level2')}
    <h2>${words.mandate}</h2><p>${mandateOf(words, page)}</p>
    ${fieldOf('name', words.name, value('name'), 'name')}
    ${fieldOf('role', words.role, value('role'), 'organization-title')}
    <label class="check"><input type="checkbox" name="agree" value="yes" required> ${words.agree}</label>
    <div class="row"><button>${words.sign}</button></div></form>`
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token

const show = async (
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { typed, problem }: { typed: URLSearchParams; problem?: string | undefined },
): Promise<FastifyReply> => {
  const { lang } = wordsOf(request)
  const words = onboardingWords[lang]
  const page = await pageFor(platform, request)
  const about = `${ABOUT} ${page.link.id}`
  const known = sessionAbout(platform, request, about)
  const session = known ?? newSession(platform, about)
  if (!known) keepSession(platform, reply, session)
  return sendPage(request, reply, {
    title: words.title(page.company.name),
    body: bodyOf(words, page, { typed, csrf: session.csrf, problem, lang }),
    status: problem === undefined ? 200 : 400,
    brand: page.brand,
  })
}

/** A link that nobody has is a guess. */
const pageFor = (platform: Platform, request: FastifyRequest): Promise<OnboardingPage> =>
  guarded(platform, [`onboarding:${callerAddress(request.raw, platform.env.TRUST_PROXY)}`], 'RESOURCE_NOT_FOUND', () =>
    onboardingPageOf(platform, request.site, tokenOf(request)),
  )

const sign = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const common = wordsOf(request)
  const words = onboardingWords[common.lang]
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const page = await pageFor(platform, request)
  if (!isFromPage(sessionAbout(platform, request, `${ABOUT} ${page.link.id}`), form))
    return show(platform, request, reply, { typed: form, problem: common.stale })
  const given = signed.safeParse(Object.fromEntries(form))
  const { street, city, postalCode } = given.data ?? {}
  const { legalAddress, country } = page.company
  const kept = legalAddress?.streetLine2 ? { streetLine2: legalAddress.streetLine2 } : {}
  const postal = companyFields.address.safeParse({ ...kept, street, city, postalCode, country })
  if (!given.success || !postal.success)
    return show(platform, request, reply, { typed: form, problem: words.incomplete })
  await signOnboarding(platform, request.site, tokenOf(request), {
    name: given.data.name,
    role: given.data.role,
    text: mandateOf(words, page),
    postal: postal.data,
    address: callerAddress(request.raw, platform.env.TRUST_PROXY),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
    requestId: request.requestId,
  })
  return sendPage(request, reply, { title: words.done, body: html`<p>${words.doneText}</p>`, brand: page.brand })
}

export const mountOnboarding = (app: FastifyInstance, platform: Platform): void => {
  const config = { door: 'oauth' } as const
  const at = '/onboarding/:token'
  app.get(at, { config }, (request, reply) => show(platform, request, reply, { typed: new URLSearchParams() }))
  app.post(at, { config: { ...config, takesUrlForm: true } }, (request, reply) => sign(platform, request, reply))
}
