import { AppError } from '../../kernel/errors/app-error.ts'
import type { Client } from '../../kernel/database/open.ts'
import type { DomainRecords } from './port.ts'

const UNREACHABLE = (): never => {
  throw Object.assign(new AppError('UPSTREAM_UNAVAILABLE', { message: 'The name servers do not answer.' }), {
    beyondUpstream: true,
  })
}

interface MagicDomain {
  ending: RegExp
  texts?(): readonly string[]
  alias?: string
}

/** Domains whose owners behave otherwise on purpose, by their ends. Listed in the README. */
const magicDomains: readonly MagicDomain[] = [
  { ending: /000000461\.example$/, texts: () => [] },
  { ending: /000000462\.example$/, texts: () => ['v=spf1 -all', 'invoice-exchange=another-service'] },
  { ending: /000000463\.example$/, texts: UNREACHABLE },
  { ending: /000000464\.example$/, alias: 'elsewhere.example' },
]
/** Its owner takes the proof away again once the domain is served. */
const VANISHING = /000000465\.example$/

/** Names that belong to nobody (RFC 2606): a real domain is never taken for somebody's because a simulator says so. */
const MADE_UP = /(?:^|\.)(?:test|example|example\.(?:com|net|org))$/

const magicOf = (domain: string): MagicDomain | undefined => magicDomains.find(({ ending }) => ending.test(domain))

/** In the simulated world, who is told to publish a record in the DNS has done so. */
export const sandboxDomains = (client: Client, target: string): DomainRecords => ({
  async textsOf(name, signal) {
    signal.throwIfAborted()
    const domain = name.split('.').slice(1).join('.')
    const magic = magicOf(domain)
    if (magic?.texts) return magic.texts()
    const proofs = await client.ownershipProof.findMany({
      where: { target: domain, method: 'dns', status: 'open' },
      select: { token: true },
    })
    const claims = MADE_UP.test(domain)
      ? await client.domain.findMany({
          where: { name: domain, ...(VANISHING.test(domain) && { status: { not: 'active' } }) },
          select: { token: true },
        })
      : []
    return ['v=spf1 -all', ...[...proofs, ...claims].flatMap(({ token }) => token ?? [])]
  },
  aliasOf(name, signal) {
    signal.throwIfAborted()
    return Promise.resolve(MADE_UP.test(name) ? (magicOf(name)?.alias ?? target) : null)
  },
  addressesOf(name, signal) {
    signal.throwIfAborted()
    if (name === target) return Promise.resolve(['192.0.2.1', '2001:db8::1'])
    if (!MADE_UP.test(name)) return Promise.resolve([])
    const leadsHere = (magicOf(name)?.alias ?? target) === target
    return Promise.resolve([leadsHere ? '192.0.2.1' : '198.51.100.1'])
  },
})
