/** A lookup, step by step: what was asked, who answered, how it went and how long it took. */
import { AppError } from '../../kernel/errors/app-error.ts'
import type { ErrorCode } from '../../kernel/errors/catalog.ts'
import type { Trace } from '../../kernel/trace.ts'

/** In their order: the signature is checked before anything of the metadata is believed. */
export const stepDescriptions = {
  sml: "A DNS query (NAPTR) asks the SML which SMP has the participant's record.",
  'service-group': 'The SMP is asked which document types the participant receives.',
  'service-metadata': 'The SMP is asked for the endpoint of one document type.',
  signature: 'The signature of the answer is checked, and whether its certificate is trusted and valid.',
  redirect: 'The first SMP redirects to another SMP, which is asked instead.',
  endpoint: 'An endpoint for the process and AS4 is chosen that is active and has a valid certificate.',
} as const
type StepName = keyof typeof stepDescriptions
export const lookupSteps = Object.keys(stepDescriptions) as StepName[]

interface ReasonEntry {
  code: ErrorCode
  description: string
}

/** Everything that a lookup can end with, apart from an endpoint. */
export const lookupReasons = {
  SML_UNREACHABLE: {
    code: 'UPSTREAM_UNAVAILABLE',
    description: 'No name server can be reached, or calls are suspended after repeated failures.',
  },
  SML_TIMEOUT: { code: 'UPSTREAM_TIMEOUT', description: 'No name server answered in time.' },
  SML_ERROR: {
    code: 'UPSTREAM_ERROR',
    description: 'The name server answered with an error, or with a record that cannot be read.',
  },
  NOT_IN_SML: {
    code: 'RECIPIENT_NOT_FOUND',
    description: 'The SML has no NAPTR record for the participant: it is not registered on the network.',
  },
  SMP_UNREACHABLE: { code: 'UPSTREAM_UNAVAILABLE', description: "The participant's SMP cannot be reached." },
  SMP_TIMEOUT: { code: 'UPSTREAM_TIMEOUT', description: "The participant's SMP did not answer in time." },
  SMP_ERROR: {
    code: 'UPSTREAM_ERROR',
    description: "The participant's SMP answered with an error, with unreadable data, or about something else.",
  },
  NOT_IN_SMP: { code: 'RECIPIENT_NOT_FOUND', description: 'The SML names an SMP that does not know the participant.' },
  DOCUMENT_TYPE_NOT_SUPPORTED: {
    code: 'RECIPIENT_CANNOT_RECEIVE',
    description: 'The participant does not receive this type of document.',
  },
  SIGNATURE_INVALID: {
    code: 'UPSTREAM_ERROR',
    description: 'The answer of the SMP is not signed, or was changed after it was signed.',
  },
  CERTIFICATE_UNTRUSTED: {
    code: 'UPSTREAM_ERROR',
    description: 'The certificate of the SMP was not issued by a trusted authority.',
  },
  CERTIFICATE_EXPIRED: {
    code: 'UPSTREAM_ERROR',
    description: 'The certificate of the SMP, or that of its authority, is not valid at this time.',
  },
  PROCESS_NOT_SUPPORTED: {
    code: 'RECIPIENT_CANNOT_RECEIVE',
    description: 'The participant receives this type of document, but not in this process.',
  },
  TRANSPORT_NOT_SUPPORTED: {
    code: 'RECIPIENT_CANNOT_RECEIVE',
    description: 'The participant has no endpoint for AS4.',
  },
  ENDPOINT_NOT_YET_ACTIVE: { code: 'RECIPIENT_CANNOT_RECEIVE', description: 'The endpoint is not active yet.' },
  ENDPOINT_EXPIRED: { code: 'RECIPIENT_CANNOT_RECEIVE', description: 'The endpoint is no longer active.' },
  ENDPOINT_CERTIFICATE_EXPIRED: {
    code: 'RECIPIENT_CANNOT_RECEIVE',
    description: 'The certificate of the endpoint is not valid at this time.',
  },
} as const satisfies Record<string, ReasonEntry>
export type LookupReason = keyof typeof lookupReasons

export const OK = 'OK'
export const lookupOutcomes = [OK, ...(Object.keys(lookupReasons) as LookupReason[])] as const

export interface LookupStep {
  step: StepName
  /** What was asked for: a name, an address, a certificate. */
  target: string
  /** Who answered; null for nobody. */
  answered: string | null
  outcome: (typeof lookupOutcomes)[number]
  /** What the answer was, or what is wrong with it. */
  detail: string | null
  durationMs: number
}

/** One question to the network, with everything that was done to answer it. */
export interface Lookup {
  readonly trace: Trace
  /** What the input calls the participant. */
  readonly field: string
  readonly steps: LookupStep[]
}

export const newLookup = (trace: Trace, field = 'peppolId'): Lookup => ({ trace, field, steps: [] })

/** When to come again, where nobody says. */
const RETRY_SECONDS = 5

/** A step that failed. The details carry the reason and the trace, to which the failed step itself is added. */
export class LookupFailure extends AppError {
  readonly reason: LookupReason
  /** One SMP of many, or the participant itself: no fault of the name servers. */
  readonly beyondUpstream: boolean
  constructor(
    { field, steps }: Lookup,
    reason: LookupReason,
    message: string,
    { cause, retryAfter }: { cause?: unknown; retryAfter?: number | undefined } = {},
  ) {
    const { code } = lookupReasons[reason]
    const again = retryAfter ?? (code === 'UPSTREAM_UNAVAILABLE' ? RETRY_SECONDS : undefined)
    super(code, {
      message,
      details: [{ field, rule: code, reason, message, trace: steps }],
      cause,
      ...(again !== undefined && { retryAfter: again }),
    })
    this.reason = reason
    this.beyondUpstream = !reason.startsWith('SML_')
  }

  /** It says something about the participant, rather than that we could not find out. */
  get isAnswer(): boolean {
    return this.code === 'RECIPIENT_NOT_FOUND' || this.code === 'RECIPIENT_CANNOT_RECEIVE'
  }
}

export type StepNote = Pick<LookupStep, 'answered' | 'detail'>

/** Does one step and notes how it went. */
export const step = async <T>(
  { steps }: Lookup,
  name: StepName,
  target: string,
  body: (noted: StepNote) => Promise<T> | T,
): Promise<T> => {
  const started = performance.now()
  const noted: StepNote = { answered: null, detail: null }
  const write = (outcome: LookupStep['outcome']): void =>
    void steps.push({ step: name, target, ...noted, outcome, durationMs: Math.round(performance.now() - started) })
  try {
    const result = await body(noted)
    write(OK)
    return result
  } catch (error) {
    if (error instanceof LookupFailure) {
      noted.detail = error.message
      write(error.reason)
    }
    throw error
  }
}

/** What an answer says of the participant is answered; only what could not be found out is thrown. */
export const asAnswer = async <T>(body: () => Promise<T>, answer: (reason: LookupReason) => T): Promise<T> => {
  try {
    return await body()
  } catch (error) {
    if (error instanceof LookupFailure && error.isAnswer) return answer(error.reason)
    throw error
  }
}

export const NOT_LISTED = "The participant's record does not list the document type."
