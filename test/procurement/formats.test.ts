import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ShopHabits } from '../../src/formats/cart/cart.ts'
import { readForm, readOciCart } from '../../src/formats/cart/oci.ts'
import { readOrderCart, readOrderHead } from '../../src/formats/cxml/order-message.ts'
import { readSetupRequest, readSetupResponse } from '../../src/formats/cxml/setup.ts'
import { writeSetupRequest } from '../../src/formats/cxml/write.ts'
import { FormatError } from '../../src/formats/format-error.ts'
import { diceOf } from '../support/dice.ts'
import { ITEM, orderMessage } from '../support/shops.ts'
import { hasShared, shared } from '../support/shared.ts'

const STANDARD: ShopHabits = { currency: null, units: [], fields: [] }
const oci = (text: string | Buffer, habits: Partial<ShopHabits> = {}, charset?: string) =>
  readOciCart(readForm(Buffer.from(text as string), charset), { ...STANDARD, ...habits })
const line = (fields: Record<string, string>, index: string | number = 1): string =>
  Object.entries({ DESCRIPTION: 'Chair', QUANTITY: '1', PRICE: '10', CURRENCY: 'EUR', ...fields })
    .map(([name, value]) => `NEW_ITEM-${name}%5B${index}%5D=${encodeURIComponent(value)}`)
    .join('&')

