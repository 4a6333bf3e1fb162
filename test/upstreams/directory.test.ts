import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTrace } from '../../src/kernel/trace.ts'
import { newLookup } from '../../src/upstreams/directory/lookup.ts'
import type { DirectoryRecord, Reception } from '../../src/upstreams/directory/port.ts'
import { documentTypes } from '../../src/values/document-types.ts'
import { documentTypeIdOf, documentTypeIdsFor, networkDocuments } from '../../src/values/peppol-documents.ts'
import { type TestApp, startApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const lookUp = (peppolId: string): Promise<DirectoryRecord> =>
  app.platform.upstreams.directory.lookUp(newLookup(newTrace(app.clock.now(), null)), peppolId)
const receptionOf = (record: DirectoryRecord, documentTypeId: string): Promise<Reception> =>
  app.platform.upstreams.directory.receptionOf(newLookup(newTrace(app.clock.now(), null)), record, documentTypeId)
const invoice = documentTypeIdOf('invoice', 'peppol-billing')
const order = documentTypeIdOf('order', 'peppol')

/** A company of a fresh tenant, in the table of participants. */
const published = async (capabilities?: object) => {
  const tenant = await app.tenant()
  const where = { organizationId_id: { organizationId: tenant.organizationId, id: tenant.companyId } }
  const company = await app.platform.db.client.company.update({ where, data: capabilities ? { capabilities } : {} })
  return company
}

describe('a participant of this deployment', () => {
  test('a participant of this deployment has name and country of its company and accepts every document', async () => {
    const company = await published()
    const record = await lookUp(company.peppolId)
    expect(record).toMatchObject({ exists: true, name: company.name, country: 'BE' })
    expect(await receptionOf(record, invoice ?? '')).toMatchObject({
      reason: null,
      endpoint: { transportProfile: 'peppol-transport-as4-v2_0' },
    })
    expect(new Set(record.accepts)).toEqual(new Set(documentTypeIdsFor(documentTypes)))
    expect(record.accepts).toEqual(expect.arrayContaining([invoice, order]))
  })

  test('a participant of this deployment accepts what its company receives, and answers to what it sends', async () => {
    const company = await published({ send: ['invoice'], receive: ['purchase-order'] })
    const { accepts } = await lookUp(company.peppolId)
    expect(accepts).toContain(order)
    expect(accepts).toContain(documentTypeIdOf('invoice-response', 'peppol'))
    expect(accepts).not.toContain(invoice)
  })

  test('a participant whose company receives nothing has no endpoint', async () => {
    const company = await published({ send: ['invoice'], receive: [] })
    const record = await lookUp(company.peppolId)
    expect(record).toMatchObject({ exists: true, accepts: [] })
    expect(await receptionOf(record, invoice ?? '')).toEqual({ endpoint: null, reason: 'DOCUMENT_TYPE_NOT_SUPPORTED' })
  })

  test('a participant that others claim too accepts what its owner accepts, and nothing else', async () => {
    const first = await published({ receive: ['invoice'] })
    const second = await published({ receive: ['purchase-order'] })
    const claim = { peppolId: first.peppolId, organizationId: second.organizationId, companyId: second.id }
    await app.platform.db.client.participant.create({ data: { ...claim, claimedAt: app.clock.now() } })
    const { accepts } = await lookUp(first.peppolId)
    expect(accepts).toContain(invoice)
    expect(accepts).not.toContain(order)
  })

  test('a participant that was released, and that nobody has claimed since, is registered nowhere', async () => {
    const { peppolId, organizationId, id: companyId } = await published()
    await app.platform.db.client.participant.update({
      where: { peppolId_organizationId_companyId: { peppolId, organizationId, companyId } },
      data: { ownedId: null, releasedAt: app.clock.now() },
    })
    expect(await lookUp(peppolId)).toMatchObject({ exists: false, reason: 'NOT_IN_SML' })
  })

  test('a participant of this deployment is found whatever the case', async () => {
    const { organizationId, id: companyId, name } = await published({ receive: ['invoice'] })
    const peppolId = '9930:DE999999990'
    await app.platform.db.client.participant.create({
      data: { peppolId, ownedId: peppolId, organizationId, companyId, claimedAt: app.clock.now() },
    })
    expect(await lookUp('9930:de999999990')).toMatchObject({ name })
  })
})

describe('everybody else', () => {
  test('every other participant exists, accepts everything, and always has the same name', async () => {
    const record = await lookUp('9930:DE123456789')
    expect(record).toMatchObject({ exists: true, country: 'DE' })
    expect(new Set(record.accepts)).toEqual(new Set(networkDocuments.map(({ documentTypeId }) => documentTypeId)))
    expect(await lookUp('9930:DE123456789')).toEqual(record)
    expect(await lookUp('9930:de123456789')).toEqual({ ...record, peppolId: '9930:de123456789' })
  })

  test.each([
    ['BE0123456749', '0208:0123456749'],
    ['DE123456789', '9930:DE123456789'],
    ['FR40303265045', '0225:303265045'],
    ['FR40303265045', '0009:30326504500013'],
    ['IT12345670785', '0211:IT12345670785'],
  ])('the participant of %s has the name that the registry has for it: %s', async (vatNumber, peppolId) => {
    const { entity } = await app.platform.upstreams.registries.byVat(newTrace(app.clock.now(), null), vatNumber)
    expect(await lookUp(peppolId)).toMatchObject({ name: entity.name, country: vatNumber.slice(0, 2) })
  })

  test('a participant has no country where its scheme has none', async () => {
    expect(await lookUp('0088:7300010000001')).toMatchObject({ exists: true, country: null })
  })

  test.each(['9930:DE000000400', '9930:DE000000409', '0225:000000404', '0208:1000000405'])(
    'the participant %s is registered nowhere',
    async (peppolId) => {
      expect(await lookUp(peppolId)).toEqual({
        peppolId,
        exists: false,
        reason: 'NOT_IN_SML',
        name: null,
        country: null,
        accepts: [],
        publisher: null,
      })
    },
  )

  test.each(['9930:DE000000410', '0225:000000419'])(
    'the participant %s exists, takes orders, and no invoice',
    async (peppolId) => {
      const { exists, accepts } = await lookUp(peppolId)
      expect(exists).toBe(true)
      expect(accepts).toContain(order)
      const invoices = networkDocuments
        .filter(({ kind }) => kind === 'invoice' || kind === 'credit-note')
        .map(({ documentTypeId }) => documentTypeId)
      expect(accepts.filter((documentTypeId) => invoices.includes(documentTypeId))).toEqual([])
    },
  )

  test.each(['', 'DE123456789', '9930:', '1234:5678', '99:x', '0208:a b'])(
    '%j is no participant of any network',
    async (text) => {
      expect(await lookUp(text)).toMatchObject({ exists: false })
    },
  )
})
