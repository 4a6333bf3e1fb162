import { describe, expect, test } from 'vitest'
import { type BankEntry, type BankLine, readBankFile } from '../../src/formats/iso20022/bank-file.ts'
import { candidatesOf, mentionsOf } from '../../src/formats/iso20022/mentions.ts'
import { sum } from '../../src/values/money.ts'
import { ACCOUNT, type Movement, camt053, camt054, pain002 } from '../support/bank-files.ts'

const lines = (xml: string): BankLine[] => [...readBankFile(Buffer.from(xml))]
const entries = (xml: string): BankEntry[] => lines(xml).filter((line) => line.kind === 'entry')
const movement: Movement = {
  amount: '48.40',
  bankReference: 'B1',
  endToEndId: 'E1',
  structured: 'RF18539007547034',
  text: 'Invoice F-42',
  name: 'Café & Fils',
  iban: 'FR7630006000011234567890189',
}

describe('a statement of an account', () => {
  test.each(['02', '08'] as const)('a statement in edition %s says who paid what for what', (edition) => {
    for (const xml of [camt053([movement], edition), camt054([movement], edition)]) {
      const [entry] = entries(xml)
      expect({ ...entry, amount: entry?.amount.toFixed(2), keys: [], sameAs: [] }).toEqual({
        kind: 'entry',
        keys: [],
        sameAs: [],
        bankIds: ['E1', 'B1'],
        account: ACCOUNT,
        direction: 'credit',
        amount: '48.40',
        currency: 'EUR',
        bookedOn: '2026-11-20',
        endToEndId: 'E1',
        references: ['RF18539007547034'],
        texts: ['Invoice F-42'],
        counterparty: { name: 'Café & Fils', iban: 'FR7630006000011234567890189' },
      })
    }
  })
  test('a statement names a movement alike in every file, and two that are alike differently', () => {
    const [statement, notification] = [entries(camt053([movement])), entries(camt054([movement], '02'))]
    expect(statement[0]?.keys).toEqual(notification[0]?.keys)
    const { bankReference: _none, ...nameless } = movement
    const twice = entries(camt053([nameless, nameless])).flatMap(({ keys }) => keys)
    expect(new Set(twice).size).toBe(4)
    expect(entries(camt053([nameless, nameless])).flatMap(({ keys }) => keys)).toEqual(twice)
  })
  test('a statement leaves out what is only announced', () =>
    expect(entries(camt053([{ ...movement, status: 'PDNG' }]))).toEqual([]))
  test('a statement names every word that may be a reference', () => {
    const [entry] = entries(camt053([{ amount: '1', text: 'INV F-2026/42, +++010/8068/17183+++ RF18 5390 0754 7034' }]))
    expect(entry && candidatesOf(entry)).toEqual(
      expect.arrayContaining(['F202642', '010806817183', 'RF18539007547034']),
    )
  })
  test('a statement says the currency of an amount in its own attribute, whatever stands in those of others', () => {
    const foreign = camt053([movement]).replaceAll('<Amt Ccy="EUR">', '<Amt Ccy="EUR" xmlns:x="urn:x" x:Ccy="USD">')
    expect(entries(foreign).map(({ currency }) => currency)).toEqual(['EUR'])
  })

  test('of the words of a payer the first 4,000 characters are read, and they may mean more than was read', () => {
    const [known, number] = [new Set(['F123']), 'F123 ']
    const entry = (text: string): BankEntry => ({ ...(entries(camt053([movement]))[0] as BankEntry), texts: [text] })
    for (const text of [number.repeat(200_000), '000 '.repeat(200_000)]) {
      expect(candidatesOf(entry(text))).toEqual(candidatesOf(entry(text.slice(0, 4_000))))
      expect(mentionsOf(entry(text), known).hasStrangers).toBe(true)
    }
    const behind = entry(`${'x '.repeat(2_000)}F123`)
    expect([candidatesOf(behind), mentionsOf(behind, known).named]).toEqual([
      candidatesOf(entry('x '.repeat(2_000))),
      [],
    ])
    const short = mentionsOf({ ...entry(number.repeat(700)), references: [] }, known)
    expect(short).toEqual({ named: [{ key: 'F123', strength: 'strong' }], hasStrangers: false })
  })

  test('a statement of a thousand movements is exact, and given away one movement after the other', () => {
    const movements = Array.from({ length: 1_000 }, (_, index) => ({
      ...movement,
      amount: `${index}.${String(index % 100).padStart(2, '0')}`,
      bankReference: `B${index}`,
    }))
    const bytes = Buffer.from(camt053(movements))
    let count = 0
    const amounts = (function* () {
      for (const line of readBankFile(bytes)) {
        count += 1
        if (line.kind === 'entry') yield line.amount
      }
    })()
    expect(sum(amounts).toFixed(2)).toBe((499_500 + 495).toFixed(2))
    expect(count).toBe(1_000)
    // The first is given away long before the end is looked at.
    const reading = readBankFile(bytes.subarray(0, 200_000))
    expect(reading.next()).toMatchObject({ done: false, value: { kind: 'entry' } })
    expect(() => [...reading]).toThrow(expect.objectContaining({ code: 'MALFORMED' }))
  })
})

