/** What programs that follow the contract may read: what broke since the last release, and what will go. */
import { LAST_RELEASE, breakingChanges } from '../../values/breaking-changes.ts'
import { deprecations } from '../../values/deprecations.ts'

export const schemaChanges = () => ({
  since: LAST_RELEASE,
  breaking: breakingChanges,
  deprecated: Object.entries(deprecations).map(([coordinate, deprecation]) => ({ coordinate, ...deprecation })),
})
