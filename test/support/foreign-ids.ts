/** Identifiers of every kind that an operation takes: of somebody else, and of nothing. */
import { newId } from '../../src/values/ids.ts'
import type { Body, Tenant } from './app.ts'
import { freshFrenchVat, freshVat } from './numbers.ts'
import { postOci, shopOf, visitTo } from './shops.ts'

export const hook = { url: 'http://127.0.0.1:1/', events: ['*'] }

/** The event of a company that was made, once it has its number. */
const eventOf = async (stranger: Tenant): Promise<string> => {
  await stranger.post('/v1/companies', { vatNumber: freshVat() })
  await stranger.app.platform.relay.drain()
  return (await stranger.get('/v1/events?limit=1')).body.data[0].id
}

/** The cart that came back from a visit. */
const cartOf = async (stranger: Tenant): Promise<string> => {
  const shop = await shopOf(stranger, 'oci', {}, '9930:DE811000078')
  const { buyerCookie } = await visitTo(stranger, shop, { companyId: stranger.companyId })
  await postOci(stranger.app.anyone, buyerCookie)
  return (await stranger.get('/v1/procurement/carts?limit=1')).body.data[0].id
}

/** The hash of a message behind the timeline of a document. */
export const messageOf = async (tenant: Tenant, documentId: string): Promise<string> => {
  await tenant.app.platform.runner?.settle()
  const { body } = await tenant.get(`/v1/documents/${documentId}/timeline`)
  return body.data.find(({ data }: Body) => data.messageHash).data.messageHash
}

const invoiceOf = async (stranger: Tenant, number: string): Promise<string> => {
  const document = {
    number,
    issueDate: '2026-11-20',
    buyerReference: 'x',
    lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
    attachments: [
      { reference: 'a', mimeType: 'text/csv', filename: 'a.csv', content: Buffer.from('x').toString('base64') },
    ],
  }
  const { body } = await stranger.post('/v1/documents/send', {
    type: 'invoice',
    from: stranger.peppolId,
    to: '0208:0417497106',
    document,
  })
  return body.id
}

/**
 * How another tenant comes to an id of each name that a path, a body or an argument takes. A new name needs a row here.
 */
