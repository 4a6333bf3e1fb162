import type { IncomingMessage } from 'node:http'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Env } from '../kernel/env.ts'
import type { KeyRing } from './credentials.ts'
import { isStorable } from '../values/text.ts'
import { type Actor, publicActor } from './actor.ts'
import { callerAddress } from './caller-address.ts'
import { KEY_PREFIX, keyTypes } from './key-types.ts'
import { liesWithin } from './networks.ts'
import { type OrganizationDirectory, type SettleOrganization, ensureOrganization } from './organizations.ts'
import { plans } from './plans.ts'
import { type Site, hostIn, requireSite } from './site.ts'
import type { Sites } from './sites.ts'
import type { Strangers } from './strangers.ts'
import type { TokenVerifier } from './tokens.ts'

/** What authentication needs. */
export interface Authenticator extends OrganizationDirectory {
  env: Env
  keys: KeyRing
  strangers: Strangers
  sites: Pick<Sites, 'at'>
  tokens: TokenVerifier | undefined
  settleOrganization: SettleOrganization
}

/** What a request says about its caller; the same in HTTP headers and in the first message of a websocket. */
export interface Credentials {
  authorization?: string | undefined
  organizationId?: string | undefined
  companyId?: string | undefined
  /** The host that was asked for. */
  host: string
  address: string
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/** Reads the headers that name the caller; `Organization-Id` is the older name. */
export const credentialsIn = (
  { env }: Pick<Authenticator, 'env'>,
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
): Credentials => {
  const { headers } = request
  return {
    authorization: headers.authorization,
    organizationId: single(headers['x-service-organization-id']) ?? single(headers['organization-id']),
    companyId: single(headers['x-service-company']),
    host: hostIn(request, env.TRUST_PROXY),
    address: callerAddress(request, env.TRUST_PROXY),
  }
}

const BEARER = /^Bearer +([\x21-\x7e]{1,8192})$/i

/** The actor of a key that was seen a moment ago: nothing has to be waited for. Undefined for every other caller. */
export const knownCaller = ({ keys }: Authenticator, site: Site, credentials: Credentials): Actor | undefined => {
  const { authorization = '', companyId } = credentials
  const key = companyId === undefined ? BEARER.exec(authorization)?.[1] : undefined
  const actor = key?.startsWith(KEY_PREFIX) ? keys.knownActor(key) : undefined
  if (!actor) return undefined
  const { address } = credentials
  requireNetwork(actor, address)
  requireSite(site, actor)
  return { ...actor, address }
}

/** The one function that turns credentials into an actor. Without credentials the caller is the public. */
export const authenticate = async (authenticator: Authenticator, credentials: Credentials): Promise<Actor> => {
  const testMode = authenticator.env.SERVICE_MODE === 'sandbox'
  if (credentials.authorization === undefined) return publicActor(credentials.address, testMode)
  const match = BEARER.exec(credentials.authorization)
  if (!match?.[1])
    throw new AppError('INVALID_TOKEN', {
      message: 'The Authorization header does not have the form `Bearer <key or token>`.',
    })
  const site = await authenticator.sites.at(credentials.host)
  const actor = match[1].startsWith(KEY_PREFIX)
    ? await actorOfKey(authenticator, match[1], credentials)
    : await actorOfToken(authenticator, match[1], credentials, site)
  requireSite(site, actor)
  if (credentials.companyId === undefined) return actor
  const acting = await actingFor(authenticator, actor, credentials.companyId)
  requireSite(site, acting)
  return acting
}

const actorOfKey = async ({ keys, strangers }: Authenticator, key: string, from: Credentials): Promise<Actor> => {
  try {
    const actor = await keys.actorOf(key, () => strangers.refuse(from.address))
    requireNetwork(actor, from.address)
    return { ...actor, address: from.address }
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_TOKEN') strangers.note(from.address)
    throw error
  }
}

export const requireNetwork = ({ allowedNetworks = [] }: Actor, address: string): void => {
  if (allowedNetworks.length > 0 && !liesWithin(allowedNetworks, address)) throw new AppError('NETWORK_FORBIDDEN')
}

const actorOfToken = async (
  authenticator: Authenticator,
  token: string,
  { organizationId: wanted, address }: Credentials,
  site: Site,
): Promise<Actor> => {
  if (!authenticator.tokens)
    throw new AppError('INVALID_TOKEN', {
      message: 'This deployment accepts API keys only: no identity provider is configured.',
    })
  const now = authenticator.clock.now()
  const { subject, email, rights, plans: said, issuedAt, expiresAt } = await authenticator.tokens.verify(token, now)
  const organizationIds = [...rights.keys()]
  const organizationId = wanted ?? site.organizationId ?? organizationIds[0]
  // Before an organization that was never seen is made.
  if (organizationId !== undefined) requireSite(site, { organizationId, companyId: null })
  const held = organizationId === undefined ? undefined : rights.get(organizationId)
  if (organizationId === undefined || !held) throw new AppError('ORGANIZATION_FORBIDDEN')
  const claim = said.get(organizationId)
  const organization = await ensureOrganization(authenticator, organizationId, claim && { claim, at: issuedAt ?? now })
  return {
    kind: 'user',
    organizationId,
    companyId: null,
    keyId: null,
    keyType: null,
    isAgent: false,
    userId: subject,
    email,
    organizationIds,
    ...held,
    testMode: authenticator.env.SERVICE_MODE === 'sandbox',
    plan: organization.plan,
    requestsPerMinute: plans[organization.plan].requestsPerMinute,
    rateLimitedUntil: organization.rateLimitedUntil,
    expiresAt,
    issuedAt,
    address,
    caller: `user:${subject}`,
    repeatsAs: `user:${subject}`,
    label: email ?? subject,
  }
}

/** `X-Service-Company`: a platform key acts for one of the companies it manages. */
const actingFor = async (authenticator: Authenticator, actor: Actor, companyId: string): Promise<Actor> => {
  if (actor.companyId === companyId) return actor
  const company = await companyNamed(authenticator, actor.organizationId, companyId)
  if (!company) throw new AppError('COMPANY_NOT_FOUND')
  const mayChoose =
    actor.kind === 'user' ||
    (actor.keyType !== null && keyTypes[actor.keyType].managesCompanies && actor.companyId === null)
  if (actor.companyId === company.id) return actor
  if (!mayChoose) throw new AppError('COMPANY_FORBIDDEN')
  const { id, requestsPerMinute } = company
  return { ...actor, companyId: id, repeatsAs: `${actor.caller}@${id}`, companyRequestsPerMinute: requestsPerMinute }
}

/** By its id, or by what the caller's own system calls it. */
const companyNamed = async ({ db }: Authenticator, organizationId: string, ref: string) =>
  isStorable(ref)
    ? db.client.company.findFirst({
        where: { organizationId, ...(ref.startsWith('ext:') ? { externalId: ref.slice(4) } : { id: ref }) },
        select: { id: true, requestsPerMinute: true },
      })
    : null
