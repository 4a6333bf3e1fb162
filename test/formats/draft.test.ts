import { describe, expect, test } from 'vitest'
import { eventBody, invoiceBody } from '../../src/formats/json/body.ts'
import { draftInvoice, type InvoiceDraft } from '../../src/formats/json/draft.ts'
import { jsonPathOf } from '../../src/formats/json/paths.ts'
import { rolesOf, typeCodeOf } from '../../src/formats/json/types.ts'
import { unsaidIn } from '../../src/formats/json/unsaid.ts'
import { stringify, toJson } from '../../src/formats/json/view.ts'
import { terms } from '../../src/formats/terms.ts'
import { readCii, writeCii } from '../../src/formats/cii/invoice.ts'
import { writeUbl } from '../../src/formats/ubl/invoice.ts'
import { buyer, seller } from '../support/bodies.ts'

const line = { description: 'Widget', quantity: 1, unitPrice: 100, vatRate: 21 }
const body = (document: object) => ({
  number: 'F-1',
  issueDate: '2026-01-31',
  currency: 'EUR',
  lines: [line],
  ...document,
})
const draft = (document: object, rest: Partial<InvoiceDraft> = {}) =>
  draftInvoice({
    type: 'invoice',
    document: invoiceBody.parse(body(document)),
    seller,
    buyer,
    profile: 'peppol-billing',
    ...rest,
  })