export const foreign: Record<string, (stranger: Tenant) => Promise<string> | string> = {
  companyId: async (stranger) => (await stranger.post('/v1/companies', { vatNumber: freshVat() })).body.id,
  keyId: async (stranger) => (await stranger.keyWith(['stats'])).keyId,
  requestId: async (stranger) =>
    String((await stranger.post('/v1/companies/import/batch', { items: [{ siret: 'x' }] })).headers['x-request-id']),
  documentId: async (stranger) =>
    (await stranger.post('/v1/documents/send', { type: 'event', from: stranger.peppolId, document: { number: 'E-1' } }))
      .body.id,
  relatedDocumentId: async (stranger) =>
    (await stranger.post('/v1/documents/send', { type: 'event', from: stranger.peppolId, document: { number: 'E-2' } }))
      .body.id,
  eventId: eventOf,
  portabilityRequestId: async (stranger) => {
    const subject = `PORTABILITY;REQUEST;SUBMITTED;${freshVat().slice(2, 11)};303265045`
    return (await stranger.post('/v1/portability/received-messages', { subject })).body.id
  },
  purchaseOrderId: async (stranger) =>
    (
      await stranger.post('/v1/documents/send', {
        type: 'purchase-order',
        from: stranger.peppolId,
        to: '0208:0417497106',
        document: {
          number: 'PO-1',
          issueDate: '2026-11-20',
          lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
        },
      })
    ).body.id,
  attachmentId: async (stranger) =>
    (await stranger.get(`/v1/documents/${await invoiceOf(stranger, 'A-1')}/attachments`)).body.data[0].id,
  messageHash: async (stranger) => messageOf(stranger, await invoiceOf(stranger, 'A-2')),
  number: async (stranger) =>
    (await stranger.post('/v1/documents/send', { type: 'event', from: stranger.peppolId, document: { number: 'E-3' } }))
      .body.number,
  addressId: async (stranger) => {
    const { body: company } = await stranger.post('/v1/companies', { vatNumber: freshFrenchVat() })
    const address = `${company.peppolId}_STATUTS`
    return (await stranger.post(`/v1/companies/${company.id}/addresses`, { address })).body.id
  },
  domainId: async (stranger) =>
    (await stranger.post('/v1/platform/domains', { domain: `x${crypto.randomUUID()}.stranger.test` })).body.id,
  webhookId: async (stranger) => (await stranger.post('/v1/webhooks', hook)).body.id,
  // The name of a test leads nowhere, so the delivery is a failed one at once.
  deliveryId: async (stranger) =>
    (await stranger.post(`/v1/webhooks/${(await stranger.post('/v1/webhooks', hook)).body.id}/test`)).body.id,
  // Only users ask to join, and there is no identity provider here.
  joinRequestId: async ({ app, organizationId, companyId }) =>
    (
      await app.platform.db.client.joinRequest.create({
        data: {
          organizationId,
          id: 'jreq_01kafm4h7vf8xbkrs9q2m3c5df',
          companyId,
          userId: 'eve',
          createdAt: app.clock.now(),
        },
      })
    ).id,
  partnerId: async (stranger) => (await stranger.post('/v1/partners', { peppolId: '0208:0403019261' })).body.id,
  duplicateId: async (stranger) => (await stranger.post('/v1/partners', { peppolId: '0208:0417497106' })).body.id,
  handoffId: async (stranger) => (await stranger.post('/v1/oauth/handoff', {})).body.id,
  // A request belongs to nobody until somebody has decided.
  consentId: async (stranger) => {
    const { body } = await stranger.post('/v1/oauth/authorize', {
      client_name: 'x',
      scopes: ['send'],
      code_challenge: 'x'.repeat(43),
    })
    await stranger.post(`/v1/oauth/requests/${body.request_id}/decision`, { allow: false })
    return body.request_id
  },
  groupId: async (stranger) => (await stranger.post('/v1/categorization/groups', { name: 'Account' })).body.id,
  tagId: async (stranger) => {
    const { body: group } = await stranger.post('/v1/categorization/groups', { name: 'Cost centre' })
    return (await stranger.post(`/v1/categorization/groups/${group.id}/tags`, { name: 'Lyon' })).body.id
  },
  objectId: async (stranger) =>
    (await stranger.post('/v1/documents/send', { type: 'event', from: stranger.peppolId, document: { number: 'E-3' } }))
      .body.id,
  // Participants belong to nobody: one that is not registered is the same to all.
  participantId: () => '0208:1000000404',
  peppolId: () => '0208:1000000404',
  // The French directory is public: its entries are nobody's.
  siren: () => '552100554',
  siret: () => '55210055400013',
  routingIdentifier: () => 'THEIRS',
  addressingIdentifier: () => '552100554_THEIRS',
  exportId: async (stranger) => {
    const { client } = stranger.app.platform.db
    const row = {
      organizationId: stranger.organizationId,
      id: 'pexp_01kafm4h7vf8xbkrs9q2m3c5dz',
      companyId: stranger.companyId,
      edition: '09',
      debtorName: 'A',
      debtorIban: 'BE68539007547034',
      executionDate: stranger.app.clock.now(),
      batchBooking: true,
      count: 0,
      total: 0,
      createdBy: 'x',
      createdAt: stranger.app.clock.now(),
    }
    return (await client.paymentExport.create({ data: row })).id
  },
  flowId: async ({ app, organizationId, companyId }) => {
    const id = newId('flow')
    const rest = { name: 'f.xml', direction: 'outgoing', type: 'CustomerInvoice', syntax: 'UBL' } as const
    await app.platform.db.client.flow.create({
      data: {
        organizationId,
        companyId,
        id,
        ...rest,
        processingRule: 'B2B',
        ackStatus: 'ok',
        submittedAt: app.clock.now(),
      },
    })
    return id
  },
  // A webhook in the words of the norm, which calls it by a UUID.
  webhookUid: async (stranger) =>
    (await stranger.post('/afnor/flow-service/v1/webhooks', { callbackUrl: hook.url, flowTypes: ['SupplierInvoice'] }))
      .body.webhookId,
  bulkOperationId: async (stranger) =>
    (await stranger.post('/v1/bulk/exports', { query: '{ companies { nodes { id } } }' })).body.id,
  paymentId: async (stranger) => {
    const { client } = stranger.app.platform.db
    const [{ organizationId, companyId }, now] = [stranger, stranger.app.clock.now()]
    const documentId = newId('document')
    await client.document.create({
      data: {
        organizationId,
        companyId,
        id: documentId,
        type: 'invoice',
        direction: 'outgoing',
        number: 'P-1',
        currency: 'EUR',
        amountDue: 1,
        status: 'delivered',
        lifecycleStatus: 'issued',
        format: 'network',
        searchText: '',
        createdAt: now,
        updatedAt: now,
      },
    })
    return (await stranger.post(`/v1/payments/documents/${documentId}/pay`, { amount: 1, date: '2026-11-20' })).body.id
  },
  periodId: async ({ app, organizationId, companyId }) => {
    const now = app.clock.now()
    return (
      await app.platform.db.client.eReportingPeriod.create({
        data: {
          organizationId,
          companyId,
          id: newId('reportingPeriod'),
          kind: 'payments',
          firstDay: now,
          lastDay: now,
          status: 'reported',
          dueBy: now,
          createdAt: now,
        },
      })
    ).id
  },
  shopId: async (stranger) => (await shopOf(stranger, 'oci', {}, '9930:DE811000077')).id,
  cartId: cartOf,
  id: (stranger) => stranger.companyId,
  ids: (stranger) => stranger.companyId,
}
/** Identifiers of the right form that stand for nothing. */
export const never: Record<string, string> = {
  handoffId: 'hand_01kafm4h7vf8xbkrs9q2m3c5de',
  consentId: 'areq_01kafm4h7vf8xbkrs9q2m3c5de',
  groupId: 'tgrp_01kafm4h7vf8xbkrs9q2m3c5de',
  tagId: 'tag_01kafm4h7vf8xbkrs9q2m3c5de',
  objectId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  eventId: 'evt_01kafm4h7vf8xbkrs9q2m3c5de',
  purchaseOrderId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  attachmentId: 'att_01kafm4h7vf8xbkrs9q2m3c5de',
  messageHash: 'f'.repeat(64),
  companyId: 'comp_01kafm4h7vf8xbkrs9q2m3c5de',
  keyId: 'key_01kafm4h7vf8xbkrs9q2m3c5de',
  requestId: 'req_01kafm4h7vf8xbkrs9q2m3c5de',
  documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  relatedDocumentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  number: 'E-0',
  addressId: 'eadr_01kafm4h7vf8xbkrs9q2m3c5de',
  domainId: 'dom_01kafm4h7vf8xbkrs9q2m3c5de',
  webhookId: 'wh_01kafm4h7vf8xbkrs9q2m3c5de',
  deliveryId: 'dlv_01kafm4h7vf8xbkrs9q2m3c5de',
  joinRequestId: 'jreq_01kafm4h7vf8xbkrs9q2m3c5de',
  partnerId: 'part_01kafm4h7vf8xbkrs9q2m3c5de',
  duplicateId: 'part_01kafm4h7vf8xbkrs9q2m3c5de',
  participantId: '9930:DE000000405',
  peppolId: '9930:DE000000405',
  siren: '732829320',
  siret: '73282932000074',
  routingIdentifier: 'NOBODYS',
  addressingIdentifier: '732829320_NOBODYS',
  exportId: 'pexp_01kafm4h7vf8xbkrs9q2m3c5de',
  paymentId: 'pay_01kafm4h7vf8xbkrs9q2m3c5de',
  flowId: 'flow_01kafm4h7vf8xbkrs9q2m3c5de',
  webhookUid: '0191a2b3-0000-7000-8000-000000000009',
  periodId: 'erp_01kafm4h7vf8xbkrs9q2m3c5de',
  portabilityRequestId: 'port_01kafm4h7vf8xbkrs9q2m3c5de',
  bulkOperationId: 'bulk_01kafm4h7vf8xbkrs9q2m3c5de',
  shopId: 'shop_01kafm4h7vf8xbkrs9q2m3c5de',
  cartId: 'cart_01kafm4h7vf8xbkrs9q2m3c5de',
  id: 'comp_01kafm4h7vf8xbkrs9q2m3c5de',
  ids: 'comp_01kafm4h7vf8xbkrs9q2m3c5de',
}
