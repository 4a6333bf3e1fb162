import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abilities, abilityNames, type AbilityName } from '../../../src/documents/record/abilities.ts'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { vatNumberIn } from '../../support/trade.ts'
import { sample } from '../../support/sample.ts'

let app: TestApp
let tenant: Tenant
let from: string
let company: string
const to = '0208:0417497106'
beforeAll(async () => {
  app = await startApp({}, { bothRoads: true })
  tenant = await app.tenant('white_label')
  const { body } = await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })
  ;[from, company] = [body.peppolId, body.id]
})
afterAll(() => app.close())

let made = 0
const attachments = [
  { reference: 'a', mimeType: 'text/csv', filename: 'a.csv', content: Buffer.from('x').toString('base64') },
]
const send = async (document: object = {}, rest: object = {}): Promise<string> => {
  const { status, body } = await tenant.post('/v1/documents/send', {
    type: 'invoice',
    from,
    to,
    ...rest,
    document: {
      number: `G-${++made}`,
      issueDate: '2026-11-20',
      currency: 'EUR',
      buyerReference: 'PO-77',
      lines: [{ description: `Work ${made}`, quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 }],
      ...document,
    },
  })
  expect(status).toBe(201)
  return body.id
}
const settle = (): Promise<unknown> => Promise.resolve(app.platform.runner?.settle())

describe('a document', () => {
  test('a document is read with its lines, parties, notes, links, attempts and timeline', async () => {
    const [id, other] = [await send({ dueDate: '2026-12-20', attachments }), await send({ dueDate: '2026-12-20' })]
    await settle()
    app.clock.advance(1_000)
    for (const action of [
      { action: 'note', note: 'Looks right.' },
      { action: 'link', relatedDocumentId: other },
      { action: 'tag', tag: 'urgent' },
    ])
      await tenant.post(`/v1/documents/${id}/actions`, action)
    const { data, errors } = await tenant.graphql(
      `query($id: ID!, $other: ID!) {
      document(id: $id) { lines { lineId description quantity unit unitPrice netAmount vatRate vatCategory } parties { role
      participantId name vatNumber } notes { text author } tags links { id } attempts { outcome } attachments { fileName }
      validation { valid profile } timeline { source what by text data { requestId channel number changes { field
      from { text } to { text } } rules } } }
      other: document(id: $other) { links { id } } }`,
      { id, other },
    )
    expect(errors).toBeUndefined()
    expect(data.document).toMatchObject({
      lines: [
        {
          lineId: '1',
          description: `Work ${made - 1}`,
          quantity: '3',
          unit: 'HUR',
          unitPrice: '99.5',
          netAmount: '298.5',
          vatRate: '21',
          vatCategory: 'S',
        },
      ],
      parties: [
        { role: 'seller', participantId: from },
        { role: 'buyer', participantId: to },
      ],
      notes: [{ text: 'Looks right.' }],
      tags: ['urgent'],
      links: [{ id: other }],
      attempts: [{ outcome: 'DELIVERED' }],
      attachments: [{ fileName: 'a.csv' }],
      validation: { valid: true },
    })
    expect(data.other.links).toEqual([{ id }])
    const told = data.document.timeline.map(({ source, what }: Body) => `${source}: ${what}`)
    expect(told.toSorted()).toEqual([
      'ACTION: link',
      'ACTION: note',
      'ACTION: tag',
      'ATTEMPT: delivered',
      'MESSAGE: delivered',
      'MESSAGE: sent',
      'MESSAGE_STATUS: AP',
      'REQUEST: accepted',
      'STATUS: issued',
      'VALIDATION: valid',
    ])
    expect(told.slice(-3)).toEqual(['ACTION: note', 'ACTION: link', 'ACTION: tag'])
    const rest = await tenant.get(`/v1/documents/${id}/timeline`)
    expect(
      rest.body.data.map(({ source, what }: Body) => `${source.toUpperCase().replaceAll('-', '_')}: ${what}`),
    ).toEqual(told)
    const moments = rest.body.data.map(({ at }: Body) => at)
    expect(moments).toEqual(moments.toSorted())
    expect(
      (
        await tenant.get(
          `/v1/requests/${rest.body.data.find(({ source }: Body) => source === 'request').data.requestId}`,
        )
      ).body,
    ).toMatchObject({ operation: 'sendDocument', status: 201 })
  })

  test('a document stored as it is has no lines and no structure, and does not spoil its list', async () => {
    const { body } = await tenant.post('/v1/documents/send', {
      type: 'invoice',
      format: 'raw',
      from,
      to,
      file: Buffer.from('scan').toString('base64'),
    })
    const { data, errors } = await tenant.graphql(
      '{ documents(first: 100) { nodes { id structured { number } lines { lineId } parties { role } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.documents.nodes.find(({ id }: Body) => id === body.id)).toEqual({
      id: body.id,
      structured: null,
      lines: [],
      parties: [],
    })
  })

  test('links of a document lead a key of one company to no other company', async () => {
    const [mine, theirs] = [
      await send(),
      (await tenant.post('/v1/documents/send', { type: 'event', from: tenant.peppolId, document: { number: 'other' } }))
        .body.id,
    ]
    await tenant.post(`/v1/documents/${mine}/actions`, { action: 'link', relatedDocumentId: theirs })
    const bound = await tenant.keyWith(['documents.read'], { companyId: company })
    expect(
      (await bound.graphql('query($id: ID!) { document(id: $id) { links { id } } }', { id: mine })).data.document.links,
    ).toEqual([])
    expect(
      (await tenant.graphql('query($id: ID!) { document(id: $id) { links { id } } }', { id: mine })).data.document
        .links,
    ).toEqual([{ id: theirs }])
  })
})

