import type { Actor } from './actor.ts'
import { type Authenticator, type Credentials, authenticate } from './authenticate.ts'
import { type Access, covers, grants } from './scopes.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { Rounds } from '../kernel/rounds.ts'
import type { WakeUps } from '../kernel/wake-ups/wake-ups.ts'

/** The longest time that revoked credentials keep a connection, should the wake-up be lost. */
const RECHECK_SECONDS = 15
const LONGEST_TIMER_MS = 2_147_000_000

/** What is open as long as its credentials count. */
interface CredentialsHolder {
  /** The one scope that it is open by; every scope that the credentials had, where it does not say. */
  readonly needs?: Access
  credentialsEnd(): void
}

type Watching = Authenticator & { wakeUps: WakeUps }

/** All watches of a process hear one listener: there are as many as connections. */
const watches = new WeakMap<WakeUps, Rounds<CredentialsWatch>>()

const watchesOf = (wakeUps: WakeUps): Rounds<CredentialsWatch> => {
  const known = watches.get(wakeUps)
  if (known) return known
  const made = new Rounds<CredentialsWatch>(RECHECK_SECONDS, check)
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
  readonly #holder: CredentialsHolder
  readonly #scopes: Actor['scopes']
  readonly #expiry: NodeJS.Timeout | undefined

  constructor(authenticator: Watching, actor: Actor, credentials: Credentials, holder: CredentialsHolder) {
    this.organizationId = actor.organizationId
    this.#authenticator = authenticator
    this.#credentials = credentials
    this.#holder = holder
    this.#scopes = actor.scopes
    const remaining = actor.expiresAt ? actor.expiresAt.getTime() - authenticator.clock.now().getTime() : undefined
    if (remaining !== undefined)
      this.#expiry = setTimeout(check, Math.min(Math.max(0, remaining) + 50, LONGEST_TIMER_MS), this).unref()
    watchesOf(authenticator.wakeUps).join(this)
  }

  /**
   * Only a refusal ends them, and the loss of a scope: an error of the database says nothing about the credentials. Who
   * has lost a scope comes back with what is left.
   */
  check(): void {
    void this.#isOver().then((isOver) => isOver && this.release() && this.#holder.credentialsEnd())
  }

  async #isOver(): Promise<boolean> {
    try {
      const { scopes } = await authenticate(this.#authenticator, this.#credentials)
      const { needs } = this.#holder
      return needs ? !grants(scopes, needs) : [...this.#scopes].some((scope) => !covers(scopes, scope))
    } catch (error) {
      return error instanceof AppError
    }
  }

  /** Whether it was watching until now. */
  release(): boolean {
    clearTimeout(this.#expiry)
    return watchesOf(this.#authenticator.wakeUps).leave(this)
  }
}

/**
 * Says when the credentials end: at once when they are revoked or lose a scope, on time when they expire. `release`
 * stops the watching when the connection is gone.
 */
export const watchCredentials = (
  authenticator: Watching,
  actor: Actor,
  credentials: Credentials,
  holder: CredentialsHolder,
): { release(): void } => {
  if (actor.kind === 'public') return { release: () => undefined }
  return new CredentialsWatch(authenticator, actor, credentials, holder)
}
