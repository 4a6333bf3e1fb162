import { type GraphQLNamedType, type GraphQLOutputType, getNamedType, isInterfaceType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
let seller: Tenant
let buyer: Tenant
beforeAll(async () => {
  app = await startApp()
  seller = await app.tenant()
  buyer = await app.tenant()
})
afterAll(() => app.close())

const fieldsOf = (type: GraphQLNamedType) =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []

/** Whether a cache can tell which object it is, in the answer or in the results of a batch. */
const hasIdentity = (output: GraphQLOutputType, depth = 3): boolean => {
  const fields = fieldsOf(getNamedType(output))
  return (
    fields.some(({ name, type }) => name === 'id' && String(type) === 'ID!') ||
    (depth > 0 && fields.some(({ type }) => hasIdentity(type, depth - 1)))
  )
}

/** The prefix of the identifiers of a type: its field says it, and for those that `node` finds this table. */
const NODES: Readonly<Record<string, string>> = {
  BulkOperation: 'bulk',
  Company: 'comp',
  Document: 'doc',
  Partner: 'part',
  Request: 'req',
  Webhook: 'wh',
  Shop: 'shop',
  Cart: 'cart',
}
const prefixOf = (type: GraphQLNamedType, description = ''): string | undefined =>
  NODES[type.name] ?? /`([a-z]+)_…`/.exec(description)?.[1]

/** What they change has no identifier, or is not an object of the schema. */
const WITHOUT = [
  'cancelOrganizationDeletion',
  'createHandoff',
  'createMigrationKey',
  'createSandboxHandoff',
  'decideConsent',
  'exchangeHandoff',
  'exchangeToken',
  'exhaustRateLimit',
  'exportPayments',
  'flushIdempotency',
  'registerOauthClient',
  'requestOrganizationDeletion',
  'resetSandbox',
  'revokeToken',
  'revokeUserAccess',
  'startAuthorization',
  'startDeviceAuthorization',
  'startOwnershipProof',
  'updateOrganization',
  'updatePlatformSettings',
]

/** Every field `id` that an answer may have. */
const identities = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) => fieldsOf(type).flatMap((field) => (field.name === 'id' ? [{ type, field }] : [])))

describe('what caches keep objects by', () => {
  test('a field that is called id is the identity of its object: an identifier, and never null', () => {
    expect(identities.length).toBeGreaterThan(40)
    const others = identities.filter(({ field }) => String(field.type) !== 'ID!')
    expect(others.map(({ type }) => type.name)).toEqual([])
  })

  test('no two types have the same identifiers: a cache by identifier alone would mix their objects', () => {
    // An event is of exactly one of the types of events.
    const lasting = identities.filter(({ type }) => !type.name.endsWith('Event'))
    const kinds = Map.groupBy(lasting, ({ type, field }) => prefixOf(type, field.description ?? ''))
    const shared = [...kinds].filter(([prefix, types]) => prefix === undefined || types.length > 1)
    expect(shared.map(([prefix, types]) => [prefix, types.map(({ type }) => type.name)])).toEqual([])
  })
})

describe('what mutations answer', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})

  test('every mutation answers the object that it changed with its identifier, or says which one is gone', () => {
    const without = mutations.filter(({ type }) => {
      const fields = fieldsOf(getNamedType(type))
      return !fields.some(({ name }) => name === 'deletedId') && !fields.some((field) => hasIdentity(field.type))
    })
    expect(without.map(({ name }) => name).sort()).toEqual(WITHOUT)
  })

  test('what is deleted is named by one field everywhere', () => {
    const deleting = mutations.filter(({ type }) =>
      fieldsOf(getNamedType(type)).some(({ name }) => /deleted/i.test(name)),
    )
    expect(deleting.map(({ name }) => name).sort()).toEqual([
      'deletePartner',
      'deleteShop',
      'deleteTag',
      'deleteTagGroup',
      'deleteWebhook',
      'mergePartners',
      'releaseDomain',
    ])
    for (const { type } of deleting)
      expect(
        fieldsOf(getNamedType(type))
          .find(({ name }) => name === 'deletedId')
          ?.type.toString(),
      ).toBe('ID')
  })
})

