import type { KeyType, Plan } from '../generated/prisma/enums.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import type { SharedLimit } from './key-line.ts'
import { keyTypes } from './key-types.ts'
import type { Role } from './roles.ts'
import { type Access, type Scope, grants } from './scopes.ts'

/** Who calls. One function (authenticate) builds it for REST, GraphQL, websocket and SSE alike. */
export interface Actor {
  kind: 'public' | 'key' | 'user'
  organizationId: string
  /** Set where the caller is bound to, or acts for, one company. */
  companyId: string | null
  keyId: string | null
  keyType: KeyType | null
  /** Whether somebody let a program in: it decides nothing about the access of others. */
  isAgent: boolean
  userId: string | null
  email: string | null
  /** Of a user: every organization the token grants. */
  organizationIds: readonly string[]
  roles: readonly Role[]
  /** Whether a user decides what admins of the organization decide. */
  isAdmin: boolean
  scopes: ReadonlySet<Scope>
  testMode: boolean
  plan: Plan
  requestsPerMinute: number
  /** Until then everything is answered 429 (sandbox). */
  rateLimitedUntil: Date | null
  /** When the credentials end. */
  expiresAt: Date | null
  /** Of a token that says so: when it was issued. */
  issuedAt?: Date | null
  /** Where a key or a token is used from. */
  address?: string
  /** Of a key: the networks that it may be used from; none stands for all. */
  allowedNetworks?: readonly string[]
  /** Of a key: what it may send in a month. */
  documentsPerMonth?: number | null
  /** Of a key: whether it has a limit of requests below that of the plan, which what it makes shares. */
  hasOwnRate?: boolean
  /** Of a key: the limits of those that have made it or let it in. */
  sharedLimits?: readonly SharedLimit[]
  /** What all callers of the company may ask together in a minute. */
  companyRequestsPerMinute?: number | null
  /** Identifies the caller for rate windows. */
  caller: string
  /** Identifies the caller for idempotency: who acts for several companies has answers for each. */
  repeatsAs: string
  label: string
}

/** The tenant of rows that belong to nobody: public callers' idempotency and request log. */
export const PUBLIC = 'public'

const PUBLIC_REQUESTS_PER_MINUTE = 600

export const publicActor = (address: string, testMode: boolean): Actor => ({
  kind: 'public',
  organizationId: PUBLIC,
  companyId: null,
  keyId: null,
  keyType: null,
  isAgent: false,
  userId: null,
  email: null,
  organizationIds: [],
  roles: [],
  isAdmin: false,
  scopes: new Set(),
  testMode,
  plan: 'free',
  requestsPerMinute: PUBLIC_REQUESTS_PER_MINUTE,
  rateLimitedUntil: null,
  expiresAt: null,
  caller: `ip:${address}`,
  repeatsAs: `ip:${address}`,
  label: address,
})

/** Who is counted where anybody may call: all who come from an address are one, whatever credentials they bring. */
export const callerAtAddress = ({ address, caller }: Pick<Actor, 'address' | 'caller'>): string =>
  address === undefined ? caller : `ip:${address}`

export const requireAccess = (actor: Actor, access: Access): void => {
  if (access !== 'anyone' && actor.kind === 'public') throw new AppError('MISSING_AUTH')
  if (!grants(actor.scopes, access))
    throw refusal('INSUFFICIENT_SCOPE', 'Authorization', `The credentials lack the scope "${access}".`, {
      summary: `This operation requires the scope "${access}".`,
      facts: { scope: access },
    })
}

/** What an organization's admins decide: a user needs such a role; for a key, its scope says enough. */
export const requireUserAdmin = ({ kind, isAdmin }: Actor): void => {
  if (kind === 'user' && !isAdmin)
    throw refusal(
      'INSUFFICIENT_SCOPE',
      'Authorization',
      'The token gives neither the role "owner" nor "admin" in this organization.',
      { summary: 'This operation is allowed only for owners and admins of the organization.' },
    )
}

/** What spans the companies of an organization needs a key that manages companies, or a user. */
export const requirePlatformKey = ({ kind, keyType }: Actor): void => {
  const manages = kind === 'user' || (keyType !== null && keyTypes[keyType].managesCompanies)
  if (!manages)
    throw new AppError('INSUFFICIENT_SCOPE', { message: 'This operation requires a platform or white-label key.' })
}
