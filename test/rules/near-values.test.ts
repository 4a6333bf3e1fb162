/** Values as people and programs mistype them, 10,000 of each: they are read and compared as XML and XPath say. */
import { DOMParser } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate } from '../../src/rules/validate.ts'
import { schemaFindings } from '../../src/rules/xsd/schemas.ts'
import { smallMessageStatus } from '../support/documents.ts'
import { smallInvoice } from '../support/invoices.ts'
import { randomFrom } from '../support/mutants.ts'
import { anyDate, nearAttribute, withUnseen } from '../support/near-values.ts'
import { sample } from '../support/sample.ts'

const SEEDS = Array.from({ length: 10_000 }, (_, index) => index + 1)
const SHARE = 1 / 200

const rulesOf = (xml: string, profile: Parameters<typeof validate>[1][number]): string[] =>
  validate(readXml(xml), [profile]).flatMap(({ findings }) => findings.map(({ rule }) => rule))

const parsed = (xml: string): Element => new DOMParser().parseFromString(xml, 'text/xml').documentElement

/** Each seed where the two differ. */
const differing = <T>(seeds: readonly number[], judge: (seed: number) => { ours: T; expected: T }): object[] =>
  seeds.flatMap((seed) => {
    const { ours, expected } = judge(seed)
    return ours === expected ? [] : [{ seed, ours, expected }]
  })

test('a text is what stands in its element, without comments and instructions, with all of its blanks', () => {
  const texts = ['123', 'a b', '', 'é€', ' x ', '2026-11-20']
  const judge = (seed: number) => {
    const random = randomFrom(seed)
    const xml = `<a><b>${withUnseen(texts[random(texts.length)] as string, random)}</b></a>`
    return { ours: readXml(xml).first('b')?.text, expected: parsed(xml).firstChild?.textContent ?? '' }
  }
  expect(differing(sample(SEEDS, 1 / 20), judge)).toEqual([])
})

/** Places of texts in the invoice. */
const TEXTS = [...smallInvoice.matchAll(/>([^<>\s][^<>]*)</g)].map((match) => ({
  from: match.index + 1,
  text: match[1] as string,
}))

test('an invoice is judged by rules, lists and schema as if its comments and instructions were not there', () => {
  const verdictOf = (xml: string): string =>
    JSON.stringify([
      rulesOf(xml, 'en16931-ubl'),
      rulesOf(xml, 'peppol-ubl'),
      schemaFindings(readXml(xml)).map(({ rule }) => rule),
    ])
  const expected = verdictOf(smallInvoice)
  const judge = (seed: number) => {
    const random = randomFrom(seed)
    const { from, text } = TEXTS[random(TEXTS.length)] as (typeof TEXTS)[0]
    const xml = smallInvoice.slice(0, from) + withUnseen(text, random, ['']) + smallInvoice.slice(from + text.length)
    return { ours: verdictOf(xml), expected }
  }
  expect(differing(sample(SEEDS, SHARE), judge)).toEqual([])
})

const ATTRIBUTES = [
  { xml: smallMessageStatus, profile: 'peppol-mls', before: 'schemeID="0242">000123', rule: 'SCH-MLS-11' },
  { xml: smallMessageStatus, profile: 'peppol-mls', before: 'schemeID="0242">000456', rule: 'SCH-MLS-16' },
  { xml: smallInvoice, profile: 'peppol-ubl', before: 'currencyID="EUR">', rule: 'PEPPOL-EN16931-R051' },
] as const

test('an attribute is equal to what a rule asks for to the last blank', () => {
  const judge = (seed: number) => {
    const random = randomFrom(seed)
    const { xml, profile, before, rule } = ATTRIBUTES[seed % ATTRIBUTES.length] as (typeof ATTRIBUTES)[number]
    const [name = '', value = ''] = before.split(/="|"/)
    const written = nearAttribute(value, random)
    const changed = xml.replace(before, before.replace(`"${value}"`, `"${written}"`))
    return {
      ours: rulesOf(changed, profile).includes(rule),
      expected: parsed(`<a ${name}="${written}"/>`).getAttribute(name) !== value,
    }
  }
  expect(differing(sample(SEEDS, SHARE), judge)).toEqual([])
})

/** The minute at which a date of XML Schema begins, counted from the year 0; undefined if there is no such date. */
const beginningOf = (date: string): number | undefined => {
  const found = /^(-?)(\d{4}|[1-9]\d{4,})-(\d\d)-(\d\d)(?:Z|([+-])(\d\d):(\d\d))?$/.exec(date)
  if (!found) return undefined
  const [, minus, digits = '', month = '', day = '', sign, hours = '0', minutes = '0'] = found
  const year = Number(digits) * (minus === '-' ? -1 : 1)
  const zone = Number(hours) * 60 + Number(minutes)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const length = lengths[Number(month) - 1] ?? 0
  if (Number(day) < 1 || Number(day) > length || zone > 840 || Number(minutes) > 59) return undefined
  const leaps = Math.floor((year - 1) / 4) - Math.floor((year - 1) / 100) + Math.floor((year - 1) / 400)
  const days = year * 365 + leaps + lengths.slice(0, Number(month) - 1).reduce((sum, one) => sum + one, 0) + Number(day)
  return days * 1_440 - (sign === '-' ? -zone : zone)
}

test('dates of any year and zone are compared as the moments at which they begin', () => {
  const judge = (seed: number) => {
    const random = randomFrom(seed)
    const [start, end] = [anyDate(random), anyDate(random)]
    const [from, to] = [beginningOf(start), beginningOf(end)]
    const xml = smallInvoice
      .replace('2026-11-01</cbc:Start', `${start}</cbc:Start`)
      .replace('2026-11-30</cbc:End', `${end}</cbc:End`)
    return {
      ours: `${start} ${end} ${rulesOf(xml, 'en16931-ubl').includes('BR-29')}`,
      expected: `${start} ${end} ${from === undefined || to === undefined || to < from}`,
    }
  }
  expect(differing(sample(SEEDS, SHARE), judge)).toEqual([])
})
