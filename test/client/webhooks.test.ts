/** What the server posts to a webhook is verified by the client. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { SignatureError, signWebhook, verifyWebhook } from '../../src/client/index.ts'
import { signatureOf } from '../../src/engine/webhooks/sign.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { type Endpoint, startEndpoint } from '../support/endpoint.ts'

let app: TestApp
let endpoint: Endpoint
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  endpoint = await startEndpoint(app)
})
afterAll(async () => {
  await endpoint.sink.stop()
  await app.close()
})

const BODY = '{"type":"document.sent"}'
const refusedAs = (reason: string): object => expect.objectContaining({ code: 'SIGNATURE_INVALID', reason })

test('a delivery is verified with the secret of its webhook, as text and as bytes, and answers its event', async () => {
  const { secret } = await endpoint.create()
  const { id } = await endpoint.happen()
  await endpoint.settle()
  const [posted] = endpoint.sink.posted
  const signature = String(posted?.headers['x-service-signature'])
  const now = app.clock.now()
  const event = await verifyWebhook(posted?.body ?? '', signature, secret, { now })
  expect(event.type === 'company.created' && event.data.companyId).toBe(id)
  expect(await verifyWebhook(Buffer.from(posted?.body ?? ''), [signature], ['another', secret], { now })).toEqual(event)
  await expect(verifyWebhook(`${posted?.body} `, signature, secret, { now })).rejects.toBeInstanceOf(SignatureError)
})

test('a wrong secret, another body, an old signature and a header of another form are told apart', async () => {
  const signature = await signWebhook(BODY, 'one')
  const check = (body: string, header: string | null | undefined, secret = 'one', more = {}): Promise<unknown> =>
    verifyWebhook(body, header, secret, more).catch((error: unknown) => error)
  expect(await check(BODY, signature)).toEqual({ type: 'document.sent' })
  expect(await check(BODY, signature, 'two')).toEqual(refusedAs('mismatch'))
  expect(await check(`${BODY}x`, signature)).toEqual(refusedAs('mismatch'))
  const later = new Date(systemClock.now().getTime() + 301_000)
  expect(await check(BODY, signature, 'one', { now: later })).toEqual(refusedAs('expired'))
  expect(await check(BODY, signature, 'one', { now: later, toleranceSeconds: 600 })).toEqual({ type: 'document.sent' })
  for (const header of [null, undefined, '', 't=1', 'v1=ab', `t=x,v1=${'a'.repeat(64)}`])
    expect(await check(BODY, header)).toEqual(refusedAs('malformed'))
})

test('the client signs as the server does, with one signature for each secret', async () => {
  const now = new Date('2026-11-21T10:00:00Z')
  expect(await signWebhook(BODY, ['one', 'two'], now)).toBe(signatureOf(BODY, ['one', 'two'], now))
})
