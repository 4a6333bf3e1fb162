/**
 * 1,200 reports with one change each: the rules that they break are those of the official file. `fixtures/flux10-verdicts.json`
 * has what `PPF_Flux10_v1_0.xslt` answered by Saxon-JS, by rule, with the numbers of the mutants.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate } from '../../src/rules/validate.ts'
import { schemaFindings } from '../../src/rules/xsd/schemas.ts'
import { reportMutant } from '../support/report-mutants.ts'
import { sample } from '../support/sample.ts'

interface Recorded {
  /** Sum of the mutants that were judged. */
  mutants: string
  verdicts: Readonly<Record<string, readonly number[]>>
}
const { mutants, verdicts } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/flux10-verdicts.json'), 'utf8'),
) as Recorded
const officialOf = new Map(Object.entries(verdicts).flatMap(([rules, seeds]) => seeds.map((seed) => [seed, rules])))
const seeds = [...officialOf.keys()].toSorted((one, other) => one - other)

const ours = (xml: string): string =>
  validate(readXml(xml), ['fr-flux10'])
    .flatMap(({ findings }) => findings.map(({ rule }) => rule))
    .toSorted()
    .join(' ')

/** The official file stops where it adds up what is no number, or is given two of what there is once. */
const isStopped = (seed: number): boolean => officialOf.get(seed) === 'stops'

/** The cases that we judge otherwise, and why. */
const EXPLAINED: Readonly<Record<number, { rules: string; because: string }>> = {
  487: { rules: 'G1.09', because: 'The 31st of September has eight digits, and is no day of the calendar.' },
}

describe('a report with one change', () => {
  const judged = sample(
    seeds.filter((seed) => !isStopped(seed)),
    1 / 20,
  )
  test('breaks the rules that it breaks by the official file', () => {
    const expected = judged.map((seed) => ({ seed, rules: EXPLAINED[seed]?.rules ?? officialOf.get(seed) }))
    expect(judged.map((seed) => ({ seed, rules: ours(reportMutant(seed)) }))).toEqual(expected)
  })

  test('that the official file cannot judge to its end is refused by a rule or by the schema', () => {
    const stopped = seeds.filter(isStopped)
    expect(stopped).toHaveLength(17)
    const taken = stopped.filter((seed) => {
      const xml = reportMutant(seed)
      return ours(xml) === '' && schemaFindings(readXml(xml)).length === 0
    })
    expect(taken).toEqual([])
  })

  test('is the one that the official file has judged', { tags: 'heavy' }, () => {
    const sum = createHash('sha256')
    for (const seed of seeds) sum.update(reportMutant(seed))
    expect([seeds.length, sum.digest('hex')]).toEqual([1200, mutants])
  })
})
