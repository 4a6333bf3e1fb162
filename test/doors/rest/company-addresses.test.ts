import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frenchVat, isSiret } from '../../../src/values/national-numbers.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'
import { Trade } from '../../support/trade.ts'
import { dayOf } from '../../../src/values/dates.ts'

const DAY_MS = 24 * 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const trading = (): Promise<Trade> => Trade.between(app, 'FR')
const inDays = (days: number): string => dayOf(new Date(app.platform.clock.now().getTime() + days * DAY_MS))
const siretOf = (peppolId: string): string => {
  const siren = peppolId.slice(5)
  const digits = Array.from({ length: 10 }, (_none, digit) => `${siren}0001${digit}`)
  return digits.find(isSiret) as string
}
const add = async (who: Tenant, company: Body, address: string, more: object = {}): Promise<Body> => {
  const answer = await who.post(`/v1/companies/${company.id}/addresses`, { address, ...more })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  await app.platform.runner?.settle()
  return answer.body
}
const listed = async (who: Tenant, company: Body): Promise<Body[]> =>
  (await who.get(`/v1/companies/${company.id}/addresses`)).body.data
const canReceive = async (who: Tenant, peppolId: string): Promise<boolean> =>
  (await who.post('/v1/directory/verify', { peppolId, documentType: 'INVOICE' })).body.canReceive
const arrivals = async (trade: Trade): Promise<Body[]> =>
  (await trade.buyer.get('/v1/documents?direction=incoming')).body.data

