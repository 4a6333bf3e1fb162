import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type FakeRegistry, startFakeRegistry, viesAnswer, viesError } from '../../support/fake-registries.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'

let vies: FakeRegistry
let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  vies = await startFakeRegistry()
  app = await startApp({ VIES_URL: vies.url })
  tenant = await app.tenant('white_label')
})
beforeEach(() => void (vies.answer = () => viesAnswer({ name: 'Kestrel Glass GmbH' })))
afterAll(async () => {
  await app.close()
  await vies.close()
})

const make = async (body: object): Promise<Body> => (await tenant.post('/v1/partners', body)).body
const partner = async (id: string): Promise<Body> => (await tenant.get(`/v1/partners/${id}`)).body
const workOf = (id: string) =>
  app.platform.db.client.work.findMany({ where: { organizationId: tenant.organizationId, subjectId: id } })

/** The next refresh of a partner is due, and nobody remembers what the registry said. */
const refresh = async (id: string): Promise<void> => {
  await app.platform.db.client.registryAnswer.deleteMany()
  await app.platform.db.client.work.updateMany({
    where: { organizationId: tenant.organizationId, subjectId: id },
    data: { dueAt: app.clock.now() },
  })
  await app.platform.runner?.settle()
}

describe('a refresh of a partner', () => {
  test('a refresh of a partner keeps what people write while the registry is asked', async () => {
    const { id } = await make({ vatNumber: freshVat() })
    vies.answer = async () => {
      expect((await tenant.patch(`/v1/partners/${id}`, { enrichment: { rating: 'A' } })).status).toBe(200)
      return viesAnswer({ name: 'Kestrel Glas GmbH' })
    }
    await refresh(id)
    expect((await partner(id)).enrichment).toMatchObject({ rating: 'A', legalName: 'Kestrel Glas GmbH' })
  })

  test('a refresh writes nothing about a company that is no longer the partner', async () => {
    const { id } = await make({ vatNumber: freshVat(), peppolId: '0192:991825827' })
    vies.answer = async () => {
      expect((await tenant.patch(`/v1/partners/${id}`, { vatNumber: null, enrichment: {} })).status).toBe(200)
      return viesAnswer()
    }
    await refresh(id)
    const { vatNumber, enrichment } = await partner(id)
    expect({ vatNumber, enrichment }).toEqual({ vatNumber: null, enrichment: {} })
  })

  test.each([
    ['refuses', () => viesAnswer({ valid: false, name: '---', address: '---' }), /does not know/],
    ['is down', () => viesError('MS_UNAVAILABLE'), /did not answer/],
  ])('a refresh keeps what the directory says when the registry %s, and is made again', async (_name, reply, error) => {
    const { id } = await make({ vatNumber: freshVat() })
    // As a partner is that an exchange has made.
    await app.platform.db.client.partner.updateMany({ where: { id }, data: { peppolStatus: 'unknown' } })
    vies.answer = reply
    await refresh(id)
    expect(await partner(id)).toMatchObject({ peppolStatus: 'active', enrichment: { legalName: 'Kestrel Glass GmbH' } })
    expect(await workOf(id)).toMatchObject([{ attempts: 1, failedAt: null, lastError: expect.stringMatching(error) }])
  })
})

describe('a new identity', () => {
  test('a new identity of a partner brings what the registry knows, under what the caller says', async () => {
    const { id } = await make({ vatNumber: freshVat() })
    vies.answer = () => viesAnswer({ name: 'Osprey Glass GmbH' })
    expect((await tenant.patch(`/v1/partners/${id}`, { vatNumber: freshVat() })).body.enrichment).toMatchObject({
      legalName: 'Osprey Glass GmbH',
    })
    expect(
      (await tenant.patch(`/v1/partners/${id}`, { vatNumber: freshVat(), enrichment: { legalName: 'Mine' } })).body
        .enrichment,
    ).toMatchObject({ legalName: 'Mine', provider: 'vies' })
  })

  test('a new identity that could not be looked up is looked up again within a minute', async () => {
    const { id } = await make({ vatNumber: freshVat() })
    vies.answer = () => viesError('MS_UNAVAILABLE')
    expect((await tenant.patch(`/v1/partners/${id}`, { vatNumber: freshVat() })).status).toBe(200)
    const [work, ...others] = await workOf(id)
    expect(others).toEqual([])
    expect(Number(work?.dueAt)).toBeLessThanOrEqual(app.clock.now().getTime() + 60_000)
  })

  test('a new identity given while another is looked up stays, and who comes second is refused', async () => {
    const made = await make({ peppolId: '0192:991825828' })
    const vatNumber = freshVat()
    vies.answer = async () => {
      expect((await tenant.patch(`/v1/partners/${made.id}`, { peppolId: '0192:991825829' })).status).toBe(200)
      return viesAnswer()
    }
    expectRefusal(await tenant.patch(`/v1/partners/${made.id}`, { vatNumber }), 'CONFLICT')
    expect(await partner(made.id)).toMatchObject({ peppolId: '0192:991825829', vatNumber: null })
  })
})
