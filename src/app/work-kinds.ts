import { postFlow } from '../../afnor/post-flow.ts'
import type { KindTable } from '../engine/work/work.ts'
import type { Platform } from '../operation/platform.ts'
import { BULK_DELAYS_SECONDS, runBulk } from '../bulk/run-bulk.ts'
import { collectDocuments } from '../compliance/e-reporting/collect-documents.ts'
import { sendPeriod } from '../compliance/e-reporting/send-period.ts'
import { REPORT_DELAYS_SECONDS, sendReport } from '../compliance/send-report.ts'
import { DELIVERY_DELAYS_SECONDS, deliverDocument } from '../exchange/deliver/deliver-document.ts'
import { MESSAGE_DELAYS_SECONDS, sendLifecycleMessage } from '../exchange/lifecycle/send-message.ts'
import { sendMessageStatus } from '../exchange/message-status/send-message-status.ts'
import { tellOfQuota } from '../exchange/send/store/tell-of-quota.ts'
import { deliverWith } from '../webhooks/deliver-event.ts'
import { deliverSeriesWith } from '../webhooks/deliver-series.ts'
import { FLOW_DELAYS_SECONDS, takeFlow } from '../flows/take-flow.ts'
import { ANSWER_TIMEOUT_MS, ATTEMPT_DELAYS_SECONDS, SERIES_MS } from '../engine/webhooks/schedule.ts'
import { tellOfPause } from '../webhooks/tell-of-pause.ts'
import { DELETION_DELAYS_SECONDS, deleteOrganization } from '../portability/deletion/delete-organization.ts'
import { MAIL_DELAYS_SECONDS, mailMessage } from '../portability/mail-message.ts'
import { recheckDomain } from '../tenants/domains/recheck-domain.ts'
import { PUBLISH_DELAYS_SECONDS, publishCompany } from '../companies/publish-company.ts'
import { refreshCompany } from '../companies/refresh-company.ts'
import { refreshPartner } from '../partners/refresh-partner.ts'

/** Time for two calls of the access point: what became of the message, and the message itself. */
const twoCalls = ({ upstreams }: Platform): number => 2 * upstreams.accessPoint.timeoutMs + 10_000

/** To one endpoint as to all: an attempt is one post at a time, of one delivery or of a series. */
const posting = {
  delaysSeconds: ATTEMPT_DELAYS_SECONDS.slice(1),
  concurrency: 512,
  perTarget: 128,
  queuesByTarget: true,
  endless: true,
} as const

/** What each kind of due work does, and within which limits. */
export const workKinds = {
  'company.refresh': {
    delaysSeconds: [30, 120, 600, 1_800, 7_200],
    timeoutMs: 20_000,
    concurrency: 8,
    perTarget: 1,
    repeatSeconds: 30 * 24 * 3_600,
    run: refreshCompany,
  },
  'company.publish': {
    delaysSeconds: PUBLISH_DELAYS_SECONDS,
    timeoutMs: 60_000,
    concurrency: 8,
    perTarget: 1,
    run: publishCompany,
  },
  'partner.refresh': {
    delaysSeconds: [60, 300, 1_800, 7_200, 43_200],
    timeoutMs: 20_000,
    concurrency: 8,
    perTarget: 4,
    repeatSeconds: 30 * 24 * 3_600,
    run: refreshPartner,
  },
  // Five more tries after a transport failure.
  'document.deliver': {
    delaysSeconds: DELIVERY_DELAYS_SECONDS,
    timeoutMs: twoCalls,
    concurrency: 32,
    perTarget: 4,
    run: deliverDocument,
  },
  'message-status.send': {
    delaysSeconds: [10, 30, 120, 600, 1_800],
    timeoutMs: twoCalls,
    concurrency: 16,
    perTarget: 4,
    run: sendMessageStatus,
  },
  'lifecycle.send': {
    delaysSeconds: MESSAGE_DELAYS_SECONDS,
    timeoutMs: twoCalls,
    concurrency: 16,
    perTarget: 4,
    run: sendLifecycleMessage,
  },
  'compliance.report': {
    delaysSeconds: REPORT_DELAYS_SECONDS,
    timeoutMs: 40_000,
    concurrency: 16,
    perTarget: 8,
    run: sendReport,
  },
  'compliance.period': {
    delaysSeconds: REPORT_DELAYS_SECONDS,
    timeoutMs: 40_000,
    concurrency: 4,
    perTarget: 1,
    run: sendPeriod,
  },
  'compliance.collect': {
    delaysSeconds: REPORT_DELAYS_SECONDS,
    timeoutMs: 40_000,
    concurrency: 4,
    perTarget: 1,
    together: 9,
    run: collectDocuments,
  },
  'webhook.deliver': {
    ...posting,
    timeoutMs: ANSWER_TIMEOUT_MS,
    run: deliverWith(postFlow),
  },
  'webhook.series': {
    ...posting,
    timeoutMs: SERIES_MS + ANSWER_TIMEOUT_MS,
    sharesSlotsOf: 'webhook.deliver',
    run: deliverSeriesWith(postFlow),
  },
  'webhook.paused': {
    delaysSeconds: [60, 300, 1_800, 7_200, 21_600],
    timeoutMs: 70_000,
    concurrency: 4,
    perTarget: 1,
    run: tellOfPause,
  },
  // In slices, so that the operations of several organizations take turns.
  'bulk.run': {
    delaysSeconds: BULK_DELAYS_SECONDS,
    timeoutMs: 120_000,
    concurrency: 2,
    perTarget: 1,
    run: runBulk,
  },
  'flow.take': {
    delaysSeconds: FLOW_DELAYS_SECONDS,
    timeoutMs: 120_000,
    concurrency: 8,
    perTarget: 4,
    run: takeFlow,
  },
  'quota.warn': {
    delaysSeconds: [60, 300, 1_800, 7_200, 21_600],
    timeoutMs: 70_000,
    concurrency: 4,
    perTarget: 1,
    run: tellOfQuota,
  },
  'domain.check': {
    delaysSeconds: [60, 300, 1_800],
    timeoutMs: 60_000,
    concurrency: 8,
    perTarget: 1,
    repeatSeconds: 6 * 3_600,
    run: recheckDomain,
  },
  'portability.mail': {
    delaysSeconds: MAIL_DELAYS_SECONDS,
    timeoutMs: 70_000,
    concurrency: 4,
    perTarget: 1,
    run: mailMessage,
  },
  // In slices: other organizations have their turn.
  'organization.delete': {
    delaysSeconds: DELETION_DELAYS_SECONDS,
    timeoutMs: 120_000,
    concurrency: 1,
    perTarget: 1,
    endless: true,
    run: deleteOrganization,
  },
} as const satisfies KindTable<Platform>