describe('what became of an order', () => {
  test('the report on an order says what became of each transfer, or of all', () => {
    expect(
      lines(
        pain002(
          'O1',
          [
            { endToEndId: 'E1', status: 'ACSC' },
            { endToEndId: 'E2', status: 'RJCT', reason: 'AC04' },
            { endToEndId: 'E3', status: 'PDNG' },
          ],
          'PART',
        ),
      ),
    ).toEqual([
      { kind: 'status', endToEndId: 'E1', status: 'accepted', code: 'ACSC' },
      { kind: 'status', endToEndId: 'E2', status: 'rejected', code: 'RJCT', reason: 'AC04' },
      { kind: 'status', endToEndId: 'E3', status: 'pending', code: 'PDNG' },
    ])
    expect(lines(pain002('O1', [], 'RJCT'))).toEqual([
      { kind: 'order', orderId: 'O1', status: 'rejected', code: 'RJCT' },
    ])
  })
})

const deep = `${'<a>'.repeat(200_000)}`
const wide = `<Ntry ${Array.from({ length: 50_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`
const inside = (content: string): string => camt053([movement]).replace('<Ntry>', `${content}<Ntry>`)

describe('a hostile file', () => {
  test.each([
    [
      'a document type',
      camt053([movement]).replace('<Document', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><Document'),
      'DOCTYPE_REFUSED',
    ],
    ['an entity that nobody declared', inside('<Ntry>&y;</Ntry>'), 'MALFORMED'],
    ['elements without end', inside(deep), 'TOO_LARGE'],
    ['attributes without end', inside(wide), 'TOO_LARGE'],
    ['half of an element', camt053([movement]).slice(0, -30), 'MALFORMED'],
    [
      'another message',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><Acct/></Document>',
      'UNSUPPORTED',
    ],
    ['another document', '<html><Ntry/></html>', 'UNSUPPORTED'],
    ['nothing', '', 'MALFORMED'],
    [
      'an entry without an amount',
      inside('<Ntry><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>'),
      'MALFORMED',
    ],
    [
      'a day that is none',
      inside('<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-02-30</Dt></BookgDt></Ntry>'),
      'MALFORMED',
    ],
  ])('a bank file with %s is refused at once', { timeout: 10_000 }, (_name, xml, code) => {
    expect(() => lines(xml)).toThrow(expect.objectContaining({ code }))
  })
  test('a bank file of bytes that are no text is refused', () => {
    const bytes = Buffer.from(camt053([movement]))
    bytes[bytes.indexOf('Invoice')] = 0xff
    expect(() => [...readBankFile(bytes)]).toThrow(expect.objectContaining({ code: 'ENCODING' }))
  })
})
