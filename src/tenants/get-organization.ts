import { z } from 'zod'
import { shownOrganization } from './change-organization.ts'
import { operation } from '../operation/operation.ts'

export const getOrganization = operation({
  name: 'getOrganization',
  summary: 'Returns the organization of the caller: its profile, its plan, and what the plan allows.',
  scope: 'companies.read',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({}),
  errors: [],
  run: async ({ db, actor }) =>
    shownOrganization(db, await db.organization.findUniqueOrThrow({ where: { id: actor.organizationId } })),
})
