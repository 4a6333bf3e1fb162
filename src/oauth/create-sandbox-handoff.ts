import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { limitSandboxes, makeSandbox } from '../sandbox/make-sandbox.ts'
import { requireSandbox } from '../sandbox/sandbox-only.ts'
import { storeHandoff } from './handoff.ts'

const SECONDS = 3_600

export const createSandboxHandoff = operation({
  name: 'createSandboxHandoff',
  summary:
    'Creates a temporary organization with a company, and a handoff token that gives access to it once. The call ' +
    'needs no credentials. The organization expires after seven days.',
  scope: 'anyone',
  writes: true,
  input: z.strictObject({}),
  errors: ['SANDBOX_ONLY', 'CONFLICT', 'RATE_LIMITED'],
  async prepare(call) {
    requireSandbox(call.platform.env)
    await limitSandboxes(call, 'handoff')
  },
  async run(run) {
    const { organizationId, company, expiresAt } = await makeSandbox(run, {
      label: 'agent',
      email: null,
      keyType: 'personal',
    })
    const { handoffToken, expiresIn } = await storeHandoff(run, SECONDS, {
      organizationId,
      companyId: null,
      label: 'agent',
      scopes: ['*'],
      keyType: 'personal',
      madeByKey: null,
      madeByUser: null,
      latestEnd: expiresAt,
    })
    return { handoffToken, organizationId, companyId: company.id, expiresIn }
  },
})
