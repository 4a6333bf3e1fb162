import { type RequestOptions, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../src/kernel/errors/catalog.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'

const MEGABYTE = 1024 * 1024

let app: TestApp
let tenant: Tenant
let base: string

/** What becomes of a sender that stops half-way: it takes seconds, which the other tests need not wait for. */
let stopped: Promise<string>
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

/** 200,000 of something between a beginning and an end. */
const many = (of: (index: number) => string, start: string, end: string): string =>
  start + Array.from({ length: 200_000 }, (_, index) => of(index)).join() + end

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
    ['__proto__ with an escaped letter', '{"vatNumber":"DE123456789","__\\u0070roto__":{"scope":"*"}}'],
    ['__proto__ inside', '{"vatNumber":"DE123456789","settings":{"__proto__":{}}}'],
    ['constructor', '{"vatNumber":"DE123456789","constructor":{"prototype":{}}}'],
    ['toString', '{"vatNumber":"DE123456789","toString":1}'],
    ['hasOwnProperty', '{"vatNumber":"DE123456789","hasOwnProperty":1}'],
    ['a list', '[]'],
    ['a text', '"vatNumber"'],
    ['a number', '7'],
    ['true', 'true'],
    ['null', 'null'],
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

  test.each([
    ['a thousand levels', `{"vatNumber":"DE123456789","settings":${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}}`],
    ['a hundred thousand levels', '['.repeat(100_000)],
    [
      'a hundred thousand closed levels',
      `{"vatNumber":"DE123456789","settings":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    ],
    [
      'very many names in one place',
      () => many((index) => `"a${index}":1`, '{"vatNumber":"DE123456789","settings":{', '}}'),
    ],
    ['very many entries in one list', () => many(String, '{"vatNumber":"DE123456789","settings":{"a":[', ']}}')],
    ['more values than are read', () => `{"vatNumber":"DE123456789","settings":[${'[],'.repeat(1_000_001)}1]}`],
  ])('a body of %s is refused as too large, and nothing happens', async (_what, body) => {
    const before = await tenant.footprint()
    const answer = await tenant.send('POST', '/v1/companies', typeof body === 'string' ? body : body())
    expectOperationRefusal(answer, 'TOO_LARGE')
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

  test.each([
    ['a text', 'more[3000].a', { a: 'b\u0000' }],
    ['half of a pair in a text', 'more[3000].a[1].b', { a: [1, { b: '\ud800' }] }],
    ['a name', 'more[3000]', { 'a\u0000': 1 }],
  ])('what is not taken is named where it stands, behind thousands of values: %s', async (_what, where, last) => {
    const before = await tenant.footprint()
    const fit = Array.from({ length: 3_000 }, (_, index) => ({ [`name${index}`]: 'fit' }))
    const refused = await tenant.post('/v1/companies', { vatNumber: 'FR40303265045', more: [...fit, last] })
    expect(refused.status).toBe(400)
    expect(refused.body.error.details[0].field).toBe(where)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('of very many unknown names the first hundred are named, and the others counted', async () => {
    const names = Array.from({ length: 9_000 }, (_, index) => `"unknown${index}":1`).join()
    const body = `{"vatNumber":"DE123456789",${names}}`
    const answer = await tenant.send('POST', '/v1/companies', body)
    expectOperationRefusal(answer, 'INVALID_REQUEST')
    expect(answer.body.error.message).toMatch(/^The request has 9000 faults: details names the first 100/)
    expect(answer.body.error.details).toHaveLength(100)
    const few = await tenant.send('POST', '/v1/companies', '{"vatNumber":"DE123456789","one":1,"two":2}')
    expect(few.body.error).toMatchObject({
      message: expect.stringMatching(/^The request has 2 faults/),
      details: { length: 2 },
    })
  })

  test.each([
    ['a name', (long: string) => `{"vatNumber":"DE123456789","${long}":1}`],
    ['a number of a company', (long: string) => `{"vatNumber":"${long}"}`],
    ['a country', (long: string) => `{"vatNumber":"DE123456789","address":{"country":"${long}"}}`],
    ['a name of metadata', (long: string) => `{"vatNumber":"DE123456789","metadata":{"${long}":1}}`],
  ])('an answer repeats no more than the beginning of %s of two megabytes', async (_what, body) => {
    const answer = await tenant.send('POST', '/v1/companies', body('a'.repeat(2_000_000)))
    expect({ status: answer.status, isShort: answer.bytes.length < 5_000 }).toEqual({ status: 400, isShort: true })
  })

  test('without credentials no body has more than 16 kB, whichever the path and however it is sent', async () => {
    const { anyone } = app
    for (const path of ['/v1/sandbox/bootstrap', '/v1/companies', '/v1/documents/send', '/graphql']) {
      const { status } = await anyone.send('POST', path, `{"label":"${'a'.repeat(16_384)}"}`)
      expect({ path, status }).toEqual({ path, status: 413 })
    }
    for (const path of ['/v1/sandbox/bootstrap', '/graphql']) {
      const socket = connect(Number(new URL(base).port), new URL(base).hostname)
      let answer = ''
      socket.on('data', (part: Buffer) => (answer += part.toString()))
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n` +
          `Transfer-Encoding: chunked\r\n\r\n7000\r\n{"label":"${'a'.repeat(0x7000 - 12)}"}\r\n0\r\n\r\n`,
      )
      await new Promise((resolve) => socket.once('close', resolve))
      expect(answer).toMatch(/^HTTP\/1.1 413 /)
    }
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
const stopHalfWay = async (): Promise<string> => {
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
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
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

  test('a sender of 50 MB that stops half-way is answered 413 and let go', async () => {
    expect(await stopped).toContain('413')
  })

  test('a body just under 10 MB is read', async () => {
    const answer = await tenant.post('/v1/companies', { vatNumber: 'x', name: 'n'.repeat(10 * MEGABYTE - 100) })
    expectOperationRefusal(answer, 'INVALID_VAT_FORMAT')
  })
})
