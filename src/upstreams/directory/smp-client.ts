/** Asking an SMP: a plain GET, whose answer counts when it is 200 or 404. */
import type { Clock } from '../../kernel/clock.ts'
import { FormatError } from '../../formats/format-error.ts'
import { traced } from '../../kernel/trace.ts'
import { type HttpAnswer, type HttpClient, HttpFailure } from '../http-client.ts'
import { type Lookup, LookupFailure, type LookupReason, type StepNote } from './lookup.ts'
import { UnexpectedAnswer } from './metadata.ts'

export interface SmpClientOptions {
  client: HttpClient
  clock: Clock
  timeoutMs: number
}

interface SmpQuestion {
  url: string
  /** What a 404 means. */
  absent: LookupReason
  /** How long to believe an answer that does not say so itself. */
  otherwise: Date
}

export interface SmpAnswer {
  bytes: Buffer
  until: Date
}

/** As HTTP has it (RFC 9111). */
const lifetimeOf = ({ cacheControl }: HttpAnswer, now: Date, otherwise: Date): Date => {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return now
  const [, seconds] = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl) ?? []
  return seconds === undefined ? otherwise : new Date(now.getTime() + Number(seconds) * 1_000)
}

export const askSmp = (
  { client, clock, timeoutMs }: SmpClientOptions,
  lookup: Lookup,
  noted: StepNote,
  { url, absent, otherwise }: SmpQuestion,
): Promise<SmpAnswer> =>
  traced(lookup.trace, 'smp', `GET ${url}`, async () => {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await client
      .call({ method: 'GET', url, headers: { accept: 'application/xml, text/xml;q=0.9' }, signal })
      .catch((error: unknown) => {
        if (!(error instanceof HttpFailure)) throw error
        if (signal.aborted)
          throw new LookupFailure(lookup, 'SMP_TIMEOUT', `The SMP did not answer within ${timeoutMs} ms.`, {
            cause: error,
          })
        throw new LookupFailure(
          lookup,
          error.reached ? 'SMP_ERROR' : 'SMP_UNREACHABLE',
          error.reached
            ? `The SMP did not give a usable answer: ${error.message}`
            : `The SMP cannot be reached: ${error.message}`,
          { cause: error },
        )
      })
    noted.answered = new URL(url).host
    if (answer.status === 404) throw new LookupFailure(lookup, absent, 'The SMP answered 404: it has no such record.')
    if (answer.status !== 200) throw new LookupFailure(lookup, 'SMP_ERROR', `The SMP answered ${answer.status}.`)
    return { bytes: answer.bytes, until: lifetimeOf(answer, clock.now(), otherwise) }
  })

/** Reads an answer; what cannot be read is the SMP's fault. */
export const readAnswer = <T>(lookup: Lookup, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError || error instanceof UnexpectedAnswer)
      throw new LookupFailure(lookup, 'SMP_ERROR', error.message, { cause: error })
    throw error
  }
}
