import { type Actor, PUBLIC } from '../../auth/actor.ts'
import { json } from '../../kernel/database/rows.ts'
import { atMost, storableIn } from '../../values/text.ts'
import { redactedBody, redactedText } from './redact.ts'
import type { RequestLog } from './log.ts'
import type { Trace } from '../../kernel/trace.ts'

const LONGEST_PATH = 500

/** Details may repeat what the caller wrote; one that cannot be stored would take its whole batch with it. */
const asStored = (value: object) => json(JSON.parse(JSON.stringify(value), storableIn))

interface Outcome {
  method: string
  path: string
  status: number
  errorCode: string | null
  body: unknown
}

/** Keeps the trace of a request that changed something or was refused; others leave none. */
export const logCall = (
  requestLog: RequestLog,
  { requestId, actor, trace }: { requestId: string; actor: Actor | undefined; trace: Trace },
  outcome: Outcome,
): void => {
  if (!trace.writes && outcome.errorCode === null) return
  requestLog.add({
    organizationId: actor?.organizationId ?? PUBLIC,
    id: requestId,
    method: outcome.method,
    path: atMost(LONGEST_PATH, redactedText(outcome.path)),
    operation: trace.operation ?? null,
    status: outcome.status,
    errorCode: outcome.errorCode,
    apiKeyId: actor?.keyId ?? null,
    userId: actor?.userId ?? null,
    callerLabel: actor?.label ?? null,
    startedAt: trace.startedAt,
    durationMs: Math.round((performance.now() - trace.startedMs) * 100) / 100,
    upstreamCalls: asStored(trace.upstreamCalls),
    validation: asStored(trace.validation),
    requestBody: redactedBody(outcome.body),
  })
}
