import { z } from 'zod'
import { newKey } from '../auth/bearer-key.ts'
import type { Db } from '../kernel/database/open.ts'
import { KeyType } from '../generated/prisma/enums.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { limitSandboxes, makeSandbox } from './make-sandbox.ts'
import { requireSandbox } from './sandbox-only.ts'

export const bootstrapSandbox = operation({
  name: 'bootstrapSandbox',
  summary:
    'Creates a temporary organization with a company and a test key. The call ' +
    'needs no credentials. The organization expires after seven days.',
  scope: 'anyone',
  writes: true,
  input: z.strictObject({
    label: z.string().trim().min(1).max(64).default('quickstart').describe('A name for your experiment.'),
    email: z.email().max(200).nullish().describe('E-mail address for notices.'),
    keyType: z.enum(KeyType).meta({ graphql: 'KeyType' }).default('personal').describe('Kind of API key to create.'),
  }),
  errors: ['SANDBOX_ONLY', 'CONFLICT'],
  async prepare(call) {
    requireSandbox(call.platform.env)
    await limitSandboxes(call, 'bootstrap')
  },
  async run(run, { label, email, keyType }) {
    const { organizationId, company, expiresAt } = await makeSandbox(run, { label, email: email ?? null, keyType })
    const { apiKey, keyPrefix } = await createKey(run.db, organizationId, label, keyType, { now: run.now, expiresAt })
    return { organizationId, apiKey, keyPrefix, keyType, company, expiresAt }
  },
})

const createKey = async (
  db: Db,
  organizationId: string,
  name: string,
  type: KeyType,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<{ apiKey: string; keyPrefix: string }> => {
  const { key, hash, keyPrefix } = newKey(type, true)
  const keyId = newId('apiKey')
  await db.apiKey.create({
    data: {
      organizationId,
      id: keyId,
      name,
      type,
      testMode: true,
      keyPrefix,
      scopes: ['*'],
      createdAt: now,
      expiresAt,
    },
  })
  await db.apiKeyHash.create({ data: { hash, organizationId, keyId } })
  return { apiKey: key, keyPrefix }
}
