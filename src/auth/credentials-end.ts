import type { Actor } from './actor.ts'
import { type Authenticator, type Credentials, authenticate } from './authenticate.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { WakeUps } from '../kernel/wake-ups/wake-ups.ts'

/** The longest time that revoked credentials keep a connection, should the wake-up be lost. */
const RECHECK_MS = 15_000

/**
 * A signal that aborts when the credentials end: at once when they are revoked, on time when they expire.
 * `release` stops the watching when the connection is gone.
 */
export const endOfCredentials = (
  authenticator: Authenticator & { wakeUps: WakeUps },
  actor: Actor,
  credentials: Credentials,
): { signal: AbortSignal; release: () => void } => {
  const end = new AbortController()
  if (actor.kind === 'public') return { signal: end.signal, release: () => end.abort() }
  // Only a refusal ends them: an error of the database says nothing about the credentials.
  const check = (): void =>
    void authenticate(authenticator, credentials).catch((error: unknown) => error instanceof AppError && end.abort())
  const unsubscribe = authenticator.wakeUps.subscribe('credentials', (organizationId) => {
    if (organizationId === actor.organizationId) check()
  })
  const timer = setInterval(check, RECHECK_MS)
  const remaining = actor.expiresAt ? actor.expiresAt.getTime() - authenticator.clock.now().getTime() : undefined
  const expiry =
    remaining === undefined ? undefined : setTimeout(check, Math.min(Math.max(0, remaining) + 50, 2_147_000_000))
  timer.unref()
  expiry?.unref()
  const release = (): void => {
    unsubscribe()
    clearInterval(timer)
    clearTimeout(expiry)
    end.abort()
  }
  end.signal.addEventListener('abort', release, { once: true })
  return { signal: end.signal, release }
}
