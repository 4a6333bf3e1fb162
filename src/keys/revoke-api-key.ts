import { z } from 'zod'
import { hold } from '../kernel/database/held-rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { auditEnds, endKeys } from './agent-key.ts'
import { operation } from '../operation/operation.ts'

export const revokeApiKey = operation({
  name: 'revokeApiKey',
  summary:
    'Revokes an API key at once, and with it the agents that it let in. Running requests finish, and new ones get ' +
    'the status 401.',
  scope: 'platform',
  writes: true,
  input: z.strictObject({ keyId: id('apiKey').describe('Identifier of the key, `key_…`.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run(run, { keyId }) {
    const { db, actor, now, platform, afterCommit } = run
    const { organizationId, companyId } = actor
    if (companyId !== null && !(await hold(db, 'api_keys', { organizationId, id: keyId, companyId })))
      throw new AppError('RESOURCE_NOT_FOUND')
    const ended = await endKeys(db, organizationId, [keyId], now)
    const key = ended.find(({ id: ofEnded }) => ofEnded === keyId)
    if (!key) throw new AppError('RESOURCE_NOT_FOUND')
    auditEnds(run, ended)
    afterCommit(() => platform.wakeUps.publish('credentials', organizationId))
    return key
  },
})
