import { z } from 'zod'
import { grants } from '../auth/scopes.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'

export const getRequest = operation({
  name: 'getRequest',
  summary:
    'Returns the full trace of a request: timing, calls to other services, faults of the input, and final status.',
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({ requestId: id('request').describe('Identifier of the request, `req_…`.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, platform }, { requestId }) {
    await platform.requestLog.flush()
    const entry = await db.requestLog.findUnique({
      where: { organizationId_id: { organizationId: actor.organizationId, id: requestId } },
    })
    // Who may not read logs, or acts for one company, sees its own requests.
    const mayRead =
      entry &&
      ((actor.companyId === null && grants(actor.scopes, 'platform')) ||
        (actor.keyId !== null && entry.apiKeyId === actor.keyId) ||
        (actor.userId !== null && entry.userId === actor.userId))
    if (!mayRead) throw new AppError('RESOURCE_NOT_FOUND')
    return entry
  },
})
