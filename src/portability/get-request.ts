import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { portabilityRequestId } from './request.ts'

export const getPortabilityRequest = operation({
  name: 'getPortabilityRequest',
  summary: 'Returns a request to change platforms, with its messages.',
  scope: 'compliance',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({ portabilityRequestId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor: { organizationId } }, { portabilityRequestId: id }) {
    const found = await db.portabilityRequest.findUnique({ where: { organizationId_id: { organizationId, id } } })
    if (!found) throw new AppError('RESOURCE_NOT_FOUND')
    return found
  },
})