let made = 0
const sent = async (): Promise<{ id: string; twin: string }> => {
  const number = `P-${made++}`
  const { body } = await seller.post('/v1/documents/send', {
    type: 'invoice',
    from: seller.peppolId,
    to: buyer.peppolId,
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      lines: [{ description: 'Work', quantity: 1, unit: 'HUR', unitPrice: 100, vatRate: 21 }],
    },
  })
  await app.platform.runner?.settle()
  const incoming = await buyer.get(`/v1/documents?direction=incoming&number=${number}`)
  return { id: body.id, twin: incoming.body.data[0].id }
}

const SHOWN = 'document { id archived read tags lifecycleStatus updatedAt notes { text } payments { amount } }'
/** Every answer shows the document as it is read afterwards. */
const expectCurrent = async (tenant: Tenant, shown: Body): Promise<void> => {
  const { data } = await tenant.graphql(`query ($id: ID!) { ${SHOWN.replace('document', 'document(id: $id)')} }`, {
    id: shown.id,
  })
  expect(shown).toEqual(data.document)
}
const mutate = async (tenant: Tenant, name: string, input: object, selection: string): Promise<Body> => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const { data, errors } = await tenant.graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
    { input },
  )
  expect(errors).toBeUndefined()
  return data[name]
}

