import { inContent } from '../../support/send-content.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
let from: string
const to = '0208:0417497106'
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant('white_label')
  from = (await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.peppolId
})
afterAll(() => app.close())

let made = 0
const invoice = (document: object = {}, rest: object = {}): object => ({
  type: 'invoice',
  from,
  to,
  ...rest,
  document: {
    number: `B-${++made}`,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-77',
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 }],
    ...document,
  },
})
const event = (number = `E-${++made}`): object => ({ type: 'event', from, document: { number } })
const eventsOf = (type: string): Promise<number> =>
  app.platform.db.client.event.count({ where: { organizationId: tenant.organizationId, type } })

describe('a batch of documents', () => {
  test('a batch sends what may be sent, and refuses each of the others as its own request would', async () => {
    const before = await tenant.footprint()
    const deliveries = (): Promise<number> =>
      app.platform.db.client.work.count({ where: { organizationId: tenant.organizationId, kind: 'document.deliver' } })
    const due = await deliveries()
    const good = invoice()
    const { status, body } = await tenant.post('/v1/documents/send/batch', {
      documents: [
        good,
        invoice({ buyerReference: undefined }),
        invoice({}, { to: '9930:DE000000400' }),
        good,
        event(),
        invoice({}, { from: to }),
        invoice({ lines: [] }),
      ],
    })
    expect({ status, succeeded: body.succeeded, failed: body.failed }).toEqual({ status: 200, succeeded: 2, failed: 5 })
    expect(
      body.results.map(({ index, ok, document, error }: Body) => [
        index,
        ok,
        document?.deliveryStatus ?? error?.code ?? null,
      ]),
    ).toEqual([
      [0, true, 'pending'],
      [1, false, 'UBL_VALIDATION_FAILED'],
      [2, false, 'RECIPIENT_NOT_FOUND'],
      [3, false, 'DUPLICATE_NUMBER'],
      [4, true, null],
      [5, false, 'COMPANY_NOT_FOUND'],
      [6, false, 'INVALID_REQUEST'],
    ])
    expect(body.results[1].error).toMatchObject({
      type: 'validation_error',
      details: expect.arrayContaining([expect.objectContaining({ rule: 'PEPPOL-EN16931-R003' })]),
      docUrl: expect.stringContaining('#UBL_VALIDATION_FAILED'),
    })
    const after = await tenant.footprint()
    expect({
      documents: Number(after['documents']) - Number(before['documents']),
      deliveries: (await deliveries()) - due,
    }).toEqual({ documents: 2, deliveries: 1 })
  })
  test('a batch stores nothing of a document whose number was taken meanwhile, and sends the rest', async () => {
    const [first, second] = [invoice(), invoice()]
    const [one, other] = await Promise.all([
      tenant.post('/v1/documents/send/batch', { documents: [first, second] }),
      tenant.post('/v1/documents/send/batch', { documents: [first, event()] }),
    ])
    const outcomes = [...one.body.results, ...other.body.results]
      .map(({ ok, error }: Body) => (ok ? 'sent' : error.code))
      .sort()
    expect(outcomes).toEqual(['DUPLICATE_NUMBER', 'sent', 'sent', 'sent'])
  })
  test('a batch sends the second document of a number whose first cannot be stored', async () => {
    const taken = { externalId: 'taken' }
    expect((await tenant.post('/v1/documents/send', { ...event(), ...taken })).status).toBe(201)
    const second = invoice()
    const { body } = await tenant.post('/v1/documents/send/batch', { documents: [{ ...second, ...taken }, second] })
    expect(body.results.map(({ ok, error }: Body) => (ok ? 'sent' : error.code))).toEqual(['CONFLICT', 'sent'])
  })
  test('a batch of documents with an idempotency key is sent once, and answered alike', async () => {
    const body = { documents: [invoice(), invoice({ buyerReference: undefined })] }
    const first = await tenant.post('/v1/documents/send/batch', body, { 'idempotency-key': 'batch-1' })
    const before = await tenant.footprint()
    const again = await tenant.post('/v1/documents/send/batch', body, { 'idempotency-key': 'batch-1' })
    expect(again.bytes).toEqual(first.bytes)
    expect(await tenant.footprint()).toEqual(before)
  })
  test.each([
    ['none', []],
    [
      '101 documents',
      Array.from({ length: 101 }, (_, index) => ({
        type: 'event',
        from: '0208:0403019261',
        document: { number: `X-${index}` },
      })),
    ],
    ['a document without a type', [{ from: '0208:0403019261' }]],
  ])('a batch of %s is refused whole', async (_name, documents) => {
    const before = await tenant.footprint()
    const { status, body } = await tenant.post('/v1/documents/send/batch', { documents })
    expect({ status, field: body.error.details[0].field }).toMatchObject({
      status: 400,
      field: expect.stringMatching(/^documents/),
    })
    expect(await tenant.footprint()).toEqual(before)
  })
  test('a batch of a hundred documents is sent by GraphQL as by REST', async () => {
    const documents = Array.from({ length: 100 }, () => ({ ...inContent(event()), type: 'EVENT' }))
    const { data, errors } = await tenant.graphql(
      'mutation($input: SendDocumentsInput!) { sendDocuments(input: $input) { succeeded failed results { ' +
        'index ok document { number } error { code message } } } }',
      { input: { documents } },
    )
    expect(errors).toBeUndefined()
    expect(data.sendDocuments).toMatchObject({ succeeded: 100, failed: 0 })
    expect(data.sendDocuments.results[99]).toMatchObject({
      index: 99,
      ok: true,
      document: { number: `E-${made}` },
      error: null,
    })
  })
})