describe('a list of documents', () => {
  let idle: TestApp
  let reader: Tenant
  beforeAll(async () => {
    // Without workers, whose statements would be counted; events are numbered all the time.
    idle = await startApp({ WORKERS: 'off' }, { bothRoads: true })
    reader = await idle.tenant('white_label')
    const documents = Array.from({ length: 12 }, (_, index) => ({
      type: 'invoice',
      from: reader.peppolId,
      to,
      document: {
        number: `L-${index}`,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'x',
        lines: [{ description: `Work ${index}`, quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
        attachments,
      },
    }))
    const { body } = await reader.post('/v1/documents/send/batch', { documents })
    await reader.post('/v1/documents/actions', {
      updates: body.results.slice(1).flatMap(({ document }: Body) => [
        { documentId: document.id, action: 'link', relatedDocumentId: body.results[0].document.id },
        { documentId: document.id, action: 'note', note: 'x' },
        { documentId: document.id, action: 'tag', tag: 'x' },
      ]),
    })
  })
  afterAll(() => idle.close())

  test.each([
    'lines { description }',
    'parties { name }',
    'structured { lines { description } }',
    'timeline { what }',
    'viewerCan { resend }',
    'links { id number }',
    'attempts { outcome }',
    'attachments { fileName url }',
    'notes { text }',
    'tags',
    'validation { valid }',
    'company { name }',
  ])('a list of documents shows %s in as many statements for ten as for two', async (field) => {
    const counts: number[] = []
    for (const first of [10, 2, 10])
      counts.push(
        (
          await idle.statements(async () =>
            expect(
              (await reader.graphql(`{ documents(first: ${first}) { nodes { id ${field} } } }`)).data.documents.nodes,
            ).toHaveLength(first),
          )
        ).filter((sql) => !sql.includes('events')).length,
      )
    expect(counts[2]).toBe(counts[1])
  })
})

/** How each ability is used. */
const uses: Readonly<Record<AbilityName, (caller: Caller, id: string) => Promise<Answer>>> = {
  act: (caller, id) => caller.post(`/v1/documents/${id}/actions`, { action: 'mark_read' }),
  resend: (caller, id) => caller.post(`/v1/documents/${id}/resend`),
  viewStructured: (caller, id) => caller.get(`/v1/documents/${id}/structured`),
  downloadOriginal: (caller, id) => caller.get(`/v1/documents/${id}/original`),
  downloadXml: (caller, id) => caller.get(`/v1/documents/${id}/xml`),
  downloadPdf: (caller, id) => caller.get(`/v1/documents/${id}/pdf`),
  downloadHtml: (caller, id) => caller.get(`/v1/documents/${id}/html`),
  downloadUbl: (caller, id) => caller.get(`/v1/documents/${id}/ubl`),
  downloadCii: (caller, id) => caller.get(`/v1/documents/${id}/cii`),
  downloadFacturx: (caller, id) => caller.get(`/v1/documents/${id}/facturx`),
  downloadEvidence: (caller, id) => caller.get(`/v1/documents/${id}/evidence`),
}

/** Until its delivery has ended, one way or the other. */
const arrive = async (id: string): Promise<void> => {
  await settle()
  while ((await tenant.get(`/v1/documents/${id}`)).body.deliveryStatus === 'pending') {
    app.clock.advance(900_000)
    await settle()
  }
}

describe('what the viewer can do', () => {
  /** One document in every state that makes a difference. */
  const states: Record<string, () => Promise<string>> = {
    delivered: () => send({ dueDate: '2026-12-20' }),
    rejected: () => send({ dueDate: '2026-12-20' }, { to: '9930:DE000000420' }),
    'not delivered': () => send({ dueDate: '2026-12-20' }, { to: '9930:DE000000430' }),
    'not delivered, and whose company is gone': async () => {
      const { id, peppolId } = (await tenant.post('/v1/companies', { vatNumber: vatNumberIn('BE') })).body
      const document = await send({ dueDate: '2026-12-20' }, { from: peppolId, to: '9930:DE000000430' })
      await arrive(document)
      await tenant.delete(`/v1/companies/${id}`)
      return document
    },
    'an order': () => send({}, { type: 'purchase-order' }),
    'an event': async () =>
      (await tenant.post('/v1/documents/send', { type: 'event', from, document: { number: `E-${++made}` } })).body.id,
    'a scan': async () =>
      (
        await tenant.post('/v1/documents/send', {
          type: 'invoice',
          format: 'raw',
          from,
          to,
          file: Buffer.from('scan').toString('base64'),
        })
      ).body.id,
  }
  const scopesOfKeys = [['*'], ['documents.read'], ['documents.read', 'documents.write'], ['documents.read', 'send']]
  const rows = Object.entries(states).flatMap(([state, make]) =>
    scopesOfKeys.map((scopes) => [state, scopes.join(' and '), { make, scopes }] as const),
  )
  test.each(sample(rows, 1 / 8))(
    'what the viewer can do with a document that is %s and a key for %s is exactly what the operations let it do',
    async (_state, _scopes, { make, scopes }) => {
      const id = await make()
      await arrive(id)
      const caller = await tenant.keyWith(scopes)
      const { data } = await caller.graphql(
        `query($id: ID!) { document(id: $id) { viewerCan { ${abilityNames.join(' ')} } } }`,
        { id },
      )
      // Reading first: a document that was sent again is in another state.
      for (const name of abilityNames.toSorted((one) => (one === 'resend' ? 1 : -1))) {
        const { status } = await uses[name](caller, id)
        expect({ name, can: data.document.viewerCan[name] }).toEqual({ name, can: status < 300 })
      }
    },
  )
  test('every ability of the viewer is known here, and is described by a sentence', () => {
    expect(Object.keys(uses).sort()).toEqual(abilityNames.toSorted())
    for (const name of abilityNames) expect(abilities[name].description).toMatch(/\.$/)
  })
})
