import { agreements } from './env/agreements.ts'
import { type Env, settings } from './env/settings.ts'

export type { Env } from './env/settings.ts'

const checked = settings.superRefine((values, context) => {
  for (const { setting, broken, message } of agreements)
    if (broken(values)) context.addIssue({ code: 'custom', path: [setting], message })
})

export class SettingsError extends Error {}

/** Reads and checks all settings, and reports every fault at once. An empty value counts as absent. */
export const readEnv = (source: Record<string, string | undefined>): Env => {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => name in settings.shape && value !== ''),
  )
  const result = checked.safeParse(given)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`The settings cannot be used:\n${faults.join('\n')}`)
}

/** What a program of others is started with: what this process was, and something of its own. */
export const environmentWith = (more: Readonly<Record<string, string>>): Record<string, string | undefined> => ({
  ...process.env,
  ...more,
})

export const processEnv = (): Env => readEnv(process.env)