describe('a form of OCI', () => {
  test('with every field of OCI 5.0 is read field by field', () => {
    const { lines } = oci(
      line({
        DESCRIPTION: 'Desk chair',
        MATNR: 'M-1',
        QUANTITY: '2.500',
        UNIT: 'ST',
        PRICE: '1250.00',
        CURRENCY: 'EUR',
        PRICEUNIT: '100',
        LEADTIME: '5',
        VENDOR: 'V-1',
        VENDORMAT: 'VM-1',
        MANUFACTCODE: 'MC-1',
        MANUFACTMAT: 'MM-1',
        MATGROUP: 'G-1',
        SERVICE: 'X',
        CONTRACT: 'C-1',
        CONTRACT_ITEM: '10',
        EXT_QUOTE_ID: 'Q-1',
        EXT_QUOTE_ITEM: '20',
        EXT_PRODUCT_ID: 'P-1',
        ATTACHMENT: 'https://shop.example.com/a.pdf',
        ATTACHMENT_TITLE: 'Data sheet',
        ATTACHMENT_PURPOSE: 'C',
        EXT_SCHEMA_TYPE: 'UNSPSC',
        EXT_CATEGORY_ID: '56101504',
        EXT_CATEGORY: 'Chairs',
        CUST_FIELD1: 'one',
        CUST_FIELD5: 'five',
        SLD_SYS_NAME: 'X1',
      }) + '&NEW_ITEM-LONGTEXT_1:132[]=With arms&NEW_ITEM-LONGTEXT_1:132[]=, of leather',
    )
    expect(lines).toEqual([
      {
        number: 1,
        description: 'Desk chair',
        longText: 'With arms, of leather',
        quantity: '2.5',
        unit: 'H87',
        unitAsSent: 'ST',
        price: '1250',
        priceQuantity: '100',
        amount: '31.25',
        currency: 'EUR',
        supplierPartId: 'VM-1',
        supplierPartAuxiliaryId: null,
        buyerPartId: 'M-1',
        manufacturer: 'MC-1',
        manufacturerPartId: 'MM-1',
        supplier: 'V-1',
        materialGroup: 'G-1',
        classifications: [{ scheme: 'UNSPSC', code: '56101504' }],
        leadTimeDays: 5,
        contract: 'C-1',
        contractItem: '10',
        quote: 'Q-1',
        quoteItem: '20',
        productId: 'P-1',
        isService: true,
        accountingReference: null,
        note: null,
        requestedDate: null,
        tax: null,
        shipping: null,
        attachments: [{ url: 'https://shop.example.com/a.pdf', title: 'Data sheet', purpose: 'C' }],
        extras: [
          { name: 'CUST_FIELD1', value: 'one' },
          { name: 'CUST_FIELD5', value: 'five' },
          { name: 'SLD_SYS_NAME', value: 'X1' },
        ],
      },
    ])
  })

  const words = ({ lines }: ReturnType<typeof oci>): string[] => lines.map(({ description }) => description)
  const shapes: readonly (readonly [what: string, read: () => unknown, expected: unknown])[] = [
    ['numbered [01]', () => words(oci(line({}, '01') + '&' + line({ DESCRIPTION: 'Desk' }, '02'))), ['Chair', 'Desk']],
    ['numbered [1] and [01] for one line', () => oci(`${line({})}&NEW_ITEM-UNIT[01]=EA`).lines[0]?.unit, 'EA'],
    [
      'numbered with gaps, and out of order',
      () => words(oci(`${line({ DESCRIPTION: 'b' }, 10)}&${line({ DESCRIPTION: 'a' }, 2)}`)),
      ['a', 'b'],
    ],
    ['in Latin-1 that says nothing of it', () => words(oci(line({}).replace('Chair', 'M%FCller'))), ['Müller']],
    [
      'in Latin-1 that its type names',
      () => words(oci(line({}).replace('Chair', 'M%FCller'), {}, 'ISO-8859-1')),
      ['Müller'],
    ],
    [
      'in Latin-1 by _charset_',
      () => words(oci(`_charset_=iso-8859-1&${line({}).replace('Chair', '%C3%BC')}`)),
      ['Ã¼'],
    ],
    ['in UTF-8', () => words(oci(line({ DESCRIPTION: 'Müller €' }))), ['Müller €']],
    ['in small letters', () => words(oci(line({}).toLowerCase().replace('eur', 'EUR'))), ['chair']],
    ['with a number of the material alone', () => words(oci(line({ DESCRIPTION: '', MATNR: 'M-1' }))), ['M-1']],
    ['with a comma for the decimals', () => oci(line({ PRICE: '12,50' })).lines[0]?.price, '12.5'],
    [
      'without a currency, where the shop has one',
      () => oci(line({ CURRENCY: '' }), { currency: 'CHF' }).currency,
      'CHF',
    ],
    ['without an item', () => oci('~OkCode=ADDI&~TARGET=_top&~CALLER=CTLG').lines, []],
    [
      'of a thousand lines',
      () => oci(Array.from({ length: 1_000 }, (_, index) => line({}, index + 1)).join('&')).lines.length,
      1_000,
    ],
    [
      'with fields that the shop uses in its own way',
      () => {
        const fields = [{ from: 'cust_field1', to: 'accountingReference' }]
        const [read] = oci(line({ CUST_FIELD1: 'K-9', UNIT: 'VE' }), {
          fields,
          units: [{ from: 've', to: 'XPK' }],
        }).lines
        return [read?.accountingReference, read?.unit, read?.extras]
      },
      ['K-9', 'XPK', []],
    ],
  ]
  test.each(shapes)('%s is read', (_what, read, expected) => expect(read()).toEqual(expected))

  test.each([
    ['ST', 'H87'],
    ['STK', 'H87'],
    ['PCE', 'H87'],
    ['EA', 'EA'],
    ['KG', 'KGM'],
    ['KAR', 'XCT'],
    ['BX', 'XBX'],
    ['M2', 'MTK'],
    ['STD', 'HUR'],
    ['C62', 'C62'],
    ['dzn', 'DZN'],
    ['', 'C62'],
    ['QQQ', 'ZZ'],
  ])('has the unit %s as the code %s of Recommendation 20', (given, code) => {
    const { lines, warnings } = oci(line({ UNIT: given }))
    expect(lines[0]?.unit).toBe(code)
    expect(warnings).toHaveLength(code === 'ZZ' ? 1 : 0)
  })

  test.each([
    ['a price with a separator that may be either', line({ PRICE: '1,500' }), /Line 1, price: "1,500" is not a number/],
    ['prices in two currencies', `${line({})}&${line({ CURRENCY: 'USD' }, 2)}`, /several currencies \(EUR, USD\)/],
    ['a field twice', `${line({})}&NEW_ITEM-PRICE[01]=99`, /PRICE comes twice/],
    ['no quantity', line({ QUANTITY: '' }), /it has no QUANTITY/],
    ['a price unit of nothing', line({ PRICEUNIT: '0' }), /greater than 0/],
    ['nothing that says what', line({ DESCRIPTION: '' }), /neither a description nor a material number/],
    ['no currency', line({ CURRENCY: '' }), /is not a currency/],
    ['more lines than a cart has', Array.from({ length: 1_001 }, (_, at) => line({}, at + 1)).join('&'), /1001 lines/],
    ['a text without end', line({ DESCRIPTION: 'x'.repeat(5_000) }), /5000 characters/],
  ])('with %s is refused, and the reason names the place', (_what, form, reason) => {
    expect(() => oci(form)).toThrow(reason)
  })
})

