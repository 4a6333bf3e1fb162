/**
 * Who sits before a page: a sealed cookie, for one request and a quarter of an hour. It proves that a form comes from
 * the page that we have shown, and keeps the credentials out of every page and address.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameSecret } from '../../kernel/same-secret.ts'
import type { Platform } from '../../operation/platform.ts'

const LIFETIME_MS = 15 * 60_000
const CONTEXT = 'consent-session'

export interface Session {
  /** What the session is for: a request, or a page. */
  about: string
  csrf: string
  until: number
  authorization?: string
  organizationId?: string
  /** Of a sign-in that is under way with the identity provider. */
  login?: { state: string; verifier: string; lang: string }
}

/** By https, the browser keeps the cookie from every other host and from unencrypted connections. */
const cookieName = ({ baseUrl }: Platform): string => (baseUrl.startsWith('https:') ? '__Host-consent' : 'consent')

const cookieIn = ({ headers }: FastifyRequest, name: string): string | undefined =>
  headers.cookie
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export const readSession = (platform: Platform, request: FastifyRequest): Session | undefined => {
  const sealed = cookieIn(request, cookieName(platform))
  if (sealed === undefined) return undefined
  try {
    const session = JSON.parse(platform.secretBox.open(Buffer.from(sealed, 'base64url'), CONTEXT).toString()) as Session
    return session.until > platform.clock.now().getTime() ? session : undefined
  } catch {
    return undefined
  }
}

/** The session for this page; another page's is none. */
export const sessionAbout = (platform: Platform, request: FastifyRequest, about: string): Session | undefined => {
  const session = readSession(platform, request)
  return session?.about === about ? session : undefined
}

export const newSession = (platform: Platform, about: string): Session => ({
  about,
  csrf: randomBytes(24).toString('base64url'),
  until: platform.clock.now().getTime() + LIFETIME_MS,
})

export const keepSession = (platform: Platform, reply: FastifyReply, session: Session): void => {
  const sealed = Buffer.from(platform.secretBox.seal(JSON.stringify(session), CONTEXT)).toString('base64url')
  const secure = platform.baseUrl.startsWith('https:') ? '; Secure' : ''
  const age = LIFETIME_MS / 1_000
  reply.header(
    'Set-Cookie',
    `${cookieName(platform)}=${sealed}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`,
  )
}

export const dropSession = (platform: Platform, reply: FastifyReply): void => {
  const secure = platform.baseUrl.startsWith('https:') ? '; Secure' : ''
  reply.header('Set-Cookie', `${cookieName(platform)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`)
}

export const isFromPage = (session: Session | undefined, form: URLSearchParams): session is Session =>
  session !== undefined && isSameSecret(form.get('csrf') ?? '', session.csrf)
