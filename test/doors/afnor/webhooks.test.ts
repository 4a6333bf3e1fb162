import { constants, createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AfnorTrade } from '../../support/afnor.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { type Sink, startSink, status as answering } from '../../support/sink.ts'
import { Trade } from '../../support/trade.ts'

const WEBHOOKS = '/afnor/flow-service/v1/webhooks'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let app: TestApp
let french: Trade
let norm: AfnorTrade
let sink: Sink
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  french = await Trade.between(app, 'FR')
  norm = await AfnorTrade.of(french)
  sink = await startSink()
})
afterEach(async () => {
  const { body } = await french.supplier.get(WEBHOOKS)
  for (const id of body.webhookIds) await french.supplier.delete(`${WEBHOOKS}/${id}`)
  sink.posted.length = 0
  sink.answer = answering(200)
})
afterAll(async () => {
  await sink.stop()
  await app.close()
})

const metadata = { flowType: 'CustomerInvoice', flowDirection: 'Out', ackStatus: 'Ok' }
const subscribe = (callback: object = {}, about: object = metadata) =>
  french.supplier.post(WEBHOOKS, { callback: { url: `${sink.url}/hook`, ...callback }, metadata: about })

/** An invoice is submitted; what was posted of it. */
const callbacks = async (): Promise<Body[]> => {
  await norm.take(french.supplier, { flowInfo: { name: 'f.xml', flowSyntax: 'UBL' }, file: norm.invoice().xml })
  await french.settle()
  await french.settle()
  return sink.posted.filter(({ path }) => path === '/hook')
}

describe('a subscription', () => {
  test('in the form of 1.2 is made, read, listed, changed in its technical parameters and deleted', async () => {
    const made = await subscribe({ headers: [{ headerName: 'X-Tenant', headerValue: '4711' }] })
    expect(made).toMatchObject({
      status: 201,
      body: { callback: { url: `${sink.url}/hook` }, metadata: { flowDirection: 'Out' } },
    })
    const { webhookId } = made.body
    expect(webhookId).toMatch(UUID)
    expect((await french.supplier.get(WEBHOOKS)).body).toMatchObject({
      count: 1,
      webhookIds: [webhookId],
      webhooks: [{ webhookId }],
    })
    const one = `${WEBHOOKS}/${webhookId}`
    expect((await french.supplier.get(one)).body.signingKey).toBeUndefined()
    const changed = await french.supplier.patch(one, { headers: [{ headerName: 'X-Tenant', headerValue: '4712' }] })
    expect(changed.status).toBe(200)
    const [callback] = await callbacks()
    expect(callback.headers['x-tenant']).toBe('4712')
    expect(await french.supplier.patch(one, { url: 'https://other.example.com' })).toMatchObject({ status: 400 })
    expect(await french.supplier.delete(one)).toMatchObject({ status: 204 })
    expect(await french.supplier.get(one)).toMatchObject({ status: 404, body: { errorCode: 'MISSING_RESOURCE' } })
  })

  test('in the form of 1.3 gets a key, and callbacks in the words of 1.3 that it verifies', async () => {
    const { status, body } = await french.supplier.post(WEBHOOKS, {
      callbackUrl: `${sink.url}/hook`,
      flowTypes: ['CustomerInvoice'],
      ackStatus: 'Ok',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ webhookId: expect.stringMatching(UUID), createdAt: expect.any(String) })
    const [{ headers, body: posted }] = (await callbacks()) as [Body]
    expect(JSON.parse(posted)).toMatchObject({
      flowType: 'CustomerInvoice',
      flowProfile: 'CIUS',
      acknowledgement: { status: 'Ok' },
    })
    const signed = `${posted}@${headers['afnor-signature-timestamp']}`
    expect(headers['afnor-signature']).toBe(
      createHmac('sha256', Buffer.from(body.signingKey, 'base64')).update(signed).digest('base64'),
    )
  })

  test.each<[missing: string, metadata: object]>([
    ['metadata.flowType', { flowDirection: 'Out' }],
    ['metadata.flowDirection', { flowType: 'CustomerInvoice' }],
    ['metadata.flowType metadata.flowDirection', {}],
  ])(
    'in the form of 1.2 says what it is about: without %s it is refused, and there is none',
    async (missing, about) => {
      const { status, body } = await subscribe({}, about)
      expect([status, body.errorCode]).toEqual([400, 'MISSING_REQUIRED_FIELD'])
      expect(body.error.details.map(({ field }: Body) => field).join(' ')).toBe(missing)
      expect((await french.supplier.get(WEBHOOKS)).body).toMatchObject({ count: 0 })
    },
  )

  test('of another organization does not exist, and is not told of flows of others', async () => {
    const { body } = await subscribe()
    const other = french.buyer
    for (const call of [
      other.get(`${WEBHOOKS}/${body.webhookId}`),
      other.patch(`${WEBHOOKS}/${body.webhookId}`, {}),
      other.delete(`${WEBHOOKS}/${body.webhookId}`),
    ])
      expect(await call).toMatchObject({ status: 404 })
    await other.post(WEBHOOKS, {
      callback: { url: `${sink.url}/other` },
      metadata: { flowType: 'CustomerInvoice', flowDirection: 'Out' },
    })
    expect(await callbacks()).toHaveLength(1)
    expect(sink.posted.filter(({ path }) => path === '/other')).toEqual([])
    await app.platform.db.client.webhook.deleteMany({ where: { organizationId: other.organizationId } })
  })

  test('is told of what fits alone', async () => {
    await subscribe({}, { flowType: 'SupplierInvoice', flowDirection: 'In' })
    expect(await callbacks()).toEqual([])
  })
})

