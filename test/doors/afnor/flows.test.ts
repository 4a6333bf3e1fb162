import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AfnorTrade, FLOWS, search, sha256, submit } from '../../support/afnor.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { Trade } from '../../support/trade.ts'

let app: TestApp
let french: Trade
let norm: AfnorTrade
beforeAll(async () => {
  app = await startApp()
  french = await Trade.between(app, 'FR')
  norm = await AfnorTrade.of(french)
})
afterAll(() => app.close())

const ubl = { flowSyntax: 'UBL', name: 'facture.xml' }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('a flow that is submitted', () => {
  test('an invoice is answered at once, then sent, and arrives at the other company as every invoice does', async () => {
    const { xml, number } = norm.invoice()
    const answer = await submit(french.supplier, {
      flowInfo: { ...ubl, trackingId: 'T-1', sha256: sha256(xml) },
      file: xml,
    })
    expect(answer).toMatchObject({
      status: 202,
      body: { name: 'facture.xml', flowSyntax: 'UBL', trackingId: 'T-1', sha256: sha256(xml) },
    })
    expect(answer.body.flowId).toMatch(UUID)
    await french.settle()
    expect((await french.supplier.get(`${FLOWS}/${answer.body.flowId}`)).body).toMatchObject({
      flowType: 'CustomerInvoice',
      flowDirection: 'Out',
      processingRule: 'B2B',
      processingRuleSource: 'Computed',
      acknowledgement: { status: 'Ok' },
    })
    const [sent] = (await french.supplier.get(`/v1/documents?number=${number}`)).body.data
    expect(sent).toMatchObject({ status: 'delivered', deliveryStatus: 'delivered' })
    const [arrived] = (await french.buyer.get(`/v1/documents?number=${number}`)).body.data
    expect(arrived.lifecycleStatus).toBe('received')
  })

  test.each([
    ['CIUS', 'compliant#urn:peppol:france:billing:cius:1.0'],
    ['Extended-CTC-FR', 'conformant#urn:peppol:france:billing:extended:1.0'],
    ['Extended-CTC-FR', 'conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'],
  ])('has the profile %s where its file says %s, whatever its signaling says', async (profile, specification) => {
    const { xml } = norm.invoice((text) => text.replace(/compliant#urn:peppol:france:billing:cius:1\.0/, specification))
    expect(xml).toContain(specification)
    const flow = await norm.take(french.supplier, { flowInfo: { ...ubl, flowProfile: 'Basic' }, file: xml })
    expect(flow.flowProfile).toBe(profile)
  })

  test.each([
    ['the file before its signaling', { fileFirst: true }],
    ['the signaling as a part with a type', { asPart: true }],
    ['both', { fileFirst: true, asPart: true }],
  ])('is taken with %s', async (_name, order) => {
    const { xml } = norm.invoice()
    const flow = await norm.take(french.supplier, { flowInfo: ubl, file: xml, ...order })
    expect(flow).toMatchObject({ acknowledgement: { status: 'Ok' } })
    const original = await french.supplier.get(`${FLOWS}/${flow.flowId}?docType=Original`)
    expect(original.bytes.equals(Buffer.from(xml))).toBe(true)
    expect(original.headers['content-disposition']).toBe('attachment; filename=facture.xml')
  })

  test('is seen in the other syntax and as a PDF for people, and has no file that there is none of', async () => {
    const flow = await norm.take(french.supplier, { flowInfo: ubl, file: norm.invoice().xml })
    const file = (docType: string) => french.supplier.get(`${FLOWS}/${flow.flowId}?docType=${docType}`)
    const converted = await file('Converted')
    expect(converted).toMatchObject({ status: 200, headers: { 'content-type': 'application/xml' } })
    expect(converted.bytes.toString()).toContain('CrossIndustryInvoice')
    const readable = await file('ReadableView')
    expect(readable.bytes.subarray(0, 4).toString()).toBe('%PDF')
    expect(readable.headers['content-disposition']).toContain('attachment')
    const [status] = (await search(french.supplier, { flowType: ['CustomerInvoiceLC'] })).body.results
    expect(await french.supplier.get(`${FLOWS}/${status.flowId}?docType=ReadableView`)).toMatchObject({
      status: 404,
      body: { errorCode: 'MISSING_RESOURCE' },
    })
  })
})

describe('what is found', () => {
  test('is in the order of changes, page by page, with the envelopes of the norm and of the contract', async () => {
    const first = (await search(french.supplier, { flowDirection: ['In', 'Out'] }, { limit: 2 })).body
    expect(first).toMatchObject({
      limit: 2,
      filters: { flowDirection: ['In', 'Out'] },
      search: { limit: 2, where: { flowDirection: ['In', 'Out'] } },
    })
    expect(first.totalNumberOfResults).toBeGreaterThan(2)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = (
        await search(french.supplier, { flowDirection: ['In', 'Out'] }, { limit: 3, ...(cursor && { cursor }) })
      ).body
      seen.push(...page.results.map(({ updatedAt }: Body) => updatedAt))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toHaveLength(first.totalNumberOfResults)
    expect(seen).toEqual([...new Set(seen)].toSorted())
    const rest = (await search(french.supplier, { updatedAfter: seen[2] }, { limit: 100 })).body.results
    expect(rest[0].updatedAt).toBe(seen[3])
  })

  test.each([
    ['flowType', ['CustomerInvoice'], ({ flowType }: Body) => flowType === 'CustomerInvoice'],
    ['flowType', ['StateInvoice'], ({ flowType }: Body) => flowType === 'StateInvoice'],
    ['flowDirection', ['In'], ({ flowDirection }: Body) => flowDirection === 'In'],
    ['processingRule', ['B2B', 'B2C'], ({ processingRule }: Body) => processingRule === 'B2B'],
    ['trackingId', 'T-1', ({ trackingId }: Body) => trackingId === 'T-1'],
    ['ackStatus', 'Ok', ({ acknowledgement }: Body) => acknowledgement.status === 'Ok'],
  ])('fits the criterion %s = %j', async (name, value, fits) => {
    const { results } = (await search(french.supplier, { [name]: value })).body
    expect(results.length).toBeGreaterThan(0)
    expect(results.every(fits)).toBe(true)
  })

  test('has the words of edition 1.3 for who asks for it, and those of 1.2 otherwise', async () => {
    const typeOf = async (headers: object): Promise<string> =>
      (await search(french.supplier, { flowType: ['StateInvoice'] }, { limit: 1 }, headers)).body.results[0].flowType
    expect([await typeOf({}), await typeOf({ 'x-afnor-version': '1.3' })]).toEqual([
      'StateInvoice',
      'StateCustomerInvoice',
    ])
  })

  test.each([
    ['no criterion', {}, {}, 'MISSING_REQUIRED_FIELD'],
    ['a limit of 0', { flowDirection: ['In'] }, { limit: 0 }, 'INVALID_REQUEST'],
    ['a limit of 101', { flowDirection: ['In'] }, { limit: 101 }, 'INVALID_REQUEST'],
    ['a word that is not on the list', { flowDirection: ['Up'] }, {}, 'INVALID_ENUM'],
  ])('is refused with %s', async (_name, where, more, errorCode) => {
    expect(await search(french.supplier, where, more)).toMatchObject({ status: 400, body: { errorCode } })
  })
})

test('a flow of another organization, or another company, does not exist', async () => {
  const [mine] = (await search(french.supplier, { flowType: ['CustomerInvoice'] })).body.results
  const other = await app.tenant()
  const { body } = await french.supplier.post('/v1/companies', { vatNumber: 'BE0400378485' })
  const bound = await french.supplier.keyWith(['documents.read'], { companyId: body.id })
  for (const who of [other, bound]) {
    expect(await who.get(`${FLOWS}/${mine.flowId}`)).toMatchObject({
      status: 404,
      body: { errorCode: 'MISSING_RESOURCE' },
    })
    expect((await search(who, { flowDirection: ['Out'] })).body.results).toEqual([])
  }
})
