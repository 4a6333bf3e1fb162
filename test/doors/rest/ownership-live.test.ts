import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '../../../src/app/operator.ts'
import { newKey } from '../../../src/auth/bearer-key.ts'
import { newId } from '../../../src/values/ids.ts'
import { type Answer, type Body, Caller, type TestApp, startApp } from '../../support/app.ts'
import { type FakeRegistry, kboAnswer, startFakeRegistry } from '../../support/fake-registries.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let kbo: FakeRegistry
let smtp: SMTPServer
const mails: { to: string[]; content: string }[] = []

/** A live deployment as a test can have one: a registry and a mail server on loopback, and no SMP. */
beforeAll(async () => {
  kbo = await startFakeRegistry()
  kbo.answer = ({ path }) =>
    kboAnswer(path.slice(-10), { contact_infos: { email: 'office@lumen.example', web: 'https://www.lumen.example/' } })
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const content = Buffer.concat((await stream.toArray()) as Buffer[])
        .toString()
        .replaceAll('=\r\n', '')
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), content })
      done()
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  app = await startApp({
    SERVICE_MODE: 'live',
    DATABASE_URL: 'postgresql://the-one-of-the-test/',
    SECRETS_KEY: 'k'.repeat(32),
    ACCESS_POINT: 'phoss',
    ACCESS_POINT_URL: 'http://127.0.0.1:9',
    ACCESS_POINT_TOKEN: 'token',
    KBO_URL: kbo.url,
    KBO_TOKEN: 'token',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'exchange@example.com',
  })
})
afterAll(async () => {
  await app.close()
  await kbo.close()
  await new Promise<void>((done) => smtp.close(() => done()))
})

/** A customer of a live deployment. */
const customer = async (): Promise<Caller> => {
  const { client } = app.platform.db
  const [organizationId, keyId, now] = [newId('organization'), newId('apiKey'), app.clock.now()]
  await client.organization.create({ data: { id: organizationId, name: 'Customer', plan: 'platform', createdAt: now } })
  const { key, hash, keyPrefix } = newKey('platform', false)
  const columns = { name: 'live', type: 'platform', testMode: false, keyPrefix, createdAt: now } as const
  await client.apiKey.create({ data: { organizationId, id: keyId, ...columns, scopes: ['*'] } })
  await client.apiKeyHash.create({ data: { hash, organizationId, keyId } })
  return new Caller(app, { authorization: `Bearer ${key}` })
}

let last = 0
const freshBelgian = (): string => {
  const number = `02${String(345_670 + (last += 1))}`
  return `BE${number}${String(97 - (Number(number) % 97)).padStart(2, '0')}`
}
const register = async (caller: Caller, vatNumber: string): Promise<Body> => {
  const { status, body } = await caller.post('/v1/companies', { vatNumber })
  expect(status).toBe(201)
  await app.platform.runner?.settle()
  return body
}
const company = async (caller: Caller, { id }: Body): Promise<Body> => (await caller.get(`/v1/companies/${id}`)).body
const record = (caller: Caller, { peppolId }: Body): Promise<Answer> =>
  caller.post('/v1/documents/send', { type: 'event', from: peppolId, document: { number: `E-${Math.random()}` } })
const approve = async ({ id }: Body): Promise<void> => {
  expect((await operate(app.platform, ['ownership', 'approve', id])).code).toBe(0)
  await app.platform.runner?.settle()
}
const byMail = async (caller: Caller, { id }: Body): Promise<Answer> => {
  const started = await caller.post(`/v1/companies/${id}/ownership`, { method: 'mail' })
  expect(started).toMatchObject({ status: 201, body: { sentTo: 'o…@lumen.example', sandboxCode: null } })
  const code = /code: (\d{8})/.exec(mails.at(-1)?.content ?? '')?.[1]
  return caller.post(`/v1/companies/${id}/ownership/confirm`, { code })
}

