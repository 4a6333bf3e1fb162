import type { Actor } from '../../auth/actor.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { refuseMoreThanHeld } from '../../keys/key-input.ts'
import { auditEnds, endKeys } from '../../keys/agent-key.ts'
import { holdOrganization } from '../../operation/hold-organization.ts'
import type { Run } from '../../operation/operation.ts'
import { typeOfAgent } from '../decide-consent.ts'
import { type GrantInput, type Token, forgetKeys, issueToken, permissionOf } from '../tokens.ts'

/** So many tokens of one key are in use at the same time; a further one ends the oldest. */
const MOST_TOKENS = 20

const endOldest = async (run: Run, { organizationId, keyId }: Actor): Promise<void> => {
  const { db, now } = run
  await holdOrganization(db, organizationId)
  const inUse = await db.apiKey.findMany({
    where: { organizationId, parentKeyId: keyId, clientId: keyId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { id: 'desc' },
    skip: MOST_TOKENS - 1,
    select: { id: true },
  })
  if (inUse.length === 0) return
  const oldest = inUse.map(({ id }) => id)
  auditEnds(run, await endKeys(db, organizationId, oldest, now))
  forgetKeys(run, organizationId)
}

/** A key as the client of the standards that know nothing else: its id is the client, its value the secret. */
export const grantForClient = async (run: Run, { scopes }: GrantInput, client: Actor | undefined): Promise<Token> => {
  if (!client) throw new AppError('INVALID_CLIENT')
  const held = scopes ?? [...client.scopes]
  refuseMoreThanHeld(client, held)
  await endOldest(run, client)
  const { keyId: _keyId, ...token } = await issueToken(run, {
    ...permissionOf(client),
    companyId: client.companyId,
    name: client.label,
    scopes: held,
    type: typeOfAgent(client, client.companyId),
    clientId: client.keyId,
    renewable: false,
  })
  return token
}
