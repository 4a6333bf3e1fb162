/** The methods of the client by resource: one for each path, with its types. */
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { routes } from '../../rest-compat/routes/index.ts'
import { type Client, type Schemas, createClient } from '../../src/client/index.ts'
import { readRow } from '../../src/client/resource-row.ts'
import { table } from '../../src/client/resources.generated.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'

type AnyMethod = (...given: unknown[]) => Promise<unknown>

const methodAt = (client: Client, names: readonly string[]): AnyMethod =>
  names.reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], client) as AnyMethod

/** A client of a server that answers an empty page, and the requests that it was sent. */
const recording = () => {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input as string | URL)
    asked.push(`${init?.method} ${pathname}`)
    return Response.json({ data: [], cursor: null })
  }
  return { asked, client: createClient({ baseUrl: 'http://127.0.0.1:9', fetch }) }
}

describe('every path', () => {
  test('of the table of REST but the stream is a method that calls this path', async () => {
    const { asked, client } = recording()
    for (const row of table.split(' ')) {
      const { ids, names } = readRow(row)
      await methodAt(client, names)(...ids)
    }
    const served = routes
      .filter(({ path }) => path !== '/v1/events/stream')
      .map(({ method, path }) => `${method} ${path.replaceAll(':', '')}`)
    expect(asked.filter((one) => !one.includes(' /health/')).sort()).toEqual(served.sort())
  })

  test('names the identifier that is missing before anything is asked', () => {
    const { asked, client } = recording()
    const { documents, events } = client as unknown as Record<string, Record<string, AnyMethod>>
    expect(() => documents?.['get']?.()).toThrow('documents.get: documentId is missing.')
    expect(() => documents?.['get']?.('')).toThrow('documents.get: documentId is missing.')
    expect(() => methodAt(client, ['documents', 'attachments', 'get'])('doc_1')).toThrow(
      'documents.attachments.get: attachmentId is missing.',
    )
    expect(() => (documents as unknown as AnyMethod)({})).toThrow('documents is no method.')
    expect(events?.['stream']).toBeUndefined()
    expect(asked).toEqual([])
  })
})

describe('a server', () => {
  let app: TestApp
  let tenant: Tenant
  let client: Client
  let baseUrl: string
  beforeAll(async () => {
    app = await startApp()
    tenant = await app.tenant()
    baseUrl = await app.listen()
    client = createClient({ baseUrl, apiKey: tenant.key })
  })
  afterAll(() => app.close())

  const invoice = (number: string) => ({
    type: 'invoice' as const,
    from: tenant.peppolId,
    to: '9930:DE811569869',
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
    },
  })

  test('gets a document by its resource, and answers its parts and files', async () => {
    const sent = await client.documents.send(invoice('R-1'), { idempotencyKey: 'first' })
    expectTypeOf(sent.deliveryStatus).toEqualTypeOf<'pending' | 'delivered' | 'failed' | 'rejected' | null>()
    expect((await client.documents.send(invoice('R-1'), { idempotencyKey: 'first' })).id).toBe(sent.id)
    expect((await client.documents.get(sent.id)).grossAmount).toBe(361.19)
    expect((await client.documents.notes(sent.id)).data).toEqual([])
    const { bytes, type, name } = await client.documents.xml(sent.id)
    expect([type, name]).toEqual(['application/xml', 'R-1.xml'])
    const again = await client.documents.send(new TextDecoder().decode(bytes).replace('>R-1<', '>R-2<'), {
      query: { type: 'invoice', from: tenant.peppolId, to: '9930:DE811569869' },
      headers: { 'content-type': 'application/xml' },
    })
    expect(again.number).toBe('R-2')
    const wrong = [
      // @ts-expect-error: a method that is not there.
      () => client.documents.nothing(),
      // @ts-expect-error: a value that the list of values does not have.
      () => client.documents.list({ direction: 'sideways' }),
      // @ts-expect-error: a document has no such field.
      () => client.documents.send({ ...invoice('R-3'), nothing: 1 }),
    ]
    expect(wrong.length).toBe(3)
  })

  test('makes, changes and deletes an object, and acts on one or on many', async () => {
    const { id, updatedAt } = await client.companies.create({ vatNumber: freshVat() })
    expect((await client.companies.update(id, { name: 'First' }, { ifMatch: updatedAt })).name).toBe('First')
    await expect(client.companies.update(id, { name: 'Second' }, { ifMatch: updatedAt })).rejects.toMatchObject({
      status: 412,
    })
    expect((await client.companies.get(id)).name).toBe('First')
    expect(await client.companies.delete(id)).toBeUndefined()
    const { id: documentId } = await client.documents.send(invoice('R-4'))
    await client.documents.actions(documentId, { action: 'archive' })
    const { results } = await client.documents.actions({ updates: [{ documentId, action: 'unarchive' }] })
    expect(results.map(({ index, ok }) => [index, ok])).toEqual([[0, true]])
    expect((await client.documents.get(documentId)).archived).toBe(false)
  })

  test('gives a page of a list to who awaits it, and every row to who loops', async () => {
    const own = await app.tenant()
    const { partners } = createClient({ baseUrl, apiKey: own.key })
    for (let count = 0; count < 5; count += 1) await partners.create({ vatNumber: freshVat() })
    const list = partners.list({ limit: 2 })
    const { data, cursor } = await list
    expectTypeOf(data).toEqualTypeOf<Schemas.Partner[]>()
    expect([data.length, typeof cursor]).toEqual([2, 'string'])
    for (const _time of ['once', 'again']) {
      const ids: string[] = []
      for await (const { id } of list) ids.push(id)
      expect(new Set(ids).size).toBe(5)
      expect(ids.length).toBe(5)
    }
    await expect(createClient({ baseUrl, apiKey: 'svc_test_wrong' }).partners.list()).rejects.toMatchObject({
      code: 'INVALID_TOKEN',
    })
  })
})
