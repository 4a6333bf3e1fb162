/** @module-tag heavy */
/**
 * The validator of XML schemas against libxml2, over the public corpus and over documents with a fault made at random:
 * both find the same documents valid. `npm run test:long -- xsd` makes more of them.
 */
import { describe, expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { checkSchema } from '../../src/rules/xsd/schema-check.ts'
import { schemaNamed, schemaNamesOf } from '../../src/rules/xsd/schemas.ts'
import { mutantOf, randomFrom } from '../support/mutants.ts'
import { sample } from '../support/sample.ts'
import { editionErrors, hasEdition } from '../support/schemas.ts'
import { hasShared, sampleBytes, samples } from '../support/shared.ts'

const count = Number(process.env['XSD_MUTANTS'] ?? 200)
const seed = Number(process.env['XSD_SEED'] ?? 1)

/** libxml2 refuses white space around dates, times and moments, which their types collapse. */
const SPACE_AROUND_DATE =
  /'(?:\s[^']*|[^']*\s)' is not a valid value of the (?:local )?atomic type '[^']*(?:[dD]ata|date|time)/

const rulesOf = (xml: string): string[] => {
  const root = readXml(xml)
  return schemaNamesOf(root).filter(hasEdition)
}

/** Where the two differ, with what each says. */
const differences = (xml: string): string[] =>
  rulesOf(xml).flatMap((edition) => {
    const ours = checkSchema(readXml(xml), schemaNamed(edition as never))
    const theirs = editionErrors(edition, xml).filter((error) => !SPACE_AROUND_DATE.test(error))
    return (ours.length === 0) === (theirs.length === 0)
      ? []
      : [
          `${edition}: ours ${JSON.stringify(ours.slice(0, 2).map(({ line, message }) => ({ line, message })))}, libxml2 ${theirs.slice(0, 2).join('; ')}`,
        ]
  })

describe.skipIf(!hasShared)('the validator of schemas', () => {
  const texts = sample(
    samples().filter(({ xsd }) => xsd !== undefined),
    1 / 8,
  )
    .map(({ file }) => ({ file, text: new TextDecoder().decode(sampleBytes({ file })) }))
    .filter(({ text }) => !text.includes('<!DOCTYPE') && rulesOf(text).length > 0)

  test('it finds the same public documents valid as libxml2', () => {
    expect(texts.flatMap(({ file, text }) => differences(text).map((difference) => `${file}: ${difference}`))).toEqual(
      [],
    )
    expect(texts.length).toBeGreaterThan(200)
  }, 120_000)

  test(
    'it finds the same documents with a fault valid as libxml2',
    () => {
      const random = randomFrom(seed)
      const small = texts.filter(({ text }) => text.length < 60_000)
      const different: string[] = []
      for (let made = 0; made < count; made += 1) {
        const from = small[random(small.length)]
        const mutant = mutantOf(from?.text ?? '', random)
        different.push(...differences(mutant).map((difference) => `${made} of ${from?.file}: ${difference}`))
      }
      expect(different).toEqual([])
    },
    60_000 + count * 20,
  )
})

test('a text that is longer than any of its type is none, and is found to be', () => {
  const xml =
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:ID>1</cbc:ID>' +
    `<cbc:IssueDate>${'1'.repeat(8_000_000)}</cbc:IssueDate></Invoice>`
  const root = readXml(xml)
  const found = schemaNamesOf(root).flatMap((name) => checkSchema(root, schemaNamed(name)))
  expect(found.map(({ message }) => message.slice(0, 200))).toContainEqual(expect.stringContaining('IssueDate'))
})
