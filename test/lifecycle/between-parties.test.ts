import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCdar } from '../../src/formats/cdar/acknowledgement.ts'
import { readResponse } from '../../src/formats/ubl/response.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { readEnvelope, writeEnvelope } from '../../src/formats/sbdh/envelope.ts'
import { profilesFor } from '../../src/rules/profiles-for.ts'
import { validate } from '../../src/rules/validate.ts'
import { receiveFromNetwork } from '../../src/exchange/receive/network-door.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'
import { Trade } from '../support/trade.ts'
import { storedBytes } from '../support/stored-bytes.ts'

let app: TestApp
let french: Trade
let belgian: Trade
beforeAll(async () => {
  app = await startApp()
  french = await Trade.between(app, 'FR')
  belgian = await Trade.between(app, 'BE')
})
afterAll(() => app.close())

/** What was sent of a document, as bytes, oldest first. */
const sentMessages = async (documentId: string): Promise<string[]> => {
  const { client } = app.platform.db
  const rows = await client.lifecycleMessage.findMany({
    where: { documentId, direction: 'outgoing' },
    orderBy: { id: 'asc' },
  })
  return Promise.all(rows.map(async (row) => (await storedBytes(app, row)).toString()))
}
const findings = (xml: string): string[] => {
  const root = readXml(xml)
  return [
    ...validate(root, profilesFor(root)).flatMap((one) => one.findings.map(({ rule, xpath }) => `${rule} ${xpath}`)),
    ...(hasShared ? schemaErrors(xml) : []),
  ]
}
/** The last envelope that the network brought about a document. */
const lastEnvelope = async (documentId: string): Promise<Uint8Array> => {
  const message = await app.platform.db.client.lifecycleMessage.findFirstOrThrow({
    where: { documentId, direction: 'incoming' },
    orderBy: { id: 'desc' },
  })
  return storedBytes(app, message)
}
const copyOf = async (who: Tenant, id: string): Promise<Body> => (await who.get(`/v1/documents/${id}`)).body

const paid = { paymentDate: '2026-11-21', paymentReference: 'TRF-1' }
const decisions: [name: string, updates: object[], code: string, state: string][] = [
  ['a review', [{ status: 'under_review' }], 'IP', 'under_review'],
  ['an approval', [{ status: 'approved' }], 'AP', 'approved'],
  [
    'an approval in part',
    [{ status: 'approved', remainingAmount: 121, reasonCode: 'QTY', reason: 'One hour less' }],
    'CA',
    'approved',
  ],
  ['an approval in part without a reason', [{ status: 'approved', remainingAmount: 121 }], 'CA', 'approved'],
  [
    'a dispute with corrections',
    [
      {
        status: 'disputed',
        reasonCode: 'PRI',
        reason: 'Too much & more',
        note: 'Call us',
        requestedAction: 'CNP',
        corrections: [
          { term: 'BT-146', current: '100.00', expected: '90.00' },
          { term: 'BT-153', expected: 'Advice' },
        ],
      },
    ],
    'UQ',
    'disputed',
  ],
  ['something on hold', [{ status: 'disputed', reasonCode: 'suspended' }], 'UQ', 'disputed'],
  ['a refusal', [{ status: 'rejected', reasonCode: 'OTH', reason: 'Never ordered' }], 'RE', 'rejected'],
  [
    'a payment in part',
    [{ status: 'approved' }, { status: 'partially_paid', paymentAmount: 210, ...paid }],
    'PD',
    'partially_paid',
  ],
  ['a payment', [{ status: 'approved' }, { status: 'paid', ...paid }], 'PD', 'paid'],
]