describe('a further address of a French company', () => {
  test('is added, published and listed, by both doors, in every form', async () => {
    const { buyer, to } = await trading()
    const siret = siretOf(to.peppolId)
    const forms = [
      [`${to.peppolId}_${siret}`, { siret }],
      [`${to.peppolId}_${siret}_COMPTA/2`, { siret, routingIdentifier: 'COMPTA/2' }],
      [`${to.peppolId}_STATUTS`, { addressingSuffix: 'STATUTS' }],
      [`0009:${siret}`, { siret }],
    ] as const
    for (const [address] of forms) expect(await canReceive(buyer, address)).toBe(false)
    for (const [address] of forms) await add(buyer, to, address)
    for (const [address] of forms) expect([address, await canReceive(buyer, address)]).toEqual([address, true])
    const rows = await listed(buyer, to)
    expect(rows).toEqual(
      forms.map(([address, parts]) => ({
        id: expect.stringMatching(/^eadr_/),
        companyId: to.id,
        address,
        takes: 'everything',
        siret: null,
        routingIdentifier: null,
        addressingSuffix: null,
        ...parts,
        status: 'Enabled',
        startsOn: inDays(0),
        endsOn: null,
        publishedAt: expect.any(String),
        createdAt: expect.any(String),
      })),
    )
    const found = (await buyer.get(`/v1/directory/search?q=${encodeURIComponent(`0009:${siret}`)}`)).body.data
    expect(found).toMatchObject([{ peppolId: to.peppolId }])
    const query = `{ companyAddresses(companyId: "${to.id}") { id address takes status publishedAt } }`
    expect((await buyer.graphql(query)).data.companyAddresses).toEqual(
      rows.map(({ id, address, publishedAt }) => ({
        id,
        address,
        takes: 'EVERYTHING',
        status: 'ENABLED',
        publishedAt,
      })),
    )
    const events = await app.platform.db.client.event.findMany({
      where: { organizationId: buyer.organizationId, type: { startsWith: 'company.address_' } },
      orderBy: { position: 'asc' },
    })
    expect(events.map(({ type, data }) => [type, (data as Body).address])).toEqual(
      forms.flatMap(([address]) => [
        ['company.address_added', address],
        ['company.address_published', address],
      ]),
    )
  })

  test('is a line of the French directory, for the days that it lasts', async () => {
    const buyer = await app.tenant('white_label')
    const siren = '999002006'
    const { body: to } = await buyer.post('/v1/companies', { vatNumber: frenchVat(siren) })
    await add(buyer, to, `${to.peppolId}_NOW`)
    await add(buyer, to, `${to.peppolId}_LATER`, { startsOn: inDays(3) })
    const { id } = await add(buyer, to, `${to.peppolId}_OVER`)
    await buyer.post(`/v1/companies/${to.id}/addresses/${id}/end`, {})
    await app.platform.runner?.settle()
    const { data } = await buyer.graphql(`{ directoryLines(filters: {siren: {op: STRICT, value: "${siren}"}}) {
      rows { addressingIdentifier directoryLineStatus } } }`)
    expect(
      data.directoryLines.rows.map((row: Body) => `${row.addressingIdentifier} ${row.directoryLineStatus}`),
    ).toEqual([`${siren} ENABLED`, `${siren}_LATER UPCOMING`, `${siren}_NOW ENABLED`, `${siren}_OVER DISABLED`])
  })

  test.each([
    ['unit', 149],
    ['establishment', 99],
  ])(
    'is listed however long the name of its company is, which is cut between characters: the %s',
    async (_of, before) => {
      const buyer = await app.tenant('white_label')
      const siren = before === 149 ? '999002022' : '999002030'
      const name = `${'a'.repeat(before)}\u{1F600}${'b'.repeat(40)}`
      const { body: to } = await buyer.post('/v1/companies', { vatNumber: frenchVat(siren), name })
      await add(buyer, to, `${to.peppolId}_${siretOf(to.peppolId)}`)
      expect((await buyer.get(`/v1/companies/${to.id}`)).body).toMatchObject({ name, smp: { status: 'registered' } })
      expect(await app.platform.db.client.frenchLine.count({ where: { siren } })).toBe(2)
    },
  )

  test('goes with everything of its organization when the sandbox is reset', async () => {
    const buyer = await app.tenant('white_label')
    const { body: to } = await buyer.post('/v1/companies', { vatNumber: frenchVat('999002014') })
    await add(buyer, to, `${to.peppolId}_X`)
    const lines = async (): Promise<number> =>
      app.platform.db.client.frenchLine.count({ where: { siren: '999002014' } })
    expect(await lines()).toBe(2)
    await buyer.post('/v1/sandbox/reset', { confirm: 'yes' })
    expect([await lines(), (await buyer.footprint())['electronicAddresses']]).toEqual([0, 0])
  })

  test('finds its company when an invoice is addressed to it, in capitals or not', async () => {
    const trade = await trading()
    await add(trade.buyer, trade.to, `${trade.to.peppolId}_Achats`)
    for (const to of [`${trade.to.peppolId}_Achats`, `${trade.to.peppolId}_ACHATS`]) {
      const { received } = await trade.exchange({}, { to })
      expect((await trade.buyer.get(`/v1/documents/${received}`)).body).toMatchObject({
        companyId: trade.to.id,
        receiverPeppolId: to,
      })
      const xml = (await trade.buyer.get(`/v1/documents/${received}/xml`)).bytes.toString()
      expect(xml).toContain(`<cbc:EndpointID schemeID="0225">${to.slice(5)}</cbc:EndpointID>`)
    }
  })

  test('is the address that an invoice leaves from, and the answer of the buyer finds the invoice', async () => {
    const trade = await trading()
    const from = `${trade.from.peppolId}_VENTES`
    await add(trade.supplier, trade.from, from)
    const { sent, received } = await trade.exchange({}, { from })
    expect((await trade.buyer.get(`/v1/documents/${received}`)).body).toMatchObject({ senderPeppolId: from })
    await trade.move(trade.buyer, received, { status: 'approved' })
    await trade.settle()
    expect((await trade.supplier.get(`/v1/documents/${sent}`)).body.lifecycleStatus).toBe('approved')
    expect((await trade.lastMessage(sent)).header.receiver.value).toBe(from)
  })

  test('that takes statuses is what invoices name (BT-34), takes the statuses and no invoice', async () => {
    const trade = await trading()
    const statuts = `${trade.from.peppolId}_STATUTS`
    await add(trade.supplier, trade.from, statuts, { takes: 'statuses' })
    const { sent, received } = await trade.exchange()
    expect((await trade.buyer.get(`/v1/documents/${received}`)).body).toMatchObject({
      senderPeppolId: trade.from.peppolId,
    })
    const xml = (await trade.buyer.get(`/v1/documents/${received}/xml`)).bytes.toString()
    expect(xml).toContain(`<cbc:EndpointID schemeID="0225">${statuts.slice(5)}</cbc:EndpointID>`)
    await trade.move(trade.buyer, received, { status: 'disputed', reasonCode: 'TX_TVA_ERR' })
    await trade.settle()
    expect((await trade.supplier.get(`/v1/documents/${sent}`)).body.lifecycleStatus).toBe('disputed')
    const { header, xml: cdar } = await trade.lastMessage(sent)
    expect(header.receiver.value).toBe(statuts)
    expect(cdar).toContain(`<ram:URIID schemeID="0225">${statuts.slice(5)}</ram:URIID>`)
    expect(await canReceive(trade.buyer, statuts)).toBe(false)
    const before = await trade.buyer.footprint()
    const refused = await trade.buyer.post(
      '/v1/documents/send',
      trade.body({}, { from: trade.to.peppolId, to: statuts }),
    )
    expectRefusal(refused, 'RECIPIENT_CANNOT_RECEIVE')
    const from = await trade.supplier.post('/v1/documents/send', trade.body({}, { from: statuts }))
    expectRefusal(from, 'COMPANY_NOT_FOUND')
    expect(await trade.buyer.footprint()).toEqual(before)
  })

  test('begins and ends by itself, and takes a status that is still on its way when it has ended', async () => {
    const trade = await trading()
    const address = `${trade.from.peppolId}_SAISON`
    await add(trade.supplier, trade.from, address, { startsOn: inDays(2), endsOn: inDays(5) })
    const status = async () => (await listed(trade.supplier, trade.from))[0]?.status
    const send = () => trade.supplier.post('/v1/documents/send', trade.body({}, { from: address }))
    const pass = async (days: number) => {
      app.clock.advance(days * DAY_MS)
      await trade.settle()
    }
    expect([await status(), await canReceive(trade.buyer, address)]).toEqual(['Upcoming', false])
    expectRefusal(await send(), 'COMPANY_NOT_FOUND')
    await pass(2)
    expect([await status(), await canReceive(trade.buyer, address)]).toEqual(['Enabled', true])
    const { sent, received } = await trade.exchange({}, { from: address })
    await trade.move(trade.buyer, received, { status: 'approved' })
    await trade.settle()
    const { header, xml } = await trade.lastMessage(sent)
    await pass(3)
    expect([await status(), await canReceive(trade.buyer, address)]).toEqual(['Disabled', false])
    expectRefusal(await send(), 'COMPANY_NOT_FOUND')
    expect(header.receiver.value).toBe(address)
    expect(await trade.arrive({ ...header, instanceId: 'late' }, xml)).toEqual({ documentId: sent, repeated: true })
  })

  test('can be added again once it has ended, and moves its end only forward', async () => {
    const { buyer, to } = await trading()
    const address = `${to.peppolId}_X`
    const { id } = await add(buyer, to, address)
    const end = (endsOn?: string) =>
      buyer.post(`/v1/companies/${to.id}/addresses/${id}/end`, endsOn === undefined ? {} : { endsOn })
    expect((await end(inDays(9))).body).toMatchObject({ status: 'Enabled', endsOn: inDays(9) })
    expectOperationRefusal(await end(inDays(10)), 'CONFLICT')
    expect((await add(buyer, to, address, { startsOn: inDays(9) })).status).toBe('Upcoming')
    expect((await end()).body).toMatchObject({ status: 'Disabled', endsOn: inDays(0) })
    expect((await end()).status).toBe(200)
    expect((await listed(buyer, to)).map(({ status }) => status)).toEqual(['Disabled', 'Upcoming'])
  })

  test('leaves the network with its company, and comes back with it', async () => {
    const { buyer, to } = await trading()
    const address = `${to.peppolId}_X`
    await add(buyer, to, address)
    await buyer.delete(`/v1/companies/${to.id}`)
    await app.platform.runner?.settle()
    expect(await canReceive(buyer, address)).toBe(false)
    expect((await listed(buyer, to))[0]).toMatchObject({ publishedAt: null })
    await buyer.post(`/v1/companies/${to.id}/register`)
    await app.platform.runner?.settle()
    expect(await canReceive(buyer, address)).toBe(true)
  })
})

