/** The client by REST and GraphQL: types, pages, refusals as classes, and what is repeated. */
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  ValidationError,
  createClient,
  errorOf,
  hasCode,
} from '../../src/client/index.ts'
import {
  CompaniesDocument,
  DocumentDocument,
  DocumentsDocument,
  RegisterCompanyDocument,
  SendDocumentDocument,
  ValidateDocumentDocument,
  ViewerDocument,
} from '../../src/client/documents.generated.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Front, startFront } from '../support/front.ts'
import { freshVat } from '../support/numbers.ts'

let app: TestApp
let front: Front
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  front = await startFront(await app.listen())
  tenant = await app.tenant()
})
afterAll(async () => {
  await front.stop()
  await app.close()
})

const clientOf = (apiKey: string | undefined = tenant.key, more: object = {}) =>
  createClient({ baseUrl: front.url, apiKey, ...more })

const invoice = (number: string, to = '9930:DE811569869') => ({
  type: 'invoice' as const,
  from: tenant.peppolId,
  to,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-77',
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
  },
})

/** The first request of this kind is spoiled. */
const spoilOnce = (method: string, spoil: Front['spoil']): void => {
  front.asked.length = 0
  front.spoil = async (request, response, pass) => {
    if (request.method !== method) return false
    front.spoil = () => Promise.resolve(false)
    return spoil(request, response, pass)
  }
}
const calmly: Front['spoil'] = () => Promise.resolve(false)

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('REST', () => {
  test('a call has the types of its path, and answers the body', async () => {
    const client = clientOf()
    const sent = await client.post('/v1/documents/send', { body: invoice('C-1') })
    expectTypeOf(sent.deliveryStatus).toEqualTypeOf<'pending' | 'delivered' | 'failed' | 'rejected' | null>()
    const wrong = [
      // @ts-expect-error: a path that is not served.
      () => client.get('/v1/nothing'),
      // @ts-expect-error: a parameter of the path is missing.
      () => client.get('/v1/documents/{documentId}'),
      // @ts-expect-error: a value that the list of values does not have.
      () => client.get('/v1/documents', { query: { direction: 'sideways' } }),
    ]
    expect(wrong.length).toBe(3)
    const shown = await client.get('/v1/documents/{documentId}', { path: { documentId: sent.id } })
    expect([shown.number, shown.grossAmount]).toEqual(['C-1', 361.19])
    const { bytes, type, name, etag } = await client.file('/v1/documents/{documentId}/pdf', {
      path: { documentId: sent.id },
    })
    expect(Buffer.from(bytes.subarray(0, 4)).toString()).toBe('%PDF')
    expect({ type, name, etag }).toEqual({
      type: 'application/pdf',
      name: 'C-1.pdf',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
  })

  test('a change is made only if the object was not changed since it was read', async () => {
    const client = clientOf()
    const { id: companyId, updatedAt } = await client.post('/v1/companies', { body: { vatNumber: freshVat() } })
    const rename = (name: string) =>
      client.patch('/v1/companies/{companyId}', { path: { companyId }, body: { name }, ifMatch: updatedAt })
    expect((await rename('First')).name).toBe('First')
    expect(await thrownBy(rename('Second'))).toMatchObject({ status: 412 })
    expect((await client.get('/v1/companies/{companyId}', { path: { companyId } })).name).toBe('First')
    expect(await client.delete('/v1/companies/{companyId}', { path: { companyId } })).toBeUndefined()
  })

  test('a list is read to its end, page by page, and no further than the loop goes', async () => {
    const own = await app.tenant()
    const client = clientOf(own.key)
    for (let count = 0; count < 5; count += 1) await client.post('/v1/partners', { body: { vatNumber: freshVat() } })
    front.asked.length = 0
    const ids: string[] = []
    for await (const { id } of client.list('/v1/partners', { query: { limit: 2 } })) ids.push(id)
    expect([new Set(ids).size, front.asked.length]).toEqual([5, 3])
    front.asked.length = 0
    for await (const { data } of client.pages('/v1/partners', { query: { limit: 2 } })) {
      expectTypeOf(data[0]?.name).toEqualTypeOf<string | undefined>()
      break
    }
    expect(front.asked.length).toBe(1)
  })

  test('a file is sent as it is, with what belongs to it in the query', async () => {
    const client = clientOf()
    const { id: documentId } = await client.post('/v1/documents/send', { body: invoice('C-2') })
    const { bytes } = await client.file('/v1/documents/{documentId}/xml', { path: { documentId } })
    const sent = await client.post('/v1/documents/send', {
      query: { type: 'invoice', from: tenant.peppolId, to: '9930:DE811569869' },
      headers: { 'content-type': 'application/xml' },
      body: new TextDecoder().decode(bytes).replace('>C-2<', '>C-3<'),
    })
    expect(sent.number).toBe('C-3')
  })
})

describe('refusals', () => {
  test('every refusal is of the class of its kind, with the code of the catalog and the facts of each fault', async () => {
    const client = clientOf()
    const before = await tenant.footprint()
    const missing = await thrownBy(client.post('/v1/companies', { body: {} as never }))
    expect(missing).toBeInstanceOf(ValidationError)
    // This path answers its codes in lower case.
    expect(missing).toMatchObject({
      code: 'MISSING_FIELD',
      status: 400,
      type: 'validation_error',
      requestId: expect.stringMatching(/^req_/),
      docUrl: expect.stringContaining('#MISSING_FIELD'),
      attempts: 1,
    })
    const absent = await thrownBy(client.get('/v1/documents/{documentId}', { path: { documentId: 'doc_none' } }))
    expect(absent).toBeInstanceOf(NotFoundError)
    expect(absent).toBeInstanceOf(errorOf('DOCUMENT_NOT_FOUND'))
    expect(absent).not.toBeInstanceOf(errorOf('COMPANY_NOT_FOUND'))
    expect(hasCode(absent, 'COMPANY_NOT_FOUND', 'DOCUMENT_NOT_FOUND')).toBe(true)
    expect(await thrownBy(clientOf('svc_test_wrong').get('/v1/me'))).toBeInstanceOf(AuthenticationError)
    expect(await tenant.footprint()).toEqual(before)
    const { vatNumber } = await client.post('/v1/companies', { body: { vatNumber: freshVat() } })
    const taken = await thrownBy(client.post('/v1/companies', { body: { vatNumber } }))
    expect(taken).toBeInstanceOf(ConflictError)
    expect(hasCode(taken, 'COMPANY_EXISTS') && taken.details[0]?.existingId).toMatch(/^comp_/)
  })

  test('an answer that is not of the server is told by its status', async () => {
    const client = clientOf(tenant.key, { retries: 0 })
    spoilOnce('GET', async (_request, response) => Boolean(response.writeHead(502).end('<h1>Bad gateway</h1>')))
    const error = await thrownBy(client.get('/v1/me'))
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ code: 'HTTP_502', status: 502, details: [] })
  })
})

