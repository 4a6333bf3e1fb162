/** Clients made of the official descriptions of XP Z12-013 play a whole story with each other. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AfnorTrade, sha256 } from '../support/afnor.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { OfficialClient, hasOfficial } from '../support/official-client.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { Trade } from '../support/trade.ts'

const LONG_AGO = '2020-01-01T00:00:00Z'

/** What our answers have beside those of an edition: README of /afnor, where the contract and the norm differ. */
const OUTSIDE: Readonly<Record<string, string[]>> = {
  '1.1.0': [
    'Error.details',
    'Error.error',
    'Error.instance',
    'Error.type',
    'Flow.name',
    'Flow.sha256',
    'SearchFlowContent.nextCursor',
    'SearchFlowContent.search',
    'SearchFlowContent.totalNumberOfResults',
  ],
  '1.3.0': [
    'Error.error',
    'Flow.sha256',
    'GET /v1/webhooks.webhookIds',
    'SearchFlowContent.search',
    'SearchFlowContent.totalNumberOfResults',
    'Webhook.callback',
    'Webhook.metadata',
    'WebhookIdParam.ackStatus',
    'WebhookIdParam.callback',
    'WebhookIdParam.callbackUrl',
    'WebhookIdParam.flowDirection',
    'WebhookIdParam.flowTypes',
    'WebhookIdParam.metadata',
  ],
}

/** What an edition describes, and is shown only once: the answer to the subscription has it. */
const NOT_SHOWN: Readonly<Record<string, string[]>> = { '1.1.0': [], '1.3.0': ['Webhook.signingKey'] }