test('who does not own the participant of a company has none of its addresses on the network', async () => {
  const trade = await trading()
  const { vatNumber } = (await trade.buyer.get(`/v1/companies/${trade.to.id}`)).body
  const { body: second } = await trade.supplier.post('/v1/companies', { vatNumber })
  expect(second.ownership.status).toBe('pending')
  const address = `${trade.to.peppolId}_X`
  await add(trade.supplier, second, address)
  expect(await canReceive(trade.buyer, address)).toBe(false)
  expect(await listed(trade.supplier, second)).toMatchObject([{ publishedAt: null }])
  await add(trade.buyer, trade.to, address)
  const { received } = await trade.exchange({}, { to: address })
  expect((await trade.buyer.get(`/v1/documents/${received}`)).body.companyId).toBe(trade.to.id)
  await trade.buyer.delete(`/v1/companies/${trade.to.id}`)
  await trade.settle()
  expect(await listed(trade.supplier, second)).toMatchObject([{ publishedAt: expect.any(String) }])
  expect(await listed(trade.buyer, trade.to)).toMatchObject([{ publishedAt: null }])
  expect(await canReceive(trade.buyer, address)).toBe(true)
})

test('who loses its participant to a proof loses its addresses, and sends from none of them', async () => {
  const trade = await trading()
  const address = `${trade.to.peppolId}_X`
  await add(trade.buyer, trade.to, address)
  const { vatNumber } = (await trade.buyer.get(`/v1/companies/${trade.to.id}`)).body
  const { body: second } = await trade.supplier.post('/v1/companies', { vatNumber })
  const path = `/v1/companies/${second.id}/ownership`
  const { body: proof } = await trade.supplier.post(path, { method: 'mail' })
  expect((await trade.supplier.post(`${path}/confirm`, { code: proof.sandboxCode })).status).toBe(200)
  await trade.settle()
  expect(await canReceive(trade.buyer, trade.to.peppolId)).toBe(true)
  expect(await canReceive(trade.buyer, address)).toBe(false)
  expect(await listed(trade.buyer, trade.to)).toMatchObject([{ publishedAt: null }])
  const refused = await trade.buyer.post(
    '/v1/documents/send',
    trade.body({}, { from: address, to: trade.from.peppolId }),
  )
  expectRefusal(refused, 'OWNERSHIP_PENDING')
})

