/** Looks every hour for editions of the French directory, where there is a folder for them. */
import { updateFrenchCopy } from '../directory/french/copy.ts'
import type { Platform } from '../operation/platform.ts'

const EVERY_MS = 3_600_000
const FIRST_AFTER_MS = 60_000

/** Returns the function that stops it, and waits for the edition that is being applied. */
export const startDirectoryCopy = (platform: Platform): (() => Promise<unknown>) => {
  if (!platform.env.ANNUAIRE_FOLDER) return () => Promise.resolve()
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  const after = (ms: number): void => {
    timer = setTimeout(() => {
      running = updateFrenchCopy(platform)
        .catch((error: unknown) => platform.log.error({ err: error }, 'The French directory was not updated'))
        .then(() => after(EVERY_MS))
    }, ms).unref()
  }
  after(FIRST_AFTER_MS)
  return () => {
    clearTimeout(timer)
    return running.then(() => clearTimeout(timer))
  }
}