const corpus = join(shared, 'corpus/cxml')
const files = (hasShared ? readdirSync(corpus) : []).filter((name) => name.endsWith('.xml'))

/** Of every sample that is a cart: what its lines say. */
const carts: Record<string, unknown> = {
  'fixtures_poom.xml': {
    cookie: '1CX3L4843PPZO',
    allowed: 'create',
    total: '763.20',
    order: 'myorder-1',
    lines: [
      ['Excelsior Desk Chair', '3', 'EA', '763.2', '1', '2289.60', 'USD', '5555', null, 'KD5555', 'ean1234', null],
      ['Other Desk Chair', '5', 'EA', '226.2', '1', '1131.00', 'USD', '666', null, 'KD666', 'ean6666', null],
    ],
  },
  'fixtures_punch_out_order_message_doc.xml': {
    cookie: 'example_buyer_cookie',
    allowed: 'create',
    total: '5.35',
    order: null,
    lines: [],
  },
  'pages_fedex_sharedsecret_poom.xml': {
    cookie: '24941604898076815',
    allowed: 'create',
    total: '0.49',
    order: '267',
    lines: [['Catalog Item at Level 2', '1', 'EA', '0.49', '1', '0.49', 'USD', '1', '434', null, '82121503', null]],
  },
  'samples_PunchOutOrderMessage.xml': {
    cookie: '1CX3L4843PPZO',
    allowed: 'edit',
    total: '763.20',
    order: null,
    lines: [
      ['Excelsior Desk Chair', '1', 'EA', '254.4', '1', '254.40', 'USD', '5555', 'E000028901', null, '5136030000', 12],
      [
        'Leather Reclining Desk Chair with Padded Arms',
        '2',
        'EA',
        '254.4',
        '1',
        '508.80',
        'USD',
        '5555',
        'E000028901',
        null,
        '5136030000',
        12,
      ],
    ],
  },
  'samples_PunchoutOrderMessage.xml': {
    cookie: '1CX3L4843PPZO',
    allowed: 'create',
    total: '763.20',
    order: null,
    lines: [
      ['Excelsior Desk Chair', '3', 'EA', '763.2', '1', '2289.60', 'USD', '5555', null, 'KD5555', 'ean1234', null],
      ['22Excelsior Desk Chair', '5', 'EA', '763.2', '1', '3816.00', 'USD', '666', null, 'KD666', 'ean1234', null],
    ],
  },
  // Two boxes cost 104.99, and a box is two: the price is for four.
  'samples_PunchoutOrderMessageAdvancedPricing.xml': {
    cookie: '1CX3L4843PPZO',
    allowed: 'create',
    total: '104.99',
    order: null,
    lines: [
      ['Excelsior Desk Chair', '2', 'EA', '104.99', '4', '52.50', 'USD', '5555', null, 'KD5555', 'ean1234', null],
    ],
  },
}