test('a company that has told of its establishments receives at each of them', async () => {
  const trade = await trading()
  const siret = siretOf(trade.to.peppolId)
  const { body } = await trade.buyer.post('/v1/companies/import', { siret })
  expect(body).toMatchObject({ id: trade.to.id, imported: true })
  await trade.settle()
  expect(await listed(trade.buyer, trade.to)).toMatchObject([{ address: `${trade.to.peppolId}_${siret}`, siret }])
  await trade.exchange({}, { to: `${trade.to.peppolId}_${siret}` })
  expect(await arrivals(trade)).toHaveLength(1)
})

describe('what is refused leaves nothing behind', () => {
  test.each<[string, (peppolId: string) => object, 'INVALID_REQUEST' | 'INVALID_DATE' | 'CONFLICT' | 'INVALID_ENUM']>([
    ['the participant id itself', (own) => ({ address: own }), 'INVALID_REQUEST'],
    ['the SIREN of somebody else', () => ({ address: '0225:303265045_STATUTS' }), 'INVALID_REQUEST'],
    ['another scheme', () => ({ address: '0208:0123456749' }), 'INVALID_REQUEST'],
    ['a SIRET of somebody else', (own) => ({ address: `${own}_30326504500014` }), 'INVALID_REQUEST'],
    ['a suffix with other characters', (own) => ({ address: `${own}_A.B` }), 'INVALID_REQUEST'],
    ['an identifier that is too long', (own) => ({ address: `${own}_${'A'.repeat(116)}` }), 'INVALID_REQUEST'],
    ['a beginning in the past', (own) => ({ address: `${own}_Y`, startsOn: '2020-01-01' }), 'INVALID_DATE'],
    [
      'an end before the beginning',
      (own) => ({ address: `${own}_Y`, startsOn: inDays(3), endsOn: inDays(3) }),
      'INVALID_DATE',
    ],
    ['the same days twice', (own) => ({ address: `${own}_x` }), 'CONFLICT'],
    ['an unknown use', (own) => ({ address: `${own}_Y`, takes: 'orders' }), 'INVALID_ENUM'],
  ])('adding %s', async (_what, body, code) => {
    const { buyer, to } = await trading()
    await add(buyer, to, `${to.peppolId}_X`)
    const before = await buyer.footprint()
    expectOperationRefusal(await buyer.post(`/v1/companies/${to.id}/addresses`, body(to.peppolId)), code)
    expect(await buyer.footprint()).toEqual(before)
  })

  test('ending in the past, ending what is over, and ending an address of another company of the organization', async () => {
    const { buyer, to } = await trading()
    const { id } = await add(buyer, to, `${to.peppolId}_X`)
    const end = (company: string, body: object = {}) => buyer.post(`/v1/companies/${company}/addresses/${id}/end`, body)
    const before = await buyer.footprint()
    expectOperationRefusal(await end(to.id, { endsOn: '2020-01-01' }), 'INVALID_DATE')
    expectOperationRefusal(await end(buyer.companyId), 'RESOURCE_NOT_FOUND')
    expect(await buyer.footprint()).toEqual(before)
    await end(to.id)
    app.clock.advance(2 * DAY_MS)
    const later = await buyer.footprint()
    expectOperationRefusal(await end(to.id), 'CONFLICT')
    expect(await buyer.footprint()).toEqual(later)
  })

  test('an address of an organization is none that another sends from', async () => {
    const trade = await trading()
    const address = `${trade.to.peppolId}_X`
    await add(trade.buyer, trade.to, address)
    const before = await trade.supplier.footprint()
    expectRefusal(
      await trade.supplier.post('/v1/documents/send', trade.body({}, { from: address, to: trade.to.peppolId })),
      'COMPANY_NOT_FOUND',
    )
    expect(await trade.supplier.footprint()).toEqual(before)
  })
})
