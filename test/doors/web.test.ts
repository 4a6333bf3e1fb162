/** What browsers, proxies and monitors rely on, at every door. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { connect } from 'node:net'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const DOORS = ['/v1/companies', '/graphql', '/v1/nothing', '/openapi.json', '/health/serving', '/docs/errors']
const PAGE = 'https://dashboard.example.com'

describe('pages of other origins', () => {
  test.each(DOORS)('a preflight for %s is answered without credentials, and costs nothing', async (path) => {
    const answer = await app.anyone.send('OPTIONS', path, undefined, {
      origin: PAGE,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, idempotency-key',
    })
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'authorization, idempotency-key',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
  })

  test('a page reads answers and refusals, with the headers that it needs to go on', async () => {
    for (const answer of [
      await tenant.get('/v1/companies', { origin: PAGE }),
      await app.anyone.get('/v1/companies', { origin: PAGE }),
      await tenant.post('/graphql', { query: '{ __typename }' }, { origin: PAGE }),
    ]) {
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      for (const name of ['X-Request-Id', 'Retry-After', 'X-RateLimit-Remaining'])
        expect(answer.headers['access-control-expose-headers']).toContain(name)
    }
  })

  test('where origins are listed, only their pages may read answers', async () => {
    const strict = await startApp({ CORS_ORIGINS: `${PAGE}, https://other.example.com` })
    const headersFor = async (origin: string): Promise<Record<string, string>> =>
      (await strict.anyone.get('/v1/oauth/scopes', { origin })).headers
    expect(await headersFor(PAGE)).toMatchObject({
      'access-control-allow-origin': PAGE,
      vary: expect.stringContaining('Origin'),
    })
    expect(await headersFor('https://evil.example.com')).not.toHaveProperty('access-control-allow-origin')
    await strict.close()
  })
})

describe('large answers', () => {
  const encoded = (path: string, encoding: string): Promise<Answer> =>
    tenant.get(path, { 'accept-encoding': encoding, accept: 'text/html' })

  test.each(['/openapi.json', '/docs/errors', '/docs/guides/webhooks', '/docs/api/send', '/graphql'])(
    '%s travels compressed by brotli or gzip, and unfolds to the same bytes',
    { tags: 'heavy' },
    async (path) => {
      const plain = await encoded(path, 'identity')
      const [br, gzip] = [await encoded(path, 'gzip, deflate, br'), await encoded(path, 'gzip;q=1, br;q=0')]
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
      expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2)
      const again = await tenant.get(path, { accept: 'text/html', 'if-none-match': String(plain.headers['etag']) })
      expect({ status: again.status, length: again.bytes.length }).toEqual({ status: 304, length: 0 })
    },
  )

  test('a long list travels compressed, a short one as it is', async () => {
    for (let count = 0; count < 20; count++) await tenant.post('/v1/companies', { vatNumber: freshVat() })
    // Publishing changes them.
    await app.platform.runner?.settle()
    const long = await tenant.get('/v1/companies?limit=100', { 'accept-encoding': 'gzip' })
    expect(long.headers['content-encoding']).toBe('gzip')
    const plain = await tenant.get('/v1/companies?limit=100')
    expect(gunzipSync(long.bytes).equals(plain.bytes)).toBe(true)
    expect((await tenant.get('/v1/companies?limit=1', { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty(
      'content-encoding',
    )
  })
})

describe('pages', () => {
  test.each(['/docs/', '/docs/errors', '/docs/events', '/docs/safety', '/graphql'])(
    '%s runs no scripts but its own, and stands in no frame',
    async (path) => {
      const { headers } = await app.anyone.get(path, { accept: 'text/html' })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*|http)/)
    },
  )

  test('the root leads a browser to the documentation, and tells a program where everything is', async () => {
    const page = await app.anyone.get('/', { accept: 'text/html' })
    expect({ status: page.status, location: page.headers['location'] }).toEqual({ status: 302, location: '/docs/' })
    const { body } = await app.anyone.get('/', { accept: 'application/json' })
    expect(body).toMatchObject({ openapi: expect.stringMatching(/\/openapi\.json$/), mode: 'sandbox' })
  })
})

describe('HEAD', () => {
  test.each(['/v1/companies', '/v1/me', '/openapi.json', '/health/serving', '/docs/errors'])(
    'HEAD %s answers what GET answers, without the body',
    async (path) => {
      const [head, get] = [await tenant.send('HEAD', path), await tenant.get(path)]
      expect({ status: head.status, length: head.bytes.length, type: head.headers['content-type'] }).toEqual({
        status: get.status,
        length: 0,
        type: get.headers['content-type'],
      })
    },
  )
})

describe('metrics', () => {
  test('metrics behind a token are told to nobody else', async () => {
    const guarded = await startApp({ METRICS_TOKEN: 'a token of the monitor' })
    expectRefusal(await guarded.anyone.get('/metrics'), 'MISSING_AUTH')
    expectRefusal(await guarded.anyone.get('/metrics', { authorization: 'Bearer another' }), 'INVALID_TOKEN')
    const { status, bytes } = await guarded.anyone.get('/metrics', { authorization: 'Bearer a token of the monitor' })
    expect({ status, known: bytes.includes('process_cpu') }).toEqual({ status: 200, known: true })
    await guarded.close()
  })

  test('metrics with a port of their own are served there, and not at the doors', async () => {
    const { freePort } = await import('../support/servers.ts')
    const port = await freePort()
    const apart = await startApp({ METRICS_PORT: String(port) })
    expectRefusal(await apart.anyone.get('/metrics'), 'RESOURCE_NOT_FOUND')
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('process_cpu')
    expect((await fetch(`http://127.0.0.1:${port}/v1/me`)).status).toBe(404)
    await apart.close()
  })
})

describe('the name of the host', () => {
  test('a request with two Host headers is refused, whichever of them a proxy believed', async () => {
    const { hostname, port } = new URL(await app.listen())
    const socket = connect(Number(port), hostname)
    socket.write('GET /v1/me HTTP/1.1\r\nHost: one.example.com\r\nHost: two.example.com\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String(answer)).toMatch(
      /^HTTP\/1\.1 400 [^]*x-request-id: (req_\w+)[^]*"code":"INVALID_REQUEST"[^]*"requestId":"\1"/,
    )
    socket.destroy()
  })
})

describe('a server that is closing', () => {
  test('what comes while a server closes is refused in the envelope at every door, and health says so', async () => {
    const closing = await startApp()
    const late = await closing.tenant()
    closing.platform.phase = 'closing'
    const refused = await late.get('/v1/documents')
    expectRefusal(refused, 'SHUTTING_DOWN')
    expect(refused.headers['retry-after']).toBe('1')
    expectRefusal(await late.get('/v1/companies'), 'SHUTTING_DOWN', 'operation')
    expect((await late.graphql('{ __typename }')).errors).toMatchObject([{ extensions: { code: 'SHUTTING_DOWN' } }])
    expect((await late.get('/health/serving')).status).toBe(503)
    expect((await late.get('/health/liveness')).status).toBe(200)
    closing.platform.phase = 'serving'
    await closing.close()
  })
})

describe('the page about safety', () => {
  test('every command that the page names runs a long test or a file that there is', async () => {
    const { body } = await app.anyone.get('/docs/safety')
    const commands = [...String(body).matchAll(/<pre tabindex="0"><code>(.*?)<\/code>/g)].map(
      ([, command = '']) => command,
    )
    expect(commands.length).toBeGreaterThan(5)
    const root = join(import.meta.dirname, '../..')
    const long = readFileSync(join(root, 'test/lab/long/long.ts'), 'utf8')
    const unknown = commands.filter((command) => {
      const [, name, file] = /^npm (?:run test:long -- ([\w-]+)|test -- (\S+))$/.exec(command) ?? []
      return !(name ? new RegExp(`^  '?${name}'?: \\{`, 'm').test(long) : file && existsSync(join(root, file)))
    })
    expect(unknown).toEqual([])
  })
})
