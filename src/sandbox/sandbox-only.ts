import type { Actor } from '../auth/actor.ts'
import type { Env } from '../kernel/env.ts'
import { AppError } from '../kernel/errors/app-error.ts'

/** The sandbox's helpers exist on sandbox deployments, for test-mode callers. */
export const requireSandbox = (env: Env, actor?: Actor): void => {
  if (env.SERVICE_MODE !== 'sandbox' || actor?.testMode === false) throw new AppError('SANDBOX_ONLY')
}