describe.skipIf(!hasOfficial).each(['1.1.0', '1.3.0'])('a client of edition %s', (version) => {
  let app: TestApp
  let sink: Sink
  let french: Trade
  let norm: AfnorTrade
  let seller: OfficialClient
  let buyer: OfficialClient
  beforeAll(async () => {
    sink = await startSink()
    app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
    french = await Trade.between(app, 'FR')
    norm = await AfnorTrade.of(french)
    seller = new OfficialClient(version, french.supplier)
    buyer = new OfficialClient(version, french.buyer)
  })
  afterAll(async () => {
    await sink.stop()
    await app.close()
  })

  /** Polls as clients do, until the checks are over. */
  const submitted = async (who: OfficialClient, flowInfo: object, file: string): Promise<Body> => {
    const { body } = await who.call('POST', '/v1/flows', { form: { flowInfo, file } })
    await french.settle()
    return (await who.call('GET', '/v1/flows/{flowId}', { params: { flowId: body.flowId } })).body
  }
  const found = async (who: OfficialClient, where: object): Promise<Body[]> =>
    (await who.call('POST', '/v1/flows/search', { json: { limit: 100, where } })).body.results
  const file = async (who: OfficialClient, flowId: string): Promise<string> =>
    (
      await who.call('GET', '/v1/flows/{flowId}', { params: { flowId }, query: { docType: 'Original' } })
    ).bytes.toString()

  test('submits an invoice, and its customer receives it, disputes it, and the dispute is read', async () => {
    expect((await seller.call('GET', '/v1/healthcheck')).status).toBe(200)
    const { xml, number } = norm.invoice()
    const about = {
      flowSyntax: 'UBL',
      flowProfile: 'CIUS',
      processingRule: 'B2B',
      trackingId: number,
      name: 'f.xml',
      sha256: sha256(xml),
    }
    const sent = await submitted(seller, about, xml)
    expect(sent).toMatchObject({ trackingId: number, flowDirection: 'Out', acknowledgement: { status: 'Ok' } })

    const [received] = (await found(buyer, { updatedAfter: LONG_AGO, flowType: ['SupplierInvoice'] })).slice(-1)
    // It travels in an envelope, which has the declaration of XML for both.
    const arrived = await file(buyer, received.flowId)
    expect(xml.endsWith(arrived) && arrived.startsWith('<Invoice')).toBe(true)

    const [{ id }] = (await french.buyer.get(`/v1/documents?number=${number}`)).body.data
    const said = { frenchStatus: '207', party: 'buyer', motif: 'TX_TVA_ERR', reason: 'Taux de TVA erroné' } as const
    const status = await submitted(
      buyer,
      { flowSyntax: 'CDAR', name: 'statut.xml' },
      await norm.status(french.buyer, id, said),
    )
    expect(status).toMatchObject({ flowType: 'SupplierInvoiceLC', acknowledgement: { status: 'Ok' } })

    const [told] = (await found(seller, { updatedAfter: sent.updatedAt, flowType: ['CustomerInvoiceLC'] })).slice(-1)
    expect(await file(seller, told.flowId)).toContain('<ram:ProcessConditionCode>207<')

    const where = {
      trackingId: number,
      ackStatus: 'Ok',
      flowType: ['CustomerInvoice'],
      flowDirection: ['Out'],
      processingRule: ['B2B'],
      updatedAfter: LONG_AGO,
      updatedBefore: '2100-01-01T00:00:00Z',
    }
    expect((await found(seller, where)).map(({ flowId }) => flowId)).toEqual([sent.flowId])
    const every = { limit: 1, where: { updatedAfter: LONG_AGO } }
    const { body: page } = await seller.call('POST', '/v1/flows/search', { json: every })
    const next = version === '1.3.0' ? { cursor: page.nextCursor } : {}
    const { body: following } = await seller.call('POST', '/v1/flows/search', { json: { ...every, ...next } })
    expect(following.results[0].flowId === page.results[0].flowId).toBe(version === '1.1.0')
    const refused = await submitted(seller, { flowSyntax: 'UBL', name: 'broken.xml' }, '<broken')
    expect(refused.acknowledgement).toMatchObject({ status: 'Error', details: [{ reasonCode: 'InvalidSchema' }] })
    expect((await seller.call('GET', '/v1/flows/{flowId}', { params: { flowId: 'nothing' } })).status).toBe(404)
    expect((await seller.call('POST', '/v1/flows/search', { json: { where: {} } })).status).toBe(400)
  })

  // That edition describes no webhooks.
  test.skipIf(version === '1.1.0')('subscribes, is called with each flow, and ends the subscription', async () => {
    const subscription = { callbackUrl: `${sink.url}/hook`, flowTypes: ['SupplierInvoice'], flowDirection: 'In' }
    const { body } = await buyer.call('POST', '/v1/webhooks', { json: { ...subscription, ackStatus: 'Ok' } })
    const listed = (await buyer.call('GET', '/v1/webhooks')).body
    expect(JSON.stringify(listed)).toContain(body.webhookId)
    await submitted(seller, { flowSyntax: 'UBL', name: 'g.xml' }, norm.invoice().xml)
    await french.settle()
    await sink.has(1)
    const [posted] = sink.posted
    buyer.holdCallback('Flow', JSON.parse(posted?.body ?? '{}'))
    const signed = `${posted?.body}@${String(posted?.headers['afnor-signature-timestamp'])}`
    expect(createHmac('sha256', Buffer.from(body.signingKey, 'base64')).update(signed).digest('base64')).toBe(
      posted?.headers['afnor-signature'],
    )
    const gone = { params: { webhookUid: body.webhookId } }
    expect((await buyer.call('DELETE', '/v1/webhooks/{webhookUid}', gone)).status).toBe(204)
    expect((await buyer.call('DELETE', '/v1/webhooks/{webhookUid}', gone)).status).toBe(404)
  })

  test('has read no field that is not described but those of the contract, and every field that is', () => {
    const all = (of: 'outside' | 'seen' | 'described') => new Set([...seller[of], ...buyer[of]])
    expect([...all('outside')].toSorted()).toEqual(OUTSIDE[version])
    expect([...all('described')].filter((name) => !all('seen').has(name)).toSorted()).toEqual(NOT_SHOWN[version])
  })
})
