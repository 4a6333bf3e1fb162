/** One update of one document: judged before the transaction, written in it if nobody was faster. */
import type { Actor } from '../auth/actor.ts'
import { type ReportView, pendingView } from '../compliance/append-reports.ts'
import { reportFor } from '../compliance/what-is-reported.ts'
import type { Db } from '../database/open.ts'
import type { Preparation } from '../operation.ts'
import { type Decision, decide } from './decide.ts'
import { type LifecycleDocument, standingOf } from './document-standing.ts'
import { type MessageSyntax, channelFor } from './messages/channel.ts'
import { recordStatus } from './record-status.ts'
import { subjectOf } from './subject.ts'
import { type LifecycleState, type Party, type Target, allowedTargets, partyOf } from './tables/states.ts'
import type { StatusUpdate } from './update-input.ts'

export interface Judged { document: LifecycleDocument; party: Party; decision: Decision; dryRun: boolean }

export const judgeUpdate = async (call: Pick<Preparation, 'platform' | 'db' | 'trace'>, document: LifecycleDocument, { dryRun = false, ...update }: StatusUpdate & { dryRun?: boolean | undefined }): Promise<Judged> => {
  const subject = await subjectOf(call, document, update.status === 'paid' || update.status === 'partially_paid')
  return { document, party: subject.party, decision: decide(subject, update), dryRun }
}

export interface LifecycleResult {
  documentId: string
  previousStatus: LifecycleState
  currentStatus: LifecycleState
  frenchStatus: string | null
  updatedAt: Date
  compliance: ReportView | null
  allowedTransitions: readonly Target[]
  /** What tells the other side. */
  messages: readonly { syntax: MessageSyntax; to: string }[]
  dryRun: boolean
}

/** What would happen, from the very functions that make it happen. */
const foresee = ({ document, party, decision }: Judged, now: Date): LifecycleResult => {
  const { organizationId, companyId, id: documentId, company } = document
  const report = reportFor(company, { organizationId, companyId, documentId, entryId: '', senderVatNumber: document.senderVatNumber, ...decision })
  return {
    documentId, previousStatus: document.lifecycleStatus, currentStatus: decision.status, frenchStatus: decision.frenchStatus ?? document.frenchStatus, updatedAt: document.updatedAt,
    compliance: report ? pendingView(report.reportedTo, now) : null, ...consequences(document, party, decision), dryRun: true,
  }
}

const consequences = (document: LifecycleDocument, party: Party, decision: Decision): Pick<LifecycleResult, 'allowedTransitions' | 'messages'> => {
  const channel = channelFor(document, { ...decision, party })
  return {
    allowedTransitions: allowedTargets({ ...standingOf(document), state: decision.status, frenchStatus: decision.frenchStatus ?? document.frenchStatus }, partyOf(document)),
    messages: channel ? [{ syntax: channel.syntax, to: channel.receiverPeppolId }] : [],
  }
}

export const applyUpdate = async (db: Db, { label: author }: Pick<Actor, 'label'>, judged: Judged, now: Date): Promise<LifecycleResult> => {
  if (judged.dryRun) return foresee(judged, now)
  const { document, party, decision: { partial: _partial, ...said } } = judged
  const { entryId: _entry, after: _after, ...recorded } = await recordStatus(db, document, { ...said, party, source: 'api', author }, now)
  return { ...recorded, ...consequences(document, party, judged.decision), dryRun: false }
}
