/** Free text by name that callers keep with an object: merged on change, where null deletes a name. */
import { refusal } from './errors/app-error.ts'

type Changes = Record<string, string | null>

export const withoutNulls = <T>(values: Readonly<Record<string, T | null | undefined>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, T & {}] => entry[1] !== null && entry[1] !== undefined),
  )

/** `null` deletes a name, everything else is added or replaced; `null` for all of it leaves none. */
export const mergedMetadata = (present: object, changes: Changes | null): object => {
  if (changes === null) return {}
  const merged = withoutNulls({ ...(present as Changes), ...changes })
  if (Object.keys(merged).length > 40)
    throw refusal('INVALID_REQUEST', 'metadata', 'At most 40 keys, those already stored included.')
  return merged
}
