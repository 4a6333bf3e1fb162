import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { examine } from '../../src/cli/examine.ts'
import { readCdar, writeCdar } from '../../src/formats/cdar/acknowledgement.ts'
import { readCii, writeCii } from '../../src/formats/cii/invoice.ts'
import { FormatError } from '../../src/formats/format-error.ts'
import { readUbl, writeUbl } from '../../src/formats/ubl/invoice.ts'
import { readOrder, writeOrder } from '../../src/formats/ubl/order.ts'
import { readResponse, writeResponse } from '../../src/formats/ubl/response.ts'
import type { Reading } from '../../src/formats/unmapped.ts'
import { sample } from '../support/sample.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared, isClean, sampleBytes, samples, shared, type Sample } from '../support/shared.ts'

type Codec = {
  name: string
  syntax: RegExp
  clean: (sample: Sample) => boolean
  again: (bytes: Uint8Array) => { first: Reading<unknown>; xml: string; second: Reading<unknown> }
}

const codec = <T>(
  name: string,
  syntax: RegExp,
  clean: Codec['clean'],
  read: (source: Uint8Array | string) => Reading<T>,
  write: (document: T) => string,
): Codec => ({
  name,
  syntax,
  clean,
  again: (bytes) => {
    const first = read(bytes)
    const xml = write(first.document)
    return { first, xml, second: read(xml) }
  },
})

/** An example that lacks nothing the model calls mandatory; there are no verdicts of EN 16931 for these kinds. */
const isExample = ({ kind, xsd }: Sample): boolean => kind === 'example' && xsd === true

const codecs: readonly Codec[] = [
  codec('UBL invoices and credit notes', /^UBL-(Invoice|CreditNote)$/, isClean, readUbl, writeUbl),
  codec('Cross Industry Invoices', /^CII$/, isClean, readCii, writeCii),
  codec(
    'orders and what answers them',
    /^UBL-(Order|OrderResponse|Quotation|RequestForQuotation)$/,
    isExample,
    readOrder,
    writeOrder,
  ),
  codec('invoice responses, MLR and MLS', /^UBL-ApplicationResponse$/, isExample, readResponse, writeResponse),
  codec('lifecycle messages', /^CDAR$/, ({ xsd }) => xsd === true, readCdar, writeCdar),
]

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe.skipIf(!hasShared)('the public samples', () => {
  const looked = sample(samples(), 1 / 20)
  const chosenBy = ({ syntax, clean }: Codec): Sample[] =>
    samples().filter((one) => syntax.test(one.syntax) && clean(one))

  test.each(codecs.map((one) => ({ ...one, chosen: sample(chosenBy(one), 1 / 10) })))(
    'public $name without fatal findings stay the same when written and read again, and valid by the schema',
    { timeout: 120_000 },
    ({ chosen, again }) => {
      const differing: string[] = []
      for (const one of chosen) {
        const { first, xml, second } = again(sampleBytes(one))
        if (
          JSON.stringify(sorted(plain(first.document))) !== JSON.stringify(sorted(plain(second.document))) ||
          second.unmapped.length > 0
        )
          differing.push(one.file)
        else if (first.missing.length === 0 && one.xsd !== false)
          differing.push(...schemaErrors(xml).map((error) => `${one.file}: ${error}`))
      }
      expect(chosen.length).toBeGreaterThan(0)
      expect(differing).toEqual([])
    },
  )

  test('no public sample makes the reader fail otherwise than by saying what the file is', { timeout: 120_000 }, () => {
    const crashes: string[] = []
    for (const one of looked) {
      try {
        examine(sampleBytes(one), { profiles: [] })
        for (const { syntax, again } of codecs) if (syntax.test(one.syntax)) again(sampleBytes(one))
      } catch (error) {
        if (!(error instanceof FormatError)) crashes.push(`${one.file}: ${String(error)}`)
      }
    }
    expect(looked.length).toBeGreaterThan(0)
    expect(crashes).toEqual([])
  })
})

/** Objects with their keys in order, so that texts can be compared. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

type Difference = { origin: RegExp; path: RegExp; why: string }

/** Where the two files of a pair say different things, or one syntax cannot say what the other does. */
const differences: readonly Difference[] = [
  {
    origin: /./,
    path: /^lines\.#\.price\.(gross|discount)$/,
    why: 'UBL says a gross price only together with a discount: 0 where CII says none, or nothing at all',
  },
  { origin: /./, path: /^totals\.rounding$/, why: 'a rounding amount of 0 is left out' },
  { origin: /ZUGFeRD/, path: /^(specification|process)$/, why: 'the UBL files of these pairs are made for Peppol' },
  { origin: /ZUGFeRD/, path: /^(seller|buyer)\.tradingName$/, why: 'the converter repeats the name as trading name' },
  {
    origin: /ZUGFeRD|cii2ubl/,
    path: /^attachments\.#\.uri$/,
    why: 'the converter drops the reference to a file beside',
  },
  { origin: /ZUGFeRD|cii2ubl/, path: /^seller\.identifiers\.#(\.\w+)?$/, why: 'the converter keeps one identifier' },
  {
    origin: /AFNOR/,
    path: /^seller\.identifiers\.#\.\w+$/,
    why: 'CII says identifiers without a scheme before those with one, UBL in any order',
  },
  {
    origin: /AFNOR/,
    path: /^(seller|buyer)\.contact\.name$/,
    why: 'the UBL file adds the department to the name, which CII says apart',
  },
]

/** The CII and the UBL of this pair have different amounts. */
const UNEQUAL = /CII_not_validating_full_invoice_based_onTest_EeISI_300_CENfullmodel/

const differingPaths = (one: unknown, other: unknown, path = ''): string[] => {
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return [path]
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return keys.flatMap((key) =>
    differingPaths(
      (one as Record<string, unknown>)[key],
      (other as Record<string, unknown>)[key],
      [path, /^\d+$/.test(key) ? '#' : key].filter(Boolean).join('.'),
    ),
  )
}

describe.skipIf(!hasShared)('one invoice in CII and in UBL', () => {
  const pairs = hasShared
    ? readFileSync(join(shared, 'corpus/pairs.tsv'), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split('\t'))
        .filter(([cii = '']) => !UNEQUAL.test(cii))
    : []

  test.each(pairs)(
    'the public samples %s and %s give the same model but for what is listed',
    (cii = '', ubl = '', origin = '') => {
      const [one, other] = [readCii(sampleBytes({ file: cii })).document, readUbl(sampleBytes({ file: ubl })).document]
      const paths = [...new Set(differingPaths(plain(one), plain(other)))]
      expect(
        paths.filter(
          (path) => !differences.some((difference) => difference.origin.test(origin) && difference.path.test(path)),
        ),
      ).toEqual([])
    },
  )
})
