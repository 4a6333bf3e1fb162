import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, Caller, type TestApp, startApp } from '../../support/app.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'

let idp: IdentityProvider
let app: TestApp
let admin: Caller
let stranger: Caller
let member: Caller
beforeAll(async () => {
  idp = await startIdentityProvider({})
  app = await startApp({ JWT_ISSUER: idp.issuer, WORKERS: 'off' })
  ;[admin, member, stranger] = await Promise.all([
    user('ada', { acme: ['admin'] }),
    user('bob', { acme: ['read'] }),
    user('eve', { other: ['admin'] }),
  ])
})
afterAll(async () => {
  await app.close()
  await idp.stop()
})

const user = async (sub: string, permissions: Record<string, string[]>): Promise<Caller> =>
  new Caller(app, {
    authorization: `Bearer ${await idp.sign({ sub, email: `${sub}@example.com`, _permissions: permissions })}`,
  })
const freshCompany = async (): Promise<string> => (await admin.post('/v1/companies', { vatNumber: freshVat() })).body.id
const join = (companyId: string, by = member): Promise<Answer> => by.post(`/v1/companies/${companyId}/join`)
const decide = (
  decision: 'accept' | 'reject',
  { companyId, id }: { companyId: string; id: string },
  by = admin,
): Promise<Answer> => by.post(`/v1/companies/${companyId}/join-requests/${id}/${decision}`)
const eventsOf = async (companyId: string) =>
  (
    await app.platform.db.client.event.findMany({
      where: { companyId, type: { startsWith: 'company.join' } },
      orderBy: { position: 'asc' },
    })
  ).map(({ type, data }) => ({ type, data }))
const statusOf = async (id: string) =>
  (await app.platform.db.client.joinRequest.findFirstOrThrow({ where: { id } })).status

describe('a join request', () => {
  test('a join request is made by a user, shown to the admins, and announced', async () => {
    const companyId = await freshCompany()
    const { status, body } = await join(companyId)
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^jreq_/),
        companyId,
        companyName: expect.any(String),
        requester: { userId: 'bob', email: 'bob@example.com' },
        status: 'pending',
        createdAt: expect.stringMatching(/Z$/),
        decidedAt: null,
        decidedBy: null,
      },
    })
    expect((await admin.get('/v1/companies/join-requests')).body.data[0]).toEqual(body)
    expect(await eventsOf(companyId)).toEqual([
      {
        type: 'company.join_requested',
        data: { companyId, joinRequestId: body.id, userId: 'bob', email: 'bob@example.com' },
      },
    ])
  })

  test('a join request asked again, even at once, stays one', async () => {
    const companyId = await freshCompany()
    const answers = await Promise.all(Array.from({ length: 6 }, () => join(companyId)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await eventsOf(companyId)).toHaveLength(1)
  })

  test.each([
    ['accept', 'accepted', 'company.join_accepted'],
    ['reject', 'rejected', 'company.join_rejected'],
  ] as const)(
    'an admin can %s a join request once, and it ends as %s with the event %s',
    async (decision, status, type) => {
      const companyId = await freshCompany()
      const request = (await join(companyId)).body
      const answer = await decide(decision, request)
      expect(answer).toMatchObject({
        status: 200,
        body: { ...request, status, decidedAt: expect.stringMatching(/Z$/), decidedBy: 'ada' },
      })
      expect((await decide(decision, request)).body).toEqual(answer.body)
      expectOperationRefusal(await decide(decision === 'accept' ? 'reject' : 'accept', request), 'CONFLICT')
      expect(await eventsOf(companyId)).toMatchObject([
        { type: 'company.join_requested' },
        { type, data: { companyId, joinRequestId: request.id, userId: 'bob', decidedBy: 'ada' } },
      ])
      expect(
        (await admin.get('/v1/companies/join-requests')).body.data.map(({ id }: { id: string }) => id),
      ).not.toContain(request.id)
      expect(
        (await admin.get(`/v1/companies/join-requests?status=${status}`)).body.data.map(({ id }: { id: string }) => id),
      ).toContain(request.id)
    },
  )

  test('a rejected join request may be asked anew, an accepted one may not', async () => {
    const companyId = await freshCompany()
    const first = (await join(companyId)).body
    await decide('reject', first)
    const second = (await join(companyId)).body
    expect(second.id).not.toBe(first.id)
    await decide('accept', second)
    expectOperationRefusal(await join(companyId), 'CONFLICT')
  })

  test('a join request with opposite decisions at once gets one of them', async () => {
    const request = (await join(await freshCompany())).body
    const answers = await Promise.all([
      decide('accept', request),
      decide('reject', request),
      decide('accept', request),
      decide('reject', request),
    ])
    const settled = await statusOf(request.id)
    expect(answers.map(({ status, body }) => (status === 200 ? body.status : status))).toEqual(
      ['accepted', 'rejected', 'accepted', 'rejected'].map((wanted) => (wanted === settled ? settled : 409)),
    )
    expect(await eventsOf(request.companyId)).toHaveLength(2)
  })
})

