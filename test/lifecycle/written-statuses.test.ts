/**
 * Every French status from 200 to 213, and 221, as the product writes it: what it says, and that neither the schema
 * nor a rule of life cycle messages of either edition finds anything.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiveFromNetwork } from '../../src/exchange/receive/network-door.ts'
import { outgoingMessage } from '../../src/exchange/deliver/outgoing-message.ts'
import { readCdar } from '../../src/formats/cdar/acknowledgement.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { type LifecycleDocument, withCompany } from '../../src/lifecycle/read/document-standing.ts'
import { messageNumber } from '../../src/lifecycle/messages/message-number.ts'
import { cdarOf } from '../../src/lifecycle/messages/write-cdar.ts'
import { profilesFor } from '../../src/rules/profiles-for.ts'
import { validate } from '../../src/rules/validate.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'
import { Trade } from '../support/trade.ts'
import { storedBytes } from '../support/stored-bytes.ts'
import { dayOf } from '../../src/values/dates.ts'

let app: TestApp
let trade: Trade
beforeAll(async () => {
  app = await startApp()
  trade = await Trade.between(app, 'FR')
})
afterAll(() => app.close())

const findings = (xml: string): string[] => {
  const root = readXml(xml)
  return [
    ...(['1.3', '1.4'] as const).flatMap((france) =>
      validate(root, profilesFor(root), { france }).flatMap((one) =>
        one.findings.map(({ rule, xpath }) => `${france} ${rule} ${xpath}`),
      ),
    ),
    ...(hasShared ? schemaErrors(xml) : []),
  ]
}

/** The latest status of this code that stands in the log of a document, as a message. */
const written = async (documentId: string, code: string): Promise<string> => {
  const { client } = app.platform.db
  const document = (await client.document.findFirstOrThrow({
    where: { id: documentId },
    ...withCompany,
  })) as LifecycleDocument
  const entry = await client.lifecycleEntry.findFirstOrThrow({
    where: { documentId, frenchStatus: code },
    orderBy: { id: 'desc' },
  })
  return Buffer.from(
    cdarOf({ number: messageNumber('cdar', document, { ...entry, entryId: entry.id }), entry, document }, 'other side'),
  ).toString()
}

const amountsIn = (details: Body[]): string[] =>
  details.flatMap(({ figures }) =>
    figures.map(({ kind, amount, percent }: Body) =>
      [kind, amount.toFixed(2), percent?.toFixed(0)].filter(Boolean).join(' '),
    ),
  )

interface Row {
  code: string
  network: string
  label: string
  phase: '305' | '23'
  issuer: 'WK' | 'SE' | 'BY'
  reason?: string
  words?: string
  action?: string
  amounts?: string[]
}

const rows: Row[] = [
  { code: '200', network: '10', label: 'Déposée', phase: '305', issuer: 'WK' },
  { code: '201', network: '51', label: 'Émise', phase: '305', issuer: 'WK' },
  { code: '202', network: '43', label: 'Reçue', phase: '305', issuer: 'WK' },
  { code: '203', network: '48', label: 'Mise à disposition', phase: '305', issuer: 'WK' },
  { code: '204', network: '45', label: 'Prise en charge', phase: '23', issuer: 'BY' },
  { code: '205', network: '1', label: 'Approuvée', phase: '23', issuer: 'BY' },
  {
    code: '206',
    network: '49',
    label: 'Approuvée partiellement',
    phase: '23',
    issuer: 'BY',
    reason: 'QTE_ERR',
    words: 'Two hours less',
    amounts: ['MAP 800.00', 'MAPTTC 960.00', 'MNA 200.00', 'MNATTC 240.00'],
  },
  {
    code: '207',
    network: '46',
    label: 'En litige',
    phase: '23',
    issuer: 'BY',
    reason: 'TX_TVA_ERR',
    words: 'Taux de TVA erroné',
    action: 'NIN',
  },
  {
    code: '208',
    network: '39',
    label: 'Suspendue',
    phase: '23',
    issuer: 'BY',
    reason: 'JUSTIF_ABS',
    words: 'Justificatif absent ou insuffisant',
  },
  { code: '209', network: '37', label: 'Complétée', phase: '23', issuer: 'SE', amounts: ['MAJ 1200.00'] },
  {
    code: '210',
    network: '50',
    label: 'Refusée',
    phase: '23',
    issuer: 'BY',
    reason: 'DOUBLE_FACT',
    words: 'Invoiced twice',
    action: 'CNF',
  },
  {
    code: '211',
    network: '47',
    label: 'Paiement transmis',
    phase: '23',
    issuer: 'BY',
    amounts: ['MPA 1200.00', 'RAP 0.00'],
  },
  { code: '212', network: '47', label: 'Encaissée', phase: '23', issuer: 'SE', amounts: ['MEN 1200.00 20'] },
  {
    code: '213',
    network: '8',
    label: 'Rejetée',
    phase: '305',
    issuer: 'WK',
    reason: 'REJ_SEMAN',
    words: 'EBMS:0004 The incoming message could not be processed.',
  },
  {
    code: '221',
    network: '8',
    label: 'Erreur de routage',
    phase: '305',
    issuer: 'WK',
    reason: 'ROUTAGE_ERR',
    words: 'https://ap.sandbox.invalid/as4 does not answer: connect ECONNREFUSED.',
  },
]