describe('what is repeated', () => {
  test('a send whose answer was lost is carried out once', async () => {
    spoilOnce('POST', async (_request, response, pass) => {
      await pass()
      response.destroy()
      return true
    })
    const retries: number[] = []
    const client = clientOf(tenant.key, { onRetry: ({ attempt }: { attempt: number }) => void retries.push(attempt) })
    const sent = await client.post('/v1/documents/send', { body: invoice('C-10') })
    expect([sent.number, retries]).toEqual(['C-10', [2]])
    const keys = front.asked.map(({ key }) => key)
    expect(keys).toEqual([expect.any(String), keys[0]])
    const { data } = await client.get('/v1/documents', { query: { number: 'C-10' } })
    expect(data.length).toBe(1)
  })

  test('what the server sends with Retry-After is waited for, and then repeated', async () => {
    spoilOnce('GET', async (_request, response) => Boolean(response.writeHead(429, { 'retry-after': '1' }).end('{}')))
    await clientOf().get('/v1/me')
    const [first, second] = front.asked
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  test('a wait of hours is thrown at once', async () => {
    spoilOnce('GET', async (_request, response) =>
      Boolean(response.writeHead(429, { 'retry-after': '7200' }).end('{}')),
    )
    const error = await thrownBy(clientOf().get('/v1/me'))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfter: 7200, attempts: 1 })
    expect(front.asked.length).toBe(1)
  })

  test('a change whose answer was lost is not repeated: somebody else may have changed it since', async () => {
    const client = clientOf()
    const { id: companyId } = await client.post('/v1/companies', { body: { vatNumber: freshVat() } })
    spoilOnce('PATCH', async (_request, response) => Boolean(response.destroy()))
    const change = client.patch('/v1/companies/{companyId}', { path: { companyId }, body: { name: 'Other' } })
    expect(await thrownBy(change)).toBeInstanceOf(ConnectionError)
    expect(front.asked.length).toBe(1)
    expect((await client.get('/v1/companies/{companyId}', { path: { companyId } })).name).not.toBe('Other')
  })

  test('a key that was used for another body is not repeated', async () => {
    const client = clientOf()
    await client.post('/v1/documents/send', { body: invoice('C-20'), idempotencyKey: 'k-20' })
    front.asked.length = 0
    const again = await thrownBy(client.post('/v1/documents/send', { body: invoice('C-21'), idempotencyKey: 'k-20' }))
    expect(hasCode(again, 'IDEMPOTENCY_BODY_MISMATCH')).toBe(true)
    expect(front.asked.length).toBe(1)
    expect((await client.get('/v1/documents', { query: { number: 'C-21' } })).data).toEqual([])
  })

  test('an attempt that takes too long is given up, and the signal of the caller ends all of them', async () => {
    front.spoil = async () => true
    const slow = clientOf(tenant.key, { timeoutMs: 50, retries: 1 })
    expect(await thrownBy(slow.get('/v1/me'))).toMatchObject({ code: 'TIMEOUT', attempts: 2 })
    const ending = new AbortController()
    const ended = thrownBy(clientOf().get('/v1/me', { signal: ending.signal }))
    ending.abort()
    expect(await ended).toMatchObject({ name: 'AbortError' })
    front.spoil = calmly
  })
})

