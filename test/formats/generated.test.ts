import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCii, writeCii } from '../../src/formats/cii/invoice.ts'
import { readUbl, writeUbl } from '../../src/formats/ubl/invoice.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate, type ProfileName } from '../../src/rules/validate.ts'
import { bodies, draftOf } from '../support/bodies.ts'
import { runs } from '../support/runs.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'

/** `GENERATED_BODIES=10000` runs the long form. */
const options = { numRuns: runs }

const fatal = (xml: string, profile: ProfileName): string[] =>
  validate(readXml(xml), [profile]).flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === 'fatal').map(({ rule, xpath }) => `${rule} at ${xpath}`),
  )

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('any body of the send schema', () => {
  test('is written as UBL that reads back as the same invoice, without fatal finding', { timeout: 600_000 }, () => {
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
  ] as const)('drafted for %s breaks no fatal rule of %s', { timeout: 600_000 }, (profile, rules, write) => {
    fc.assert(
      fc.property(bodies(profile), (body) => {
        expect(fatal(write(draftOf(body)), rules)).toEqual([])
      }),
      options,
    )
  })

  test('is written as CII that reads back as the same invoice, without fatal finding', { timeout: 600_000 }, () => {
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
