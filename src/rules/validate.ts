import type { XmlElement } from '../formats/xml/tree.ts'
import { check } from './check.ts'
import { CheckedDocument } from './checked-document.ts'
import { type RuleOptions, type ProfileName, rulesOf } from './profiles.ts'
import type { Finding } from './rule.ts'

export type { Finding, Severity } from './rule.ts'
export { profilesFor } from './profiles-for.ts'
export { isProfileName, type RuleOptions, type ProfileName, profileNames } from './profiles.ts'

type ProfileResult = { readonly profile: ProfileName; readonly findings: readonly Finding[] }

/** Tests a read document against profiles, one result for each. Never throws. */
export const validate = (
  root: XmlElement,
  profiles: readonly ProfileName[],
  options: RuleOptions = {},
): ProfileResult[] => {
  const document = new CheckedDocument(root)
  return profiles.map((profile) => ({ profile, findings: check(document, rulesOf(profile, options)) }))
}
