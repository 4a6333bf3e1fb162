import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, Database } from '../kernel/database/open.ts'

const SETTING = 'secrets-key'
const OWNER_ONLY = 0o600

const newSecret = (): string => randomBytes(32).toString('base64')

/**
 * A secret that is made once for a deployment and shared by its instances: each reads the cursors of the others, and in
 * a sandbox the secrets that they have stored.
 */
export const sharedSecret = async (client: Client, name: string): Promise<string> => {
  await client.deploymentSetting.createMany({
    data: [{ name, value: newSecret() }],
    skipDuplicates: true,
  })
  return (await client.deploymentSetting.findUniqueOrThrow({ where: { name } })).value
}

/**
 * The key that seals secrets where SECRETS_KEY does not name one. Beside the embedded database it lies in a file of its
 * own, so that a copy of the database alone opens nothing; instances on one server have no other place to share it.
 */
export const keptSecretsKey = async ({ client, folder }: Database): Promise<string> => {
  if (folder === undefined) return sharedSecret(client, SETTING)
  const file = join(folder, SETTING)
  const kept = keyIn(file)
  if (kept !== undefined) return kept
  // Earlier releases kept it in the database.
  const stored = await client.deploymentSetting.findUnique({ where: { name: SETTING } })
  const key = stored?.value ?? newSecret()
  writeFileSync(file, key, { mode: OWNER_ONLY, flush: true })
  if (stored) await client.deploymentSetting.delete({ where: { name: SETTING } })
  return key
}

const keyIn = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
