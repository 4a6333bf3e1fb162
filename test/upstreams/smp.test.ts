import { INVOICE_TYPE } from '../support/document-types.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { workKinds } from '../../src/app/work-kinds.ts'
import { startRunner } from '../../src/engine/work/runner.ts'
import { isSiret } from '../../src/values/national-numbers.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type FakeSmp, groupOf, startFakeSmp } from '../support/fake-smp.ts'
import { freshVat } from '../support/numbers.ts'
import { vatNumberIn } from '../support/trade.ts'

let fake: FakeSmp
let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  fake = await startFakeSmp()
  app = await startApp(fake.settings)
})
beforeEach(async () => {
  fake.reset()
  tenant = await app.tenant('white_label')
})
afterAll(async () => {
  await app.close()
  await fake.close()
})

const settle = async (): Promise<void> => void (await app.platform.runner?.settle())
const make = async (more: object = {}): Promise<Body> => {
  const { body } = await tenant.post('/v1/companies', { vatNumber: freshVat(), ...more })
  await settle()
  return body
}
const smpOf = async (id: string): Promise<Body> => (await tenant.get(`/v1/companies/${id}`)).body.smp

describe('phoss-smp', () => {
  test('phoss-smp gets service group, metadata of every document that is received, and business card', async () => {
    const { id, peppolId, name } = await make({
      capabilities: { receive: ['invoice'] },
      address: { city: 'Gent', postalCode: '9000', country: 'BE' },
    })
    expect(await smpOf(id)).toMatchObject({ status: 'registered' })
    expect(fake.authorizations).toEqual(new Set([`Basic ${Buffer.from('peppol:secret').toString('base64')}`]))
    const group = groupOf(peppolId)
    expect(fake.store.get(group)).toContain(
      `<id:ParticipantIdentifier scheme="iso6523-actorid-upis">${peppolId}</id:ParticipantIdentifier>`,
    )
    const services = [...fake.store].filter(([path]) => path.startsWith(`${group}/services/`))
    expect(services.map(([path]) => decodeURIComponent(path.split('/').at(-1) ?? ''))).toContain(
      `busdox-docid-qns::${INVOICE_TYPE}`,
    )
    for (const [, xml] of services) {
      expect(() => readXml(Buffer.from(xml))).not.toThrow()
      expect(xml).toContain('<wsa:Address>https://ap.example.com/as4</wsa:Address>')
      expect(xml).toContain('<Certificate>QUJDREVG</Certificate>')
      expect(xml).toContain('transportProfile="peppol-transport-as4-v2_0"')
    }
    expect(fake.store.get(`businesscard/${group}`)).toContain(`<Name name="${name}"/>`)
    expect(fake.store.get(`businesscard/${group}`)).toContain(
      '<GeographicalInformation>9000 Gent</GeographicalInformation>',
    )
  })

  test('phoss-smp forgets the documents that are not received any more', async () => {
    const { id, peppolId } = await make({ capabilities: { receive: ['invoice', 'purchase-order'] } })
    const services = (): string[] =>
      [...fake.store.keys()]
        .filter((path) => path.startsWith(`${groupOf(peppolId)}/services/`))
        .map((path) => decodeURIComponent(path))
    expect(services().some((path) => path.includes('::Order##'))).toBe(true)
    await tenant.patch(`/v1/companies/${id}`, { capabilities: { receive: ['invoice'] } })
    await settle()
    expect(services().some((path) => path.includes('::Order##'))).toBe(false)
    expect(services().some((path) => path.includes('::Invoice##'))).toBe(true)
  })

  test('phoss-smp loses the record and the card of a company that is removed', async () => {
    const { id } = await make()
    expect(fake.store.size).toBeGreaterThan(2)
    await tenant.delete(`/v1/companies/${id}`)
    await settle()
    expect([...fake.store.keys()]).toEqual([])
    expect(await smpOf(id)).toMatchObject({ status: 'none', step: 'withdrawn' })
  })

  test('phoss-smp has the record of a company that comes back while it is being removed', async () => {
    const { id, peppolId } = await make()
    fake.meanwhile = {
      method: 'DELETE',
      async happens() {
        expect((await tenant.post(`/v1/companies/${id}/register`)).status).toBe(200)
        // Begun only here: the removal is not its work.
        const otherProcess = startRunner(app.platform, workKinds)
        await otherProcess.settle()
        await otherProcess.close()
      },
    }
    await tenant.delete(`/v1/companies/${id}`)
    await settle()
    expect((await tenant.get(`/v1/companies/${id}`)).body).toMatchObject({ status: 'active', smpRegistered: true })
    expect([...fake.store.keys()]).toContain(groupOf(peppolId))
  })

  test('phoss-smp has what changes while a company is published, without waiting for a next try', async () => {
    const { id, peppolId } = await make()
    fake.meanwhile = {
      method: 'PUT',
      happens: async () =>
        expect(
          (await tenant.patch(`/v1/companies/${id}`, { capabilities: { receive: ['purchase-order'] } })).status,
        ).toBe(200),
    }
    await tenant.patch(`/v1/companies/${id}`, { name: 'Published twice' })
    await settle()
    expect(fake.meanwhile).toBeUndefined()
    expect((await tenant.get(`/v1/companies/${id}`)).body).toMatchObject({
      smpRegistered: true,
      smp: { status: 'registered', lastError: null, nextTryAt: null },
    })
    const services = [...fake.store.keys()]
      .filter((path) => path.startsWith(`${groupOf(peppolId)}/services/`))
      .map((path) => decodeURIComponent(path))
    expect([
      services.some((path) => path.includes('::Order##')),
      services.some((path) => path.includes('::Invoice##')),
    ]).toEqual([true, false])
    expect(fake.store.get(`businesscard/${groupOf(peppolId)}`)).toContain('<Name name="Published twice"/>')
    expect(
      await app.platform.db.client.work.count({
        where: { organizationId: tenant.organizationId, kind: 'company.publish' },
      }),
    ).toBe(0)
  })

  test('phoss-smp loses the records of an organization that is deleted, those of further addresses too', async () => {
    const { client } = app.platform.db
    const { organizationId } = tenant
    await client.organization.update({ where: { id: organizationId }, data: { expiresAt: null } })
    await client.apiKey.updateMany({ where: { organizationId }, data: { expiresAt: null } })
    const { id, peppolId } = await make({ vatNumber: vatNumberIn('FR') })
    await tenant.post(`/v1/companies/${id}/addresses`, { address: `${peppolId}_X` })
    await settle()
    expect([...fake.store.keys()]).toContain(groupOf(`${peppolId}_X`))
    const asked = await tenant.post('/v1/organization/deletion', { confirm: organizationId, graceDays: 7 })
    expect(asked.status).toBe(202)
    app.clock.advance(7 * 24 * 3_600_000 + 1_000)
    await settle()
    expect(await client.organization.count({ where: { id: organizationId } })).toBe(0)
    expect([...fake.store.keys()]).toEqual([])
  })

  test('phoss-smp loses an address that ends while another process publishes its company', async () => {
    const { id, peppolId } = await make({ vatNumber: vatNumberIn('FR') })
    const address = `${peppolId}_X`
    const { body } = await tenant.post(`/v1/companies/${id}/addresses`, { address })
    fake.meanwhile = {
      method: 'PUT',
      async happens() {
        expect((await tenant.post(`/v1/companies/${id}/addresses/${body.id}/end`, {})).status).toBe(200)
        const otherProcess = startRunner(app.platform, workKinds)
        await otherProcess.settle()
        await otherProcess.close()
      },
    }
    await settle()
    expect(fake.meanwhile).toBeUndefined()
    expect([...fake.store.keys()]).toContain(groupOf(peppolId))
    expect([...fake.store.keys()]).not.toContain(groupOf(address))
    expect((await tenant.get(`/v1/companies/${id}/addresses`)).body.data).toMatchObject([{ publishedAt: null }])
  })

  test('phoss-smp has an address that begins again while another process withdraws it', async () => {
    const { id, peppolId } = await make({ vatNumber: vatNumberIn('FR') })
    const [path, address] = [`/v1/companies/${id}/addresses`, `${peppolId}_X`]
    const { body } = await tenant.post(path, { address })
    await settle()
    fake.meanwhile = {
      method: 'DELETE',
      async happens() {
        expect((await tenant.post(path, { address })).status).toBe(201)
        const otherProcess = startRunner(app.platform, workKinds)
        await otherProcess.settle()
        await otherProcess.close()
      },
    }
    await tenant.post(`${path}/${body.id}/end`, {})
    await settle()
    expect(fake.meanwhile).toBeUndefined()
    expect([...fake.store.keys()]).toContain(groupOf(address))
    expect((await tenant.get(path)).body.data).toMatchObject([
      { id: body.id, publishedAt: null },
      { address, publishedAt: expect.any(String) },
    ])
  })

  test('phoss-smp keeps the record of a participant that a company which only sends waits for', async () => {
    const { peppolId, vatNumber, name } = await make()
    const other = await app.tenant('white_label')
    const { body } = await other.post('/v1/platform/companies', { vatNumber, receiveDocuments: false })
    expect(body.company).toMatchObject({ receivesDocuments: false, ownership: { status: 'pending' } })
    await settle()
    expect((await other.patch(`/v1/companies/${body.company.id}`, { name: 'Another' })).status).toBe(200)
    await settle()
    expect([...fake.store.keys()]).toContain(groupOf(peppolId))
    expect((await tenant.get(`/v1/directory/search?vatNumber=${vatNumber}`)).body.data).toMatchObject([{ name }])
  })

  test('phoss-smp has the record of who takes a participant over from a company that only sends', async () => {
    const { id, peppolId, vatNumber } = await make()
    const [sender, claimant] = [await app.tenant('white_label'), await app.tenant('white_label')]
    await sender.post('/v1/platform/companies', { vatNumber, receiveDocuments: false })
    const { body: claiming } = await claimant.post('/v1/companies', { vatNumber })
    const path = `/v1/companies/${claiming.id}/ownership`
    const { body: proof } = await claimant.post(path, { method: 'mail' })
    fake.meanwhile = {
      method: 'DELETE',
      async happens() {
        expect((await claimant.post(`${path}/confirm`, { code: proof.sandboxCode })).status).toBe(200)
        const otherProcess = startRunner(app.platform, workKinds)
        await otherProcess.settle()
        await otherProcess.close()
      },
    }
    // Who only sends is the next owner, and removes the record.
    await tenant.delete(`/v1/companies/${id}`)
    await settle()
    expect(fake.meanwhile).toBeUndefined()
    expect((await claimant.get(`/v1/companies/${claiming.id}`)).body).toMatchObject({ smpRegistered: true })
    expect([...fake.store.keys()]).toContain(groupOf(peppolId))
  })

  test('an establishment that is added as an address while its company is published is there once', async () => {
    const vatNumber = vatNumberIn('FR')
    const siren = vatNumber.slice(4)
    const siret = Array.from({ length: 10 }, (_none, digit) => `${siren}0001${digit}`).find(isSiret) as string
    const address = `0225:${siren}_${siret}`
    const added: number[] = []
    fake.meanwhile = {
      method: 'PUT',
      async happens() {
        const { body } = await tenant.get('/v1/companies?limit=1')
        added.push((await tenant.post(`/v1/companies/${body.data[0].id}/addresses`, { address })).status)
      },
    }
    const { id } = await make({ vatNumber, additionalIdentifiers: [{ scheme: 'SIRET', value: siret }] })
    expect(added).toEqual([201])
    expect((await tenant.get(`/v1/companies/${id}/addresses`)).body.data).toMatchObject([
      { address, publishedAt: expect.any(String) },
    ])
  })

  test.each([
    ['service-group', /^iso6523[^/]*$/, 409],
    ['service-metadata', /\/services\//, 400],
    ['business-card', /^businesscard\//, 500],
  ] as const)(
    'an SMP that fails at the step %s is told with step, status and reason, and tried again',
    async (step, path, status) => {
      fake.broken = { path, status }
      const { id } = await make()
      expect(await smpOf(id)).toMatchObject({
        status: 'pending',
        step,
        lastError: `The SMP answered ${status}: It is broken`,
        nextTryAt: expect.any(String),
      })
      fake.broken = undefined
      app.clock.advance(60_000)
      await settle()
      expect(await smpOf(id)).toMatchObject({ status: 'registered', lastError: null })
    },
  )

  test('an organization that is to be deleted is, however long an SMP keeps a record of it', async () => {
    const { peppolId } = await make()
    const { organizationId } = tenant
    const { client } = app.platform.db
    fake.broken = { status: 503, path: /./ }
    const asked = await tenant.post('/v1/organization/deletion', { confirm: organizationId, graceDays: 7 })
    expect(asked.status).toBe(202)
    for (let day = 0; day < 20; day++) {
      await settle()
      app.clock.advance(86_400_000)
    }
    expect(fake.store.has(groupOf(peppolId))).toBe(true)
    expect(await client.organization.count({ where: { id: organizationId } })).toBe(1)
    fake.broken = undefined
    await settle()
    expect(fake.store.has(groupOf(peppolId))).toBe(false)
    expect(await client.organization.count({ where: { id: organizationId } })).toBe(0)
  })

  test('an SMP that is down opens its circuit, and nothing else slows', async () => {
    fake.broken = { path: /./, status: 503 }
    for (let n = 0; n < 6; n += 1) await make()
    expect((await app.anyone.get('/health/readiness')).body.circuits.smp).toMatchObject({ state: 'open' })
    expect((await tenant.get('/v1/companies')).status).toBe(200)
  })
})
