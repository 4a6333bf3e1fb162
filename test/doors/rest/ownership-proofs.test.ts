import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operate } from '../../../src/app/operator.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'
import { startSink } from '../../support/sink.ts'
import { startSubscribers } from '../../support/subscribers.ts'
import { until } from '../../support/until.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const mandate = Buffer.from('%PDF-1.7\nsigned').toString('base64')

let app: TestApp
let first: Tenant
let second: Tenant
beforeAll(async () => void (app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })))
afterAll(() => app.close())
beforeEach(async () => {
  ;[first, second] = await Promise.all([app.tenant(), app.tenant()])
})

const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}
const company = async (tenant: Tenant, id: string): Promise<Body> => (await tenant.get(`/v1/companies/${id}`)).body
const start = (tenant: Tenant, id: string, body: object): Promise<Answer> =>
  tenant.post(`/v1/companies/${id}/ownership`, body)
const confirm = (tenant: Tenant, id: string, body: object = {}): Promise<Answer> =>
  tenant.post(`/v1/companies/${id}/ownership/confirm`, body)
const proofs = async (tenant: Tenant, id: string): Promise<Body[]> =>
  (await tenant.get(`/v1/companies/${id}/ownership`)).body.data
const eventsOf = async (tenant: Tenant): Promise<string[]> => {
  await settle()
  const { body } = await tenant.get('/v1/events?limit=100')
  return body.data
    .filter(({ type }: Body) => type.startsWith('company.ownership'))
    .map(({ type, data }: Body) => `${type} ${data.reason ?? data.proof}`)
    .toSorted()
}
const operator = async (...args: string[]): Promise<{ code: number; text: string }> => {
  const { code, said } = await operate(app.platform, ['ownership', ...args])
  await settle()
  return { code, text: Buffer.from(said).toString() }
}

/** A participant that the first owns without a proof, and the second claims. */
const contested = async (vatNumber = freshVat()): Promise<{ owner: string; claimant: string; vatNumber: string }> => {
  const { body: owner } = await first.post('/v1/companies', { vatNumber })
  await settle()
  const { body: claimant } = await second.post('/v1/companies', { vatNumber })
  expect([owner.ownership.status, claimant.ownership.status]).toEqual(['granted', 'pending'])
  return { owner: owner.id, claimant: claimant.id, vatNumber }
}

/** Nothing has moved: the first still owns the participant, and the second waits. */
const expectUnmoved = async ({ owner, claimant }: { owner: string; claimant: string }): Promise<void> => {
  expect((await company(first, owner)).ownership).toMatchObject({ status: 'granted', proof: null })
  expect((await company(second, claimant)).ownership).toMatchObject({ status: 'pending', proof: null })
}

/** The second owns the participant, is published, and both have been told. */
const expectTakenOver = async (
  { owner, claimant }: { owner: string; claimant: string },
  proof: string,
): Promise<void> => {
  await settle()
  expect(await company(second, claimant)).toMatchObject({
    smpRegistered: true,
    ownership: { status: 'granted', reason: null, proof, grantedAt: expect.any(String), methods: [] },
  })
  expect(await company(first, owner)).toMatchObject({
    smpRegistered: false,
    smp: { status: 'pending', step: 'ownership' },
    ownership: { status: 'pending', reason: 'taken_over', proof: null, grantedAt: null },
  })
  expect(await eventsOf(first)).toEqual(['company.ownership_pending taken_over'])
  expect(await eventsOf(second)).toEqual([
    `company.ownership_granted ${proof}`,
    'company.ownership_pending owned_by_another',
  ])
}

