import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type RequestOptions, request as httpRequest } from 'node:http'
import { type Socket, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../../rest-compat/routes/index.ts'
import { wireName } from '../../../src/http/route.ts'
import { catalog } from '../../../src/kernel/errors/catalog.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'

const MEGABYTE = 1024 * 1024

let app: TestApp
let tenant: Tenant
let base: string
/** What becomes of a sender that stops half-way: it takes seconds, which the other tests need not wait for. */
let stopped: Promise<{ answer: string; tookMs: number }>
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
  base = await app.listen()
  stopped = stopHalfWay()
})
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

describe('a body', () => {
  test.each([
    ['an open brace', '{'],
    ['a trailing comma', '{"vatNumber":"DE1",}'],
    ['a comment', '{/* */}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['two values', '{}{}'],
    ['text around', 'x{}'],
    ['spaces only', '   '],
    ['a lone surrogate written out', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['UTF-16', Buffer.from('{"vatNumber":"DE1"}', 'utf16le')],
    ['a NUL byte', Buffer.from('{"a":"\u0000"}')],
    ['an escaped NUL', '{"vatNumber":"DE1\\u0000"}'],
    ['a NUL in a name', '{"a\\u0000b":1}'],
    ['half a surrogate pair', '{"vatNumber":"DE123456789","metadata":{"a":"\\ud800"}}'],
    ['half a surrogate pair in a name', '{"vatNumber":"DE123456789","settings":{"\\udc00":1}}'],
    ['__proto__', '{"vatNumber":"DE123456789","__proto__":{"scope":"*"}}'],
    ['__proto__ inside', '{"vatNumber":"DE123456789","settings":{"__proto__":{}}}'],
    ['constructor', '{"vatNumber":"DE123456789","constructor":{"prototype":{}}}'],
    ['toString', '{"vatNumber":"DE123456789","toString":1}'],
    ['hasOwnProperty', '{"vatNumber":"DE123456789","hasOwnProperty":1}'],
    ['a list', '[]'],
    ['a text', '"vatNumber"'],
    ['a number', '7'],
    ['true', 'true'],
    ['null', 'null'],
    ['a thousand levels', `{"vatNumber":"DE123456789","settings":${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}}`],
    ['a hundred thousand levels', '['.repeat(100_000)],
    [
      'a hundred thousand closed levels',
      `{"vatNumber":"DE123456789","settings":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    ],
  ])('a body that is %s is refused, and nothing happens', async (_what, body) => {
    const before = await tenant.footprint()
    const answer = await tenant.send('POST', '/v1/companies', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe('invalid_request')
    expectOperationRefusal(
      answer,
      answer.body.error.details.some((detail: Body) => detail.rule === 'MISSING_FIELD')
        ? 'MISSING_FIELD'
        : 'INVALID_REQUEST',
    )
    for (const detail of answer.body.error.details) expect(typeof detail.field).toBe('string')
    expect(await tenant.footprint()).toEqual(before)
  })

  test('an empty body is an empty object where POST needs none', async () => {
    for (const headers of [
      { 'content-type': 'application/json' },
      {} as Record<string, string>,
      { 'content-type': 'application/json; charset=utf-8' },
    ])
      expect((await tenant.send('POST', '/v1/sandbox/idempotency/flush', undefined, headers)).status).toBe(200)
    expectOperationRefusal(await tenant.send('POST', '/v1/companies', '', {}), 'MISSING_FIELD')
  })

  test.each([
    'text/plain',
    'text/xml',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/octet-stream',
    'json',
    '*/*',
  ])('a body of type %s is answered 415', async (type) => {
    for (const [method, path] of [
      ['POST', '/v1/companies'],
      ['PATCH', `/v1/companies/${tenant.companyId}`],
    ] as const)
      expectOperationRefusal(
        await tenant.send(method, path, '{"name":"x"}', { 'content-type': type }),
        'UNSUPPORTED_MEDIA_TYPE',
      )
    expectRefusal(
      await tenant.send('POST', '/v1/api-keys', '{"name":"x"}', { 'content-type': type }),
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })

  test('a body with very many unknown names is answered with as many faults as help', async () => {
    const body = `{"vatNumber":"DE123456789",${Array.from({ length: 200_000 }, (_, index) => `"unknown${index}":1`).join()}}`
    const answer = await tenant.send('POST', '/v1/companies', body)
    expectOperationRefusal(answer, 'INVALID_REQUEST')
    expect(answer.body.error.details.length).toBeLessThanOrEqual(1_000)
  })

  test('a number beyond all numbers in a body is refused or kept finite', async () => {
    for (const literal of ['1e400', '-1e400', '1e-400', '123456789012345678901234567890', '0.1e1']) {
      const { status, body } = await tenant.send('POST', '/v1/api-keys', `{"name":"n","rateLimit":${literal}}`)
      expect([201, 400]).toContain(status)
      expect(status === 201 ? body.rateLimit : 1).toBe(1)
    }
  })
})

/** Sends 11 MB of a body that has no end, and says nothing more. */
const stopHalfWay = async (): Promise<{ answer: string; tookMs: number }> => {
  const socket = connect(Number(new URL(base).port), new URL(base).hostname)
  socket.write(
    `POST /v1/companies HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.key}\r\nContent-Type: ` +
      'application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  socket.write(`${(11 * MEGABYTE).toString(16)}\r\n`)
  socket.write(Buffer.alloc(11 * MEGABYTE, 'A'))
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString()))
  socket.on('error', () => undefined)
  const began = performance.now()
  await new Promise((resolve) => socket.once('close', resolve))
  return { answer, tookMs: performance.now() - began }
}

/** Sends over a real socket, and takes the answer even when the server stops reading. */
const overSocket = (
  options: RequestOptions,
  chunks: Iterable<Buffer>,
): Promise<{ status: number; body: Body; id: string }> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(base, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        request.destroy()
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(parts).toString()),
          id: String(response.headers['x-request-id']),
        })
      })
    })
    let answered = false
    request.on('response', () => (answered = true))
    request.on('error', (error) => {
      if (!answered) reject(error)
    })
    const source = chunks[Symbol.iterator]()
    const write = (): void => {
      const next = source.next()
      if (answered) return
      if (next.done) return void request.end()
      if (request.write(next.value)) setImmediate(write)
      else request.once('drain', write)
    }
    write()
  })

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
    ['GET', '/'],
    ['GET', '/v2/companies'],
    ['GET', '/v1/companies/'],
    ['GET', '//v1/companies'],
    ['GET', '/v1//companies'],
    ['GET', '/V1/companies'],
    ['GET', '/v1/companies/a/b'],
    ['POST', '/v1/nothing'],
    ['DELETE', '/'],
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
    '/docs/..%2f..%2fswagger-ui-express%2findex.js',
    '/docs/%2e%2e/swagger-ui-express/index.js',
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

  test('every path refuses every method it does not take, and names those it does', async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    const paths = Map.groupBy(routes, (route) => route.path)
    expect(paths.size).toBeGreaterThan(10)
    for (const [pattern, rows] of paths) {
      const path = pattern.replace(/:\w+/g, 'x')
      const answering = new Set(
        routes
          .filter((route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
          .map((route) => route.method as string),
      )
      expect(rows.every((row) => answering.has(row.method))).toBe(true)
      for (const method of methods.filter((one) => !answering.has(one))) {
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
          { field: name, rule: 'INVALID_REQUEST', message: 'Unknown field: the path says it.' },
        ]),
      })
    }
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

/** Values that no field takes, or only some fields: of every kind that JSON knows. */
const strange: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  '',
  ' ',
  'x',
  'ä'.repeat(300),
  '\u0000',
  '\ud800',
  [],
  [null],
  ['x'],
  [[]],
  {},
  { a: 1 },
  { constructor: 1 },
  '2026-13-01',
  '-1',
  '1e400',
  "'; DROP TABLE companies; --",
  '%',
  '{{7*7}}',
]

const fieldsOf = (input: z.ZodType): string[] =>
  Object.keys(
    (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })['properties'] as object | undefined) ?? {},
  )

/** Paths to every field of a body, however deep. */
const deepFields = (schema: Body, defs: Body, path: (string | number)[] = []): (string | number)[][] => {
  const node = schema.$ref
    ? defs[schema.$ref.split('/').at(-1)]
    : (schema.anyOf?.find((one: Body) => one.properties ?? one.items ?? one.$ref) ?? schema)
  if (node !== schema) return [path, ...deepFields(node, defs, path).slice(path.length > 0 ? 1 : 0)]
  const inner = node.properties
    ? Object.entries(node.properties).flatMap(([name, below]) => deepFields(below, defs, [...path, name]))
    : node.items
      ? deepFields(node.items, defs, [...path, 0])
      : []
  return [...(path.length > 0 ? [path] : []), ...inner]
}

const withAt = (path: (string | number)[], value: unknown): unknown => {
  const [part, ...rest] = path
  if (part === undefined) return value
  const inner = withAt(rest, value)
  return typeof part === 'number' ? [inner] : { [part]: inner }
}

/** Smallest inputs with which each operation would get as far as looking at another field. */
const base_: Record<string, () => object> = {
  registerCompany: () => ({ vatNumber: freshVat() }),
  createApiKey: () => ({ name: 'x' }),
  resetSandbox: () => ({ confirm: 'yes', scope: 'idempotency' }),
  searchCompanies: () => ({ q: 'ab' }),
  actOnDocument: () => ({ action: 'mark_read' }),
  sendDocument: () => ({ type: 'event', from: '0208:0123456749' }),
  validateDocument: () => ({ type: 'event', from: '0208:0123456749' }),
  updateLifecycle: () => ({ status: 'paid', paymentDate: '2026-11-21' }),
  updateLifecycleByNumber: () => ({ status: 'paid', paymentDate: '2026-11-21' }),
}

describe('a wrong value at every field of every operation', () => {
  const written = routes.filter(
    ({ method, operation }) => (method === 'POST' || method === 'PATCH') && operation.name !== 'bootstrapSandbox',
  )
  test.each(written.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s answers strange values in any field with success or a catalog error, never a failure',
    async (name, route) => {
      const { operation, method } = route
      const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Body
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1])
      const fields = deepFields(schema, schema.$defs ?? {}).filter(([first]) => !inPath.includes(String(first)))
      const own = await app.tenant('white_label')
      const document = route.path.includes(':documentId')
        ? (await own.post('/v1/documents/send', { type: 'event', from: own.peppolId, document: { number: 'E-1' } }))
            .body
        : {}
      const path = route.path
        .replace(/:companyId/, own.companyId)
        .replace(/:documentId/, document.id)
        .replace(/:\w+/g, 'nothing_01kafm4h7vf8xbkrs9q2m3c5de')
      expect(path).not.toContain('undefined')
      let sent = 0
      for (const field of fields) {
        for (const value of strange) {
          // The limit of the tenant itself is no part of this.
          if ((sent += 1) % 800 === 0) app.clock.advance(61_000)
          const answer = await own.send(method, path, {
            ...base_[operation.name]?.(),
            ...(withAt(field, value) as object),
          })
          if (answer.status >= 300) expectCatalogError(answer, `${name} ${field.join('.')} = ${JSON.stringify(value)}`)
          if (operation.name === 'exhaustRateLimit' && answer.status === 200)
            app.clock.advance(Number(answer.body.durationSeconds) * 1_000)
        }
      }
    },
  )

  // A stream that is not refused does not end; its own test asks it for strange things.
  const asked = routes.filter(({ method, answersStream }) => method === 'GET' && !answersStream)
  test.each(asked.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s answers strange values in any parameter with success or a catalog error, never a failure',
    async (name, route) => {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => String(match[1]))
      expect(route.operation.writes).toBe(false)
      const texts = strange
        .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
        .map((text) => encodeURIComponent(text.toWellFormed()))
      expect(texts.length).toBeGreaterThan(0)
      app.clock.advance(61_000)
      for (const text of texts) {
        for (const field of fieldsOf(route.operation.input).filter((one) => !inPath.includes(one))) {
          const given = base_[route.operation.name]?.() ?? {}
          const query = new URLSearchParams(
            Object.entries(given).filter(([one]) => one !== field) as [string, string][],
          )
          const answer = await tenant.get(
            `${route.path.replace(/:\w+/g, 'x')}?${String(query)}&${wireName(field, route)}=${text}`,
          )
          if (answer.status >= 300) expectCatalogError(answer, `${name} ${field} = ${text}`)
        }
        if (inPath.length > 0 && text !== '')
          expectCatalogError(await tenant.get(route.path.replace(/:\w+/g, text)), `${name} ${text}`)
      }
    },
  )

  test('GraphQL answers strange values in any variable with success or a catalog error, never a failure', async () => {
    const own = await app.tenant('white_label')
    const send = async (query: string, variables: object) => {
      const answer = await own.post('/graphql', { query, variables })
      expect(answer.status).toBeLessThan(500)
      for (const error of answer.body.errors ?? [])
        expect({ variables, code: error.extensions.code, status: error.extensions.status }).toEqual({
          variables,
          code: expect.toSatisfy((code: string) => spellings.has(code)),
          status: expect.toSatisfy((status: number) => status < 500),
        })
    }
    const documents: [string, (value: unknown) => object][] = [
      [
        'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id ' +
          'metadata settings } } }',
        (value) => ({ input: { vatNumber: value } }),
      ],
      [
        'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id ' +
          'metadata settings } } }',
        (value) => ({ input: { vatNumber: freshVat(), settings: value } }),
      ],
      [
        'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id ' +
          'metadata settings } } }',
        (value) => ({ input: { vatNumber: freshVat(), metadata: { a: value } } }),
      ],
      [
        'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id } } }',
        (value) => ({ input: value }),
      ],
      ['query ($v: ID!) { company(id: $v) { id } }', (v) => ({ v })],
      ['query ($v: ID!) { node(id: $v) { id } }', (v) => ({ v })],
      ['query ($v: String) { companies(after: $v) { nodes { id } } }', (v) => ({ v })],
      ['query ($v: CountryCode) { companies(country: $v) { nodes { id } } }', (v) => ({ v })],
      ['query ($v: DateTime) { requestLogs(since: $v) { nodes { id } } }', (v) => ({ v })],
      ['query ($v: Int) { requestLogs(status: $v) { nodes { id } } }', (v) => ({ v })],
    ]
    const deep = JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`) as unknown
    for (const [document, variables] of documents)
      for (const value of [...strange, deep]) await send(document, variables(value))
  })
})

function* megabytes(count: number): Generator<Buffer> {
  yield Buffer.from('{"vatNumber":"')
  const chunk = Buffer.alloc(MEGABYTE, 'A')
  for (let index = 0; index < count; index++) yield chunk
  yield Buffer.from('"}')
}

describe('large bodies', () => {
  test.each([
    ['announced, to a company', '/v1/companies', { 'content-length': String(50 * MEGABYTE + 16) }],
    ['not announced, to a company', '/v1/companies', { 'transfer-encoding': 'chunked' }],
    ['announced, to GraphQL', '/graphql', { 'content-length': String(50 * MEGABYTE + 16) }],
    ['not announced, to GraphQL', '/graphql', { 'transfer-encoding': 'chunked' }],
    ['announced, to nowhere', '/v1/nowhere', { 'content-length': String(50 * MEGABYTE + 16) }],
  ])('50 MB %s, are refused with 413', async (_what, path, headers) => {
    const { status, body, id } = await overSocket(
      { method: 'POST', path, headers: { ...tenant.headers, 'content-type': 'application/json', ...headers } },
      megabytes(50),
    )
    expect(status).toBe(413)
    const error = body.error ?? body.errors[0].extensions
    expect(spellings.has(error.code)).toBe(true)
    expect(error.requestId).toBe(id)
  })

  test('a sender of 50 MB that stops half-way is let go within seconds', { timeout: 20_000 }, async () => {
    const { answer, tookMs } = await stopped
    expect(answer).toContain('413')
    expect(tookMs).toBeLessThan(15_000)
  })

  test('a body just under 10 MB is read', async () => {
    const answer = await tenant.post('/v1/companies', { vatNumber: 'x', name: 'n'.repeat(10 * MEGABYTE - 100) })
    expectOperationRefusal(answer, 'INVALID_VAT_FORMAT')
  })
})
