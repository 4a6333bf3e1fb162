import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { routes } from '../../../rest-compat/routes/index.ts'
import { catalog } from '../../../src/kernel/errors/catalog.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { sample } from '../../support/sample.ts'

let app: TestApp
let tenant: Tenant
let base: string
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
  base = await app.listen()
})
// Each test has its own minute of requests.
beforeEach(() => app.clock.advance(60_000))
afterAll(async () => {
  // Connections whose request was given up half-way would hold the server until their time limit.
  app.server.server.closeAllConnections()
  await app.close()
})

const spellings = new Set(Object.entries(catalog).flatMap(([code, { operationCode }]) => [code, operationCode]))

/** A refusal of the catalog: never a failure of ours, never another form. */
const expectCatalogError = (answer: Answer, what: string): void => {
  expect({
    what,
    status: answer.status,
    known: spellings.has(answer.body?.error?.code),
    id: answer.body?.error?.requestId,
  }).toEqual({
    what,
    status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    known: true,
    id: answer.headers['x-request-id'],
  })
}

/** What arrives when these bytes are sent and the connection is read to its end. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(base)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let received = ''
    socket.on('data', (part: Buffer) => (received += part.toString()))
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No end after: ${received}`)))
  })

describe('what is not a proper request', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'INVALID_REQUEST'],
    [
      'headers of 40 kB',
      `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['a header with a bare line end', 'GET /v1/me HTTP/1.1\r\nHost: x\r\nX-A: a\nb\r\n\r\n', 400, 'INVALID_REQUEST'],
    [
      'two lengths',
      'POST /v1/companies HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      400,
      'INVALID_REQUEST',
    ],
    [
      'length and chunks',
      'POST /v1/companies HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'INVALID_REQUEST',
    ],
    ['a made-up method', 'STEAL /v1/me HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'INVALID_REQUEST'],
    [
      'a handshake of WebSocket without its key',
      'GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      400,
      'INVALID_REQUEST',
    ],
    [
      'a handshake of WebSocket by POST',
      'POST /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      405,
      'METHOD_NOT_ALLOWED',
    ],
  ])(
    'a request with %s is answered in the envelope, and its connection is closed',
    async (_what, text, status, code) => {
      const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n', 2)
      expect(head).toContain(`HTTP/1.1 ${status} `)
      const { error } = JSON.parse(body) as Body
      expect(error).toMatchObject({ code, docUrl: expect.any(String) })
      expect(head).toContain(`X-Request-Id: ${error.requestId}`)
    },
  )

  test.each([
    ['without a host', '', 400, 'INVALID_REQUEST'],
    ['with two hosts', 'Host: a\r\nHost: b\r\n', 400, 'INVALID_REQUEST'],
    ['that expects something unknown', 'Host: x\r\nExpect: a-miracle\r\n', 401, 'MISSING_AUTH'],
  ])('a request %s is answered in the envelope, with what the address has left', async (_what, lines, status, code) => {
    const answer = await raw(`GET /v1/me HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
    const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
    expect(head).toContain(`HTTP/1.1 ${status} `)
    const { error } = JSON.parse(body) as Body
    expect(error).toMatchObject({ code, docUrl: expect.any(String) })
    expect(head.toLowerCase()).toContain(`x-request-id: ${error.requestId}`)
    expect(head).toMatch(/x-ratelimit-limit: 600\r\nx-ratelimit-remaining: \d+\r\nx-ratelimit-reset: \d+/i)
  })

  test('a WebSocket that is accepted has a request id', async () => {
    const { port, hostname } = new URL(base)
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        'GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
      ),
    )
    const [head] = await once(socket, 'data')
    socket.destroy()
    expect(String(head)).toMatch(/^HTTP\/1.1 101 [^]*\r\nX-Request-Id: req_[a-z0-9]{26}\r\n/)
  })

  test('an improper request holds no connection that its client leaves open', async () => {
    const { port, hostname } = new URL(base)
    const accepted = once(app.server.server, 'connection') as Promise<[Socket]>
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
      socket.write('hello\r\n\r\n'),
    )
    socket.resume()
    const [[held]] = await Promise.all([accepted, once(socket, 'end')])
    await once(held, 'close')
    expect([held.destroyed, socket.writable]).toEqual([true, true])
    socket.destroy()
  })

  test('nothing of a request header reaches the answer as a header of its own', async () => {
    const close = 'Connection: close\r\n\r\n'
    for (const line of [
      'X-Request-Id: req_01kafm4h7vf8xbkrs9q2m3c5de%0d%0aSet-Cookie: a=b',
      'X-Request-Id: req_01kafm4h7vf8xbkrs9q2m3c5de\tx',
      'X-Service-Company: a%0d%0aX-Evil: 1',
      'Authorization: Bearer a\u00ff',
      'Idempotency-Key: \u00e9%0d%0aX-Evil: 1',
    ])
      expect(await raw(`GET /v1/companies HTTP/1.1\r\nHost: x\r\n${line}\r\n${close}`)).not.toMatch(/evil|set-cookie/i)
    expect(await raw(`GET /v1/me%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: x\r\n${close}`)).toMatch(/^HTTP\/1.1 404 /)
    expect(await raw(`GET /docs%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: x\r\n${close}`)).not.toMatch(/\nx-evil/i)
  })
})

describe('paths', () => {
  test.each([
    ['GET', '/v1/nothing'],
    ['GET', '/v2/companies'],
    ['GET', '/v1/companies/'],
    ['GET', '//v1/companies'],
    ['GET', '/v1//companies'],
    ['GET', '/V1/companies'],
    ['GET', '/v1/companies/a/b'],
    ['POST', '/v1/nothing'],
    ['DELETE', '/v1'],
    ['GET', '/v1/%zz'],
    ['GET', '/%'],
    ['GET', '/v1/companies/%ff'],
    ['GET', '/v1/companies/%c0%ae'],
    ['GET', '/.env'],
  ])('%s %s leads nowhere and is answered 404', async (method, path) => {
    const answer = await tenant.send(method, path)
    expect(answer.status).toBe(404)
    expectCatalogError(answer, path)
  })

  test.each([
    '/docs/assets/..%2f..%2f..%2fpackage.json',
    '/docs/assets/%2e%2e/texts.json',
    '/docs/../index.js',
    '/docs/nothing',
  ])('the path %s reaches no file and is answered 404', async (path) => {
    const [head = '', body = ''] = (await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).split(
      '\r\n\r\n',
      2,
    )
    expect(head).toMatch(/^HTTP\/1.1 404 /)
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } })
  })

  test('a path longer than any identifier is refused', async () => {
    for (const length of [201, 501, 5_000])
      expectCatalogError(await tenant.get(`/v1/companies/${'a'.repeat(length)}`), String(length))
    expectCatalogError(await tenant.get('/v1/companies/%00'), 'NUL')
    expectCatalogError(await tenant.get('/v1/companies/comp_%00'), 'NUL')
    expectCatalogError(await tenant.delete('/v1/api-keys/%00'), 'NUL')
    expectCatalogError(await tenant.get('/v1/companies?search=%00'), 'NUL')
    expectCatalogError(await tenant.get('/v1/companies/search?q=ab%00'), 'NUL')
    expectCatalogError(await tenant.get('/v1/request-logs?path=%00'), 'NUL')
    expectCatalogError(await tenant.get('/v1/companies', { 'x-service-company': 'x'.repeat(5_000) }), 'header')
  })

  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const paths = sample([...new Set(routes.map(({ path }) => path))], 1 / 4)
  test('every path refuses every method it does not take, and names those it does', async () => {
    expect(paths.length).toBeGreaterThan(10)
    for (const pattern of paths) {
      const path = pattern.replace(/:\w+/g, 'x')
      const answering = new Set(
        routes
          .filter((route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
          // HEAD is answered wherever GET is, but for streams, which have no end.
          .flatMap((route) =>
            route.method === 'GET' && !route.answersStream ? ['GET', 'HEAD'] : [route.method as string],
          ),
      )
      for (const method of METHODS.filter((one) => !answering.has(one))) {
        const answer = await tenant.send(method, path)
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 405 })
        expect(new Set(String(answer.headers['allow']).split(', '))).toEqual(answering)
        if (method !== 'HEAD') expectRefusal(answer, 'METHOD_NOT_ALLOWED')
      }
    }
  })
})

describe('queries', () => {
  test.each([
    '__proto__=1',
    'constructor=1',
    'toString=1',
    'hasOwnProperty=1',
    '__defineGetter__=1',
    'valueOf=1',
    'limit[]=1',
    'limit[$gt]=1',
    'country=FR&country=BE',
    'search[a]=b',
    'first=5',
    'last=5',
    'after=x',
    'before=x',
    'includeAddress=false',
    'cursor=%00',
    `search=${'x'.repeat(201)}`,
    'limit=0x10',
    'limit=1e1',
    'limit=%2B5',
    'limit= 5',
    'status=',
    'a',
  ])('?%s is refused on every list', async (query) => {
    for (const path of [
      '/v1/companies',
      '/v1/api-keys',
      '/v1/request-logs',
      '/v1/companies/search?q=ab',
      '/v1/request-logs/usage',
    ]) {
      const answer = await tenant.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)
      expectCatalogError(answer, `${path} ${query}`)
      for (const detail of answer.body.error.details) expect(typeof detail.field).toBe('string')
    }
  })

  test('an unknown query name is refused on every path that is read or deleted', async () => {
    const rows = routes.filter(({ method }) => method === 'GET' || method === 'DELETE')
    expect(rows.length).toBeGreaterThan(40)
    for (const { method, path } of rows) {
      const answer = await tenant.send(method, `${path.replace(/:\w+/g, 'x')}?nonsense=1`)
      expect({ path, status: answer.status, details: answer.body.error.details }).toEqual({
        path,
        status: 400,
        details: expect.arrayContaining([expect.objectContaining({ field: 'nonsense', message: 'Unknown field.' })]),
      })
    }
  })

  test('a query name that the path says already is refused, whichever value it has', async () => {
    for (const [path, name] of [
      ['/v1/companies/x', 'companyId'],
      ['/v1/partners/x/invoices', 'partnerId'],
      ['/v1/documents/x/pdf', 'rendition'],
    ]) {
      const answer = await tenant.get(`${path}?${name}=x`)
      expect({ path, status: answer.status, details: answer.body.error.details }).toEqual({
        path,
        status: 400,
        details: expect.arrayContaining([
          {
            field: name,
            rule: 'INVALID_REQUEST',
            message: 'Unknown field: this value is already in the path. Remove it.',
          },
        ]),
      })
    }
  })

  test('who shows no credentials is told so before anything of the body is read', async () => {
    const before = await app.platform.db.client.company.count()
    for (const [contentType, body] of [
      ['application/json', '{'],
      ['text/weird', 'x'],
    ] as const)
      for (const path of ['/v1/companies', '/v1/documents/send', '/v1/partners', '/v1/payments/import']) {
        const answer = await fetch(base + path, { method: 'POST', headers: { 'content-type': contentType }, body })
        const { error } = (await answer.json()) as Body
        expect({ path, status: answer.status, url: error.docUrl }).toEqual({
          path,
          status: 401,
          url: expect.stringMatching(/#MISSING_AUTH$/),
        })
      }
    expect(await app.platform.db.client.company.count()).toBe(before)
  })

  test('who may not search flows is told so before what lacks in the search', async () => {
    const path = '/afnor/flow-service/v1/flows/search'
    expect((await app.anyone.post(path, {})).status).toBe(401)
    const { body } = await tenant.post('/v1/api-keys', { name: 'weak', scopes: ['directory'] })
    const weak = { authorization: `Bearer ${body.key}` }
    expect((await app.anyone.post(path, {}, weak)).status).toBe(403)
    expect((await tenant.post(path, {})).status).toBe(400)
  })

  test('a list that is answered whole takes the page that every list takes', async () => {
    const { status, body } = await tenant.get('/v1/categorization/groups?limit=1&cursor=x')
    expect({ status, body }).toEqual({ status: 200, body: { data: [], hasMore: false, cursor: null } })
  })

  test('a cursor that is not one of ours is refused as unknown, whatever stands in it', async () => {
    for (const path of ['/v1/companies', '/v1/api-keys', '/v1/request-logs'])
      for (let times = 0; times < 20; times++)
        expectCatalogError(await tenant.get(`${path}?cursor=${randomBytes(1 + times * 3).toString('base64url')}`), path)
  })
})
