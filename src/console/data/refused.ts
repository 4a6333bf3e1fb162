/** What went wrong, in the words of the server: a refusal is an answer, an error is what kept the answer away. */
import type { CombinedError } from 'urql'
import type { RefusedFragment } from '#operations'

export interface Problem {
  message: string
  details?: readonly string[]
}

export const problemOf = (
  error: CombinedError | undefined,
  refusal: RefusedFragment | null | undefined,
): Problem | undefined => {
  if (refusal)
    return {
      message: refusal.message,
      details: refusal.details.map(({ field, message, fix }) => [field, message, fix].filter(Boolean).join(': ')),
    }
  return error && { message: error.graphQLErrors[0]?.message ?? error.message }
}
