/** @module-tag heavy */
/**
 * The public corpus against the verdicts of the official rules: for every document and profile, the set of rules that
 * it breaks is the same. Where the corpus is absent, the test says how to get it.
 */
import { describe, expect, test } from 'vitest'
import { readXml } from '../../src/formats/xml/tree.ts'
import { isProfileName, type RuleOptions, type ProfileName, profileNames, validate } from '../../src/rules/validate.ts'
import { sample } from '../support/sample.ts'
import { type Sample, hasShared, sampleBytes, samples } from '../support/shared.ts'

type Severity = 'fatal' | 'warning'

/** The version that the official verdicts of the corpus come from, where it is not the default. */
const verdicts: RuleOptions = { france: '1.4' }

/** Documents where this code and the official rules differ, and why. */
const knownDifferences: Readonly<Record<string, string>> = {}

/** The share of documents whose set must be equal. */
const required: Readonly<Record<Severity, (profile: ProfileName) => number>> = {
  fatal: (profile) => (profile === 'en16931-ubl' || profile === 'peppol-ubl' ? 1 : 0.995),
  warning: () => 0.98,
}

class Agreement {
  documents = 0
  readonly equal: Record<Severity, number> = { fatal: 0, warning: 0 }
  readonly differences: string[] = []

  add(file: string, severity: Severity, found: ReadonlySet<string>, official: ReadonlySet<string>): void {
    const extra = [...found].filter((rule) => !official.has(rule)).map((rule) => `+${rule}`)
    const missing = [...official].filter((rule) => !found.has(rule)).map((rule) => `-${rule}`)
    if (extra.length + missing.length === 0) this.equal[severity] += 1
    else this.differences.push(`${severity} ${file}: ${[...extra, ...missing].join(' ')}`)
  }
}

/** The profiles for which the corpus has the verdict of the official rules. */
const judgedProfiles = ({ profiles = {}, oracleError }: Pick<Sample, 'profiles' | 'oracleError'>): ProfileName[] =>
  oracleError === undefined ? Object.keys(profiles).filter(isProfileName) : []

const compare = (entries: readonly Sample[]): Map<ProfileName, Agreement> => {
  const agreements = new Map<ProfileName, Agreement>()
  for (const { file, profiles = {}, oracleError } of entries) {
    const names = judgedProfiles({ profiles, oracleError })
    if (names.length === 0) continue
    for (const { profile, findings } of validate(readXml(sampleBytes({ file })), names, verdicts)) {
      const agreement = agreements.get(profile) ?? new Agreement()
      agreements.set(profile, agreement)
      agreement.documents += 1
      for (const severity of ['fatal', 'warning'] as const) {
        agreement.add(
          file,
          severity,
          new Set(findings.filter((finding) => finding.severity === severity).map((finding) => finding.rule)),
          new Set(profiles[profile]?.[severity]),
        )
      }
    }
  }
  return agreements
}

const outcome = (bytes: Uint8Array): string => {
  try {
    readXml(bytes)
    return 'read'
  } catch (error) {
    return error instanceof Error ? error.name : 'something else'
  }
}

describe.skipIf(!hasShared)('the corpus', () => {
  const entries = samples()
  const judged = sample(entries, 1 / 2)

  test(
    'the documents of the corpus break the official rules and no others, profile by profile',
    { timeout: 300_000 },
    () => {
      const agreements = compare(judged)
      const table = profileNames.map((profile) => {
        const agreement = agreements.get(profile) ?? new Agreement()
        const share = (severity: Severity): string =>
          `${severity} ${agreement.equal[severity]}/${agreement.documents}`.padEnd(18)
        return `  ${profile.padEnd(16)} ${share('fatal')} ${share('warning')}`
      })
      const differences = [...agreements].flatMap(([profile, agreement]) =>
        agreement.differences.map((difference) => `  ${profile} ${difference}`),
      )
      process.stdout.write(
        `Documents whose set of rules equals the official one:\n${table.join('\n')}\n${differences.join('\n')}\n`,
      )

      for (const [profile, { documents, equal }] of agreements) {
        for (const severity of ['fatal', 'warning'] as const) {
          expect(equal[severity] / documents, `${profile} ${severity}`).toBeGreaterThanOrEqual(
            required[severity](profile),
          )
        }
      }
      expect(
        differences.filter((difference) => !Object.keys(knownDifferences).some((known) => difference.includes(known))),
      ).toEqual([])
    },
  )

  // Those with verdicts are read to be judged.
  test('every file of the corpus is read without an uncaught error', { timeout: 300_000 }, () => {
    for (const { file, ...entry } of entries) {
      if (!file.endsWith('.xml') || judgedProfiles(entry).length > 0) continue
      expect({ file, outcome: outcome(sampleBytes({ file })) }).toEqual({
        file,
        outcome: expect.stringMatching(/^(read|FormatError)$/),
      })
    }
  })
})
