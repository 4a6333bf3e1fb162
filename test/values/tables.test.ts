/** Tables of codes and names that are data: their files, and the reader that checks them. */
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { showCountry } from '../../src/formats/readable/countries.ts'
import * as lists from '../../src/values/codelists/code-lists.ts'
import { readTable, tableRows } from '../../src/values/table.ts'
import { hasShared, shared } from '../support/shared.ts'

const source = join(import.meta.dirname, '../../src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsv'))
const columnsOf = (text: string) => text.slice(0, text.indexOf('\n')).split('\t') as [string, ...string[]]

describe('a table', () => {
  test('is read by the names of its columns, in its order', () => {
    const rows = tableRows('code\tname\nBE\tBelgium\nAX\tÅland\n', ['code', 'name'])
    expect([...rows]).toEqual([
      ['BE', { code: 'BE', name: 'Belgium' }],
      ['AX', { code: 'AX', name: 'Åland' }],
    ])
  })
  test.each([
    ['a column that is not expected', 'code\tname\ttext\nBE\tBelgium\tx\n', /The columns are "code\\tname\\ttext"/],
    ['a missing column', 'code\nBE\n', /The columns are "code"/],
    ['a missing cell', 'code\tname\nBE\n', /Line 2 \(BE\) does not have 2 values/],
    ['an empty cell', 'code\tname\nBE\t\n', /Line 2 \(BE\) does not have 2 values/],
    ['a cell with white space around it', 'code\tname\nBE\tBelgium \n', /Line 2 \(BE\) does not have 2 values/],
    ['one cell too many', 'code\tname\nBE\tBelgium\tx\n', /Line 2 \(BE\) does not have 2 values/],
    ['an empty line', 'code\tname\n\nBE\tBelgium\n', /Line 2 \(\) does not have 2 values/],
    ['a code that it has twice', 'code\tname\nBE\tBelgium\nBE\tBelgique\n', /Line 3 has BE again/],
  ])('with %s is refused, and the line is named', (_title, text, message) => {
    expect(() => tableRows(text, ['code', 'name'])).toThrow(message)
  })
  test('that is missing is named', () => {
    expect(() => readTable(source, 'absent', ['code'])).toThrow('The table absent.tsv cannot be used.')
  })
})

test('every table of the product can be read whole', () => {
  const sizes = files.map((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return tableRows(text, columnsOf(text)).size
  })
  expect(sizes.length).toBeGreaterThan(15)
  expect(Math.min(...sizes)).toBeGreaterThan(1)
})

test('the name of a country is in the language that is asked for, and a code without one stays as it is', () => {
  expect([showCountry('BE', 'nl'), showCountry('BE', 'it'), showCountry('ZZ', 'nl')]).toEqual([
    'België',
    'Belgio',
    'ZZ',
  ])
})

test('a code list allows what its edition allows, and has a text where one is published', () => {
  const { peppolCurrencies, currencies, electronicAddressSchemes, peppolElectronicAddressSchemes } = lists
  expect([currencies.has('EUR'), peppolCurrencies.has('EUR'), currencies.has('XXY')]).toEqual([true, true, false])
  expect([electronicAddressSchemes.has('EM'), peppolElectronicAddressSchemes.has('EM')]).toEqual([true, false])
  expect([lists.identifierSchemes.has('0248'), lists.identifierSchemes.has('024')]).toEqual([true, false])
  expect(lists.exemptionText('VATEX-EU-132')).toMatch(/^Exempt based on article 132 /)
  expect([lists.exemptionText('VATEX-EU-135-1'), lists.exemptionText('VATEX-0')]).toEqual([undefined, undefined])
})

describe.skipIf(!hasShared)('as published', () => {
  test.each(files.filter((file) => file.startsWith('values/codelists/')))('%s has every row, and no other', (file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const published = readFileSync(join(shared, 'codelists', basename(file)), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
    const width = columnsOf(text).length
    const cellsOf = (line: string) => {
      const cells = line.split('\t')
      return Array.from({ length: width }, (_, place) => cells[place]?.trim() || '-').join('\t')
    }
    expect(text.trimEnd().split('\n').slice(1)).toEqual(published.map(cellsOf))
  })
})
