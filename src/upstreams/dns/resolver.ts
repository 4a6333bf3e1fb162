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

/** There is no such name, or it has no such records. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])
/** Our own name server is not there; everything else may be the fault of the domain that is asked about. */
const OURS = 'ECONNREFUSED'

const failureOf = (name: string, cause: unknown, code: string): AppError => {
  const failure = new AppError('UPSTREAM_UNAVAILABLE', {
    message: `The name servers do not tell what ${name} says.`,
    retryAfter: 60,
    cause,
  })
  return code === OURS ? failure : Object.assign(failure, { beyondUpstream: true })
}

export const systemDomains = ({ servers, timeoutMs = TIMEOUT_MS }: ResolverOptions = {}): DomainRecords => {
  /** What is not there is an answer. */
  const ask = async <T>(
    name: string,
    signal: AbortSignal,
    question: (resolver: Resolver) => Promise<readonly T[]>,
  ): Promise<readonly T[]> => {
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const stop = (): void => resolver.cancel()
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await question(resolver)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (ABSENT.has(code)) return []
      throw failureOf(name, error, code)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  return {
    textsOf: (name, signal) =>
      ask(name, signal, async (resolver) => (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))),
    async aliasOf(name, signal) {
      const [alias] = await ask(name, signal, (resolver) => resolver.resolveCname(name))
      return alias === undefined ? null : alias.toLowerCase().replace(/\.$/, '')
    },
    async addressesOf(name, signal) {
      const both = await Promise.all([
        ask(name, signal, (resolver) => resolver.resolve4(name)),
        ask(name, signal, (resolver) => resolver.resolve6(name)),
      ])
      return both.flat()
    },
  }
}
