import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCii, writeCii } from '../../src/formats/cii/invoice.ts'
import { readUbl, writeUbl } from '../../src/formats/ubl/invoice.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate, type ProfileName } from '../../src/rules/validate.ts'
import { bodies, draftOf, frenchBodies, frenchDraftOf } from '../support/bodies.ts'
import { runs } from '../support/runs.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'

/** `npm run test:long -- generated` runs the long form: 10,000 bodies for every profile and syntax. */
const options = { numRuns: runs }
const LONG = 60_000 + runs * 500

const fatal = (xml: string, profile: ProfileName): string[] =>
  validate(readXml(xml), [profile]).flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === 'fatal').map(({ rule, xpath }) => `${rule} at ${xpath}`),
  )

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('any body of the send schema', () => {
  test('generated bodies cover every type, category and currency', () => {
    const made = fc.sample(bodies('en16931'), { numRuns: 300, seed: 16931 })
    const distinct = (values: readonly unknown[]): unknown[] => [...new Set(values)].toSorted()
    const taxed = made.flatMap(({ document: { lines, allowances, charges } }) => [...lines, ...allowances, ...charges])
    expect(distinct(taxed.map(({ vatCategory }) => vatCategory))).toEqual([
      'AE',
      'E',
      'G',
      'K',
      'L',
      'M',
      'O',
      'S',
      'Z',
    ])
    // Without decimals (JPY), with two, and with three (KWD, TND).
    expect(distinct(made.map(({ document: { currency } }) => currency))).toEqual([
      'EUR',
      'GBP',
      'JPY',
      'KWD',
      'TND',
      'USD',
    ])
    expect(distinct(made.map((body) => draftOf(body).typeCode))).toEqual([
      '326',
      '380',
      '381',
      '383',
      '384',
      '386',
      '389',
    ])
  })

  test('any body becomes UBL that reads back as the same invoice, without fatal finding', { timeout: LONG }, () => {
    fc.assert(
      fc.property(bodies('en16931'), (body) => {
        const invoice = draftOf(body)
        const xml = writeUbl(invoice)
        const reading = readUbl(xml)
        expect(reading.unmapped).toEqual([])
        expect(reading.missing).toEqual([])
        expect(plain(reading.document)).toEqual(plain(invoice))
        expect(fatal(xml, 'en16931-ubl')).toEqual([])
        expect(hasShared ? schemaErrors(xml) : []).toEqual([])
      }),
      options,
    )
  })

  test.each([
    ['peppol-billing', 'peppol-ubl', writeUbl],
    ['peppol-billing', 'peppol-cii', writeCii],
    ['peppol-selfbilling', 'peppol-ubl-sb', writeUbl],
  ] as const)(
    'any body drafted for %s is valid and breaks no fatal rule of %s',
    { timeout: LONG },
    (profile, rules, write) => {
      fc.assert(
        fc.property(bodies(profile), (body) => {
          const xml = write(draftOf(body))
          expect(fatal(xml, rules)).toEqual([])
          expect(hasShared ? schemaErrors(xml) : []).toEqual([])
        }),
        options,
      )
    },
  )

  test.each([
    ['france-cius', 'ubl', writeUbl],
    ['france-cius', 'cii', writeCii],
    ['france-extended', 'ubl', writeUbl],
    ['france-en16931', 'cii', writeCii],
  ] as const)(
    'any body drafted for %s in %s is valid and breaks no fatal rule of the norm or of France',
    { timeout: LONG },
    (profile, syntax, write) => {
      fc.assert(
        fc.property(frenchBodies(profile), (body) => {
          const xml = write(frenchDraftOf(body))
          expect([...fatal(xml, `en16931-${syntax}`), ...fatal(xml, `fr-flux2-${syntax}`)]).toEqual([])
          expect(hasShared ? schemaErrors(xml) : []).toEqual([])
        }),
        options,
      )
    },
  )

  test('any body becomes CII that reads back as the same invoice, without fatal finding', { timeout: LONG }, () => {
    fc.assert(
      fc.property(bodies('en16931'), (body) => {
        const invoice = draftOf(body)
        const xml = writeCii(invoice)
        const reading = readCii(xml)
        expect(reading.unmapped).toEqual([])
        expect(plain(reading.document)).toEqual(plain(invoice))
        expect(fatal(xml, 'en16931-cii')).toEqual([])
        expect(hasShared ? schemaErrors(xml) : []).toEqual([])
      }),
      options,
    )
  })
})