const pairs = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  RSA_PSS: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ECDSA: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EDDSA_25519: () => generateKeyPairSync('ed25519'),
  EDDSA_448: () => generateKeyPairSync('ed448'),
} as const

describe('the signature', () => {
  test.each(Object.keys(pairs) as (keyof typeof pairs)[])(
    '%s verifies with the public key of the caller',
    async (algo) => {
      const { privateKey } = pairs[algo]()
      const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
      expect(await subscribe({ signature: { algo, key } })).toMatchObject({ status: 201 })
      const [{ headers, body }] = (await callbacks()) as [Body]
      const text = Buffer.from(`${body}@${headers['afnor-signature-timestamp']}`)
      const publicKey = createPublicKey(privateKey)
      const how =
        algo === 'RSA_PSS' ? { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : publicKey
      const hash = algo.startsWith('EDDSA') ? null : 'sha256'
      expect(verify(hash, text, how, Buffer.from(headers['afnor-signature'], 'base64'))).toBe(true)
    },
  )

  test('HS256 is made with the secret of the caller', async () => {
    await subscribe({ signature: { algo: 'HS256', key: Buffer.from('a secret').toString('base64') } })
    const [{ headers, body }] = (await callbacks()) as [Body]
    const signed = `${body}@${headers['afnor-signature-timestamp']}`
    expect(headers['afnor-signature']).toBe(createHmac('sha256', 'a secret').update(signed).digest('base64'))
  })

  test.each([
    ['a key that is none', { algo: 'RS256', key: 'bm9uZQ==' }],
    [
      'a key of another kind',
      {
        algo: 'EDDSA_448',
        key: generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      },
    ],
  ])('is refused with %s, and nothing is stored', async (_name, signature) => {
    expect(await subscribe({ signature })).toMatchObject({ status: 400, body: { errorCode: 'INVALID_REQUEST' } })
    expect((await french.supplier.get(WEBHOOKS)).body.count).toBe(0)
  })
})

describe('the authentication', () => {
  test('BASIC sends user and password', async () => {
    await subscribe({ authentication: { authType: 'BASIC', userId: 'erp', userPassword: 'pass:word' } })
    const [{ headers }] = (await callbacks()) as [Body]
    expect(headers.authorization).toBe(`Basic ${Buffer.from('erp:pass:word').toString('base64')}`)
  })

  test('OAUTH2 fetches a token once, and uses it until it expires', async () => {
    sink.answer = (response, posted) =>
      answering(200, {}, posted.path === '/token' ? '{"access_token":"t-1","expires_in":3600}' : '')(response)
    await subscribe({
      authentication: { authType: 'OAUTH2', tokenUrl: `${sink.url}/token`, clientId: 'c', clientSecret: 's' },
    })
    await callbacks()
    const posted = await callbacks()
    expect(posted.map(({ headers }) => headers.authorization)).toEqual(['Bearer t-1', 'Bearer t-1'])
    const asked = sink.posted.filter(({ path }) => path === '/token')
    expect(asked).toHaveLength(1)
    expect(Object.fromEntries(new URLSearchParams(String(asked[0]?.body)))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'c',
      client_secret: 's',
    })
  })

  test('is brought to no other address by who changes where the webhook goes', async () => {
    const secret = { authentication: { authType: 'BASIC', userId: 'erp', userPassword: 'pass:word' } }
    for (const callback of [secret, { headers: [{ headerName: 'X-Api-Key', headerValue: '4711' }] }]) {
      await subscribe(callback)
      const { data } = await french.supplier.graphql('{ flowWebhooks(first: 10) { nodes { webhook { id } } } }')
      for (const { webhook } of data.flowWebhooks.nodes) {
        const change = (url: string) => french.supplier.patch(`/v1/webhooks/${webhook.id}`, { url })
        expect((await change(`${sink.url}/elsewhere`)).status).toBe(409)
        expect((await change(`${sink.url}/hook`)).status).toBe(200)
      }
    }
    await callbacks()
    expect(sink.posted.filter(({ path }) => path === '/elsewhere')).toEqual([])
  })

  test('that lacks a part is refused', async () => {
    expect(await subscribe({ authentication: { authType: 'BASIC', userId: 'erp' } })).toMatchObject({
      status: 400,
      body: { errorCode: 'MISSING_REQUIRED_FIELD' },
    })
  })
})

test('what fails is in the log of deliveries, tried again, and the webhook is paused like every other', async () => {
  sink.answer = answering(500)
  const { body } = await subscribe()
  await callbacks()
  const list = (
    await french.supplier.graphql('{ flowWebhooks(first: 1) { nodes { webhook { id failureCount status } } } }')
  ).data.flowWebhooks.nodes
  expect(list).toMatchObject([{ webhook: { status: 'ACTIVE' } }])
  expect(list[0].webhook.failureCount).toBeGreaterThan(0)
  const { data } = (await french.supplier.get(`/v1/webhooks/${list[0].webhook.id}/deliveries`)).body
  expect(data[0]).toMatchObject({ eventType: 'flow', status: 'pending', attempts: [{ status: 500 }] })
  expect(body.webhookId).toMatch(UUID)
})