describe('outside France', () => {
  test.each(decisions)(
    'outside France %s travels as an Invoice Response that breaks no rule, and moves the supplier’s copy',
    async (_name, updates, code, state) => {
      const { sent, received } = await belgian.exchange()
      for (const update of updates) {
        expect(await belgian.move(belgian.buyer, received, update)).toMatchObject({
          status: 200,
          body: { messages: [{ syntax: 'invoice-response', to: belgian.from.peppolId }], compliance: null },
        })
        await belgian.settle()
      }
      const messages = await sentMessages(received)
      expect(messages).toHaveLength(updates.length)
      expect(messages.flatMap(findings)).toEqual([])
      expect(readResponse(messages.at(-1) ?? '').document).toMatchObject({
        code,
        reference: { number: (await copyOf(belgian.buyer, received)).number, issueDate: '2026-11-20', typeCode: '380' },
      })
      const [mine, theirs] = [await belgian.log(belgian.buyer, received), await belgian.log(belgian.supplier, sent)]
      expect(theirs).toMatchObject({ currentStatus: state, frenchStatus: null, compliance: {} })
      const told = (event: Body) => ({
        status: event.status,
        party: event.party,
        requestedAction: event.requestedAction,
        note: event.note,
        happenedAt: event.happenedAt,
        corrections: event.corrections.map(({ path: _path, ...one }: Body) => one),
      })
      expect(theirs.events.map(told)).toEqual(mine.events.map(told))
      expect(
        (await belgian.events(belgian.supplier, sent)).filter(({ type }) => type === 'lifecycle.updated'),
      ).toHaveLength(updates.length)
      expect(
        await app.platform.db.client.complianceReport.count({ where: { documentId: { in: [sent, received] } } }),
      ).toBe(0)
    },
  )

  test('outside France what the supplier says of a payment stays with it', async () => {
    const { sent, received } = await belgian.exchange()
    expect(await belgian.move(belgian.supplier, sent, { status: 'paid', ...paid })).toMatchObject({
      status: 200,
      body: { messages: [] },
    })
    await belgian.settle()
    expect(await belgian.log(belgian.buyer, received)).toMatchObject({ currentStatus: 'received', events: [] })
  })
})

/** What was decided, with the French amounts that say it. */
const decided = (log: Body) =>
  log.events
    .filter(({ status }: Body) => status !== null)
    .map(({ frenchStatus, status, amounts }: Body) => [
      frenchStatus,
      status,
      amounts.map(({ kind, amount, percent }: Body) => `${kind} ${amount} ${percent ?? ''}`.trim()),
    ])