describe('GraphQL', () => {
  test('the documents that come along have types, and a list is read node by node', async () => {
    const own = await app.tenant()
    const client = clientOf(own.key)
    const { viewer } = await client.graphql(ViewerDocument)
    expectTypeOf(viewer.organizationId).toEqualTypeOf<string>()
    expect(viewer.organizationId).toBe(own.organizationId)
    for (let count = 0; count < 3; count += 1)
      await client.graphql(RegisterCompanyDocument, { input: { vatNumber: freshVat() } })
    const names: string[] = []
    for await (const { name } of client.nodes(CompaniesDocument, { first: 2 })) names.push(name)
    expect(names.length).toBe(4)
    const wrong = { description: 'Support', quantity: '3', unitPrice: '99.50', vatRate: '0', vatCategory: 'S' as const }
    const content = { document: { ...invoice('C-30').document, lines: [wrong] } }
    const { validateDocument } = await client.graphql(ValidateDocumentDocument, {
      type: 'INVOICE',
      from: own.peppolId,
      to: '9930:DE811569869',
      content,
    })
    expect(validateDocument?.valid).toBe(false)
    expect((await client.graphql(DocumentsDocument)).documents.totalCount).toBe(0)
    const absent = await thrownBy(client.graphql(DocumentDocument, { id: 'doc_none' }))
    expect(hasCode(absent, 'DOCUMENT_NOT_FOUND')).toBe(true)
  })

  test('a mutation whose answer was lost is carried out once', async () => {
    const { lines, ...head } = invoice('C-40').document
    const document = {
      ...head,
      lines: lines.map((line) => ({ ...line, quantity: '3', unitPrice: '99.50', vatRate: '21' })),
    }
    const input = { type: 'INVOICE' as const, from: tenant.peppolId, to: '9930:DE811569869', content: { document } }
    spoilOnce('POST', async (_request, response, pass) => {
      await (await pass()).text()
      response.destroy()
      return true
    })
    const { sendDocument } = await clientOf().graphql(SendDocumentDocument, { input })
    expect(sendDocument?.document?.number).toBe('C-40')
    const { documents } = await clientOf().graphql(DocumentsDocument, { filter: { number: { eq: 'C-40' } } })
    expect(documents.totalCount).toBe(1)
  })

  test('a refusal in the answer and an error beside it are thrown as the same classes', async () => {
    const client = clientOf()
    const { vatNumber } = await client.post('/v1/companies', { body: { vatNumber: freshVat() } })
    const refused = await thrownBy(client.graphql(RegisterCompanyDocument, { input: { vatNumber } }))
    expect(refused).toBeInstanceOf(ConflictError)
    expect(refused).toBeInstanceOf(errorOf('COMPANY_EXISTS'))
    const wrong = await thrownBy(client.graphql('{ nothing }'))
    expect(wrong).toMatchObject({ status: 400, message: expect.stringContaining('nothing') })
    expect(await thrownBy(clientOf('svc_test_wrong').graphql(ViewerDocument))).toBeInstanceOf(AuthenticationError)
  })
})