describe('a code by mail', () => {
  const sent = (vatNumber: string) =>
    app.platform.upstreams.mail.outbox.filter(({ to }) => to.includes(`office@${vatNumber.toLowerCase()}.example`))

  test('the code goes to the address that the registry tells, and whoever gives it back takes over', async () => {
    const both = await contested()
    const { status, body } = await start(second, both.claimant, { method: 'mail' })
    const [mail] = sent(both.vatNumber)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        method: 'mail',
        status: 'open',
        sentTo: `o…@${both.vatNumber.toLowerCase()}.example`,
        triesLeft: 5,
        sandboxCode: expect.stringMatching(/^\d{8}$/),
        recordName: null,
      },
    })
    expect(mail?.text).toContain(body.sandboxCode)
    expect(await confirm(second, both.claimant, { code: body.sandboxCode })).toMatchObject({
      status: 200,
      body: { id: both.claimant, ownership: { status: 'granted', proof: 'mail' } },
    })
    await expectTakenOver(both, 'mail')
    expect(await proofs(second, both.claimant)).toMatchObject([{ status: 'accepted', sandboxCode: null }])
  })

  test('the code is kept nowhere, and told once', async () => {
    const { claimant } = await contested()
    const { body } = await start(second, claimant, { method: 'mail' })
    const row = await app.platform.db.client.ownershipProof.findFirstOrThrow({ where: { companyId: claimant } })
    expect(JSON.stringify(row)).not.toContain(body.sandboxCode)
    expect(await proofs(second, claimant)).toMatchObject([{ status: 'open', sandboxCode: null }])
  })

  test('a wrong code is refused with the tries that are left, and after five not even the right one holds', async () => {
    const both = await contested()
    const { body } = await start(second, both.claimant, { method: 'mail' })
    const wrong = body.sandboxCode === '00000000' ? '11111111' : '00000000'
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(second, both.claimant, { code: wrong })))
    for (const answer of answers) expectOperationRefusal(answer, 'OWNERSHIP_NOT_PROVED')
    expect(answers.map((answer) => answer.body.error.message).toSorted()).toEqual([
      expect.stringContaining('0 tries'),
      expect.stringContaining('1 try is'),
      expect.stringContaining('2 tries'),
      expect.stringContaining('3 tries'),
      expect.stringContaining('4 tries'),
    ])
    const late = await confirm(second, both.claimant, { code: body.sandboxCode })
    expectOperationRefusal(late, 'OWNERSHIP_NOT_PROVED')
    expect(late.body.error.message).toContain('no tries are left')
    await expectUnmoved(both)
  })

  test('a code holds for half an hour, and a new one ends the one before', async () => {
    const both = await contested()
    const { body: old } = await start(second, both.claimant, { method: 'mail' })
    app.clock.advance(30 * MINUTE)
    expectOperationRefusal(await confirm(second, both.claimant, { code: old.sandboxCode }), 'OWNERSHIP_NOT_PROVED')
    const { body: fresh } = await start(second, both.claimant, { method: 'mail' })
    if (fresh.sandboxCode !== old.sandboxCode)
      expectOperationRefusal(await confirm(second, both.claimant, { code: old.sandboxCode }), 'OWNERSHIP_NOT_PROVED')
    await expectUnmoved(both)
    expect((await confirm(second, both.claimant, { code: fresh.sandboxCode })).status).toBe(200)
  })

  test('the right code given ten times at once proves it once', async () => {
    const both = await contested()
    const { body } = await start(second, both.claimant, { method: 'mail' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => confirm(second, both.claimant, { code: body.sandboxCode })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await expectTakenOver(both, 'mail')
  })

  test('at most five codes an hour are sent for a company', async () => {
    const both = await contested()
    for (let n = 0; n < 5; n += 1) expect((await start(second, both.claimant, { method: 'mail' })).status).toBe(201)
    const answer = await start(second, both.claimant, { method: 'mail' })
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status: 429, code: 'rate_limited' })
    expect(sent(both.vatNumber)).toHaveLength(5)
  })

  test.each(['mail', 'dns'])('a company of which the registry tells nothing cannot be proved by %s', async (method) => {
    const both = await contested('DE000000460')
    expectOperationRefusal(await start(second, both.claimant, { method }), 'PROOF_UNAVAILABLE')
    expect(await proofs(second, both.claimant)).toEqual([])
    for (const one of [second, first])
      expect((await one.post('/v1/sandbox/reset', { confirm: 'yes' })).status).toBe(200)
  })
})