describe('a batch of actions', () => {
  const made3 = async (): Promise<string[]> =>
    (await tenant.post('/v1/documents/send/batch', { documents: [event(), event(), event()] })).body.results.map(
      ({ document }: Body) => document.id,
    )

  test('a batch does each action wholly or not at all, in order, and announces what changed', async () => {
    const [a, b, c] = await made3()
    const announced = await eventsOf('document.updated')
    const { status, body } = await tenant.post('/v1/documents/actions', {
      updates: [
        { documentId: a, action: 'archive' },
        { documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de', action: 'archive' },
        { documentId: b, action: 'tag' },
        { documentId: a, action: 'archive' },
        { documentId: c, action: 'link', relatedDocumentId: a },
        { documentId: a, action: 'unarchive' },
      ],
    })
    expect(status).toBe(200)
    expect(
      body.results.map(({ ok, result, error }: Body) =>
        ok ? result.changes.map((change: Body) => change.field) : error.code,
      ),
    ).toEqual([['archived'], 'DOCUMENT_NOT_FOUND', 'MISSING_FIELD', [], ['links'], ['archived']])
    expect(body).toMatchObject({ succeeded: 4, failed: 2 })
    expect(await eventsOf('document.updated')).toBe(announced + 3)
    expect((await tenant.get(`/v1/documents/${a}`)).body.archived).toBe(false)
    expect(
      (await tenant.get(`/v1/documents/${a}/timeline`)).body.data
        .filter(({ source }: Body) => source === 'action')
        .map(({ what }: Body) => what),
    ).toEqual(['archive', 'unarchive'])
  })
  test('an action refuses a field that it would not keep, alone and in a batch, and does nothing', async () => {
    const [a, b] = await made3()
    const before = await tenant.footprint()
    const given: [string, object][] = [
      ['tag', { action: 'archive', tag: 'urgent' }],
      ['note', { action: 'mark_read', note: 'Checked.' }],
      ['relatedDocumentId', { action: 'note', note: 'See there.', relatedDocumentId: b }],
      ['note', { action: 'link', relatedDocumentId: b, note: 'Belongs together' }],
      ['relatedDocumentId', { action: 'link', relatedDocumentId: a }],
    ]
    for (const [field, action] of given) {
      const { status, body } = await tenant.post(`/v1/documents/${a}/actions`, action)
      expect({ status, code: body.error.code, field: body.error.details[0].field }).toEqual({
        status: 400,
        code: 'INVALID_REQUEST',
        field,
      })
    }
    const { body } = await tenant.post('/v1/documents/actions', {
      updates: given.map(([, action]) => ({ documentId: a, ...action })),
    })
    expect(body).toMatchObject({ succeeded: 0, failed: given.length })
    expect(await tenant.footprint()).toEqual(before)
  })
  test('a batch takes five hundred actions, and not one more', { tags: 'heavy' }, async () => {
    const [a] = await made3()
    const updates = (count: number): object => ({
      updates: Array.from({ length: count }, (_, index) => ({ documentId: a, action: 'tag', tag: `t${index}` })),
    })
    const before = await eventsOf('document.updated')
    expect((await tenant.post('/v1/documents/actions', updates(501))).body.error.details).toMatchObject([
      { field: 'updates' },
    ])
    expect(await eventsOf('document.updated')).toBe(before)
    expect((await tenant.post('/v1/documents/actions', updates(500))).body).toMatchObject({ succeeded: 500, failed: 0 })
    expect(await eventsOf('document.updated')).toBe(before + 500)
  })
  test('a batch of actions with an idempotency key is done once', async () => {
    const [a] = await made3()
    const body = { updates: [{ documentId: a, action: 'note', note: 'Once.' }] }
    const first = await tenant.post('/v1/documents/actions', body, { 'idempotency-key': 'actions-1' })
    expect((await tenant.post('/v1/documents/actions', body, { 'idempotency-key': 'actions-1' })).bytes).toEqual(
      first.bytes,
    )
    expect(await app.platform.db.client.documentNote.count({ where: { documentId: String(a) } })).toBe(1)
  })
  test('a batch of actions goes by GraphQL alike, and another tenant’s document does not exist in it', async () => {
    const stranger = await app.tenant()
    const { body } = await stranger.post('/v1/documents/send', {
      type: 'event',
      from: stranger.peppolId,
      document: { number: 'S-1' },
    })
    const [a] = await made3()
    const { data } = await tenant.graphql(
      'mutation($input: ActOnDocumentsInput!) { actOnDocuments(input: $input) { succeeded results { ok ' +
        'documentId changes { field } error { code } } } }',
      {
        input: {
          updates: [
            { documentId: a, action: 'MARK_READ' },
            { documentId: body.id, action: 'MARK_READ' },
          ],
        },
      },
    )
    expect(data.actOnDocuments).toEqual({
      succeeded: 1,
      results: [
        { ok: true, documentId: a, changes: [{ field: 'read' }], error: null },
        { ok: false, documentId: null, changes: [], error: { code: 'DOCUMENT_NOT_FOUND' } },
      ],
    })
    expect((await stranger.get(`/v1/documents/${body.id}`)).body.read).toBe(false)
  })
  test('a batch of actions by a key without the scope is refused', async () => {
    const [a] = await made3()
    expectRefusal(
      await (
        await tenant.keyWith(['documents.read'])
      ).post('/v1/documents/actions', { updates: [{ documentId: a, action: 'archive' }] }),
      'INSUFFICIENT_SCOPE',
    )
  })
})
