/** What went wrong, in the words of the server: a refusal is an answer, an error is what kept the answer away. */
import type { CombinedError } from 'urql'
import type { RefusedFragment } from '#operations'

export interface Problem {
  message: string
  details?: readonly string[]
  /** Where the page about its code is. */
  docUrl?: string
  /** What whoever runs the server finds it by. */
  requestId?: string
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const problemOfError = ({ graphQLErrors: [first], message, response, networkError }: CombinedError): Problem => {
  const extensions = first?.extensions ?? {}
  const headers = (response as Response | undefined)?.headers
  const requestId = textOf(extensions['requestId']) ?? headers?.get('x-request-id') ?? undefined
  const docUrl = textOf(extensions['docUrl'])
  return {
    message: first?.message ?? networkError?.message ?? message,
    ...(docUrl !== undefined && { docUrl }),
    ...(requestId !== undefined && { requestId }),
  }
}

/** What was said already is not said again. */
const detailOf = ({ field, message, fix }: RefusedFragment['details'][number], said: string): string =>
  (message === said ? [fix] : [field, message, fix]).filter(Boolean).join(': ')

export const problemOf = (
  error: CombinedError | undefined,
  refusal: RefusedFragment | null | undefined,
): Problem | undefined => {
  if (refusal)
    return {
      message: refusal.message,
      docUrl: refusal.docUrl,
      details: refusal.details.map((one) => detailOf(one, refusal.message)).filter((text) => text !== ''),
    }
  return error && problemOfError(error)
}
