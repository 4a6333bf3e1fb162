/** The official lists of rules against our tables: every rule is built, or it stands below with the reason why not. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ProfileName, profileNames, rulesOf } from '../../src/rules/profiles.ts'
import type { UnusedTree } from '../../src/rules/rule.ts'
import { hasShared, shared } from '../support/shared.ts'

const nothing = 'the official files test nothing: the sentence is left to people'
const within = 'the official file finds the amount at the same place under the id of another term'

/** Rules that are not built, by the profiles whose name starts so. */
const notBuilt: readonly (readonly [profile: string, rule: RegExp, why: string])[] = [
  ['en16931-', /^BR-CO-0[5-8]$/, nothing],
  ['en16931-ubl', /^BR-DEC-1[35]$/, 'as published no document can break it; UBL-DT-01 says the same of every amount'],
  ['en16931-cii', /^CII-SR-(193|334)$/, 'the list does not say of which element, and no sample breaks it'],
  ['fr-flux2-', /^BR-FR-DEC-01_BT-111$/, within],
  ['fr-flux2-ubl', /^BR-FR-16_BT-103$/, within],
  [
    'ublbe',
    /^(?!ubl-BE-)/,
    'the file repeats older EN 16931 and Peppol rules, which en16931-ubl and peppol-ubl have in their present form',
  ],
  ['ublbe', /^ubl-BE-13$/, 'as published no document can break it'],
  ['fr-cdv', /^BR-FR-CDV-(0[1456]_|10_|07_MDT-38_no)/, 'as published no document can break it'],
  ['peppol-t111', /^PEPPOL-T111-R005$/, 'as published no document can break it'],
]

/** Rules of ours that a list does not have. */
const added: Readonly<Partial<Record<ProfileName, readonly string[]>>> = {
  // Billing and self-billing share the table; the list of types that it speaks of is empty here.
  'peppol-ubl-sb': ['PEPPOL-EN16931-P0112'],
}

const official = (profile: ProfileName): string[] =>
  readFileSync(join(shared, 'rules', `${profile}.tsv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t')[0] ?? '')

const unusedIds = ({ rule, attributes, children }: UnusedTree): string[] => [
  ...(rule === undefined ? [] : [rule.id]),
  ...[...attributes.values()].map(({ id }) => id),
  ...[...children.values()].flatMap(unusedIds),
]

/** What a profile has in any edition. */
const built = (profile: ProfileName): ReadonlySet<string> => {
  const contexts = (['1.3', '1.4'] as const)
    .flatMap((france) => rulesOf(profile, { france }))
    .flatMap(({ byName, anyName }) => [...byName.values(), anyName].flat(2))
  return new Set(
    contexts.flatMap(({ rules, group, unused }) =>
      [...rules, ...(group?.rules ?? [])].map(({ id }) => id).concat(unused ? unusedIds(unused) : []),
    ),
  )
}

const reasonFor = (profile: ProfileName, id: string): string | undefined =>
  notBuilt.find(([start, rule]) => profile.startsWith(start) && rule.test(id))?.[2]

describe.skipIf(!hasShared)('the official rules', () => {
  test.each(profileNames)(
    'the official rules of %s are all built, but for those whose reason stands here',
    (profile) => {
      const [ids, ours] = [official(profile), built(profile)]
      const missing = ids.filter((id) => !ours.has(id))
      const reasons = Map.groupBy(missing, (id) => reasonFor(profile, id) ?? 'without a reason')
      for (const [reason, rules] of reasons)
        process.stdout.write(
          `${profile}: ${rules.length} not built, ${reason}: ` +
            `${rules.slice(0, 6).join(' ')}${rules.length > 6 ? ' …' : ''}\n`,
        )
      expect(reasons.get('without a reason') ?? []).toEqual([])
      expect([...ours].filter((id) => !ids.includes(id))).toEqual(added[profile] ?? [])
    },
  )

  test('no reason stands here for an official rule that is built, or that no list has', () => {
    const used = profileNames.flatMap((profile) => {
      const ours = built(profile)
      return official(profile)
        .filter((id) => !ours.has(id))
        .map((id) => reasonFor(profile, id))
    })
    expect(notBuilt.filter(([, , reason]) => !used.includes(reason))).toEqual([])
  })
})