describe.skipIf(!hasShared)('the samples of cXML', () => {
  const bytesOf = (name: string): Buffer => readFileSync(join(corpus, name))

  test.each(Object.keys(carts))('%s is read, every field', (name) => {
    const cart = readOrderCart(bytesOf(name), STANDARD)
    expect({
      cookie: readOrderHead(bytesOf(name)).buyerCookie,
      allowed: cart.operationAllowed,
      total: cart.statedTotal,
      order: cart.supplierOrderId,
      lines: cart.lines.map((one) => [
        one.description,
        one.quantity,
        one.unit,
        one.price,
        one.priceQuantity,
        one.amount,
        one.currency,
        one.supplierPartId,
        one.supplierPartAuxiliaryId,
        one.buyerPartId,
        one.classifications[0]?.code ?? null,
        one.leadTimeDays,
      ]),
    }).toEqual(carts[name])
  })

  test.each(files.filter((name) => carts[name] === undefined))('%s is refused as a cart, with a reason', (name) => {
    expect(() => readOrderHead(bytesOf(name))).toThrow(FormatError)
    expect(() => readOrderHead(bytesOf(name))).toThrow(/not a PunchOutOrderMessage|not "cXML"/)
  })

  test('answers of shops are read with their status and their page', () => {
    expect(readSetupResponse(bytesOf('samples_PunchOutSetupResponse.xml'))).toEqual({
      status: { code: 200, text: 'success', message: '' },
      startPage: 'http://xml.workchairs.com/retrieve?reqUrl=20626;Initial=TRUE',
    })
    expect(readSetupResponse(bytesOf('samples_PunchOutSetupResponse-400.xml'))).toEqual({
      status: { code: 400, text: 'Failure', message: 'XML document contained a doctype but failed validation.' },
      startPage: null,
    })
  })
})

test('what we write to a shop is read as it was meant', () => {
  const message = writeSetupRequest({
    payloadId: '1@example.com',
    timestamp: '2026-11-22T10:00:00Z',
    from: { domain: 'DUNS', identity: 'buyer & co' },
    to: { domain: 'DUNS', identity: 'seller' },
    sender: { domain: 'NetworkID', identity: 'us', sharedSecret: '<secret>' },
    operation: 'edit',
    buyerCookie: 'cart:org:thread:nonce',
    formPostUrl: 'https://api.example.com/document/punchout-callback',
    shopUrl: 'https://shop.example.com/?a=1&b=2',
    deploymentMode: 'test',
    buyerName: 'Müller',
    lines: readOrderCart(orderMessage('c'), STANDARD).lines,
  })
  expect(readSetupRequest(message)).toEqual({
    operation: 'edit',
    buyerCookie: 'cart:org:thread:nonce',
    formPostUrl: 'https://api.example.com/document/punchout-callback',
    senders: [{ domain: 'NetworkID', identity: 'us', sharedSecret: '<secret>' }],
  })
  expect(message).toContain('<SupplierPartID>5555</SupplierPartID><SupplierPartAuxiliaryID>E-1')
})

test('whatever comes in place of a cart, it is read or refused as a format', () => {
  const { below, pick } = diceOf(20_261_122)
  const seeds = [orderMessage('c', { items: ITEM.repeat(3) }), `${line({})}&${line({ UNIT: 'KG' }, 2)}`]
  const letters = [
    '<',
    '>',
    '&',
    '%',
    '[',
    ']',
    '=',
    '"',
    '\u0000',
    'é',
    '€',
    '9'.repeat(50),
    '-',
    ',',
    '<!DOCTYPE',
    ']]>',
  ]
  const outcomes: string[] = []
  for (let turn = 0; turn < 3_000; turn += 1) {
    const seed = seeds[turn % 2] ?? ''
    let text = seed
    for (let times = below(4); times >= 0; times -= 1) {
      const [at, length] = [below(text.length + 1), below(20)]
      text = text.slice(0, at) + pick(letters) + text.slice(at + length)
    }
    const read = () => (seed.startsWith('<') ? readOrderCart(Buffer.from(text), STANDARD) : oci(text))
    outcomes.push(outcomeOf(read))
  }
  expect(outcomes.filter((outcome) => outcome !== 'read' && outcome !== 'FormatError')).toEqual([])
  expect(new Set(outcomes).size).toBe(2)
})

const outcomeOf = (read: () => unknown): string => {
  try {
    read()
    return 'read'
  } catch (error) {
    return error instanceof FormatError ? error.name : String(error)
  }
}