describe('a record in the DNS', () => {
  test('the domain is the one that the registry tells, and its record proves whose the company is', async () => {
    const both = await contested()
    expect(await start(second, both.claimant, { method: 'dns' })).toMatchObject({
      status: 201,
      body: {
        method: 'dns',
        recordName: `_invoice-exchange.${both.vatNumber.toLowerCase()}.example`,
        recordValue: expect.stringMatching(/^invoice-exchange=[\da-f]{40}$/),
        sentTo: null,
        triesLeft: null,
        sandboxCode: null,
      },
    })
    expect((await confirm(second, both.claimant)).status).toBe(200)
    await expectTakenOver(both, 'dns')
  })

  test.each([
    ['is absent', 'DE000000461', 'OWNERSHIP_NOT_PROVED', 'has no TXT record'],
    ['says something else', 'DE000000462', 'OWNERSHIP_NOT_PROVED', 'has another text'],
    ['cannot be asked for', 'DE000000463', 'UPSTREAM_UNAVAILABLE', 'do not answer'],
  ] as const)('a record that %s proves nothing, and may be looked for again', async (_what, vat, code, message) => {
    const both = await contested(vat)
    await start(second, both.claimant, { method: 'dns' })
    for (let n = 0; n < 2; n += 1) {
      const answer = await confirm(second, both.claimant)
      expect(answer.body.error.message).toContain(message)
      expectOperationRefusal(answer, code)
    }
    await expectUnmoved(both)
    expect(await proofs(second, both.claimant)).toMatchObject([{ status: 'open' }])
  })

  test('no record is looked for before one was asked for, or three days after', async () => {
    const both = await contested()
    expectOperationRefusal(await confirm(second, both.claimant), 'OWNERSHIP_NOT_PROVED')
    await start(second, both.claimant, { method: 'dns' })
    app.clock.advance(3 * DAY)
    expectOperationRefusal(await confirm(second, both.claimant), 'OWNERSHIP_NOT_PROVED')
    await expectUnmoved(both)
  })
})

