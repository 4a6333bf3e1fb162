import type { KeyRing } from '../auth/credentials.ts'
import type { OrganizationCache, SettleOrganization } from '../auth/organizations.ts'
import type { Sites } from '../auth/sites.ts'
import type { Strangers } from '../auth/strangers.ts'
import type { TokenVerifier } from '../auth/tokens.ts'
import type { Hub } from '../engine/feed/hub.ts'
import type { Relay } from '../engine/feed/relay.ts'
import type { KeyUse } from '../engine/requests/key-use.ts'
import type { RequestLog } from '../engine/requests/log.ts'
import type { Sender } from '../engine/webhooks/sender.ts'
import type { Runner } from '../engine/work/runner.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Groups } from '../kernel/database/grouped.ts'
import type { Database } from '../kernel/database/open.ts'
import type { Env } from '../kernel/env.ts'
import type { RateWindow } from '../kernel/limits/rate-window.ts'
import type { Log } from '../kernel/log.ts'
import type { Heavy } from '../kernel/threads/heavy.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { WakeUps } from '../kernel/wake-ups/wake-ups.ts'
import type { LocalDoor } from '../upstreams/access-point/port.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'
import type { InFlight } from './idempotency.ts'
import type { KeptDocuments } from './kept-documents.ts'
import type { MembersSeen } from './members-seen.ts'
import type { Cursors, Page } from './pagination.ts'
import type { View } from './view.ts'

/** What an operation may use while its transaction is open: no upstream, no second connection. */
export interface OperationPlatform {
  env: Env
  clock: Clock
  log: Log
  cursors: Cursors
  /** Seals the secrets that are kept. */
  secretBox: SecretBox
  wakeUps: WakeUps
  requestLog: RequestLog
  keyUse: KeyUse
  membersSeen: MembersSeen
  hub: Hub
  rate: RateWindow
}

/** Everything that one process serves with. Built once by the application; nothing else holds state. */
export interface Platform extends OperationPlatform {
  /** The address of the service. Links begin with that of the site (`Call`), or of the organization (`sites.of`). */
  baseUrl: string
  /** The own domains of organizations. */
  sites: Sites
  metrics: Metrics
  db: Database
  keys: KeyRing
  strangers: Strangers
  tokens: TokenVerifier | undefined
  organizations: OrganizationCache
  /** Takes over what a token says of its organization. */
  settleOrganization: SettleOrganization
  inFlight: InFlight
  /** Transactions that calls of several callers share. */
  groups: Groups
  /** Does what takes longer than others can wait. */
  heavy: Heavy
  upstreams: Upstreams
  /** What events are brought to webhooks with. */
  sender: Sender
  /** The inbound door, as the simulated network knocks at it. */
  receive: LocalDoor
  relay: Relay
  /** Absent in a process that leaves the work to others. */
  runner: Runner | undefined
  keptDocuments: KeptDocuments
  /** A page as JSON, written from the texts of its rows; undefined where these have been read. */
  writePage(view: View<never>, page: Omit<Page<unknown>, 'count'>): string | undefined
  /** Said to balancers: from `draining` on they choose another instance; from `closing` on requests are refused. */
  phase: 'serving' | 'draining' | 'closing'
  close(): Promise<void>
}
