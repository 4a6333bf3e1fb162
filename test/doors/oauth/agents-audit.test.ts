import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('an agent that is let in, and its end, are in the audit with its scopes and the key that let it in', async () => {
  const tenant = await app.tenant('white_label')
  const { body: me } = await tenant.post('/v1/api-keys', { name: 'Giver', scopes: ['*'] })
  const giver = tenant.with({ authorization: `Bearer ${me.key}` })
  const { body: handoff } = await giver.post('/v1/oauth/handoff', { scopes: ['send'], label: 'Night run' })
  const redeemed = await app.anyone.post('/v1/oauth/handoff/exchange', { handoff_token: handoff.handoff_token })
  expect(redeemed.status).toBe(200)
  expect((await tenant.send('DELETE', `/v1/api-keys/${me.id}`)).status).toBeLessThan(300)
  const { body } = await tenant.get('/v1/platform/audit?kind=key&limit=100')
  const ofAgent = body.data.filter(
    ({ callerLabel, subjectId }: Body) => callerLabel === 'Night run' || subjectId !== me.id,
  )
  const shown = JSON.stringify(ofAgent)
  expect(ofAgent).toContainEqual(
    expect.objectContaining({ operation: 'exchangeHandoff', keyId: me.id, callerLabel: 'Night run' }),
  )
  expect(ofAgent).toContainEqual(expect.objectContaining({ operation: 'revokeApiKey' }))
  expect(shown).toContain('send')
  expect(shown).not.toContain(redeemed.body.access_token)
})