describe('inside France', () => {
  test('in France each status of the buyer travels as a clean CDAR, and comes out as it was said', async () => {
    const { sent, received } = await french.exchange()
    const updates = [
      { status: 'under_review' },
      { status: 'disputed', reasonCode: 'suspended', suspensionReasonCode: 'COORD_BANC_ERR' },
      { status: 'disputed', reasonCode: 'TX_TVA_ERR' },
    ]
    for (const update of updates.slice(0, 2)) await french.move(french.buyer, received, update)
    await french.settle()
    expect(await french.log(french.supplier, sent)).toMatchObject({
      currentStatus: 'disputed',
      frenchStatus: '208',
      currentStatusReason: { code: 'COORD_BANC_ERR' },
    })
    const messages = await sentMessages(received)
    expect(messages.flatMap(findings)).toEqual([])
    expect(messages.map((xml) => readCdar(xml).document.references[0]?.status)).toEqual(['203', '204', '208'])
  })

  test('in France a payment sent (211) and its collection (212) both stand, on both sides', async () => {
    const { sent, received } = await french.exchange()
    await french.move(french.buyer, received, { status: 'approved' })
    await french.settle()
    await french.move(french.buyer, received, { status: 'paid', ...paid })
    await french.settle()
    expect(await french.log(french.supplier, sent)).toMatchObject({
      currentStatus: 'paid',
      frenchStatus: '211',
      allowedTransitions: ['partially_paid', 'paid'],
    })
    expect(
      await french.move(french.supplier, sent, {
        status: 'partially_paid',
        paymentDate: '2026-11-21',
        paymentAmount: 200,
      }),
    ).toMatchObject({ status: 200, body: { frenchStatus: '212', currentStatus: 'partially_paid' } })
    // Two messages that are under way at once may arrive in any order.
    await french.settle()
    expect(
      await french.move(french.supplier, sent, {
        status: 'paid',
        paymentDate: '2026-11-22',
        paymentAmount: 1000,
        paymentByRate: [{ rate: 20, amount: 1000 }],
      }),
    ).toMatchObject({ status: 200, body: { frenchStatus: '212', currentStatus: 'paid', allowedTransitions: [] } })
    await french.settle()
    expect((await sentMessages(sent)).flatMap(findings)).toEqual([])
    const expected = [
      ['205', 'approved', []],
      ['211', 'paid', ['MPA 1200', 'RAP 0']],
      ['212', 'partially_paid', ['MEN 200 20']],
      ['212', 'paid', ['MEN 1000 20']],
    ]
    expect(decided(await french.log(french.supplier, sent))).toEqual(expected)
    expect(decided(await french.log(french.buyer, received))).toEqual(expected)
    expect(await french.log(french.buyer, received)).toMatchObject({
      currentStatus: 'paid',
      frenchStatus: '212',
      allowedTransitions: [],
    })
  })

  test('in France a partial approval carries what is approved and what is not, exactly', async () => {
    const { sent, received } = await french.exchange()
    expect(
      await french.move(french.buyer, received, {
        status: 'approved',
        remainingAmount: '100.01',
        reasonCode: 'QTY',
        reason: 'Less',
      }),
    ).toMatchObject({ status: 200, body: { frenchStatus: '206' } })
    await french.settle()
    const [, xml = ''] = await sentMessages(received)
    expect(findings(xml)).toEqual([])
    expect((await french.log(french.supplier, sent)).events.at(-1)).toMatchObject({
      frenchStatus: '206',
      motif: 'QTE_ERR',
      amounts: [
        { kind: 'MAP', amount: 916.66 },
        { kind: 'MAPTTC', amount: 1099.99 },
        { kind: 'MNA', amount: 83.34 },
        { kind: 'MNATTC', amount: 100.01 },
      ],
    })
  })

  test('a buyer who has approved a part and pays it says that part, and not the whole', async () => {
    const { sent, received } = await french.exchange()
    for (const update of [
      { status: 'approved', remainingAmount: '100.01', reasonCode: 'QTY', reason: 'Less' },
      { status: 'partially_paid', paymentDate: '2026-11-21', paymentAmount: '1000.00' },
      { status: 'paid', paymentDate: '2026-11-22' },
    ])
      expect(await french.move(french.buyer, received, update)).toMatchObject({ status: 200 })
    await french.settle()
    const expected = [
      ['206', 'approved', ['MAP 916.66', 'MAPTTC 1099.99', 'MNA 83.34', 'MNATTC 100.01']],
      ['211', 'partially_paid', ['MPA 1000', 'RAP 99.99']],
      ['211', 'paid', ['MPA 99.99', 'RAP 0']],
    ]
    expect(decided(await french.log(french.buyer, received))).toEqual(expected)
    expect(decided(await french.log(french.supplier, sent))).toEqual(expected)
  })

  test('a buyer who takes back a payment of the part that it approved pays that part, and not the whole', async () => {
    const { received } = await french.exchange()
    const { buyer } = french
    await french.move(buyer, received, {
      status: 'approved',
      remainingAmount: '100.01',
      reasonCode: 'QTY',
      reason: 'x',
    })
    await french.move(buyer, received, { status: 'partially_paid', paymentDate: '2026-11-21', paymentAmount: 1000 })
    const { data: payments } = (await buyer.get(`/v1/payments?documentId=${received}`)).body
    expect(await buyer.post(`/v1/payments/${payments[0].id}/reverse`, {})).toMatchObject({ status: 200 })
    app.clock.advance(60_000)
    expect(await french.move(buyer, received, { status: 'paid', paymentDate: '2026-11-22' })).toMatchObject({
      status: 200,
      body: { previousStatus: 'approved' },
    })
    expect(decided(await french.log(buyer, received)).at(-1)).toEqual(['211', 'paid', ['MPA 1099.99', 'RAP 0']])
  })
})