describe('the changed object', () => {
  test('an action, alone and in a batch, answers the document after it', async () => {
    const [one, other] = [await sent(), await sent()]
    const archived = await mutate(buyer, 'actOnDocument', { documentId: one.twin, action: 'ARCHIVE' }, SHOWN)
    expect(archived.document).toMatchObject({ id: one.twin, archived: true })
    await expectCurrent(buyer, archived.document)
    const { results } = await mutate(
      buyer,
      'actOnDocuments',
      {
        updates: [
          { documentId: one.twin, action: 'UNARCHIVE' },
          { documentId: other.twin, action: 'TAG', tag: 'urgent' },
          { documentId: one.id, action: 'ARCHIVE' },
        ],
      },
      `results { ok ${SHOWN} }`,
    )
    expect(results).toMatchObject([
      { ok: true, document: { id: one.twin, archived: false } },
      { ok: true, document: { id: other.twin, tags: ['urgent'] } },
      { ok: false, document: null },
    ])
    for (const { document } of results.slice(0, 2)) await expectCurrent(buyer, document)
  })

  test('of two mutations in one request, each answers the document as it left it', async () => {
    const { twin } = await sent()
    const { data, errors } = await buyer.graphql(
      `mutation ($id: ID!) {
        first: actOnDocument(input: {documentId: $id, action: ARCHIVE}) { document { archived read } }
        second: actOnDocument(input: {documentId: $id, action: MARK_READ}) { document { archived read } }
        third: actOnDocument(input: {documentId: $id, action: UNARCHIVE}) { document { archived read } } }`,
      { id: twin },
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      first: { document: { archived: true, read: false } },
      second: { document: { archived: true, read: true } },
      third: { document: { archived: false, read: true } },
    })
  })

  test('an update of the business status, alone, by number and in a batch, answers the document after it', async () => {
    const { twin } = await sent()
    const shown = `result { currentStatus ${SHOWN} }`
    const reviewed = await mutate(buyer, 'updateLifecycle', { documentId: twin, status: 'UNDER_REVIEW' }, shown)
    expect(reviewed.result.document).toMatchObject({ id: twin, lifecycleStatus: 'UNDER_REVIEW' })
    await expectCurrent(buyer, reviewed.result.document)
    const { number } = (await buyer.get(`/v1/documents/${twin}`)).body
    const approved = await mutate(buyer, 'updateLifecycleByNumber', { number, status: 'APPROVED' }, shown)
    expect(approved.result.document).toMatchObject({ id: twin, lifecycleStatus: 'APPROVED' })
    const { results } = await mutate(
      buyer,
      'updateLifecycleBatch',
      { updates: [{ documentId: twin, status: 'PAID', paymentDate: '2026-11-21' }] },
      `results { ok ${shown} error { code details { field message } } }`,
    )
    expect(results).toMatchObject([{ ok: true, error: null, result: { document: { lifecycleStatus: 'PAID' } } }])
    await expectCurrent(buyer, results[0].result.document)
  })

  test('a payment, and its reversal, answer the document with its payments and its new status', async () => {
    const { twin } = await sent()
    await buyer.post(`/v1/documents/${twin}/lifecycle`, { status: 'approved' })
    const input = { documentId: twin, amount: '121.00', date: '2026-11-21' }
    const paid = await mutate(buyer, 'recordPayment', input, `payment { id } ${SHOWN}`)
    expect(paid.document).toMatchObject({ lifecycleStatus: 'PAID', payments: [{ amount: '121.00' }] })
    await expectCurrent(buyer, paid.document)
    const back = await mutate(buyer, 'reversePayment', { paymentId: paid.payment.id }, SHOWN)
    expect(back.document.lifecycleStatus).not.toBe('PAID')
    await expectCurrent(buyer, back.document)
  })

  test('a tag answers the object that has it, and its removal the object without it', async () => {
    const { twin } = await sent()
    const { body: group } = await buyer.post('/v1/categorization/groups', { name: 'Account' })
    const { body: tag } = await buyer.post(`/v1/categorization/groups/${group.id}/tags`, { name: 'Travel' })
    const { body: partner } = await buyer.post('/v1/partners', { vatNumber: 'BE0403019261' })
    const shown = 'document { id categories { tag { id } } } partner { id } company { id }'
    const on = (objectId: string, objectType: string) =>
      mutate(buyer, 'assignTag', { objectId, objectType, tagId: tag.id }, shown)
    expect(await on(twin, 'DOCUMENT')).toEqual({
      document: { id: twin, categories: [{ tag: { id: tag.id } }] },
      partner: null,
      company: null,
    })
    expect(await on(partner.id, 'PARTNER')).toEqual({ document: null, partner: { id: partner.id }, company: null })
    expect(await on(buyer.companyId, 'COMPANY')).toMatchObject({ company: { id: buyer.companyId } })
    expect((await mutate(buyer, 'removeTag', { objectId: twin, tagId: tag.id }, shown)).document).toEqual({
      id: twin,
      categories: [],
    })
    expect(await mutate(buyer, 'deleteTag', { tagId: tag.id }, 'deletedId')).toEqual({ deletedId: tag.id })
    expect(await mutate(buyer, 'deleteTagGroup', { groupId: group.id }, 'deletedId')).toEqual({ deletedId: group.id })
  })

  test('partners that are merged or deleted say which one is gone', async () => {
    const partner = async (vatNumber: string): Promise<string> =>
      (await seller.post('/v1/partners', { vatNumber })).body.id
    const [kept, gone] = [await partner('BE0403019261'), await partner('BE0417497106')]
    expect(
      await mutate(seller, 'mergePartners', { partnerId: kept, duplicateId: gone }, 'deletedId partner { id }'),
    ).toEqual({ deletedId: gone, partner: { id: kept } })
    expect(await mutate(seller, 'deletePartner', { partnerId: kept }, 'deletedId')).toEqual({ deletedId: kept })
  })

  test('acknowledged and replayed events, the company of a clock and the webhook of a delivery are answered', async () => {
    await app.platform.relay.drain()
    const ids = (await seller.get('/v1/events?limit=2')).body.data.map(({ id }: Body) => id)
    const { events } = await mutate(seller, 'acknowledgeEvents', { eventIds: ids }, 'events { id acknowledgedAt }')
    expect(events).toEqual(ids.map((id: string) => ({ id, acknowledgedAt: expect.any(String) })))
    expect(await mutate(seller, 'replayEvent', { eventId: ids[0] }, 'event { id }')).toEqual({ event: { id: ids[0] } })
    expect(await mutate(seller, 'advanceClock', { companyId: seller.companyId, by: '1h' }, 'company { id }')).toEqual({
      company: { id: seller.companyId },
    })
  })

  test('who may change a document and not read it is refused before the change where it asks for the document', async () => {
    const { twin } = await sent()
    const writer = await buyer.keyWith(['documents.write'])
    const before = await buyer.footprint()
    const { errors } = await writer.graphql(
      'mutation ($id: ID!) { actOnDocument(input: {documentId: $id, action: ARCHIVE}) { document { id } } }',
      { id: twin },
    )
    expect(errors[0].extensions).toMatchObject({ code: 'INSUFFICIENT_SCOPE', status: 403 })
    expect(await buyer.footprint()).toEqual(before)
  })
})
