/** Somebody with a browser before the pages of consent: follows redirects within the service, and keeps cookies. */
import { createHash, randomBytes } from 'node:crypto'
import type { Body, TestApp } from './app.ts'

interface Page {
  status: number
  headers: Record<string, string>
  text: string
  path: string
}

export class Visitor {
  readonly app: TestApp
  readonly headers: Record<string, string>
  readonly cookies = new Map<string, string>()
  page: Page = { status: 0, headers: {}, text: '', path: '' }

  constructor(app: TestApp, headers: Record<string, string> = {}) {
    this.app = app
    this.headers = headers
  }

  async #send(method: 'GET' | 'POST', url: string, form?: string): Promise<Page> {
    const path = url.replace(this.app.platform.baseUrl, '')
    const response = await this.app.server.inject({
      method,
      url: path,
      headers: {
        ...this.headers,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { payload: form }),
    })
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = cookie.split(';')
      const cut = pair.indexOf('=')
      this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
    const headers = response.headers as Record<string, string>
    this.page = { status: response.statusCode, headers, text: response.payload, path }
    const next = headers['location']
    const isOwn = next !== undefined && (next.startsWith('/') || next.startsWith(`${this.app.platform.baseUrl}/`))
    return isOwn ? this.#send('GET', next) : this.page
  }

  open(url: string): Promise<Page> {
    return this.#send('GET', url)
  }

  get csrf(): string {
    return /name="csrf" value="([^"]+)"/.exec(this.page.text)?.[1] ?? ''
  }

  /** Sends a form of the page: with its secret, unless another is given. */
  submit(action: string, fields: Record<string, string | string[]> = {}): Promise<Page> {
    const form = new URLSearchParams({ csrf: this.csrf })
    for (const [name, value] of Object.entries(fields)) {
      form.delete(name)
      for (const one of [value].flat()) form.append(name, one)
    }
    return this.#send('POST', action, form.toString())
  }

  /** Signs in with a key, and allows these scopes. */
  async allow(consentUrl: string, key: string, scopes: string[], more: Record<string, string> = {}): Promise<Page> {
    const path = new URL(consentUrl).pathname
    await this.open(path)
    await this.submit(`${path}/sign-in`, { key })
    return this.submit(`${path}/decision`, { decision: 'allow', scope: scopes, ...more })
  }

  /** The code that the page shows to be copied. */
  get shownCode(): string {
    return /<code class="code">([^<]+)<\/code>/.exec(this.page.text)?.[1] ?? ''
  }
}

export const newVerifier = (): string => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** A request for access, and the verifier that goes with it. */
export const askFor = async (
  app: TestApp,
  body: object = {},
): Promise<{ verifier: string; requestId: string; consentUrl: string }> => {
  const verifier = newVerifier()
  const answer = await app.anyone.post('/v1/oauth/authorize', {
    client_name: 'Ledger Agent',
    scopes: ['send', 'documents.read'],
    code_challenge: challengeOf(verifier),
    ...body,
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return { verifier, requestId: answer.body.request_id, consentUrl: answer.body.consent_url }
}

/** A code that somebody has allowed, with what it is exchanged with. */
export const allowedCode = async (
  app: TestApp,
  key: string,
  scopes = ['send', 'documents.read'],
  body: object = {},
): Promise<{ grant_type: string; code: string; code_verifier: string }> => {
  const { verifier, consentUrl } = await askFor(app, body)
  const visitor = new Visitor(app)
  const page = await visitor.allow(consentUrl, key, scopes)
  const told = page.headers['location']
  const code = told === undefined ? visitor.shownCode : (new URL(told).searchParams.get('code') ?? '')
  return { grant_type: 'authorization_code', code, code_verifier: verifier }
}

export const tokenFor = async (app: TestApp, key: string, scopes?: string[], body?: object): Promise<Body> =>
  (await app.anyone.post('/v1/oauth/token', await allowedCode(app, key, scopes, body))).body
