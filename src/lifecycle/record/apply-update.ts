/** One update of one document: judged before the transaction, and again in it where somebody else was faster. */
import type { Actor } from '../../auth/actor.ts'
import { type ReportView, pendingView } from '../../compliance/reports/append-reports.ts'
import { reportFor, reportedFacts } from '../../compliance/reports/what-is-reported.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { Preparation } from '../../operation/operation.ts'
import { refuseChanged } from '../../operation/precondition.ts'
import { decide } from '../decide/decide.ts'
import type { Decision } from '../decide/decision.ts'
import { type LifecycleDocument, standingOf } from '../read/document-standing.ts'
import { type MessageSyntax, channelFor } from '../messages/channel.ts'
import { type StatusForDocument, type RecordedStatus, recordStatus, recordStatuses } from './record-status.ts'
import { type SaidAmounts, ratesFor, saidBefore, subjectOf } from '../decide/subject.ts'
import type { RateShare } from '../tables/amounts.ts'
import { heldDocument } from '../read/held-document.ts'
import { type LifecycleState, type Party, type LifecycleTarget, allowedTargets, partyOf } from '../tables/states.ts'
import type { StatusUpdate } from '../read/update-input.ts'

export interface UpdateDecision {
  document: LifecycleDocument
  update: StatusUpdate
  rates: RateShare[] | null
  party: Party
  decision: Decision
  dryRun: boolean
}

/** What is asked of a document. */
export interface UpdateRequest {
  document: LifecycleDocument
  update: StatusUpdate & { dryRun?: boolean | undefined }
}

type UpdateContext = Pick<Preparation, 'platform' | 'db' | 'trace'>

export const judgeUpdate = async (
  call: UpdateContext,
  document: LifecycleDocument,
  update: UpdateRequest['update'],
): Promise<UpdateDecision> => {
  const asking = { document, update }
  return judgeAmong(call, asking, await saidBefore(call.db, [asking]))
}

/** The same among others, for which it was asked together what was said (`saidBefore`). */
export const judgeAmong = async (
  call: UpdateContext,
  { document, update: { dryRun = false, ...update } }: UpdateRequest,
  said: ReadonlyMap<string, SaidAmounts>,
): Promise<UpdateDecision> => {
  const rates = await ratesFor(call, { document, update })
  return { ...judgedWith({ document, update, rates }, said), dryRun }
}

type Judging = Pick<UpdateDecision, 'document' | 'update' | 'rates'>

const judgedWith = (
  { document, update, rates }: Judging,
  said: ReadonlyMap<string, SaidAmounts>,
): Omit<UpdateDecision, 'dryRun'> => {
  const subject = subjectOf(document, said, rates)
  return { document, update, rates, party: subject.party, decision: decide(subject, update) }
}

/** The document has moved since: it is held as it is now, and the same update judged by that. */
const judgeAgain = async (
  db: Db,
  { document: { organizationId, id }, update, rates, dryRun }: UpdateDecision,
): Promise<UpdateDecision> => {
  const document = await heldDocument(db, organizationId, id)
  return { ...judgedWith({ document, update, rates }, await saidBefore(db, [{ document, update }])), dryRun }
}

export interface LifecycleResult {
  documentId: string
  previousStatus: LifecycleState
  currentStatus: LifecycleState
  frenchStatus: string | null
  updatedAt: Date
  compliance: ReportView | null
  allowedTransitions: readonly LifecycleTarget[]
  /** What tells the other side. */
  messages: readonly { syntax: MessageSyntax; to: string }[]
  dryRun: boolean
}

/** What would happen, from the very functions that make it happen. */
export const foresee = ({ document, party, decision }: UpdateDecision, now: Date): LifecycleResult => {
  const { organizationId, companyId, id: documentId, company } = document
  const report = reportFor(company, {
    organizationId,
    companyId,
    documentId,
    entryId: '',
    ...reportedFacts(document),
    ...decision,
  })
  return {
    documentId,
    previousStatus: document.lifecycleStatus,
    currentStatus: decision.status,
    frenchStatus: decision.frenchStatus ?? document.frenchStatus,
    updatedAt: document.updatedAt,
    compliance: report ? pendingView(report.reportedTo, now) : null,
    ...consequences(document, party, decision),
    dryRun: true,
  }
}

const consequences = (
  document: LifecycleDocument,
  party: Party,
  decision: Decision,
): Pick<LifecycleResult, 'allowedTransitions' | 'messages'> => {
  const channel = channelFor(document, { ...decision, party })
  return {
    allowedTransitions: allowedTargets(
      { ...standingOf(document), state: decision.status, frenchStatus: decision.frenchStatus ?? document.frenchStatus },
      partyOf(document),
    ),
    messages: channel ? [{ syntax: channel.syntax, to: channel.receiverPeppolId }] : [],
  }
}

/** The status that a judgement gives its document. */
export const statusForDocument = (
  { document, party, decision: { partial: _partial, ...said } }: UpdateDecision,
  { label: author }: Pick<Actor, 'label'>,
): StatusForDocument => ({ document, given: { ...said, party, source: 'api', author } })

export const resultOf = (
  { document, party, decision }: UpdateDecision,
  { entryId: _entry, after: _after, ...recorded }: RecordedStatus,
): LifecycleResult => ({ ...recorded, ...consequences(document, party, decision), dryRun: false })

/** What only counts for the document as the caller has seen it. */
interface Conditional {
  ifUpdatedAt?: string | undefined
}

const applyToUnchanged = async (
  db: Db,
  actor: Pick<Actor, 'label'>,
  { ifUpdatedAt, ...judged }: UpdateDecision & Conditional,
  now: Date,
): Promise<LifecycleResult> => {
  refuseChanged(await heldDocument(db, judged.document.organizationId, judged.document.id), ifUpdatedAt)
  return applyUpdate(db, actor, judged, now)
}

export const applyUpdate = async (
  db: Db,
  actor: Pick<Actor, 'label'>,
  { ifUpdatedAt, ...judged }: UpdateDecision & Conditional,
  now: Date,
): Promise<LifecycleResult> => {
  if (ifUpdatedAt !== undefined) return applyToUnchanged(db, actor, { ...judged, ifUpdatedAt }, now)
  if (judged.dryRun) return foresee(judged, now)
  const [recorded] = await recordStatuses(db, [statusForDocument(judged, actor)], now)
  if (recorded) return resultOf(judged, recorded)
  const again = await judgeAgain(db, judged)
  const { document, given } = statusForDocument(again, actor)
  return resultOf(again, await recordStatus(db, document, given, now))
}
