/** The rules of sending, each by its sentence in the specification (4.4). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let sender: Tenant
let ids: Record<'belgian' | 'french' | 'italian', string>
const [to, frenchTo] = ['0208:0417497106', '0225:439368049']
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  sender = await app.tenant('white_label')
  const register = async (vatNumber: string): Promise<string> =>
    (await sender.post('/v1/companies', { vatNumber })).body.peppolId
  ids = {
    belgian: await register('BE0403019261'),
    french: await register('FR88324872211'),
    italian: await register('IT00743110157'),
  }
})
afterAll(() => app.close())

let made = 0
const line = (more: object = {}): object => ({
  description: 'Consulting',
  quantity: 1,
  unit: 'HUR',
  unitPrice: 100,
  vatRate: 21,
  ...more,
})
const body = (document: object = {}, rest: object = {}): Body => ({
  type: 'invoice',
  from: ids.belgian,
  to,
  ...rest,
  document: {
    number: `R-${++made}`,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-77',
    lines: [line()],
    ...document,
  },
})
const order = (document: object = {}, rest: object = {}): Body => body({ dueDate: undefined, ...document }, rest)
const send = (given: object): Promise<Answer> => sender.post('/v1/documents/send', given)
const sent = async (given: object): Promise<Body> => {
  const answer = await send(given)
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 201, error: undefined })
  return answer.body
}
const refused = async (given: object, status: number): Promise<string[]> => {
  const before = await sender.footprint()
  const answer = await send(given)
  expect(answer.status).toBe(status)
  expect(await sender.footprint()).toEqual(before)
  return answer.body.error.details.map(({ field, rule }: Body) => `${field} ${rule}`)
}
const xmlOf = async ({ id }: Body): Promise<string> => (await sender.get(`/v1/documents/${id}/xml`)).bytes.toString()
const sides = (xml: string): { seller: string; buyer: string } => {
  const within = (role: string): string => new RegExp(`<cac:${role}>([^]*)</cac:${role}>`).exec(xml)?.[1] ?? ''
  return { seller: within('AccountingSupplierParty'), buyer: within('AccountingCustomerParty') }
}

describe('rule 1', () => {
  test('a send without a type is refused', async () =>
    expect(await refused(body({}, { type: undefined }), 400)).toContain('type MISSING_FIELD'))
  test.each(['invoice', 'credit-note', 'debit-note', 'purchase-order', 'purchase-request', 'sales-order', 'quote'])(
    'a send without a recipient is refused for every type except event: %s',
    async (type) => expect(await refused(body({}, { type, to: undefined }), 400)).toContain('to MISSING_FIELD'),
  )
})

describe('the faults of a body', () => {
  test('the faults of a body are told at once: what is missing, for whom, and what carries it', async () => {
    expect(await refused({}, 400)).toEqual([
      'type MISSING_FIELD',
      'from MISSING_FIELD',
      'to MISSING_FIELD',
      'document MISSING_FIELD',
    ])
    expect(await refused({ type: 'invoice', format: 'raw', from: 'nobody', xml: '<a/>' }, 400)).toEqual([
      'from INVALID_REQUEST',
      'to MISSING_FIELD',
      'file MISSING_FIELD',
      'xml INVALID_REQUEST',
    ])
  })
  test('an impossible day and an impossible currency are told by their codes and places', async () => {
    expect(
      await refused(body({ issueDate: '2026-02-30', currency: 'euro', delivery: { date: '20.11.2026' } }), 400).then(
        (faults) => faults.toSorted(),
      ),
    ).toEqual([
      'document.currency INVALID_CURRENCY',
      'document.delivery.date INVALID_DATE',
      'document.issueDate INVALID_DATE',
    ])
  })
  test('an unknown currency, an unknown country and a wrong account are told by their codes', async () => {
    const [iban, wrong] = ['BE68 5390 0754 7034', 'BE68539007547035']
    expect(
      (
        await refused(
          body({
            currency: 'ZZZ',
            paymentIban: wrong,
            paymentMeans: [{ iban }, { iban: wrong }],
            delivery: { address: { country: 'QQ' } },
          }),
          400,
        )
      ).toSorted(),
    ).toEqual([
      'document.currency INVALID_CURRENCY',
      'document.delivery.address.country INVALID_REQUEST',
      'document.paymentIban INVALID_IBAN',
      'document.paymentMeans[1].iban INVALID_IBAN',
    ])
    expect(
      (
        await sent(
          body({
            paymentMeans: [
              { code: '30', iban: '000123-456789' },
              { code: '30', iban },
            ],
          }),
        )
      ).paymentIban,
    ).toBe('000123-456789')
  })
  test.each([
    ['billingReferenceDate', '2026-01-31', 'billingReference'],
    ['vatAmountInVatCurrency', '237.30', 'vatCurrency'],
    ['vatExchangeRate', '11.3', 'vatCurrency'],
  ])('what says something of a field that is not there is refused, and not left out: %s', async (field, value, other) =>
    expect(await refused(body({ [field]: value }), 400)).toEqual([`document.${other} MISSING_FIELD`]),
  )

  test('a unit in words is refused with the codes that there are', async () => {
    const { status, body: answer } = await send(body({ lines: [line({ unit: 'hour' })] }))
    expect(status).toBe(400)
    expect(answer.error.details).toEqual([
      {
        field: 'document.lines[0].unit',
        rule: 'INVALID_REQUEST',
        message: 'Is no unit code of UN/ECE Recommendation 20 or 21, such as HUR (hour), KGM (kilogram) or C62 (unit).',
      },
    ])
  })

  test('a rate of VAT in a category without VAT is refused', async () => {
    for (const vatCategory of ['AE', 'E', 'G', 'K', 'O', 'Z'])
      expect(
        await refused(body({ lines: [line({ vatCategory })], charges: [{ amount: 5, vatRate: 6, vatCategory }] }), 400),
      ).toEqual(['document.charges[0].vatRate INVALID_REQUEST', 'document.lines[0].vatRate INVALID_REQUEST'])
    expect(await refused(order({ lines: [line({ vatCategory: 'AE' })] }, { type: 'purchase-order' }), 400)).toEqual([
      'document.lines[0].vatRate INVALID_REQUEST',
    ])
  })
  test.each([
    [
      'a category that does not fit its rate',
      { lines: [line({ vatRate: 0, vatCategory: 'S' })] },
      'document.lines[0].vatCategory BR-S-05',
    ],
    ['a unit that is none', { lines: [line({ unit: 'XXX' })] }, 'document.lines[0].unit BR-CL-23'],
    ['no reference of the buyer', { buyerReference: undefined }, 'document.buyerReference PEPPOL-EN16931-R003'],
    ['no VAT in the accounting currency', { vatCurrency: 'USD' }, 'document.vatCurrency BR-53'],
    [
      'an attachment without type',
      { attachments: [{ reference: 'A', content: 'AAAA', filename: 'a.pdf' }] },
      'document.attachments[0].mimeType UBL-DT-06',
    ],
  ])('a rule that is broken by %s names the field', async (_what, document, fault) =>
    expect(await refused(body(document), 422)).toContain(fault),
  )
  test('what a document has no place for is told where it stands, and does not hinder', async () => {
    const untold = ({ validation: { warnings } }: Body): string[] =>
      warnings
        .filter(({ rule }: Body) => rule === 'NOT_CARRIED')
        .map(({ path, severity }: Body) => `${path} ${severity}`)
    const paid = await sent(
      body({
        parties: [
          { role: 'payee', name: 'Factor' },
          { role: 'payer', name: 'Parent SA' },
        ],
        metadata: { a: '1' },
      }),
    )
    expect([untold(paid), paid.validation.valid, paid.metadata]).toEqual([
      ['document.parties[1] warning'],
      true,
      { a: '1' },
    ])
    expect(untold(await sent(order({ paymentTerms: '30 days' }, { type: 'quote' })))).toEqual([
      'document.paymentTerms warning',
    ])
    expect(untold(await sent(order({ paymentTerms: '30 days' }, { type: 'purchase-order' })))).toEqual([])
    const exempt = (vatExemptionCode: string): object => line({ vatRate: 0, vatCategory: 'E', vatExemptionCode })
    expect(untold(await sent(body({ lines: [exempt('VATEX-EU-132'), exempt('VATEX-EU-79-C')] })))).toEqual([
      'document.lines[1].vatExemptionCode warning',
    ])
  })
  test('a document has at most 10,000 lines, whatever it is given as', { tags: 'heavy' }, async () => {
    expect(await refused(body({ lines: Array.from({ length: 10_001 }, () => line()) }), 400)).toEqual([
      'document.lines INVALID_REQUEST',
    ])
    const xml = await xmlOf(await sent(body()))
    const [one = ''] = /<cac:InvoiceLine>[^]*<\/cac:InvoiceLine>/.exec(xml) ?? []
    const many = xml.replace(
      one,
      Array.from({ length: 10_001 }, (_, index) =>
        one.replace('<cbc:ID>1</cbc:ID>', `<cbc:ID>${index + 1}</cbc:ID>`),
      ).join(''),
    )
    expect(await refused({ type: 'invoice', from: ids.belgian, to, format: 'ubl-xml', xml: many }, 400)).toEqual([
      'xml INVALID_REQUEST',
    ])
  })
})

const otherTypes = ['credit-note', 'debit-note', 'purchase-order', 'purchase-request', 'sales-order', 'quote', 'event']
describe('rule 2', () => {
  test.each(otherTypes)('a documentSubtype on any type other than invoice is refused with 400: %s', async (type) =>
    expect(await refused(body({}, { type, documentSubtype: '386' }), 400)).toContain('documentSubtype INVALID_REQUEST'),
  )
  test.each(otherTypes)('selfBilled on any type other than invoice is refused with 400: %s', async (type) =>
    expect(await refused(body({}, { type, selfBilled: true }), 400)).toContain('selfBilled INVALID_REQUEST'),
  )
})

describe('rule 3', () => {
  test.each([
    [undefined, '380'],
    ['PREPAYMENT_INVOICE', '386'],
    ['386', '386'],
    ['SELF_BILLED_INVOICE', '389'],
    ['389', '389'],
    ['395', '395'],
    ['380', '380'],
  ])('documentSubtype selects the UNCL1001 invoice type code: %s is %s', async (documentSubtype, code) => {
    const document = await sent(body({}, { documentSubtype }))
    expect(document.typeCode).toBe(code)
    expect(await xmlOf(document)).toContain(`<cbc:InvoiceTypeCode>${code}</cbc:InvoiceTypeCode>`)
  })
  test('CORRECTED_INVOICE is 384, which the profile of the parties judges', async () => {
    expect(
      (
        await sent(
          body(
            { billingReference: 'R-0', billingReferenceDate: '2026-11-01', lines: [line({ vatRate: 20 })] },
            { from: ids.french, to: frenchTo, documentSubtype: 'CORRECTED_INVOICE' },
          ),
        )
      ).typeCode,
    ).toBe('384')
    expect((await refused(body({}, { documentSubtype: 'CORRECTED_INVOICE' }), 422)).join()).toContain(
      'PEPPOL-EN16931-P0112',
    )
  })
  test('any other valid BT-3 code is passed through, and what is none is refused', async () => {
    expect(await refused(body({}, { documentSubtype: 'PROFORMA' }), 400)).toEqual(['documentSubtype INVALID_ENUM'])
    expect((await refused(body({}, { documentSubtype: '999' }), 422)).join()).toContain('BR-CL-01')
  })
  test.each([
    ['credit-note', '381', 'CreditNoteTypeCode'],
    ['debit-note', '383', 'InvoiceTypeCode'],
  ])('the type code of %s is fixed at %s', async (type, code, element) => {
    const document = await sent(body({ billingReference: 'R-0' }, { type }))
    expect(document.typeCode).toBe(code)
    expect(await xmlOf(document)).toContain(`<cbc:${element}>${code}</cbc:${element}>`)
  })
})

describe('rule 4', () => {
  test('selfBilled tags the invoice 389 and also swaps roles', async () => {
    const document = await sent(body({}, { selfBilled: true }))
    expect(document).toMatchObject({ typeCode: '389', selfBilled: true })
    const { seller, buyer } = sides(await xmlOf(document))
    expect([seller.includes(to.slice(5)), buyer.includes(ids.belgian.slice(5))]).toEqual([true, true])
  })
  test('SELF_BILLED_INVOICE alone tags the invoice 389 and does not swap roles', async () => {
    const document = await sent(body({}, { documentSubtype: 'SELF_BILLED_INVOICE' }))
    const { seller, buyer } = sides(await xmlOf(document))
    expect([document.typeCode, seller.includes(ids.belgian.slice(5)), buyer.includes(to.slice(5))]).toEqual([
      '389',
      true,
      true,
    ])
  })
})

describe('rule 5', () => {
  const parties = (initiators: boolean[]): object[] => [
    {
      role: 'seller',
      id: to,
      name: 'Verkoper NV',
      vatNumber: 'BE0417497106',
      ...(initiators[0] && { initiator: true }),
    },
    {
      role: 'buyer',
      id: ids.belgian,
      name: 'Acheteur SA',
      vatNumber: 'BE0403019261',
      ...(initiators[1] && { initiator: true }),
    },
    { role: 'payee', name: 'Factor Bank' },
  ]
  test('a self-billed document with a distinct payee gives one entry per role and exactly one initiator', async () => {
    const xml = await xmlOf(await sent(body({ parties: parties([false, true]) }, { documentSubtype: '389' })))
    expect(xml).toContain('Factor Bank')
    expect(sides(xml).buyer).toContain(ids.belgian.slice(5))
  })
  test('parties whose buyer is the initiator make the invoice self-billed without a subtype, with ids or without', async () => {
    const bare = [{ role: 'seller' }, { role: 'buyer', initiator: true }, { role: 'payee', name: 'Factor Bank' }]
    for (const given of [parties([false, true]), bare]) {
      const document = await sent(body({ parties: given }))
      expect(document).toMatchObject({ typeCode: '389', selfBilled: true })
      const { seller, buyer } = sides(await xmlOf(document))
      expect([seller.includes(to.slice(5)), buyer.includes(ids.belgian.slice(5))]).toEqual([true, true])
    }
  })
  test('two initiators, one that is not the sender, and a role twice are refused', async () => {
    expect(await refused(body({ parties: parties([true, true]) }, { documentSubtype: '389' }), 400)).toEqual([
      'document.parties INVALID_REQUEST',
    ])
    expect(await refused(body({ parties: parties([true, false]) }, { documentSubtype: '389' }), 400)).toEqual([
      'document.parties INVALID_REQUEST',
    ])
    expect(
      await refused(
        body({ parties: [...parties([false, true]), { role: 'payee', name: 'Other' }] }, { documentSubtype: '389' }),
        400,
      ),
    ).toEqual(['document.parties INVALID_REQUEST'])
  })
})

describe('rule 6', () => {
  const french = (type: string, document: object = {}): object =>
    body({ lines: [line({ vatRate: 20 })], ...document }, { type, from: ids.french, to: frenchTo })
  test('a French credit note without billingReference fails validation with BR-FR-CO-05', async () => {
    expect(await refused(french('credit-note'), 422)).toEqual(['document.billingReference BR-FR-CO-05_BT-3'])
    const document = await sent(french('credit-note', { billingReference: 'R-0', billingReferenceDate: '2026-11-01' }))
    expect(document.billingReference).toBe('R-0')
  })
  test('a French corrected invoice (384) without billingReference is found by BR-FR-CO-04', async () => {
    const corrected = (document: object): object =>
      body(
        { lines: [line({ vatRate: 20 })], ...document },
        { from: ids.french, to: frenchTo, documentSubtype: 'CORRECTED_INVOICE' },
      )
    expect((await refused(corrected({}), 422)).join()).toContain('BR-FR-CO-04')
    expect(await sent(corrected({ billingReference: 'R-0', billingReferenceDate: '2026-11-01' }))).toMatchObject({
      typeCode: '384',
      billingReference: 'R-0',
    })
  })
})

describe('rule 7', () => {
  test('a final invoice after a prepayment deducts the advance as a negative line and cites it', async () => {
    const advance = await sent(body({}, { documentSubtype: 'PREPAYMENT_INVOICE' }))
    const final = await sent(
      body({
        note: `Advance ${advance.number}`,
        lines: [line({ quantity: 10 }), line({ description: `Advance ${advance.number}`, quantity: -1 })],
      }),
    )
    expect(final).toMatchObject({ typeCode: '380', netAmount: 900, grossAmount: 1089 })
    expect(await xmlOf(final)).toContain(`<cbc:Note>Advance ${advance.number}</cbc:Note>`)
  })
})

describe('rule 8', () => {
  test.each([
    ['AE', 'VATEX-EU-AE'],
    ['E', 'VATEX-EU-132'],
  ])(
    'lines of category %s carry reason and code, and the matching VAT breakdown is emitted',
    async (vatCategory, vatExemptionCode) => {
      const document = await sent(
        body({ lines: [line({ vatRate: 0, vatCategory, vatExemptionReason: 'No VAT here', vatExemptionCode })] }),
      )
      const [, subtotal = ''] = /<cac:TaxSubtotal>([^]*?)<\/cac:TaxSubtotal>/.exec(await xmlOf(document)) ?? []
      expect(document).toMatchObject({ vatAmount: 0, grossAmount: 100 })
      for (const part of [
        `<cbc:ID>${vatCategory}</cbc:ID>`,
        `<cbc:TaxExemptionReasonCode>${vatExemptionCode}</cbc:TaxExemptionReasonCode>`,
        '<cbc:TaxExemptionReason>No VAT here</cbc:TaxExemptionReason>',
      ])
        expect(subtotal).toContain(part)
    },
  )
  test('in Italy, the document class code (TD01 to TD29) is set through document.note', async () => {
    const document = await sent(body({ note: 'TD24', lines: [line({ vatRate: 22 })] }, { from: ids.italian }))
    expect(await xmlOf(document)).toContain('<cbc:Note>TD24</cbc:Note>')
  })
})

describe('rule 9', () => {
  test('requisition, quote, order and invoice are chained by orderReference and buyerReference', async () => {
    const request = await sent(order({ buyerReference: 'DEPT-5' }, { type: 'purchase-request' }))
    const quote = await sent(order({ buyerReference: 'DEPT-5', orderReference: request.number }, { type: 'quote' }))
    const purchase = await sent(
      order({ buyerReference: 'DEPT-5', orderReference: quote.number }, { type: 'purchase-order' }),
    )
    const invoice = await sent(body({ buyerReference: 'DEPT-5', orderReference: purchase.number }))
    expect([request, quote, purchase, invoice].map(({ type, orderReference }: Body) => [type, orderReference])).toEqual(
      [
        ['purchase-request', null],
        ['quote', request.number],
        ['purchase-order', quote.number],
        ['invoice', purchase.number],
      ],
    )
    expect(
      (await sender.get(`/v1/purchase-orders/${purchase.id}/invoices`)).body.data.map(({ id }: Body) => id),
    ).toEqual([invoice.id])
  })
  test('a purchase-request is written as a purchase-request document with its number', async () => {
    const request = await sent(order({ number: 'REQ-77' }, { type: 'purchase-request' }))
    expect(request).toMatchObject({ type: 'purchase-request', number: 'REQ-77' })
    expect(await xmlOf(request)).toMatch(/RequestForQuotation[^]*<cbc:ID>REQ-77<\/cbc:ID>/)
  })
})

describe('rule 10', () => {
  test('an event is a record with no transport and no recipient', async () => {
    const event = await sent({
      type: 'event',
      from: ids.belgian,
      document: { number: 'EV-1', metadata: { step: 'packed' } },
    })
    expect(event).toMatchObject({
      type: 'event',
      receiverPeppolId: null,
      deliveryStatus: null,
      metadata: { step: 'packed' },
    })
    const ofIt = { organizationId: sender.organizationId, subjectId: event.id }
    expect(await app.platform.db.client.work.count({ where: ofIt })).toBe(0)
    expect(await refused({ type: 'event', from: ids.belgian, to, document: { number: 'EV-2' } }, 400)).toEqual([
      'to INVALID_REQUEST',
    ])
  })
  test('an event carries only a number and metadata', async () => {
    expect(
      await refused({ type: 'event', from: ids.belgian, document: { number: 'EV-3', issueDate: '2026-11-20' } }, 400),
    ).toEqual(['document.issueDate INVALID_REQUEST'])
  })
})

describe('rule 11', () => {
  test('a successful send answers the document, and what its rules say', async () => {
    const document = await sent(body({}, { metadata: { customer: '4711' } }))
    expect(document).toMatchObject({
      id: expect.stringMatching(/^doc_/),
      direction: 'outgoing',
      status: 'sent',
      deliveryStatus: 'pending',
      lifecycleStatus: 'issued',
      netAmount: 100,
      vatAmount: 21,
      grossAmount: 121,
      metadata: { customer: '4711' },
      validation: { profile: expect.any(String), valid: true, warnings: [] },
    })
    expect(document.xml).toBeUndefined()
  })
})
