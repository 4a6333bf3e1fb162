import { publicActor } from '../auth/actor.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { newTrace } from '../kernel/trace.ts'
import { execute } from '../operation/execute.ts'
import type { Platform } from '../operation/platform.ts'
import { bootstrapSandbox } from '../sandbox/bootstrap.ts'
import { newId } from '../values/ids.ts'

const SETTING = 'first-key'

/** The key that a sandbox prints when it starts: the same each time, as long as it is valid. */
export const firstKey = async (platform: Platform): Promise<string> => {
  const kept = await keptKey(platform)
  if (kept !== undefined && (await isValid(platform, kept))) return kept
  const { apiKey } = await execute(bootstrapSandbox, startCall(platform), { label: 'first steps', keyType: 'platform' })
  const value = Buffer.from(platform.secretBox.seal(apiKey, SETTING)).toString('base64')
  await platform.db.client.deploymentSetting.upsert({
    where: { name: SETTING },
    create: { name: SETTING, value },
    update: { value },
  })
  return apiKey
}

const keptKey = async ({ db, secretBox, log }: Platform): Promise<string | undefined> => {
  const setting = await db.client.deploymentSetting.findUnique({ where: { name: SETTING } })
  if (!setting) return undefined
  try {
    return secretBox.open(Buffer.from(setting.value, 'base64'), SETTING).toString()
  } catch (error) {
    log.info({ err: error }, 'The key that was printed before cannot be opened: another is made')
    return undefined
  }
}

const isValid = async (platform: Platform, key: string): Promise<boolean> => {
  try {
    await platform.keys.actorOf(key)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const startCall = (platform: Platform) => ({
  platform,
  actor: publicActor('start', true),
  requestId: newId('request'),
  trace: newTrace(platform.clock.now(), null),
  site: platform.sites.home,
})