describe('messages that come late, twice, or from the wrong side', () => {
  test('texts of a message are cut between characters, and its status is taken', async () => {
    const { sent, received } = await french.exchange()
    // One after the other, so that the last message is that of the payment.
    for (const update of [
      { status: 'approved' },
      { status: 'paid', paymentDate: '2026-11-21', paymentReference: 'Bank 4711' },
    ]) {
      await french.move(french.buyer, received, update)
      await french.settle()
    }
    const { header, xml } = await french.lastMessage(sent)
    expect(xml).toContain('Bank 4711')
    const again = xml
      .replaceAll('Bank 4711', `${'x'.repeat(139)}😀`)
      .replace(/<ram:ID>T-[^<]*<\/ram:ID>/, '<ram:ID>cut-between-characters</ram:ID>')
    await french.arrive({ ...header, instanceId: 'cut-between-characters' }, again)
    const { events } = await french.log(french.supplier, sent)
    expect(events.at(-1)).toMatchObject({ frenchStatus: '211', payment: { reference: `${'x'.repeat(139)}\ufffd` } })
  })

  test('a status of a year that there was not counts from when it came', async () => {
    const { sent, received } = await french.exchange()
    await french.move(french.buyer, received, { status: 'approved' })
    await french.settle()
    const { header, xml } = await french.lastMessage(sent)
    const again = xml
      .replaceAll(/(<udt:DateTimeString format="204">)\d{4}/g, '$10000')
      .replace(/<ram:ID>T-[^<]*<\/ram:ID>/, '<ram:ID>year-zero</ram:ID>')
    await french.arrive({ ...header, instanceId: 'year-zero' }, again)
    const { events } = await french.log(french.supplier, sent)
    const came = Date.parse(events.at(-1).happenedAt)
    expect(Math.abs(came - app.clock.now().getTime())).toBeLessThan(60_000)
  })

  test('a status finds its document whether the id of its sender comes in capitals or not', async () => {
    const italian = await Trade.between(app, 'IT')
    const { sent, received } = await italian.exchange()
    await italian.move(italian.buyer, received, { status: 'approved' })
    await italian.settle()
    const { header, xml } = await italian.lastMessage(sent)
    const sender = { ...header.sender, value: header.sender.value.toLowerCase() }
    expect(sender).not.toEqual(header.sender)
    expect(await italian.arrive({ ...header, sender, instanceId: 'in-small-letters' }, xml)).toEqual({
      documentId: sent,
      repeated: true,
    })
  })

  test('the same message again changes nothing, in the same envelope and in another', async () => {
    const { sent, received } = await french.exchange()
    await french.move(french.buyer, received, { status: 'disputed', reasonCode: 'QTY' })
    await french.settle()
    const before = await french.log(french.supplier, sent)
    const events = (await french.events(french.supplier, sent)).length
    const envelope = await lastEnvelope(sent)
    const { document: header, payload } = readEnvelope(envelope)
    for (const again of [envelope, Buffer.from(writeEnvelope({ ...header, instanceId: 'another-envelope' }, payload))])
      expect(await receiveFromNetwork(app.platform, again)).toEqual({ documentId: sent, repeated: true })
    expect(await french.log(french.supplier, sent)).toEqual(before)
    expect(await french.events(french.supplier, sent)).toHaveLength(events)
  })

  test('an older status that comes after a newer one is kept, and moves nothing', async () => {
    const { sent, received } = await french.exchange()
    await french.move(french.buyer, received, { status: 'under_review' })
    await french.settle()
    const review = await lastEnvelope(sent)
    await french.move(french.buyer, received, { status: 'approved' })
    await french.settle()
    const { document: header, payload } = readEnvelope(review)
    const late = Buffer.from(payload)
      .toString()
      .replace(/<ram:ID>T-[^<]*<\/ram:ID>/, '<ram:ID>late</ram:ID>')
    expect(
      await receiveFromNetwork(
        app.platform,
        Buffer.from(writeEnvelope({ ...header, instanceId: 'late' }, Buffer.from(late))),
      ),
    ).toEqual({ documentId: sent, repeated: false })
    expect(await french.log(french.supplier, sent)).toMatchObject({ currentStatus: 'approved', frenchStatus: '205' })
    expect((await french.statuses(french.supplier, sent)).filter((code) => code === '204')).toHaveLength(2)
  })

  test('a status that comes after the end is kept, and moves nothing', async () => {
    const { sent, received } = await french.exchange()
    await french.move(french.buyer, received, { status: 'rejected', reasonCode: 'LEG', reason: 'No' })
    await french.settle()
    const { document: header, payload } = readEnvelope(await lastEnvelope(sent))
    const approval = Buffer.from(payload)
      .toString()
      .replace(/<ram:ID>T-[^<]*<\/ram:ID>/, '<ram:ID>after</ram:ID>')
      .replace('>210<', '>205<')
      .replace(/<ram:SpecifiedDocumentStatus>.*<\/ram:SpecifiedDocumentStatus>/, '')
    await receiveFromNetwork(
      app.platform,
      Buffer.from(writeEnvelope({ ...header, instanceId: 'after' }, Buffer.from(approval))),
    )
    expect(await french.log(french.supplier, sent)).toMatchObject({
      currentStatus: 'rejected',
      frenchStatus: '210',
      allowedTransitions: [],
    })
  })

  test('a message about a document of another day moves none that has the same number', async () => {
    const { sent, received } = await belgian.exchange()
    await belgian.move(belgian.buyer, received, { status: 'under_review' })
    await belgian.settle()
    const { document: header, payload } = readEnvelope(await lastEnvelope(sent))
    const before = await belgian.log(belgian.supplier, sent)
    const ofLastYear = Buffer.from(payload)
      .toString()
      .replace(/<cbc:ID>[^<]*<\/cbc:ID>/, '<cbc:ID>last-year</cbc:ID>')
      .replace('2026-11-20', '2025-11-20')
    await expect(
      receiveFromNetwork(
        app.platform,
        Buffer.from(writeEnvelope({ ...header, instanceId: 'last-year' }, Buffer.from(ofLastYear))),
      ),
    ).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
    expect(await belgian.log(belgian.supplier, sent)).toEqual(before)
  })

  test(
    'a decision moves neither the credit note of that number nor what the other side sent under it',
    { tags: 'heavy' },
    async () => {
      for (const trade of [belgian, french]) {
        const invoice = await trade.exchange()
        const billing = { billingReference: (await trade.exchange()).number, billingReferenceDate: '2026-11-20' }
        const note = await trade.exchange({ number: invoice.number, ...billing }, { type: 'credit-note' })
        expect(note.received).not.toBe(invoice.received)
        const { status } = await trade.buyer.post('/v1/documents/send', {
          ...trade.body({ number: invoice.number }),
          from: trade.to.peppolId,
          to: trade.from.peppolId,
        })
        expect(status).toBe(201)
        await trade.settle()
        await trade.move(trade.buyer, invoice.received, { status: 'approved' })
        await trade.move(trade.buyer, note.received, { status: 'under_review' })
        await trade.settle()
        expect((await copyOf(trade.supplier, invoice.sent)).lifecycleStatus).toBe('approved')
        expect((await copyOf(trade.supplier, note.sent)).lifecycleStatus).toBe('under_review')
        expect(
          (await trade.supplier.get(`/v1/documents?direction=incoming&number=${invoice.number}`)).body.data,
        ).toMatchObject([{ lifecycleStatus: 'received' }])
      }
    },
  )

  test('nobody tells a status of a document that it is not a party to, or one that the other party gives', async () => {
    const { sent, received } = await french.exchange()
    await french.move(french.buyer, received, { status: 'disputed', reasonCode: 'QTY' })
    await french.settle()
    const { document: header, payload } = readEnvelope(await lastEnvelope(sent))
    const send = (changes: object, text: (xml: string) => string = (xml) => xml) =>
      receiveFromNetwork(
        app.platform,
        Buffer.from(
          writeEnvelope(
            { ...header, instanceId: 'forged', ...changes },
            Buffer.from(text(Buffer.from(payload).toString())),
          ),
        ),
      )
    const renamed = (xml: string): string => xml.replace(/<ram:ID>T-[^<]*<\/ram:ID>/, '<ram:ID>forged</ram:ID>')
    const before = await french.log(french.supplier, sent)
    await expect(send({ sender: { ...header.sender, value: '0225:999999999' } }, renamed)).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
    })
    // Wild cards of SQL are characters like any other.
    for (const value of ['0225:%', '0225:_________'])
      await expect(send({ sender: { ...header.sender, value } }, renamed)).rejects.toMatchObject({
        code: 'DOCUMENT_NOT_FOUND',
      })
    await expect(send({ receiver: { ...header.receiver, value: '0225:%' } }, renamed)).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
    })
    await expect(send({}, (xml) => renamed(xml).replace('>207<', '>212<'))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
    await expect(send({}, (xml) => renamed(xml).replace('>207<', '>999<'))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
    await expect(send({}, () => '<nonsense/>')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    expect(await french.log(french.supplier, sent)).toEqual(before)
  })
})
