import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFatturaPaFile } from '../../src/formats/fatturapa/invoice.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { NETWORK_SECRET } from '../support/exchange.ts'
import { type ItalianSeller, startItalianSeller } from '../support/italian-seller.ts'
import { expectRefusal } from '../support/refusals.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'
import { storedBytes } from '../support/stored-bytes.ts'

let app: TestApp
let x: ItalianSeller
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET })
  x = await startItalianSeller(app)
})
afterAll(() => app.close())

describe('an invoice of an Italian company', () => {
  test('an Italian invoice goes to SDI as FatturaPA of its note’s class, reported by the receipt', async () => {
    const sent = await x.send('IT09876543217')
    await x.settle()
    const waiting = await x.reportOf(sent.id)
    expect(waiting).toMatchObject({
      status: 'pending',
      country: 'IT',
      platformReference: expect.stringMatching(/^\d+$/),
      platformResponse: { fileName: expect.stringMatching(/^IT01234567897_[A-Z0-9]{5}\.xml$/) },
    })
    await x.afterChecks()
    const told = await x.reportOf(sent.id)
    expect(told).toMatchObject({
      status: 'reported',
      errorCode: null,
      nextCheckAt: null,
      platformResponse: { message: 'RC' },
      sdiFile: { messages: [{ kind: 'RC' }] },
    })
    const xml = (
      await storedBytes(app, { organizationId: x.seller.organizationId, fileHash: told.fileHash })
    ).toString()
    expect(hasShared ? schemaErrors(xml) : []).toEqual([])
    const {
      document: [read],
      transmission,
    } = readFatturaPaFile(xml)
    expect(read).toMatchObject({ number: sent.number, notes: [{ text: 'TD24' }] })
    expect(`${transmission.sender.country}${transmission.sender.code}_${transmission.progressive}.xml`).toBe(
      waiting.platformResponse.fileName,
    )
    expect(
      (await x.events(x.seller, sent.id))
        .map(({ type, data }) => [type, data.status])
        .filter(([type]) => type === 'compliance.reported'),
    ).toEqual([['compliance.reported', 'reported']])
  })

  test.each([
    ['IT00000000200', '00200'],
    ['IT00000000305', '00305'],
    ['IT00000000306', '00306'],
  ])('an invoice to %s is rejected by SDI with %s, and its number may be used again', async (buyer, code) => {
    const sent = await x.send(buyer)
    await x.afterChecks()
    expect(await x.reportOf(sent.id)).toMatchObject({
      status: 'failed',
      errorCode: code,
      errorMessage: expect.stringContaining(code),
      platformResponse: { message: 'NS' },
    })
    expect((await x.events(x.seller, sent.id)).at(-1)).toMatchObject({
      type: 'compliance.reported',
      data: { reportedTo: 'SDI', status: 'failed', error: { code } },
    })
    expect(
      (
        await x.seller.post('/v1/documents/send', {
          ...x.invoice('IT09876543217'),
          document: { ...x.invoice('IT09876543217').document, number: sent.number },
        })
      ).status,
    ).toBe(201)
  })

  test('an invoice whose recipient SDI cannot reach is issued all the same', async () => {
    const sent = await x.send('IT00000000320')
    await x.afterChecks()
    expect(await x.reportOf(sent.id)).toMatchObject({ status: 'reported', platformResponse: { message: 'MC' } })
  })

  test('an invoice is sent again under the same name while SDI is down', async () => {
    const sent = await x.send('IT00000000332')
    await x.settle()
    const {
      sdiFile: { progressive },
    } = await x.reportOf(sent.id)
    expect(await x.reportOf(sent.id)).toMatchObject({
      status: 'pending',
      errorCode: 'UPSTREAM_UNAVAILABLE',
      attempts: 1,
    })
    app.clock.advance(31_000)
    await x.settle()
    app.clock.advance(121_000)
    await x.settle()
    await x.afterChecks()
    expect(await x.reportOf(sent.id)).toMatchObject({ status: 'reported', sdiFile: { progressive } })
  })

  test('an invoice that FatturaPA cannot say is refused before it leaves, with field and remedy', async () => {
    const number = 'A-NUMBER-OF-MORE-THAN-TWENTY-1'
    const body = x.invoice('IT09876543217', { number })
    const before = [await app.platform.db.client.simulatedSdiFile.count(), await x.seller.footprint()]
    const finding = {
      rule: 'FATTURAPA-BT-1',
      terms: ['BT-1'],
      message: expect.stringContaining(number),
      fix: expect.stringContaining('20'),
    }
    const checked = await x.seller.post('/v1/documents/validate', body)
    expect(checked).toMatchObject({ status: 200, body: { valid: false } })
    expect(checked.body.errors).toEqual([
      expect.objectContaining({ ...finding, profile: 'fatturapa', path: 'document.number' }),
    ])
    const sent = await x.seller.post('/v1/documents/send', body)
    expectRefusal(sent, 'UBL_VALIDATION_FAILED')
    expect(sent.body.error.details).toEqual([
      expect.objectContaining({ ...finding, field: 'document.number' }),
      expect.objectContaining({ rule: 'FATTURAPA-BT-49', severity: 'warning' }),
    ])
    await x.afterChecks()
    expect([await app.platform.db.client.simulatedSdiFile.count(), await x.seller.footprint()]).toEqual(before)
  })

  test('what the interchange system does not deliver or say as it stands is told by a warning, before and at the send', async () => {
    const lines = [{ description: 'Кофе', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 22 }]
    const body = x.invoice('IT09876543217', { lines })
    const checked = await x.seller.post('/v1/documents/validate', body)
    expect(checked).toMatchObject({ status: 200, body: { valid: true } })
    const told = checked.body.warnings.filter(({ profile }: Body) => profile === 'fatturapa')
    expect(told.map(({ rule, severity, path }: Body) => [rule, severity, path])).toEqual([
      ['FATTURAPA-BT-153', 'warning', 'document.lines.description'],
      ['FATTURAPA-BT-49', 'warning', 'document.parties[0].id'],
    ])
    const sent = await x.seller.post('/v1/documents/send', body)
    expect(sent.status).toBe(201)
    const { validation } = sent.body
    expect(validation.warnings.map(({ rule }: Body) => rule)).toEqual(
      expect.arrayContaining(['FATTURAPA-BT-153', 'FATTURAPA-BT-49']),
    )
  })

  test('an invoice that FatturaPA cannot say leaves where nothing is reported, and is not to be had as FatturaPA', async () => {
    const quiet = await app.tenant()
    const { body: company } = await quiet.post('/v1/companies', {
      vatNumber: 'IT03333333331',
      settings: { autoReporting: { IT: false } },
    })
    const given = x.invoice('IT09876543217', { number: 'A-NUMBER-OF-MORE-THAN-TWENTY-1' })
    const sent = await quiet.post('/v1/documents/send', { ...given, from: company.peppolId })
    expect(sent).toMatchObject({ status: 201 })
    expect(await quiet.get(`/v1/documents/${sent.body.id}/fatturapa`)).toMatchObject({
      status: 422,
      body: { error: { code: 'CANNOT_RENDER', details: [{ field: 'BT-1' }] } },
    })
  })

  test('an invoice of an Italian company can be had as FatturaPA', async () => {
    const sent = await x.send('IT09876543217')
    const file = await x.seller.get(`/v1/documents/${sent.id}/fatturapa`)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'application/xml' } })
    expect(readFatturaPaFile(file.bytes).document[0]?.number).toBe(sent.number)
  })

  test('an invoice is not reported to SDI where that is switched off, and a Belgian one never', async () => {
    const quiet = await app.tenant()
    const { body: company } = await quiet.post('/v1/companies', {
      vatNumber: 'IT01111111115',
      settings: { autoReporting: { IT: false } },
    })
    const { body: belgian } = await quiet.post('/v1/companies', { vatNumber: 'BE0403019261' })
    for (const sender of [company, belgian])
      expect(
        (await quiet.post('/v1/documents/send', { ...x.invoice('IT09876543217'), from: sender.peppolId })).status,
      ).toBe(201)
    await x.settle()
    expect(
      await app.platform.db.client.complianceReport.count({ where: { organizationId: quiet.organizationId } }),
    ).toBe(0)
  })
})

