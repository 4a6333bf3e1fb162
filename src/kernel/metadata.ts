/** Metadata: texts by name that callers store with an object. A change is merged into what is stored. */
import { refusal } from './errors/app-error.ts'
import { limits } from '../values/limits.ts'

export const withoutNulls = <T>(values: Readonly<Record<string, T | null | undefined>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, T & {}] => entry[1] !== null && entry[1] !== undefined),
  )

/** `null` deletes a name, and any other value is added or replaced. `null` for the whole deletes every name. */
export const mergedMetadata = (present: object, changes: Record<string, string | null> | null): object => {
  if (changes === null) return {}
  const merged = withoutNulls({ ...(present as Record<string, string>), ...changes })
  if (Object.keys(merged).length > limits.metadataNames)
    throw refusal(
      'INVALID_REQUEST',
      'metadata',
      `At most ${limits.metadataNames} names are allowed, including those already stored.`,
    )
  return merged
}
