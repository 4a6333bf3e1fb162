import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pain001Editions, writePain001 } from '../../src/formats/iso20022/pain001.ts'
import { structuredReference } from '../../src/formats/iso20022/remittance.ts'
import type { Transfer, TransferOrder } from '../../src/formats/iso20022/transfer-order.ts'
import { descendants, readXml } from '../../src/formats/xml/tree.ts'
import { Decimal, sum } from '../../src/values/money.ts'
import { runs } from '../support/runs.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'

const order: TransferOrder = {
  id: '01kafm4h7vf8xbkrs9q2m3c5de',
  createdAt: new Date('2026-11-21T10:00:00.123Z'),
  executionDate: '2026-11-23',
  batchBooking: true,
  debtor: { name: 'Café & Fils Ελλάδα', iban: 'BE68539007547034', bic: 'GKCCBEBB' },
  count: 3,
  sum: new Decimal('3703.5'),
}
const transfer: Transfer = {
  endToEndId: '01kafm4h7vf8xbkrs9q2m3c5dz',
  amount: new Decimal('1234.5'),
  creditor: { name: 'Lumière (SA)', iban: 'FR7630006000011234567890189' },
  remittance: 'F_2026/0042 – №7',
}
const written = (transfers: Transfer[], change: Partial<TransferOrder> = {}, edition: '03' | '09' = '09'): string =>
  [...writePain001({ ...order, ...change }, transfers, edition)].join('')
const errors = (xml: string): string[] => (hasShared ? schemaErrors(xml) : [])
const texts = (xml: string, name: string): string[] =>
  [...descendants(readXml(xml))].filter((element) => element.name === name).map(({ text }) => text)

/** The characters that banks pass on. */
const SEPA = /^[A-Za-z0-9/\-?:().,'+ ]+$/

describe('an order to a bank', () => {
  test.each(pain001Editions)(
    'an order to a bank in edition %s is valid and says who pays whom what, for what',
    (edition) => {
      const xml = written(
        [
          transfer,
          { ...transfer, creditor: { ...transfer.creditor, bic: 'AGRIFRPP' }, remittance: 'RF18 5390 0754 7034' },
          { ...transfer, remittance: '+++010/8068/17183+++' },
        ],
        {},
        edition,
      )
      expect(errors(xml)).toEqual([])
      expect(texts(xml, 'Nm')).toEqual([
        'Cafe + Fils Ellada',
        'Cafe + Fils Ellada',
        'Lumiere (SA)',
        'Lumiere (SA)',
        'Lumiere (SA)',
      ])
      expect(texts(xml, 'InstdAmt')).toEqual(['1234.50', '1234.50', '1234.50'])
      expect(texts(xml, 'Ustrd')).toEqual(['F.2026/0042 - No7'])
      expect([texts(xml, 'Ref'), texts(xml, 'Issr')]).toEqual([['RF18539007547034', '010806817183'], ['BBA']])
      expect([texts(xml, 'NbOfTxs'), texts(xml, 'CtrlSum')]).toEqual([
        ['3', '3'],
        ['3703.50', '3703.50'],
      ])
      expect(texts(xml, edition === '09' ? 'BICFI' : 'BIC')).toEqual(['GKCCBEBB', 'AGRIFRPP'])
    },
  )
  test('an order to a bank without a BIC says that none is given', () => {
    const xml = written([transfer], { debtor: { name: 'A', iban: 'BE68539007547034' } })
    expect(errors(xml)).toEqual([])
    expect(xml).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>')
  })
  test(
    'an order of any texts and amounts is valid, keeps to the characters of banks, and is exact',
    { timeout: 120_000 },
    () => {
      const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
      const transfers = fc.array(
        fc.record({
          endToEndId: fc.constant('A1'),
          amount: fc.integer({ min: 1, max: 99_999_999_999 }).map((cents) => new Decimal(cents).dividedBy(100)),
          creditor: fc.record({ name: text, iban: fc.constant('FR7630006000011234567890189') }),
          remittance: text,
        }),
        { minLength: 1, maxLength: 250 },
      )
      fc.assert(
        fc.property(text, transfers, (name, items) => {
          const xml = written(items, {
            debtor: { name, iban: 'BE68539007547034' },
            count: items.length,
            sum: sum(items.map(({ amount }) => amount)),
          })
          expect(errors(xml)).toEqual([])
          for (const said of [...texts(xml, 'Nm'), ...texts(xml, 'Ustrd')]) expect(said).toMatch(SEPA)
          expect(sum(texts(xml, 'InstdAmt').map((amount) => new Decimal(amount))).toFixed(2)).toBe(
            texts(xml, 'CtrlSum')[0],
          )
        }),
        { numRuns: Math.min(runs, 300) },
      )
    },
  )
  test('an order asks for its transfers one after the other, and writes each before the next is there', () => {
    let asked = 0
    const endless = (function* () {
      for (;;) {
        asked += 1
        yield transfer
      }
    })()
    const pieces = writePain001(order, endless)
    for (let count = 0; count < 3; count += 1) expect(pieces.next().done).toBe(false)
    expect(asked).toBe(200)
  })
})

describe('a reference of a creditor', () => {
  test.each([
    ['RF18 5390 0754 7034', { reference: 'RF18539007547034' }],
    ['rf18539007547034', { reference: 'RF18539007547034' }],
    ['RF19539007547034', undefined],
    ['+++010/8068/17183+++', { reference: '010806817183', issuer: 'BBA' }],
    ['010806817183', { reference: '010806817183', issuer: 'BBA' }],
    ['+++010/8068/17184+++', undefined],
    ['F-2026-42', undefined],
    ['', undefined],
  ])('the creditor reference %s is structured only with the right check digits', (text, expected) =>
    expect(structuredReference(text)).toEqual(expected),
  )
})