/** What the parties do in turn; `link` is the completion by the supplier. */
const act = async (
  steps: readonly ('link' | [who: Tenant, update: object])[],
): Promise<{ sent: string; received: string }> => {
  const { sent, received } = await trade.exchange()
  for (const step of steps) {
    const [who, update] = step === 'link' ? [trade.supplier, {}] : step
    const answer =
      step === 'link'
        ? await trade.supplier.post(`/v1/documents/${sent}/actions`, { action: 'link', note: 'Delivery note attached' })
        : await trade.move(who, who === trade.buyer ? received : sent, update)
    expect(answer.status).toBe(200)
    await trade.settle()
  }
  return { sent, received }
}

describe('as it is written', () => {
  /** The documents of five stories, in which every status is given once. */
  const documents: Record<string, string> = {}
  beforeAll(async () => {
    const { buyer, supplier } = trade
    const paid = await act([
      [buyer, { status: 'under_review' }],
      [buyer, { status: 'disputed', reasonCode: 'TX_TVA_ERR', reason: 'Taux de TVA erroné', requestedAction: 'NIN' }],
      [buyer, { status: 'approved' }],
      [buyer, { status: 'paid', paymentDate: '2026-11-21', paymentReference: 'VIR-1' }],
      [supplier, { status: 'paid', paymentDate: '2026-11-22', paymentAmount: 1200 }],
    ])
    for (const code of ['200', '201', '202', '212']) documents[code] = paid.sent
    for (const code of ['203', '204', '205', '207', '211']) documents[code] = paid.received
    documents['206'] = (
      await act([[buyer, { status: 'approved', remainingAmount: 240, reasonCode: 'QTY', reason: 'Two hours less' }]])
    ).received
    const held = await act([[buyer, { status: 'disputed', reasonCode: 'suspended' }], 'link'])
    ;[documents['208'], documents['209']] = [held.received, held.sent]
    documents['210'] = (
      await act([
        [buyer, { status: 'rejected', reasonCode: 'DOUBLE_FACT', reason: 'Invoiced twice', requestedAction: 'CNF' }],
      ])
    ).received
    documents['213'] = (
      await trade.supplier.post('/v1/documents/send', trade.body({}, { to: '0225:000000420' }))
    ).body.id
    documents['221'] = (
      await trade.supplier.post('/v1/documents/send', trade.body({}, { to: '0225:000000430' }))
    ).body.id
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await trade.settle()
      app.clock.advance(3_600_000)
    }
  }, 120_000)

  test.each(rows)(
    'the written status $code $label says who, what, why and how much, and nothing is found in it',
    async ({ code, network, label, phase, issuer, reason, words, action, amounts = [] }) => {
      const documentId = String(documents[code])
      const xml = await written(documentId, code)
      expect(findings(xml)).toEqual([])
      const said = readCdar(xml).document
      const { number, typeCode, issueDate } = await app.platform.db.client.document.findFirstOrThrow({
        where: { id: documentId },
      })
      const [reference] = said.references
      expect(said).toMatchObject({
        phase,
        specification: 'urn.cpro.gouv.fr:1p0:CDV:invoice',
        sender: { role: 'WK' },
        issuer: { role: issuer },
        several: false,
      })
      expect(reference).toMatchObject({
        number,
        typeCode,
        issueDate: issueDate && dayOf(issueDate),
        status: code,
        label,
        networkCode: network,
        seller: { identifiers: [{ scheme: '0002', value: trade.from.peppolId.slice(5) }] },
      })
      // A platform is named by its role alone.
      const decider = { WK: undefined, SE: trade.from, BY: trade.to }[issuer]
      expect(said.issuer?.identifiers).toEqual(decider ? [{ scheme: '0002', value: decider.peppolId.slice(5) }] : [])
      const [detail] = reference?.details ?? []
      expect([detail?.reasonCode, detail?.reason, detail?.actionCode]).toEqual([reason, words, action])
      expect(amountsIn(reference?.details ?? [])).toEqual(amounts)
    },
  )
  test('every French status that is written stands in this list', () =>
    expect(rows.map(({ code }) => Number(code))).toEqual([
      ...Array.from({ length: 14 }, (_, index) => 200 + index),
      221,
    ]))
})