describe('a mandate, and the operator', () => {
  test('a mandate is granted when the operator approves it, and not before', async () => {
    const both = await contested()
    expect(await start(second, both.claimant, { method: 'mandate', mandate })).toMatchObject({
      status: 201,
      body: { method: 'mandate', status: 'open', expiresAt: null },
    })
    expectOperationRefusal(await confirm(second, both.claimant), 'OWNERSHIP_NOT_PROVED')
    await expectUnmoved(both)
    expect((await operator('list')).text).toContain(`${both.claimant}\tmandate\t`)
    expect((await operator('mandate', both.claimant)).text).toBe('%PDF-1.7\nsigned')
    expect(await operator('approve', both.claimant)).toEqual({
      code: 0,
      text: `${both.claimant} owns its participant id (mandate).\n`,
    })
    await expectTakenOver(both, 'mandate')
    expect((await operator('list')).text).not.toContain(both.claimant)
  })

  test('a mandate that the operator turns down changes nothing, and the company reads why', async () => {
    const both = await contested()
    await start(second, both.claimant, { method: 'mandate', mandate })
    expect(await operator('reject', both.claimant, 'The', 'signature', 'is', 'missing.')).toMatchObject({ code: 0 })
    expect(await proofs(second, both.claimant)).toMatchObject([
      { method: 'mandate', status: 'rejected', rejection: 'The signature is missing.', decidedAt: expect.any(String) },
    ])
    await expectUnmoved(both)
    expect(await operator('reject', both.claimant, 'Again')).toMatchObject({ code: 1 })
  })

  test('a mandate that the operator turns down is told once, with its reason, to those who follow', async () => {
    const both = await contested()
    const [sink, subscribers] = [await startSink(), await startSubscribers(app)]
    const events = ['company.ownership_rejected']
    for (const [tenant, path] of [
      [first, 'owner'],
      [second, 'claimant'],
    ] as const)
      expect((await tenant.post('/v1/webhooks', { url: `${sink.url}/${path}`, events })).status).toBe(201)
    const query =
      'subscription { companyOwnershipRejected { type companyId company { id } ' +
      'data { companyId peppolId method rejection updatedAt } } }'
    const [own, other] = [
      await subscribers.followed(subscribers.socketFor(second.key), query),
      await subscribers.followed(subscribers.socketFor(first.key), query),
    ]
    await start(second, both.claimant, { method: 'mandate', mandate })
    await operator('reject', both.claimant, 'The', 'signature', 'is', 'missing.')
    await operator('reject', both.claimant, 'Again')
    await settle()

    const { peppolId } = await company(second, both.claimant)
    const data = {
      companyId: both.claimant,
      peppolId,
      method: 'mandate',
      rejection: 'The signature is missing.',
      updatedAt: expect.any(String),
    }
    const { body } = await second.get('/v1/events?limit=100')
    expect(body.data.filter(({ type }: Body) => events.includes(type)).map((one: Body) => one.data)).toEqual([data])
    expect(await eventsOf(first)).toEqual([])
    expect(sink.posted.map(({ path, body: posted }) => [path, JSON.parse(posted).data])).toEqual([['/claimant', data]])
    await until(() => own.received.length)
    expect(own.received.map(({ data: received }) => received.companyOwnershipRejected)).toEqual([
      {
        type: 'COMPANY_OWNERSHIP_REJECTED',
        companyId: both.claimant,
        company: { id: both.claimant },
        data: { ...data, method: 'MANDATE' },
      },
    ])
    expect(other.received).toEqual([])
    await subscribers.leave()
    await sink.stop()
  })

  test.each([
    ['without its file', {}, 'MISSING_FIELD'],
    ['that is no PDF', { mandate: Buffer.from('signed').toString('base64') }, 'UNREADABLE_FILE'],
    ['of more than 2 MB', { mandate: Buffer.alloc(2_200_000, '%PDF-').toString('base64') }, 'PAYLOAD_TOO_LARGE'],
  ] as const)('a mandate %s is refused, and nothing is kept', async (_what, body, code) => {
    const both = await contested()
    expectOperationRefusal(await start(second, both.claimant, { method: 'mandate', ...body }), code)
    expect(await proofs(second, both.claimant)).toEqual([])
  })

  test('the operator decides without a mandate too, and over an owner that has proved it', async () => {
    const both = await contested()
    await start(first, both.owner, { method: 'dns' })
    expect((await confirm(first, both.owner)).body.ownership).toMatchObject({ status: 'granted', proof: 'dns' })
    await start(second, both.claimant, { method: 'operator' })
    expect((await operator('list')).text).toContain(`${both.claimant}\toperator\t`)
    expect((await operator('approve', both.claimant)).code).toBe(0)
    expect((await company(second, both.claimant)).ownership).toMatchObject({ status: 'granted', proof: 'operator' })
    expect((await company(first, both.owner)).ownership).toMatchObject({
      status: 'pending',
      reason: 'taken_over',
      proof: null,
    })
  })

  test('a command of the operator that means nothing changes nothing, and explains itself', async () => {
    expect(await operator('approve', 'comp_01kafm4h7vf8xbkrs9q2m3c5de')).toMatchObject({ code: 1 })
    for (const args of [[], ['approve']]) expect((await operator(...args)).text).toContain('Usage:')
    expect((await operator('seize', 'comp_01kafm4h7vf8xbkrs9q2m3c5de')).text).toContain(
      'See: invoice-exchange help ownership',
    )
  })
})

