/** The texts of findings in French and German, against every rule that the judge can name. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Decimal } from '../../src/values/money.ts'
import type { Invoice } from '../../src/formats/invoice.ts'
import { faultsOf, remarksOf } from '../../src/formats/fatturapa/faults.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { profileNames, rulesOf } from '../../src/rules/profiles.ts'
import type { Rule, UnusedTree } from '../../src/rules/rule.ts'
import { readTexts, translateFinding } from '../../src/rules/translate.ts'
import { schemaFindings } from '../../src/rules/xsd/schemas.ts'
import type { SchemaTable } from '../../src/rules/xsd/table.ts'
import { textCheckOf } from '../../src/rules/xsd/text-check.ts'
import { jsonInLanguage } from '../../src/operation/language.ts'
import { languageIn, placeholdersIn } from '../../src/values/translation.ts'

type Texts = Pick<Rule, 'id' | 'message' | 'fix'>

const unusedRules = ({ rule, attributes, children }: UnusedTree): Texts[] => [
  ...(rule === undefined ? [] : [rule]),
  ...attributes.values(),
  ...[...children.values()].flatMap(unusedRules),
]

const rulesOfProfile = (profile: (typeof profileNames)[number]): Texts[] =>
  (['1.3', '1.4'] as const)
    .flatMap((france) => rulesOf(profile, { france }))
    .flatMap(({ byName, anyName }) => [...byName.values(), anyName].flat(2))
    .flatMap(({ rules, group, unused }) => [
      ...rules,
      ...(group?.rules ?? []),
      ...(unused === undefined ? [] : unusedRules(unused)),
    ])

/** Texts that are not translated, or that are English in another language. */
const untranslated = (texts: readonly Texts[]): string[] =>
  texts.flatMap(({ id, message, fix }) =>
    [message, fix].flatMap((text) => {
      const translations = [translateFinding(text, 'fr'), translateFinding(text, 'de')]
      return translations.some((one) => one === undefined || one === text) ? [`${id}: ${text}`] : []
    }),
  )

const address = { country: 'IT' }
const unfit = {
  number: 'no digit',
  notes: [{ text: 'TD99' }],
  seller: { name: '中', address, identifiers: [] },
  buyer: { name: '中', address, identifiers: [] },
  totals: { withVat: new Decimal('1e15') },
  lines: [],
  allowances: [],
  charges: [],
} as unknown as Invoice

const rows = readTexts()
const byText = (one: string, other: string): number => (one < other ? -1 : 1)

describe('the texts of findings', () => {
  test.each(profileNames)('every rule of %s has a message and a fix in French and German', (profile) => {
    const rules = rulesOfProfile(profile)
    expect(rules.length).toBeGreaterThan(5)
    expect(untranslated(rules)).toEqual([])
  })

  test('what a schema expects of a text is said in French and German for every type of every schema', () => {
    const folder = join(import.meta.dirname, '../../src/rules/xsd/tables')
    const expected = readdirSync(folder).flatMap((file) =>
      (JSON.parse(readFileSync(join(folder, file), 'utf8')) as SchemaTable).simple.map(
        (row) => textCheckOf(row).expected,
      ),
    )
    expect(expected.length).toBeGreaterThan(100)
    const texts = [...new Set(expected)].map((one) => ({
      id: 'XSD',
      message: `The element cbc:ID is empty. Expected ${one}.`,
      fix: `Write ${one}.`,
    }))
    expect(untranslated(texts)).toEqual([])
  })

  test('a document that breaks its schema in many ways is told so in French and German', () => {
    const xml = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
      xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" xmlns:x="urn:x" unknown="1">text
      <cbc:ID>1</cbc:ID><cbc:IssueDate>today</cbc:IssueDate><cbc:UBLVersionID/><x:ID/><cbc:IssueTime><cbc:ID/></cbc:IssueTime>
      <ID/><cbc:Note/><cbc:TaxPointDate/><cbc:TaxPointDate/><cbc:Unheard/></Invoice>`
    const findings = schemaFindings(readXml(xml)).map(({ rule, ...texts }) => ({ id: rule, ...texts }))
    expect(new Set(findings.map(({ message }) => message)).size).toBeGreaterThan(5)
    expect(untranslated(findings)).toEqual([])
  })

  test('what the Italian interchange system would refuse or change is told in French and German', () => {
    const findings = [...faultsOf(unfit), ...remarksOf(unfit)].map(({ term, ...texts }) => ({ id: term, ...texts }))
    expect(findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'BT-1',
        'BT-22',
        'BT-31',
        'BT-35',
        'BT-38',
        'BT-48',
        'BT-53',
        'BT-112',
        'BT-27',
        'BT-49',
      ]),
    )
    expect(untranslated(findings)).toEqual([])
  })

  test('each text has three languages with the same placeholders', () => {
    const faulty = rows.filter(({ en, fr, de }) =>
      [fr, de].some(
        (text) => [...new Set(placeholdersIn(text))].sort(byText).join() !== placeholdersIn(en).sort(byText).join(),
      ),
    )
    expect(faulty).toEqual([])
  })

  test('each English text stands in the tables once', () => {
    const texts = rows.map(({ en }) => en)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  test('the terms and codes of a text are the same in each language', () => {
    const termsIn = (text: string): string =>
      [...text.matchAll(/\b(?:B[TG]|TT|MDT|MDG|EXT-FR-FE)-\d+\b/g)].sort().join()
    expect(rows.filter(({ en, fr, de }) => [fr, de].some((text) => termsIn(text) !== termsIn(en)))).toEqual([])
  })

  test('a part of a sentence that has no translation leaves the whole sentence in English', () => {
    expect(translateFinding('Give something unheard of.', 'fr')).toBeUndefined()
    expect(translateFinding('Give the invoice number.', 'fr')).toBe('Indiquez le numéro de facture.')
    expect(translateFinding('Give the invoice number.', 'de')).toBe('Geben Sie Folgendes an: die Rechnungsnummer.')
  })
})

test('a text of a caller in the place of a sentence stays as it is, however long and nested it is', () => {
  for (const unit of ['A1, ', ' is empty. Expected ', '. ', '"message":'])
    expect(translateFinding(unit.repeat(30_000), 'fr')).toBeUndefined()
  const many = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => ({ message: `Use one of ${index}.` })))
  const found = jsonInLanguage(many, 'fr')
  expect([...found.matchAll(/l'un des codes/g)].length).toBe(400)
  expect(JSON.parse(found)).toHaveLength(1_000)
})

test('an answer keeps its numbers, its texts and every field that holds no sentence of ours', () => {
  const json = '{"amount":100.50,"large":12345678901234567890.10,"note":"Leave it out.","message":"Hello \\"you\\""}'
  expect(jsonInLanguage(json, 'de')).toBe(json)
})

test('the header names the language by its weight, and English is the answer to all others', () => {
  const asked = ['fr', 'fr-BE,fr;q=0.9,en;q=0.8', 'en;q=0.5, de-AT;q=0.9', 'nl, it', 'de;q=0', '*', undefined, 'FR;q=x']
  expect(asked.map(languageIn)).toEqual(['fr', 'fr', 'de', 'en', 'en', 'en', 'en', 'en'])
})
