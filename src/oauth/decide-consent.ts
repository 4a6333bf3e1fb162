import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { type Scope, covers, grants } from '../auth/scopes.ts'
import { boundCompany, refuseLeft } from '../companies/company.ts'
import type { OauthRequest } from '../generated/prisma/client.ts'
import type { KeyType } from '../generated/prisma/enums.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { refuseMoreThanHeld, scopeList } from '../keys/key-input.ts'
import { type Run, operation } from '../operation/operation.ts'
import { noteUse } from './client.ts'
import { openRequest } from './get-consent.ts'
import { redirectWith } from './redirects.ts'
import { newSecret } from './secrets.ts'

export const CODE_MS = 5 * 60_000

/** What a caller can give of what is asked for. Who is asked for everything gives what it has. */
export const grantable = ({ scopes: held }: Pick<Actor, 'scopes'>, asked: readonly Scope[]): Scope[] =>
  asked.includes('*') ? [...held] : asked.filter((scope) => scope !== '*' && grants(held, scope))

/** The type of the key: who is bound to one company manages no companies. */
export const typeOfAgent = ({ keyType, plan }: Actor, companyId: string | null): KeyType => {
  if (companyId !== null) return 'personal'
  return keyType ?? (plan === 'white_label' || plan === 'platform' ? plan : 'personal')
}

/** Only people and their keys decide: what was let in lets nobody in. */
const refuseAgents = ({ isAgent }: Actor): void => {
  if (isAgent)
    throw new AppError('INSUFFICIENT_SCOPE', { message: 'An agent cannot give access to others. Use a key.' })
}

const chosenScopes = (actor: Actor, asked: readonly Scope[], wanted: readonly Scope[] | undefined): Scope[] => {
  const most = new Set(asked)
  const more = wanted?.filter((scope) => !covers(most, scope)) ?? []
  if (more.length > 0) throw refusal('INVALID_REQUEST', 'scopes', `The program did not ask for: ${more.join(', ')}.`)
  if (wanted) refuseMoreThanHeld(actor, wanted)
  const scopes = wanted ? [...wanted] : grantable(actor, asked)
  if (scopes.length === 0)
    throw refusal('INSUFFICIENT_SCOPE', 'scopes', 'The credentials have none of the scopes that the program asks for.')
  return scopes
}

/** Who decides first decides: one statement finds the request open and closes it. */
const close = async ({ db, now }: Run, consentId: string, decision: Partial<OauthRequest>): Promise<OauthRequest> => {
  const [closed] = await db.oauthRequest.updateManyAndReturn({
    where: { id: consentId, status: 'pending', expiresAt: { gt: now } },
    data: { ...decision, decidedAt: now },
  })
  if (!closed) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The request was decided at this moment.' })
  return closed
}

const told = ({ redirectUri, state }: OauthRequest, issuer: string, outcome: Record<string, string>) =>
  redirectUri === null ? null : redirectWith(redirectUri, { ...outcome, state, iss: issuer })

export const decideConsent = operation({
  name: 'decideConsent',
  summary: 'Allows or refuses what a program asks for. It never gets more than the caller has, nor for longer.',
  scope: 'authenticated',
  writes: true,
  input: z
    .strictObject({
      consentId: id('consent').describe('Identifier of the request, `areq_…`.'),
      allow: z.boolean().describe('Whether the program gets access.'),
      scopes: scopeList.optional().describe('Fewer scopes than the program asks for. By default, all that you have.'),
      companyId: id('company')
        .nullish()
        .describe('The one company that the program acts for. When absent, that of the caller, or the organization.'),
    })
    .meta({ examples: [{ allow: true }] }),
  errors: ['RESOURCE_NOT_FOUND', 'COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN', 'CONFLICT'],
  async run(run, { consentId, allow, scopes, companyId }) {
    const { db, actor, now, site } = run
    refuseAgents(actor)
    const request = await openRequest(db, consentId, now)
    if (!allow) {
      const refused = await close(run, consentId, { status: 'refused' })
      return { allowed: false, code: null, redirectUrl: told(refused, site.baseUrl, { error: 'access_denied' }) }
    }
    const granted = chosenScopes(actor, request.scopes as Scope[], scopes)
    const boundTo = await boundCompany(db, actor, companyId)
    if (boundTo !== null) await refuseLeft(db, actor.organizationId, boundTo)
    const { value: code, hash } = newSecret('code')
    const isDevice = request.deviceHash !== null
    const closed = await close(run, consentId, {
      status: 'allowed',
      organizationId: actor.organizationId,
      companyId: boundTo,
      allowedByKey: actor.keyId,
      allowedByUser: actor.userId,
      granted,
      keyType: typeOfAgent(actor, boundTo),
      latestEnd: actor.kind === 'key' ? actor.expiresAt : null,
      codeExpiresAt: new Date(now.getTime() + CODE_MS),
      ...(!isDevice && { codeHash: hash }),
    })
    if (closed.clientId !== null) await noteUse(run, closed.clientId)
    const isShown = !isDevice && closed.redirectUri === null
    return { allowed: true, code: isShown ? code : null, redirectUrl: told(closed, site.baseUrl, { code }) }
  },
})
