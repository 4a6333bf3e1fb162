import bidiFactory, { type Bidi } from 'bidi-js'
import { describe, expect, test } from 'vitest'
import { linesOf, runsLeft } from '../../src/formats/pdf/right-to-left.ts'
import { draftBody } from '../../src/cli/json-input.ts'
import { loadFonts } from '../../src/formats/pdf/fonts.ts'
import { writePdf } from '../../src/formats/pdf/write.ts'

const bidi = (bidiFactory as unknown as () => Bidi)()
/** As in a font whose letters are all of one width. */
const set = (text: string, width = 100) => linesOf(bidi, text, width, (part) => [...part].length)
const partsOf = (text: string): readonly string[] => set(text)[0]?.parts ?? []

describe('a text that runs to the left', () => {
  test('has its words from right to left, and its numbers and foreign words from left to right', () => {
    expect(partsOf('שירותי ייעוץ 2026')).toEqual(['2026', 'שירותי ייעוץ '])
    expect(partsOf('عقد رقم 42 ABC-7')).toEqual(['ABC-7', ' ', '42', 'عقد رقم '])
    expect(set('שלום ABC')[0]?.startsRight).toBe(true)
  })

  test('stands in a text of the other direction where it was written', () => {
    expect(partsOf('For שלום עולם (EUR)')).toEqual(['For ', 'שלום עולם', ' (EUR)'])
    expect(set('For שלום')[0]?.startsRight).toBe(false)
  })

  test('has brackets that open to the left', () => {
    expect(partsOf('א (ב)')).toEqual(['א )ב('])
  })

  test('is broken at spaces, each line with what it says, and cut only in words that no line has room for', () => {
    const words = 'אחד שניים שלוש'
    expect(set(words, 10).map(({ parts }) => parts.join(''))).toEqual(['אחד שניים', 'שלוש'])
    expect(set('א'.repeat(25), 10).map(({ parts }) => parts.join('').length)).toEqual([10, 10, 5])
    expect(set('א\nב').map(({ parts }) => parts)).toEqual([['א'], ['ב']])
    expect(set(' ').map(({ parts }) => parts)).toEqual([[]])
  })

  test('is told from others', () => {
    expect(['Größe', 'Ελληνικά', '日本', '−1.234,50 €'].some(runsLeft)).toBe(false)
    expect(['שלום', 'خدمات', '\ufefb'].every(runsLeft)).toBe(true)
  })

  test('of twenty thousand letters is set in a PDF', { tags: 'heavy' }, async () => {
    const line = { description: 'خدمات استشارية '.repeat(66), quantity: 1, unitPrice: 1, vatRate: 21 }
    const lines = Array.from({ length: 20 }, () => line)
    const { invoice } = draftBody({ document: { issueDate: '2026-01-31', currency: 'EUR', number: '1', lines } })
    if (!invoice) throw new Error('It is an invoice.')
    expect(
      Buffer.from(await writePdf(invoice, loadFonts()))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
})
