import { Resolver } from 'node:dns/promises'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { DomainRecords } from './port.ts'

interface ResolverOptions {
  /** Absent: those of the system. */
  servers?: readonly string[]
  timeoutMs?: number
}

const TIMEOUT_MS = 2_000
const TRIES = 2

/** There is no such name, or it has no texts. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])
/** Our own name server is not there; everything else may be the fault of the domain that is asked about. */
const OURS = 'ECONNREFUSED'

export const systemDomains = ({ servers, timeoutMs = TIMEOUT_MS }: ResolverOptions = {}): DomainRecords => ({
  async textsOf(name, signal) {
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const stop = (): void => resolver.cancel()
    signal.addEventListener('abort', stop, { once: true })
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (ABSENT.has(code)) return []
      const failure = new AppError('UPSTREAM_UNAVAILABLE', {
        message: `The name servers do not tell what ${name} says.`,
        retryAfter: 60,
        cause: error,
      })
      throw code === OURS ? failure : Object.assign(failure, { beyondUpstream: true })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  },
})