describe('what the platforms say of the way of an invoice', () => {
  test('a broken invoice is rejected (213) with the rules it breaks, and its sender is told', async () => {
    const { sent, received, number } = await trade.exchange()
    const { client } = app.platform.db
    const { documentTypeId, processId, ...document } = await client.document.findFirstOrThrow({
      where: { id: received },
    })
    const broken = (await storedBytes(app, document))
      .toString()
      .replace(/(<cbc:TaxInclusiveAmount[^>]*>)1200/, '$11300')
    const { envelope } = outgoingMessage(
      {
        instanceId: randomUUID(),
        senderId: trade.from.peppolId,
        receiverId: trade.to.peppolId,
        documentTypeId: String(documentTypeId),
        processId: String(processId),
        countryC1: 'FR',
        createdAt: app.clock.now(),
      },
      Buffer.from(broken),
    )
    const { documentId } = await receiveFromNetwork(app.platform, envelope)
    await trade.settle()
    const mine = await trade.log(trade.buyer, documentId)
    expect(mine).toMatchObject({
      currentStatus: 'rejected',
      frenchStatus: '213',
      allowedTransitions: [],
      currentStatusReason: { code: 'MONTANTTOTAL_ERR', rules: expect.arrayContaining(['BR-CO-15']) },
    })
    expect(await trade.statuses(trade.buyer, documentId)).toEqual(['202', '213'])
    expect(
      (await trade.events(trade.buyer, documentId)).filter(({ type }) => type === 'lifecycle.updated'),
    ).toMatchObject([{ previousStatus: 'received', currentStatus: 'rejected', compliance: { reportedTo: 'PPF' } }])
    const message = await client.lifecycleMessage.findFirstOrThrow({ where: { documentId, direction: 'outgoing' } })
    const xml = (await storedBytes(app, message)).toString()
    expect(findings(xml)).toEqual([])
    expect(readCdar(xml).document.references[0]).toMatchObject({
      number,
      status: '213',
      details: [{ reasonCode: 'MONTANTTOTAL_ERR', reason: expect.stringContaining('BR-CO-15') }],
    })
    // The supplier hears it from the platform of the buyer.
    const theirs = await trade.log(trade.supplier, sent)
    expect(theirs).toMatchObject({
      currentStatus: 'rejected',
      frenchStatus: '213',
      allowedTransitions: [],
      currentStatusReason: { code: 'MONTANTTOTAL_ERR' },
    })
    expect(theirs.events.at(-1)).toMatchObject({
      frenchStatus: '213',
      party: 'platform',
      source: 'network',
      status: 'rejected',
      reason: expect.stringContaining('BR-CO-15'),
    })
    expect((await trade.events(trade.supplier, sent)).slice(-2)).toMatchObject([
      { type: 'lifecycle.updated', currentStatus: 'rejected', compliance: null },
      { type: 'document.failed', errorCode: 'AP_REJECTED', errorMessage: expect.stringContaining('BR-CO-15') },
    ])
    expect(
      await trade.move(trade.supplier, sent, { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 1200 }),
    ).toMatchObject({ status: 409, body: { error: { code: 'invalid_transition' } } })
    const told = await client.complianceReport.findMany({
      where: { documentId: { in: [sent, documentId] } },
      orderBy: { id: 'asc' },
    })
    expect(told.map((report) => [report.documentId, report.frenchStatus])).toEqual([
      [sent, '200'],
      [documentId, '213'],
    ])
  })

  test('an invoice that reaches nobody gets a routing error (221), which moves and reports nothing', async () => {
    const { id } = (await trade.supplier.post('/v1/documents/send', trade.body({}, { to: '0225:000000430' }))).body
    const open = async (): Promise<boolean> =>
      (await trade.supplier.get(`/v1/documents/${id}`)).body.deliveryStatus === 'pending'
    for (let tries = 0; tries < 20; tries++) {
      await trade.settle()
      if (!(await open())) break
      app.clock.advance(24 * 3_600_000)
    }
    expect((await trade.supplier.get(`/v1/documents/${id}`)).body).toMatchObject({
      deliveryStatus: 'failed',
      lifecycleStatus: 'issued',
    })
    const log = await trade.log(trade.supplier, id)
    expect(log).toMatchObject({ currentStatus: 'issued', frenchStatus: '221' })
    expect(
      log.events.map(({ frenchStatus, status, party, motif }: Body) => [frenchStatus, status, party, motif]),
    ).toEqual([
      ['200', null, 'platform', null],
      ['221', null, 'platform', 'ROUTAGE_ERR'],
    ])
    const xml = await written(id, '221')
    expect(findings(xml)).toEqual([])
    expect(readCdar(xml).document).toMatchObject({
      phase: '305',
      references: [{ status: '221', networkCode: '8', details: [{ reasonCode: 'ROUTAGE_ERR' }] }],
    })
    expect((await trade.events(trade.supplier, id)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['document.failed', 'lifecycle.updated']),
    )
    expect(
      (await app.platform.db.client.complianceReport.findMany({ where: { documentId: id } })).map(
        ({ frenchStatus }) => frenchStatus,
      ),
    ).toEqual(['200'])
  })
})
