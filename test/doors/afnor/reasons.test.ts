import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AfnorTrade, FLOWS, search, submit } from '../../support/afnor.ts'
import { type Answer, type Body, type TestApp, startApp } from '../../support/app.ts'
import { Trade, vatNumberIn } from '../../support/trade.ts'

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
const cdar = { flowSyntax: 'CDAR', name: 'statut.xml' }
const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const attached = (mimeCode: string, fileName: string, bytes: string) => (xml: string) =>
  xml.replace(
    '<cac:AccountingSupplierParty>',
    `<cac:AdditionalDocumentReference><cbc:ID>A</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${mimeCode}" ` +
      `filename="${fileName}">${Buffer.from(bytes).toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>` +
      '</cac:AdditionalDocumentReference><cac:AccountingSupplierParty>',
  )

const numbered = async (number: string): Promise<Body[]> =>
  (await french.supplier.get(`/v1/documents?number=${number}`)).body.data

const statusOf = (...of: Parameters<AfnorTrade['status']>): Promise<string> => norm.status(...of)

describe('a file that is not taken is acknowledged with the code of the norm, and nothing is sent', () => {
  test.each<[code: string, flowInfo: object, file: () => string | Buffer, item?: RegExp]>([
    ['EmptyFlow', ubl, () => ''],
    ['ChecksumMismatch', { ...ubl, sha256: 'a'.repeat(64) }, () => norm.invoice().xml],
    ['InvalidSchema', ubl, () => '<Invoice><broken'],
    [
      'InvalidSchema',
      ubl,
      () => norm.invoice((xml) => xml.replace('<cbc:IssueDate>', '<cbc:Nonsense/><cbc:IssueDate>')).xml,
      /Nonsense/,
    ],
    ['FlowTypeError', { ...ubl, flowSyntax: 'CII' }, () => norm.invoice().xml],
    ['FlowTypeError', ubl, () => '%PDF-1.7 nothing'],
    ['FlowTypeError', { flowSyntax: 'FRR', name: 'r.xml' }, () => '<Declaration/>'],
    ['VirusFound', ubl, () => EICAR],
    ['VirusFound', ubl, () => norm.invoice(attached('text/csv', 'v.csv', EICAR)).xml, /^v\.csv$/],
    ['EmptyAttachement', ubl, () => norm.invoice(attached('text/csv', 'empty.csv', '')).xml, /^empty\.csv$/],
    ['AttachmentTypeError', ubl, () => norm.invoice(attached('application/zip', 'a.zip', 'PK')).xml, /^a\.zip$/],
    ['FileSizeExceeded', ubl, () => Buffer.alloc(26 * 1024 * 1024, ' ')],
    [
      'OtherTechnicalError',
      ubl,
      () =>
        norm.invoice((xml) => xml.replaceAll(/FR00\d{9}/g, 'FR00999999999').replaceAll(/41\d{7}/g, '999999999')).xml,
    ],
  ])('%s: %j', async (code, flowInfo, file, item) => {
    const before = await french.supplier.get('/v1/documents')
    const flow = await norm.take(french.supplier, { flowInfo, file: file() })
    expect(flow.acknowledgement).toMatchObject({ status: 'Error' })
    const [detail] = flow.acknowledgement.details
    expect(detail).toMatchObject({ level: 'Error', reasonCode: code, reasonMessage: expect.stringMatching(/./) })
    expect(detail.item).toMatch(item ?? /./)
    expect((await french.supplier.get('/v1/documents')).body.data[0].id).toBe(before.body.data[0].id)
    const found = (await search(french.supplier, { ackStatus: 'Error' }, { limit: 100 })).body.results
    expect(found.map(({ flowId }: Body) => flowId)).toContain(flow.flowId)
  })

  test('AlreadyExistingFlow: the same file again, and its number in another file', async () => {
    const { xml, number } = norm.invoice()
    expect(await norm.take(french.supplier, { flowInfo: ubl, file: xml })).toMatchObject({
      acknowledgement: { status: 'Ok' },
    })
    for (const again of [xml, xml.replace('PO-1', 'PO-2')])
      expect(await norm.take(french.supplier, { flowInfo: ubl, file: again })).toMatchObject({
        acknowledgement: { status: 'Error', details: [{ reasonCode: 'AlreadyExistingFlow' }] },
      })
    // The same file is no invoice; the other one is an invoice that was rejected.
    expect((await numbered(number)).map(({ status }) => status).toSorted()).toEqual(['delivered', 'rejected'])
  })

  test('a processing rule that the note BAR contradicts', async () => {
    const barred = (xml: string) =>
      xml.replace(/(<cbc:Note>)#BAR#[^<]*|(?=<cbc:DocumentCurrencyCode>)/, '$1<cbc:Note>#BAR#B2C</cbc:Note>')
    const { xml } = norm.invoice(barred)
    expect(xml).toContain('#BAR#')
    expect(
      await norm.take(french.supplier, { flowInfo: { ...ubl, processingRule: 'ArchiveOnly' }, file: xml }),
    ).toMatchObject({
      processingRule: 'ArchiveOnly',
      processingRuleSource: 'Input',
      acknowledgement: { status: 'Error', details: [{ reasonCode: 'FlowTypeError', item: 'BT-22' }] },
    })
  })
})

test('an invoice that breaks a rule is taken, stored as rejected, and told by a status 213 to its sender and the state', async () => {
  const { xml, number } = norm.invoice((text) => text.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$17.77'))
  const flow = await norm.take(french.supplier, { flowInfo: ubl, file: xml })
  expect(flow.acknowledgement).toMatchObject({
    status: 'Ok',
    details: [{ level: 'Warning', reasonCode: 'InvalidSchema' }],
  })
  expect(await numbered(number)).toMatchObject([
    { status: 'rejected', lifecycleStatus: 'rejected', frenchStatus: '213' },
  ])
  expect((await french.buyer.get(`/v1/documents?number=${number}`)).body.data).toEqual([])
  const { results } = (await search(french.supplier, { updatedAfter: flow.submittedAt }, { limit: 100 })).body
  const told = results
    .filter(({ name }: Body) => name.startsWith(`${number}_CDV-213`))
    .map(({ flowType }: Body) => flowType)
  expect(told.toSorted()).toEqual(['CustomerInvoiceLC', 'StateCustomerInvoiceLC'])
})

test('an invoice that is rejected before it leaves is announced as failed, once, and as sent never', async () => {
  const { xml, number } = norm.invoice()
  await norm.take(french.supplier, { flowInfo: ubl, file: xml })
  const broken = norm.invoice((text) => text.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$17.77'))
  await norm.take(french.supplier, { flowInfo: ubl, file: broken.xml })
  await norm.take(french.supplier, { flowInfo: ubl, file: xml.replace('PO-1', 'PO-2') })
  const announced = async (of: string): Promise<Body[]> => {
    const rejected = (await numbered(of)).find(({ status }) => status === 'rejected')
    const events = await french.events(french.supplier, rejected?.id)
    return events.filter(({ type }) => type.startsWith('document.'))
  }
  expect(await announced(broken.number)).toMatchObject([
    { type: 'document.failed', errorCode: 'UBL_VALIDATION_FAILED', errorMessage: expect.stringMatching(/./) },
  ])
  expect(await announced(number)).toMatchObject([{ type: 'document.failed', errorCode: 'DUPLICATE_NUMBER' }])
})

test('an invoice that is only to be kept goes to nobody', async () => {
  const { xml, number } = norm.invoice()
  const flow = await norm.take(french.supplier, { flowInfo: { ...ubl, processingRule: 'ArchiveOnly' }, file: xml })
  expect(flow).toMatchObject({ processingRule: 'ArchiveOnly', acknowledgement: { status: 'Ok' } })
  expect(await numbered(number)).toMatchObject([{ status: 'draft', deliveryStatus: null }])
})

describe('what an invoice says of its treatment (BAR) counts where its signaling says nothing', () => {
  const said = (treatment: string) => (xml: string) =>
    xml.replace('<cbc:DocumentCurrencyCode>', `<cbc:Note>#BAR#${treatment}</cbc:Note><cbc:DocumentCurrencyCode>`)

  test.each([
    ['ARCHIVEONLY', 'ArchiveOnly'],
    ['OUTOFSCOPE', 'OutOfScope'],
    ['B2C', 'B2C'],
  ])('%s goes to nobody, neither to its recipient nor to the state', async (treatment, processingRule) => {
    const { xml, number } = norm.invoice(said(treatment))
    const flow = await norm.take(french.supplier, { flowInfo: ubl, file: xml })
    expect(flow).toMatchObject({
      processingRule,
      processingRuleSource: 'Computed',
      acknowledgement: { status: 'Ok' },
    })
    expect(await numbered(number)).toMatchObject([{ status: 'draft', deliveryStatus: null }])
    expect((await french.buyer.get(`/v1/documents?number=${number}`)).body.data).toEqual([])
    const { results } = (await search(french.supplier, { updatedAfter: flow.submittedAt }, { limit: 100 })).body
    expect(results.filter(({ name }: Body) => name.startsWith(number))).toEqual([])
  })

  test('B2B is sent as one that says nothing', async () => {
    const { xml, number } = norm.invoice(said('B2B'))
    const flow = await norm.take(french.supplier, { flowInfo: ubl, file: xml })
    expect(flow).toMatchObject({ processingRule: 'B2B', processingRuleSource: 'Computed' })
    expect(await numbered(number)).toMatchObject([{ status: 'delivered' }])
  })
})

test('who signals a rule that is not known has said none: it follows from the parties', async () => {
  const { xml } = norm.invoice()
  const flow = await norm.take(french.supplier, { flowInfo: { ...ubl, processingRule: 'Undefined' }, file: xml })
  expect(flow).toMatchObject({
    processingRule: 'B2B',
    processingRuleSource: 'Computed',
    acknowledgement: { status: 'Ok' },
  })
})

test('an invoice that is only to be kept counts as one that is sent, and is refused beyond the quota', async () => {
  const { platform } = french.app
  const where = { organizationId: french.supplier.organizationId, subjectId: french.from.id }
  const counted = async (): Promise<number> =>
    (await platform.db.client.countedUsage.aggregate({ where, _sum: { documents: true } }))._sum.documents ?? 0
  const keep = async (): Promise<Body> =>
    norm.take(french.supplier, { flowInfo: { ...ubl, processingRule: 'ArchiveOnly' }, file: norm.invoice().xml })
  const limitTo = (documentsPerMonth: number | null): Promise<Answer> =>
    french.supplier.patch(`/v1/platform/companies/${french.from.id}/quotas`, { documentsPerMonth })
  await limitTo((await counted()) + 1)
  expect(await keep()).toMatchObject({ acknowledgement: { status: 'Ok' } })
  expect(await keep()).toMatchObject({
    acknowledgement: { status: 'Error', details: [{ reasonCode: 'OtherTechnicalError' }] },
  })
  await limitTo(null)
})

describe('a status (CDAR)', () => {
  test(
    'moves the invoice of the seller that it names, when others have sent its number on the same day',
    { tags: 'heavy' },
    async () => {
      const other = await app.tenant('white_label')
      const from = (await other.post('/v1/companies', { vatNumber: vatNumberIn('FR') })).body.peppolId
      await french.settle()
      const { received, number } = await french.exchange()
      expect((await other.post('/v1/documents/send', french.body({ number }, { from }))).status).toBe(201)
      await french.settle()
      const file = await statusOf(french.buyer, received, { frenchStatus: '204', party: 'buyer' })
      expect(await norm.take(french.buyer, { flowInfo: cdar, file })).toMatchObject({
        acknowledgement: { status: 'Ok' },
      })
      const { body } = await french.buyer.get(`/v1/documents?number=${number}`)
      expect(body.data.map(({ id, lifecycleStatus }: Body) => [id === received, lifecycleStatus])).toEqual([
        [false, 'received'],
        [true, 'under_review'],
      ])
    },
  )
  test('moves the invoice that it names, once, and is told the other side', async () => {
    const { sent, received } = await french.exchange()
    // Later than all that came before.
    app.clock.advance(1_000)
    const file = await statusOf(french.buyer, received, {
      frenchStatus: '207',
      party: 'buyer',
      motif: 'TX_TVA_ERR',
      reason: 'Taux',
    })
    const flow = await norm.take(french.buyer, { flowInfo: cdar, file })
    expect(flow).toMatchObject({
      flowType: 'SupplierInvoiceLC',
      flowDirection: 'Out',
      acknowledgement: { status: 'Ok' },
    })
    expect((await french.statuses(french.supplier, sent)).at(-1)).toBe('207')
    const original = await french.buyer.get(`${FLOWS}/${flow.flowId}?docType=Original`)
    expect(original.bytes.toString()).toBe(file)
    const { results } = (await search(french.buyer, { updatedAfter: flow.submittedAt }, { limit: 100 })).body
    expect(results.map(({ flowId }: Body) => flowId)).toEqual([flow.flowId])
  })

  test.each<[code: string, make: (ids: { sent: string; received: string }) => Promise<string>, by?: 'supplier']>([
    [
      'InvoiceLCInvalidStatus',
      async ({ received }) =>
        (await statusOf(french.buyer, received, { frenchStatus: '204', party: 'buyer' })).replace('>204<', '>999<'),
    ],
    [
      'InvoiceLCAccessDenied',
      ({ received }) =>
        statusOf(french.buyer, received, {
          frenchStatus: '212',
          party: 'supplier',
          amounts: [{ kind: 'MEN', amount: '1200.00', currency: 'EUR', percent: '20.00' }],
          payment: { date: '2026-11-21' },
        }),
    ],
    [
      'InvoiceLCAccessDenied',
      async ({ received }) =>
        (await statusOf(french.buyer, received, { frenchStatus: '204', party: 'buyer' })).replace(
          /(<ram:IssuerAssignedID>)[^<]*/,
          '$1NOBODY-1',
        ),
    ],
    [
      'InvoiceLCRuleError',
      async ({ received }) =>
        (
          await statusOf(french.buyer, received, {
            frenchStatus: '207',
            party: 'buyer',
            motif: 'TX_TVA_ERR',
            reason: 'T',
          })
        ).replace('TX_TVA_ERR', 'NO_SUCH'),
    ],
    [
      'InvoiceLCStatusError',
      ({ sent }) => statusOf(french.supplier, sent, { frenchStatus: '209', party: 'supplier' }),
      'supplier',
    ],
    [
      'InvoiceLCAmountError',
      ({ received }) =>
        statusOf(french.buyer, received, { frenchStatus: '206', party: 'buyer', motif: 'PU_ERR', reason: 'Prix' }),
    ],
  ])('that cannot be given is acknowledged with %s, and moves nothing', async (code, make, by) => {
    const { sent, received } = await french.exchange()
    const [who, id] = by ? [french.supplier, sent] : [french.buyer, received]
    const before = await french.statuses(who, id)
    const flow = await norm.take(who, { flowInfo: cdar, file: await make({ sent, received }) })
    expect(flow.acknowledgement.status).toBe('Error')
    expect(flow.acknowledgement.details[0].reasonCode).toBe(code)
    expect(await french.statuses(who, id)).toEqual(before)
  })

  test(
    'of many thousand details is read beside the thread that answers, and a short one in it',
    { tags: 'heavy' },
    async () => {
      const fresh = await startApp({}, { threads: true })
      const trade = await Trade.between(fresh, 'FR')
      const { received } = await trade.exchange()
      const said = { frenchStatus: '207', party: 'buyer', motif: 'TX_TVA_ERR', reason: 'Taux' } as const
      const short = await (await AfnorTrade.of(trade)).status(trade.buyer, received, said)
      const note = '<ram:IncludedNote><ram:Content>So it is.</ram:Content></ram:IncludedNote>'
      const long = short.replace(/<ram:SpecifiedDocumentStatus>[^]*?<\/ram:SpecifiedDocumentStatus>/, (detail) =>
        detail.replace('</ram:SpecifiedDocumentStatus>', `${note.repeat(8)}$&`).repeat(3_000),
      )
      let threads = 0
      const count = (): void => void (threads += 1)
      process.on('worker', count)
      for (const [file, started] of [
        [short, 0],
        [long, 1],
      ] as const) {
        const { body } = await submit(trade.buyer, { flowInfo: cdar, file })
        await trade.settle()
        expect((await trade.buyer.get(`${FLOWS}/${body.flowId}`)).body.acknowledgement.status).not.toBe('Pending')
        expect(threads).toBe(started)
      }
      process.off('worker', count)
      await fresh.close()
    },
  )

  test('of a key that may not change statuses is denied', async () => {
    const { received } = await french.exchange()
    const key = await french.buyer.keyWith(['send', 'documents.read'])
    const file = await statusOf(french.buyer, received, { frenchStatus: '204', party: 'buyer' })
    const { body } = await submit(key, { flowInfo: cdar, file })
    await french.settle()
    expect((await key.get(`${FLOWS}/${body.flowId}`)).body.acknowledgement).toMatchObject({
      status: 'Error',
      details: [{ reasonCode: 'InvoiceLCAccessDenied' }],
    })
  })
})
