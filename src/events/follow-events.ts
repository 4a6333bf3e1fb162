import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { mayRead } from '../auth/visibility.ts'
import { visibleCompany } from '../companies/company.ts'
import { documentRef, visibleDocument } from '../documents/record/document.ts'
import { LifecycleStatus } from '../generated/prisma/enums.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import type { NumberedEvent } from '../engine/feed/envelope.ts'
import { partnerRef, visiblePartner } from '../partners/record/partner.ts'
import { limits } from '../values/limits.ts'
import { eventFilters, placeInFeed, seqInput } from './feed.ts'
import { type SubjectFilter, isAbout } from './subject.ts'

interface Filters {
  types: readonly string[] | undefined
  companyId: string | undefined
  documentId: string | undefined
  subject: SubjectFilter | undefined
}

/** What a subscriber gets. The filters are checked once, when the subscription begins. */
export class FeedSubscription {
  readonly organizationId: string
  /** Of a caller who acts for one. */
  readonly companyId: string | null
  readonly after: bigint
  readonly #db: Db
  readonly #filters: Filters | undefined

  constructor(db: Db, { organizationId, companyId }: Actor, after: bigint, filters: Filters) {
    this.organizationId = organizationId
    this.companyId = companyId
    this.after = after
    this.#db = db
    this.#filters = Object.values(filters).some((filter) => filter !== undefined) ? filters : undefined
  }

  wants(event: NumberedEvent): boolean | Promise<boolean> {
    if (!mayRead(this, event)) return false
    if (!this.#filters) return true
    const { types, companyId, documentId, subject } = this.#filters
    if (types && !types.includes(event.type)) return false
    if (companyId !== undefined && event.companyId !== companyId) return false
    if (documentId !== undefined && (event.data as { documentId?: string }).documentId !== documentId) return false
    return subject === undefined || isAbout(this.#db, event, subject)
  }
}

const refuseMoreThan = (most: number, present: number, who: 'organization' | 'company'): void => {
  if (present >= most)
    throw new AppError('RATE_LIMITED', {
      message: `The ${who} has ${most} live subscriptions, and can have no more. Close some of them first.`,
      retryAfter: 10,
    })
}

export const followEvents = operation({
  name: 'followEvents',
  summary:
    'Streams the events of the organization in order: first the stored ' +
    'events after `after`, then new events as they happen.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({
    after: seqInput
      .optional()
      .describe('Start after the event with this `seq`. Without it, the stream starts with the next new event.'),
    ...eventFilters,
    documentId: documentRef.optional().describe('Only events about this document.'),
    partnerId: partnerRef.optional().describe('Only events about this partner, and about documents exchanged with it.'),
    lifecycleStatus: z
      .array(z.enum(LifecycleStatus).meta({ graphql: 'LifecycleStatus' }))
      .min(1)
      .max(Object.keys(LifecycleStatus).length)
      .optional()
      .describe('Only events about documents that have one of these business statuses when the event is sent.'),
    tag: z
      .string()
      .min(1)
      .max(limits.codeCharacters)
      .optional()
      .describe('Only events about documents that have this tag when the event is sent.'),
  }),
  errors: [
    'COMPANY_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'RESOURCE_NOT_FOUND',
    'CONFLICT',
    'CURSOR_EXPIRED',
    'SUBSCRIBER_TOO_SLOW',
  ],
  async run({ db, actor, platform }, { after, types, companyId, documentId, ...given }): Promise<FeedSubscription> {
    const { organizationId, companyId: own } = actor
    const { hub, env } = platform
    refuseMoreThan(env.LIVE_PER_ORGANIZATION, hub.followers({ organizationId, companyId: null }), 'organization')
    if (own !== null) refuseMoreThan(env.LIVE_PER_COMPANY, hub.followers({ organizationId, companyId: own }), 'company')
    const company = companyId === undefined ? undefined : await visibleCompany(db, actor, companyId)
    const document = documentId === undefined ? undefined : await visibleDocument(db, actor, documentId)
    const { partnerId, lifecycleStatus, tag } = given
    const partner = partnerId === undefined ? undefined : await visiblePartner(db, actor, partnerId)
    const isAboutSubject = [partner, lifecycleStatus, tag].some((one) => one !== undefined)
    const place =
      after === undefined
        ? await platform.hub.latest(organizationId)
        : await placeInFeed(db, organizationId, after, 'after')
    return new FeedSubscription(db, actor, place, {
      types,
      companyId: company?.id,
      documentId: document?.id,
      subject: isAboutSubject ? { partnerId: partner?.id, lifecycleStatus, tag } : undefined,
    })
  },
})
