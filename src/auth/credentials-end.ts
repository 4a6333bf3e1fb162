import type { Actor } from './actor.ts'
import { type Authenticator, type Credentials, authenticate } from './authenticate.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { WakeUps } from '../kernel/wake-ups/wake-ups.ts'

/** The longest time that revoked credentials keep a connection, should the wake-up be lost. */
const RECHECK_MS = 15_000
const LONGEST_TIMER_MS = 2_147_000_000

type Watching = Authenticator & { wakeUps: WakeUps }

/** All watches of a process hear one listener: there are as many as connections. */
const watches = new WeakMap<WakeUps, Set<CredentialsWatch>>()

const watchesOf = (wakeUps: WakeUps): Set<CredentialsWatch> => {
  const known = watches.get(wakeUps)
  if (known) return known
  const made = new Set<CredentialsWatch>()
  watches.set(wakeUps, made)
  wakeUps.subscribe('credentials', (organizationId) => {
    for (const watch of made) if (watch.organizationId === organizationId) watch.check()
  })
  return made
}

const check = (watch: CredentialsWatch): void => watch.check()

class CredentialsWatch {
  readonly organizationId: string
  readonly #authenticator: Watching
  readonly #credentials: Credentials
  readonly #onEnd: () => void
  readonly #timer: NodeJS.Timeout
  readonly #expiry: NodeJS.Timeout | undefined

  constructor(authenticator: Watching, actor: Actor, credentials: Credentials, onEnd: () => void) {
    this.organizationId = actor.organizationId
    this.#authenticator = authenticator
    this.#credentials = credentials
    this.#onEnd = onEnd
    const remaining = actor.expiresAt ? actor.expiresAt.getTime() - authenticator.clock.now().getTime() : undefined
    this.#timer = setInterval(check, RECHECK_MS, this).unref()
    if (remaining !== undefined)
      this.#expiry = setTimeout(check, Math.min(Math.max(0, remaining) + 50, LONGEST_TIMER_MS), this).unref()
    watchesOf(authenticator.wakeUps).add(this)
  }

  /** Only a refusal ends them: an error of the database says nothing about the credentials. */
  check(): void {
    authenticate(this.#authenticator, this.#credentials).catch((error: unknown) => {
      if (error instanceof AppError && this.release()) this.#onEnd()
    })
  }

  /** Whether it was watching until now. */
  release(): boolean {
    clearInterval(this.#timer)
    clearTimeout(this.#expiry)
    return watchesOf(this.#authenticator.wakeUps).delete(this)
  }
}

/**
 * Says when the credentials end: at once when they are revoked, on time when they expire. `release` stops the watching
 * when the connection is gone.
 */
export const watchCredentials = (
  authenticator: Watching,
  actor: Actor,
  credentials: Credentials,
  onEnd: () => void,
): { release(): void } => {
  if (actor.kind === 'public') return { release: () => undefined }
  return new CredentialsWatch(authenticator, actor, credentials, onEnd)
}