const problems = (document: object): string[] =>
  (invoiceBody.safeParse(body(document)).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

describe('the send body', () => {
  test.each([
    [
      'the holder of a card without its number',
      { paymentMeans: [{ cardHolder: 'A' }] },
      /^paymentMeans\.0\.cardNumber/,
    ],
    ['an unknown field', { colour: 'red' }, /Unrecognized key/],
    ['an unknown field of a line', { lines: [{ ...line, colour: 'red' }] }, /^lines\.0/],
    ['a day that is none', { issueDate: '2026-02-30' }, /^issueDate/],
    ['a number with an exponent', { lines: [{ ...line, quantity: '1e5' }] }, /^lines\.0\.quantity/],
    ['an amount beyond measure', { prepaidAmount: '10000000000000' }, /^prepaidAmount/],
    ['a control character', { note: 'a\u0000b' }, /^note/],
    ['half a surrogate pair', { note: '\ud800' }, /^note/],
    ['no VAT without its reason', { lines: [{ ...line, vatRate: 0 }] }, /^lines\.0\.vatCategory.*reverse charge/],
    ['an allowance without amount', { allowances: [{ vatRate: 21 }] }, /^allowances\.0\.amount/],
    ['a role given twice', { parties: [{ role: 'buyer' }, { role: 'buyer' }] }, /^parties/],
    ['no lines', { lines: [] }, /^lines/],
  ])('the send body is refused with %s', (_, document, message) => {
    expect(problems(document)).toEqual([expect.stringMatching(message)])
  })

  test('the send body takes numbers and numeric strings to their last digit', () => {
    const { lines } = draft({ lines: [{ ...line, quantity: 0.1, unitPrice: '9999999999999.99' }] })
    expect(lines[0]?.net.toFixed()).toBe('1000000000000')
    expect(lines[0]?.price.net.toFixed()).toBe('9999999999999.99')
  })

  test('the send body of an event has a number and metadata, and nothing else', () => {
    expect(eventBody.safeParse({ number: 'E-1', metadata: { a: 1 } }).success).toBe(true)
    expect(eventBody.safeParse({ number: 'E-1', issueDate: '2026-01-01' }).success).toBe(false)
  })
})

describe('the type code', () => {
  test.each([
    [{ type: 'invoice' }, '380'],
    [{ type: 'invoice', documentSubtype: 'PREPAYMENT_INVOICE' }, '386'],
    [{ type: 'invoice', documentSubtype: 'CORRECTED_INVOICE' }, '384'],
    [{ type: 'invoice', documentSubtype: 'SELF_BILLED_INVOICE' }, '389'],
    [{ type: 'invoice', documentSubtype: '326' }, '326'],
    [{ type: 'invoice', documentSubtype: 'NO_SUCH' }, undefined],
    [{ type: 'invoice', selfBilled: true }, '389'],
    [{ type: 'credit-note' }, '381'],
    [{ type: 'debit-note' }, '383'],
  ] as const)('the type code of %j is %s', (question, code) => {
    expect(typeCodeOf(question)).toBe(code)
  })

  test('the sender is the seller, but for orders, requests and what is self-billed', () => {
    const roles = (kind: Pick<Parameters<typeof rolesOf>[0], 'type' | 'selfBilled'>) =>
      rolesOf({ ...kind, from: 'a', to: 'b' })
    for (const type of ['purchase-order', 'purchase-request'] as const)
      expect(roles({ type })).toEqual({ seller: 'b', buyer: 'a' })
    for (const type of ['invoice', 'credit-note', 'debit-note', 'quote', 'sales-order'] as const)
      expect(roles({ type })).toEqual({ seller: 'a', buyer: 'b' })
    expect(roles({ type: 'invoice', selfBilled: true })).toEqual({ seller: 'b', buyer: 'a' })
  })
})

describe('a drafted invoice', () => {
  test.each([
    ['1', '1.005', '1.01'],
    ['-1', '1.005', '-1.01'],
    ['3', '0.335', '1.01'],
    ['0.5', '0.01', '0.01'],
  ])('a drafted line rounds %s × %s half away from zero to %s', (quantity, unitPrice, net) => {
    expect(draft({ lines: [{ ...line, quantity, unitPrice }] }).lines[0]?.net.toFixed()).toBe(net)
  })

  test('a drafted line takes a negative price as a negative quantity, for prices are never negative', () => {
    const [advance] = draft({ lines: [{ ...line, unitPrice: -30 }] }).lines
    expect([advance?.quantity.toFixed(), advance?.price.net.toFixed(), advance?.net.toFixed()]).toEqual([
      '-1',
      '30',
      '-30',
    ])
  })

  test('a price that is taken off has its discount taken off it, whichever sign that is given with', () => {
    for (const priceDiscount of [2, -2]) {
      const [line1] = draft({ lines: [{ ...line, unitPrice: -10, grossPrice: -12, priceDiscount }] }).lines
      expect(JSON.parse(stringify(line1?.price as never))).toEqual({ net: 10, discount: 2, gross: 12 })
    }
  })

  test('a drafted invoice breaks VAT down by category and rate, with reason and code', () => {
    const { vatBreakdown, totals } = draft({
      lines: [
        line,
        { ...line, vatRate: 6 },
        { ...line, quantity: 2 },
        { ...line, vatRate: undefined, vatCategory: 'AE' },
        { ...line, vatRate: 0, vatCategory: 'E', vatExemptionReason: 'Education', vatExemptionCode: 'VATEX-EU-132-1I' },
      ],
      allowances: [{ amount: 50, vatRate: 21 }],
    })
    expect(JSON.parse(stringify(vatBreakdown as never))).toEqual([
      { taxable: 250, vat: 52.5, category: 'S', rate: 21 },
      { taxable: 100, vat: 6, category: 'S', rate: 6 },
      {
        taxable: 100,
        vat: 0,
        category: 'AE',
        rate: 0,
        exemptionReason: 'Reverse charge',
        exemptionCode: 'VATEX-EU-AE',
      },
      { taxable: 100, vat: 0, category: 'E', rate: 0, exemptionReason: 'Education', exemptionCode: 'VATEX-EU-132-1I' },
    ])
    expect(stringify(totals as never)).toBe(
      '{"lines":600,"allowances":50,"withoutVat":550,"vat":58.5,"withVat":608.5,"payable":608.5}',
    )
  })

  test('a drafted invoice outside the scope of VAT names nobody by a VAT number', () => {
    const invoice = draft({ lines: [{ ...line, vatRate: undefined, vatCategory: 'O' }] })
    expect([invoice.seller.vatNumber, invoice.buyer.vatNumber, invoice.vatBreakdown[0]?.rate]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(invoice.seller.legalId).toEqual({ value: '0987654394', scheme: '0208' })
  })

  test('an invoice drafted for France carries the mentions of the law, unless the body has its own', () => {
    const { notes, process } = draft(
      { notes: [{ subject: 'PMD', text: '10 % par an' }], businessProcess: 'S1' },
      { profile: 'france-cius' },
    )
    expect(notes.map(({ subject }) => subject)).toEqual(['PMD', 'PMT', 'AAB'])
    expect(process).toBe('S1')
  })

  test('a note of a body that begins with a subject has that subject, and stands for the mention of the law', () => {
    const { notes } = draft({ notes: ['#PMT# 40 €', { text: '#x# y' }] }, { profile: 'france-cius' })
    expect(notes.map(({ subject, text }) => [subject, text.slice(0, 7)])).toEqual([
      ['PMT', '40 €'],
      [undefined, '#x# y'],
      ['PMD', 'Pénalit'],
      ['AAB', "Pas d'e"],
    ])
    expect(draft({ note: '#AAI#a', notes: ['b'] }).notes).toEqual([{ subject: 'AAI', text: 'a\nb' }])
  })

  test('an invoice drafted for Peppol has one note, in which every note keeps its subject', () => {
    const coded = { subject: 'AAI', text: 'c' }
    expect(draft({ note: 'a', notes: ['b', coded] }).notes).toEqual([{ text: 'a\nb\n#AAI#c' }])
    expect(draft({ notes: [coded, { subject: 'PMT', text: 'd' }] }).notes).toEqual([
      { subject: 'AAI', text: 'c\n#PMT#d' },
    ])
    expect(draft({ notes: [coded] }).notes).toEqual([coded])
  })

  test('a drafted invoice computes the VAT total in the accounting currency', () => {
    expect(draft({ vatCurrency: 'SEK', vatExchangeRate: '11.3' }).totals.vatInVatCurrency?.toFixed()).toBe('237.3')
    expect(draft({ vatCurrency: 'EUR' }).vatCurrency).toBeUndefined()
  })
})

describe('a place in the XML leads to the field that caused it', () => {
  const sent = {
    number: 'F-1',
    note: 'n',
    billingReference: 'F-0',
    notes: ['second'],
    parties: [
      { role: 'payee', name: 'P' },
      { role: 'buyer', name: 'B', address: { country: 'BE' } },
    ],
    allowances: [{ amount: 1, vatRate: 21 }],
    charges: [{ amount: 2, vatRate: 21 }],
    dueDate: '2026-02-28',
    paymentReference: 'R',
    lines: [
      line,
      { ...line, vatRate: undefined, vatCategory: 'AE' },
      { ...line, allowances: [{ amount: 1 }], charges: [{ amount: 2 }] },
    ],
  }
  const invoice = draft(sent, { profile: 'en16931' })

  test.each([
    ['/Invoice/cac:InvoiceLine[3]/cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'document.lines[2].vatCategory'],
    ['/Invoice/cac:InvoiceLine[2]', 'document.lines[1]'],
    ['/Invoice/cac:InvoiceLine[3]/cac:AllowanceCharge[2]/cbc:Amount', 'document.lines[2].charges[0].amount'],
    ['/Invoice/cac:AllowanceCharge[1]', 'document.allowances[0]'],
    ['/Invoice/cac:AllowanceCharge[2]/cbc:Amount', 'document.charges[0].amount'],
    ['/Invoice/cac:TaxTotal/cac:TaxSubtotal[2]', 'document.lines[1].vatCategory'],
    [
      '/Invoice/cac:TaxTotal/cac:TaxSubtotal[2]/cac:TaxCategory/cbc:TaxExemptionReason',
      'document.lines[1].vatExemptionReason',
    ],
    ['/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount', 'document.lines'],
    ['/Invoice/cbc:Note[1]', 'document.note'],
    ['/Invoice/cbc:Note[2]', 'document.notes[0]'],
    ['/Invoice/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID', 'document.billingReference'],
    ['/Invoice/cbc:InvoiceTypeCode', 'type'],
    ['/Invoice/cbc:BuyerReference', 'document.buyerReference'],
    ['/Invoice/cac:PaymentMeans/cbc:PaymentID', 'document.paymentReference'],
    [
      '/Invoice/cac:AccountingCustomerParty/cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode',
      'document.parties[1].address.country',
    ],
    ['/Invoice/cac:AccountingCustomerParty/cac:Party/cbc:EndpointID', 'document.parties[1].id'],
    ['/Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName', 'document.parties'],
    ['/Invoice/cac:PayeeParty/cac:PartyName/cbc:Name', 'document.parties[0].name'],
    ['/Invoice', 'document'],
    ['/nonsense', 'document'],
    [
      '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem[2]' +
        '/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:CategoryCode',
      'document.lines[1].vatCategory',
    ],
    ['/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID', 'document.number'],
  ])('the place %s in the XML leads to the field %s of the body', (xpath, path) => {
    expect(jsonPathOf(xpath, invoice, sent)).toBe(path)
  })

  test.each([
    ['/Invoice', ['BT-10'], 'document.buyerReference'],
    ['/Invoice/cac:InvoiceLine[1]', ['BT-152'], 'document.lines[0].vatRate'],
    ['/Invoice/cac:InvoiceLine[1]', ['BT-131', 'BT-129'], 'document.lines[0]'],
    ['/Invoice/cac:AccountingCustomerParty/cac:Party', ['BT-48'], 'document.parties[1].vatNumber'],
    ['/Invoice', ['BT-151'], 'document.lines'],
    ['/Invoice/cac:InvoiceLine[1]/cbc:InvoicedQuantity', ['BT-130', 'BT-150'], 'document.lines[0].unit'],
    ['/Invoice/cac:InvoiceLine[1]/cbc:InvoicedQuantity', ['BT-129', 'BT-130'], 'document.lines[0].quantity'],
    ['/Invoice/cbc:DocumentCurrencyCode', ['BT-151'], 'document.currency'],
  ])('the place %s in the XML, about %j, leads to the field %s of the body', (xpath, about, path) => {
    expect(jsonPathOf(xpath, invoice, sent, about)).toBe(path)
  })

  test('a place in the XML of a credit note leads to the field of the body that caused it', () => {
    const credit = draft(sent, { type: 'credit-note', profile: 'en16931' })
    expect(jsonPathOf('/CreditNote/cac:CreditNoteLine[2]/cbc:CreditedQuantity', credit, sent)).toBe(
      'document.lines[1].quantity',
    )
  })
})

test('what no syntax can say is told by its path in the body', () => {
  expect(unsaidIn('invoice', { parties: [{ role: 'buyer' }, { role: 'payer' }], metadata: {} })).toEqual([
    'document.parties[1]',
  ])
  expect(unsaidIn('quote', { paymentTerms: '30 days' })).toEqual(['document.paymentTerms'])
  const exempt = [
    { vatCategory: 'E', vatExemptionCode: 'VATEX-EU-132' },
    { vatCategory: 'AE', vatExemptionReason: 'Why' },
    { vatCategory: 'E', vatExemptionCode: 'VATEX-EU-79-C' },
  ]
  expect(
    unsaidIn('invoice', { lines: [...exempt, { vatExemptionReason: 'None' }], allowances: exempt.slice(0, 1) }),
  ).toEqual(['document.lines[2].vatExemptionCode', 'document.lines[3].vatExemptionReason'])
  expect(unsaidIn('quote', { lines: exempt.slice(0, 1) })).toEqual(['document.lines[0].vatExemptionCode'])
})

describe('the table of terms', () => {
  test('the table of terms names every business term of EN 16931 once', () => {
    const ids = terms.map(({ id }) => id).filter((id) => /^BT-\d+$/.test(id))
    const expected = Array.from({ length: 165 }, (_, index) => `BT-${index + 1}`).filter((id) => id !== 'BT-4')
    expect(ids.toSorted()).toEqual(expected.toSorted())
  })

  test('the JSON view of an invoice shows each of its values', () => {
    const invoice = draft({
      attachments: [{ reference: 'A', content: 'YQ==', mimeType: 'application/pdf', filename: 'a.pdf' }],
      period: { start: '2026-01-01', end: '2026-01-31' },
    })
    const shown = stringify(toJson(invoice))
    for (const value of ['YQ==', 'a.pdf', '2026-01-01', 'Widget', '0208:0987654394', 'C62'])
      expect(shown).toContain(`"${value}"`)
  })
})

test('the same invoice gives the same bytes in UBL and in CII', () => {
  expect(writeUbl(draft({}))).toBe(writeUbl(draft({})))
  expect(writeCii(draft({}))).toBe(writeCii(draft({})))
})

test('CII names the price that a discount is taken off, also where the invoice does not', () => {
  const { lines } = readCii(writeCii(draft({ lines: [{ ...line, priceDiscount: 2 }] }))).document
  expect(JSON.parse(stringify(lines[0]?.price as never))).toEqual({ net: 100, discount: 2, gross: 102 })
})