describe('a proof against an owner', () => {
  test('an owner that has proved it stays, and a second proof waits until it lets go', async () => {
    const both = await contested()
    await start(first, both.owner, { method: 'dns' })
    expect((await confirm(first, both.owner)).status).toBe(200)
    await start(second, both.claimant, { method: 'dns' })
    expect((await confirm(second, both.claimant)).body.ownership).toMatchObject({
      status: 'pending',
      reason: 'owned_by_another',
      proof: 'dns',
      methods: [],
    })
    expect(await company(first, both.owner)).toMatchObject({ smpRegistered: true, ownership: { status: 'granted' } })
    await first.delete(`/v1/companies/${both.owner}`)
    await settle()
    expect(await company(second, both.claimant)).toMatchObject({
      smpRegistered: true,
      ownership: { status: 'granted', proof: 'dns' },
    })
  })

  test('the company that came with a sandbox is proved: nobody takes it away', async () => {
    const { body: own } = await first.get(`/v1/companies/${first.companyId}`)
    expect(own.ownership).toMatchObject({ status: 'granted', proof: 'operator', methods: [] })
    const { body: claimant } = await second.post('/v1/companies', { vatNumber: own.vatNumber })
    await start(second, claimant.id, { method: 'dns' })
    expect((await confirm(second, claimant.id)).body.ownership).toMatchObject({ status: 'pending', proof: 'dns' })
    expect((await company(first, own.id)).ownership).toEqual(own.ownership)
  })

  test('of ten that prove at once that a participant is theirs, exactly one owns it', async () => {
    const { vatNumber, owner } = await contested()
    const tenants = await Promise.all(Array.from({ length: 10 }, () => app.tenant()))
    const ids = await Promise.all(
      tenants.map(async (tenant) => (await tenant.post('/v1/companies', { vatNumber })).body.id as string),
    )
    await Promise.all(tenants.map((tenant, n) => start(tenant, ids[n] ?? '', { method: 'dns' })))
    const answers = await Promise.all(tenants.map((tenant, n) => confirm(tenant, ids[n] ?? '')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    await settle()
    const now = await Promise.all(tenants.map((tenant, n) => company(tenant, ids[n] ?? '')))
    expect(now.filter(({ ownership }) => ownership.status === 'granted')).toHaveLength(1)
    expect(now.filter(({ smpRegistered }) => smpRegistered)).toHaveLength(1)
    expect((await company(first, owner)).ownership).toMatchObject({ status: 'pending', reason: 'taken_over' })
  })

  test('what was on its way when a company was taken over stays here', async () => {
    const both = await contested('BE0403170701')
    const { peppolId } = await company(first, both.owner)
    // Cannot be reached the first six times: the document is still on its way.
    const { body: document, status } = await first.post('/v1/documents/send', {
      type: 'invoice',
      from: peppolId,
      to: '9930:DE000000436',
      document: {
        number: 'T-1',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'x',
        lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
      },
    })
    expect(status).toBe(201)
    await settle()
    await start(second, both.claimant, { method: 'dns' })
    await confirm(second, both.claimant)
    app.clock.advance(HOUR)
    await settle()
    expect((await first.get(`/v1/documents/${document.id}`)).body).toMatchObject({
      deliveryStatus: 'failed',
      errorCode: 'OWNERSHIP_PENDING',
    })
    const again = await first.post(`/v1/documents/${document.id}/resend`)
    expect({ status: again.status, code: again.body.error.code }).toEqual({ status: 409, code: 'OWNERSHIP_PENDING' })
  })

  test('who has proved it, or claims nothing, has nothing to prove', async () => {
    const both = await contested()
    await start(second, both.claimant, { method: 'dns' })
    await confirm(second, both.claimant)
    expectOperationRefusal(await start(second, both.claimant, { method: 'mail' }), 'CONFLICT')
    expectOperationRefusal(await confirm(second, both.claimant), 'CONFLICT')
    await first.delete(`/v1/companies/${both.owner}`)
    expectOperationRefusal(await start(first, both.owner, { method: 'mail' }), 'CONFLICT')
  })

  test('letting go forgets the proof: who comes back has to prove it again', async () => {
    const { owner } = await contested()
    await start(first, owner, { method: 'dns' })
    await confirm(first, owner)
    await first.delete(`/v1/companies/${owner}`)
    await second.post('/v1/sandbox/reset', { confirm: 'yes' })
    const { body } = await first.post(`/v1/companies/${owner}/register`)
    expect(body.ownership).toMatchObject({ status: 'granted', proof: null })
    expect(await proofs(first, owner)).toEqual([])
  })
})
