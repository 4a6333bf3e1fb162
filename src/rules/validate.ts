import type { XmlElement } from '../formats/xml/tree.ts'
import { check } from './check.ts'
import { Document } from './document.ts'
import { type ProfileName, rulesOf } from './profiles.ts'
import type { Finding } from './rule.ts'

export type { Finding, Severity } from './rule.ts'
export { isProfileName, type ProfileName, profileNames } from './profiles.ts'

export type ProfileResult = { readonly profile: ProfileName; readonly findings: readonly Finding[] }

/** Tests a read document against profiles, one result for each. Never throws. */
export const validate = (root: XmlElement, profiles: readonly ProfileName[]): ProfileResult[] => {
  const document = new Document(root)
  return profiles.map((profile) => ({ profile, findings: check(document, rulesOf(profile)) }))
}