describe('an invoice between two Italian companies', () => {
  test('an invoice between Italians is issued, delivered, reported, decided and seen, in that order', async () => {
    const other = await app.tenant()
    const { body: company } = await other.post('/v1/companies', { vatNumber: 'IT02222222223' })
    await app.platform.runner?.settle()
    const sent = await x.send('IT02222222223')
    await x.afterChecks()
    const [incoming] = (await other.get(`/v1/documents?number=${sent.number}`)).body.data
    expect(incoming).toMatchObject({ direction: 'incoming', companyId: company.id, lifecycleStatus: 'received' })
    expect((await other.post(`/v1/documents/${incoming.id}/lifecycle`, { status: 'approved' })).body).toMatchObject({
      currentStatus: 'approved',
      compliance: { reportedTo: 'SDI', status: 'pending' },
    })
    app.clock.advance(2_000)
    await x.settle()
    const decision = await app.platform.db.client.complianceReport.findFirstOrThrow({
      where: { organizationId: other.organizationId, documentId: incoming.id },
    })
    expect(decision).toMatchObject({ status: 'reported', reportedTo: 'SDI', platformResponse: { outcome: 'EC01' } })
    expect((await x.reportOf(sent.id)).sdiFile.messages.map(({ kind }: Body) => kind).toSorted()).toEqual(['NE', 'RC'])
    // The seller's copy has moved by the answer of the network.
    expect((await x.seller.get(`/v1/documents/${sent.id}`)).body.lifecycleStatus).toBe('approved')
    expect(
      (await x.seller.post(`/v1/payments/documents/${sent.id}/pay`, { amount: 244, date: '2026-12-01' })).body,
    ).toMatchObject({ lifecycleStatus: 'paid', status: 'paid' })
    await x.settle()
    const told = async (tenant: Tenant, id: string) =>
      (await x.events(tenant, id))
        .map(({ type, data }) =>
          type === 'lifecycle.updated'
            ? `${type} ${data.currentStatus}`
            : type === 'compliance.reported'
              ? `${type} ${data.status}`
              : type,
        )
        // What the network says of its messages comes beside the answers of the interchange system.
        .filter((type) => type !== 'document.updated')
    expect(await told(x.seller, sent.id)).toEqual([
      'document.sent',
      'document.delivered',
      'compliance.reported reported',
      'lifecycle.updated approved',
      'lifecycle.updated paid',
    ])
    expect(await told(other, incoming.id)).toEqual([
      'document.received',
      'lifecycle.updated approved',
      'compliance.reported reported',
    ])
  })

  test('the buyer refuses an invoice once through SDI, and a second decision is discarded', async () => {
    const other = await app.tenant()
    await other.post('/v1/companies', { vatNumber: 'IT00000000350' })
    await app.platform.runner?.settle()
    const sent = await x.send('IT00000000350')
    await x.afterChecks()
    const [incoming] = (await other.get(`/v1/documents?number=${sent.number}`)).body.data
    await other.post(`/v1/documents/${incoming.id}/lifecycle`, {
      status: 'rejected',
      reasonCode: 'OTH',
      reason: 'Ordine sconosciuto',
    })
    await x.settle()
    expect(
      await app.platform.db.client.complianceReport.findFirstOrThrow({
        where: { organizationId: other.organizationId, documentId: incoming.id },
      }),
    ).toMatchObject({ status: 'failed', errorCode: 'SE' })
  })
})
