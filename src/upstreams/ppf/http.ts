/** The portal over HTTP: a token by client credentials (OAuth 2), then the flow as JSON with its files in base64. */
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { type HttpAnswer, openHttpClient } from '../http-client.ts'
import type { Portal, PortalAnswer, PortalFlow } from './port.ts'

interface PortalOptions {
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope: string | undefined
  clock: Clock
}

const MOST_ANSWER_BYTES = 1_048_576
/** A token is renewed before it ends. */
const TOKEN_MARGIN_MS = 30_000
const DEFAULT_LIFETIME_S = 300

const faulty = (message: string): AppError => new AppError('UPSTREAM_ERROR', { message })
/**
 * The portal works and does not let this flow in. The fault is with the sender of this flow, and does not affect the
 * flows of others.
 */
const shutOut = (message: string): AppError => Object.assign(faulty(message), { beyondUpstream: true as const })

const TOO_MANY_REQUESTS = 429
const CONFLICT = 409
const isRefusal = ({ status }: HttpAnswer): boolean => status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS

interface Token {
  value: string
  until: number
}

const tokenOf = (answer: HttpAnswer, now: number): Token => {
  const body = answer.json() as { access_token?: unknown; expires_in?: unknown } | undefined
  if (answer.status !== 200 || typeof body?.access_token !== 'string')
    throw faulty(`The portal gave no token: it answered ${answer.status}.`)
  const seconds = typeof body.expires_in === 'number' && body.expires_in > 0 ? body.expires_in : DEFAULT_LIFETIME_S
  return { value: body.access_token, until: now + seconds * 1_000 - TOKEN_MARGIN_MS }
}

const isNumber = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** What the portal says of a flow, with its own words. */
const answerOf = (answer: HttpAnswer): PortalAnswer => {
  const body = answer.json() as { codeRetour?: unknown; libelle?: unknown; numeroFlux?: unknown } | undefined
  // It has this flow already, of a try whose answer was lost.
  if (answer.status === CONFLICT && isNumber(body?.numeroFlux))
    return { outcome: 'accepted', reference: String(body?.numeroFlux), response: body ?? {} }
  const code = String(body?.codeRetour ?? '')
  const says = answer.status !== 401 && answer.status !== 403 && /[1-9]/.test(code)
  if (isRefusal(answer) && !says) throw shutOut(`The portal answered ${answer.status} without a reason code.`)
  if (typeof body !== 'object' || body === null || answer.status >= 500)
    throw faulty(`The portal answered ${answer.status}${body === undefined ? ', but not in JSON' : ''}.`)
  if (answer.status < 300 && /^0*$/.test(code) && isNumber(body.numeroFlux))
    return { outcome: 'accepted', reference: String(body.numeroFlux), response: body }
  if (says)
    return {
      outcome: 'refused',
      code,
      message: typeof body.libelle === 'string' ? body.libelle : `The portal refused the report with the code ${code}.`,
      response: body,
    }
  throw faulty(`The portal answered ${answer.status} without saying whether it accepted the report.`)
}

const bodyOf = ({ files }: PortalFlow): Buffer =>
  Buffer.from(
    JSON.stringify({
      flux: files.map(({ kind, syntax, name, content }) => ({
        type: kind,
        syntaxe: syntax,
        nomFichier: name,
        contenu: Buffer.from(content).toString('base64'),
      })),
    }),
  )

export const httpPortal = (options: PortalOptions): Portal => new HttpPortal(options)

class HttpPortal implements Portal {
  readonly #options: PortalOptions
  readonly #client = openHttpClient({ maxAnswerBytes: MOST_ANSWER_BYTES })
  #token: Token | undefined

  constructor(options: PortalOptions) {
    this.#options = options
  }

  async submit(flow: PortalFlow, signal: AbortSignal): Promise<PortalAnswer> {
    const first = await this.#send(flow, signal)
    if (first.status !== 401) return answerOf(first)
    // The token was revoked or ended early: once more with a new one.
    this.#token = undefined
    return answerOf(await this.#send(flow, signal))
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #send(flow: PortalFlow, signal: AbortSignal): Promise<HttpAnswer> {
    return this.#client.call({
      method: 'POST',
      url: `${this.#options.url.replace(/\/$/, '')}/flux`,
      signal,
      body: bodyOf(flow),
      headers: {
        authorization: `Bearer ${await this.#tokenFor(signal)}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': flow.id,
      },
    })
  }

  async #tokenFor(signal: AbortSignal): Promise<string> {
    const { tokenUrl, clientId, clientSecret, scope, clock } = this.#options
    const now = clock.now().getTime()
    if (this.#token && this.#token.until > now) return this.#token.value
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    })
    const answer = await this.#client.call({
      method: 'POST',
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: Buffer.from(form.toString()),
      signal,
    })
    this.#token = tokenOf(answer, now)
    return this.#token.value
  }
}