describe('a live deployment', () => {
  test('nothing is sent or published in the name of a company before a proof, and both are after it', async () => {
    const caller = await customer()
    const made = await register(caller, freshBelgian())
    expect(made.ownership).toMatchObject({ status: 'pending', reason: 'proof_required', proof: null })
    expectRefusal(await record(caller, made), 'OWNERSHIP_PENDING')
    await caller.post(`/v1/companies/${made.id}/register`)
    await app.platform.runner?.settle()
    // The SMP that is not there was not even asked.
    expect((await company(caller, made)).smp).toMatchObject({ status: 'pending', step: 'ownership', nextTryAt: null })
    await approve(made)
    expect(await company(caller, made)).toMatchObject({
      ownership: { status: 'granted', proof: 'operator' },
      smp: { step: 'service-group', lastError: expect.stringContaining('SMP') },
    })
    expect((await record(caller, made)).status).toBe(201)
  })

  test('the code goes to the address in the registry, in the words of the registry, and proves it', async () => {
    const caller = await customer()
    const vatNumber = freshBelgian()
    const { body: made } = await caller.post('/v1/companies', { vatNumber, name: 'Click http://evil.example' })
    expect(await byMail(caller, made)).toMatchObject({
      status: 200,
      body: { ownership: { status: 'granted', proof: 'mail' } },
    })
    expect(mails.at(-1)).toMatchObject({ to: ['office@lumen.example'] })
    expect(mails.at(-1)?.content).toContain('Lumen Paper SRL')
    expect(mails.at(-1)?.content).not.toContain('evil')
    expect((await record(caller, made)).status).toBe(201)
  })

  test('a code that was not given back proves nothing', async () => {
    const caller = await customer()
    const made = await register(caller, freshBelgian())
    const { body } = await caller.post(`/v1/companies/${made.id}/ownership`, { method: 'mail' })
    expect(body.sandboxCode).toBeNull()
    const [, code = ''] = /code: (\d{8})/.exec(mails.at(-1)?.content ?? '') ?? []
    const wrong = code === '00000000' ? '11111111' : '00000000'
    expectOperationRefusal(
      await caller.post(`/v1/companies/${made.id}/ownership/confirm`, { code: wrong }),
      'OWNERSHIP_NOT_PROVED',
    )
    expectRefusal(await record(caller, made), 'OWNERSHIP_PENDING')
  })

  test('who waits without a proof is not granted when the owner lets go, and who waits with one is', async () => {
    const [first, second, third] = [await customer(), await customer(), await customer()]
    const vatNumber = freshBelgian()
    const owner = await register(first, vatNumber)
    await approve(owner)
    const unproved = await register(second, vatNumber)
    const proved = await register(third, vatNumber)
    expect((await byMail(third, proved)).body.ownership).toMatchObject({
      status: 'pending',
      reason: 'owned_by_another',
      proof: 'mail',
    })
    await first.delete(`/v1/companies/${owner.id}`)
    expect((await company(third, proved)).ownership.status).toBe('granted')
    await third.delete(`/v1/companies/${proved.id}`)
    expect((await company(second, unproved)).ownership).toMatchObject({ status: 'pending', reason: 'proof_required' })
    expect((await byMail(second, unproved)).body.ownership).toMatchObject({ status: 'granted', proof: 'mail' })
  })

  test('an owner from before there were proofs goes on, until another proves that the company is its own', async () => {
    const [first, second] = [await customer(), await customer()]
    const vatNumber = freshBelgian()
    const owner = await register(first, vatNumber)
    await approve(owner)
    const unproved = { proof: null }
    await app.platform.db.client.participant.updateMany({ where: { companyId: owner.id }, data: unproved })
    await app.platform.db.client.company.updateMany({ where: { id: owner.id }, data: { ownershipProof: null } })
    expect((await record(first, owner)).status).toBe(201)
    const claimant = await register(second, vatNumber)
    expect((await byMail(second, claimant)).body.ownership).toMatchObject({ status: 'granted', proof: 'mail' })
    expectRefusal(await record(first, owner), 'OWNERSHIP_PENDING')
  })
})