describe('refusals of join requests', () => {
  test('users who are no admins of an organization neither list nor decide its join requests', async () => {
    const request = (await join(await freshCompany())).body
    expectOperationRefusal(await member.get('/v1/companies/join-requests'), 'INSUFFICIENT_SCOPE')
    for (const decision of ['accept', 'reject'] as const)
      expectOperationRefusal(await decide(decision, request, member), 'INSUFFICIENT_SCOPE')
    // An admin elsewhere is a reader here.
    const elsewhere = (await user('mix', { acme: ['read'], mixed: ['admin'] })).with({
      'x-service-organization-id': 'acme',
    })
    expectOperationRefusal(await decide('accept', request, elsewhere), 'INSUFFICIENT_SCOPE')
    expect(await statusOf(request.id)).toBe('pending')
  })

  test('to an admin of another organization the company and its join request do not exist', async () => {
    const request = (await join(await freshCompany())).body
    expectOperationRefusal(await join(request.companyId, stranger), 'COMPANY_NOT_FOUND')
    expectOperationRefusal(await decide('accept', request, stranger), 'RESOURCE_NOT_FOUND')
    expect((await stranger.get('/v1/companies/join-requests')).body.data).toEqual([])
    expect(await statusOf(request.id)).toBe('pending')
  })

  test('a join request is not decided under another company, nor made for a removed one', async () => {
    const request = (await join(await freshCompany())).body
    expectOperationRefusal(
      await decide('accept', { ...request, companyId: await freshCompany() }),
      'RESOURCE_NOT_FOUND',
    )
    const removed = await freshCompany()
    await admin.delete(`/v1/companies/${removed}`)
    expectOperationRefusal(await join(removed), 'CONFLICT')
    expect(await statusOf(request.id)).toBe('pending')
  })

  test('an API key cannot ask to join, for it stands for nobody', async () => {
    const tenant = await app.tenant()
    const before = await tenant.footprint()
    expectOperationRefusal(await tenant.post(`/v1/companies/${tenant.companyId}/join`), 'INSUFFICIENT_SCOPE')
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('in GraphQL', () => {
  test('GraphQL makes, lists and decides the same join requests, in a constant number of statements', async () => {
    const companyId = await freshCompany()
    const ask =
      'mutation ($input: RequestToJoinInput!) { requestToJoin(input: $input) { joinRequest { id status ' +
      'requester { userId } } } }'
    const { joinRequest } = (await member.graphql(ask, { input: { companyId } })).data.requestToJoin
    expect(joinRequest).toMatchObject({ status: 'PENDING', requester: { userId: 'bob' } })
    const list = '{ joinRequests { nodes { id companyId companyName status } } }'
    const statements = async (): Promise<string[]> =>
      (await app.statements(() => admin.graphql(list))).filter((sql) => /join_requests|companies/.test(sql))
    const one = await statements()
    for (let nth = 0; nth < 3; nth += 1) await join(await freshCompany())
    const more = await statements()
    expect(one.length).toBeGreaterThan(0)
    expect(more.length).toBe(one.length)
    const accept =
      'mutation ($input: AcceptJoinRequestInput!) { acceptJoinRequest(input: $input) { joinRequest { ' +
      'status decidedBy } } }'
    const input = { companyId, joinRequestId: joinRequest.id }
    expect((await member.graphql(accept, { input })).errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE')
    expect((await admin.graphql(accept, { input })).data.acceptJoinRequest.joinRequest).toEqual({
      status: 'ACCEPTED',
      decidedBy: 'ada',
    })
  })
})
