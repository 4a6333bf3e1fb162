import { z } from 'zod'
import { id } from '../input.ts'
import { operation } from '../operation.ts'
import { decide, joinRequestId } from './join-request.ts'

export const rejectJoinRequest = operation({
  name: 'rejectJoinRequest',
  summary: 'Turns a user down who asked to join a company. For admins of the organization.',
  scope: 'platform',
  writes: true,
  input: z.strictObject({ companyId: id('company').describe('The company, `comp_…`.'), joinRequestId }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  run: (run, given) => decide(run, given.companyId, given.joinRequestId, 'rejected'),
})
