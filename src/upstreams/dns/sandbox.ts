import { AppError } from '../../kernel/errors/app-error.ts'
import type { Client } from '../../kernel/database/open.ts'
import type { DomainRecords } from './port.ts'

/** Domains whose owners behave otherwise on purpose, by their ends. Listed in the README. */
const magicDomains: readonly { ending: RegExp; texts(): readonly string[] }[] = [
  { ending: /000000461\.example$/, texts: () => [] },
  { ending: /000000462\.example$/, texts: () => ['v=spf1 -all', 'invoice-exchange=another-service'] },
  {
    ending: /000000463\.example$/,
    texts: () => {
      throw Object.assign(new AppError('UPSTREAM_UNAVAILABLE', { message: 'The name servers do not answer.' }), {
        beyondUpstream: true,
      })
    },
  },
]

/** In the simulated world, who is told to publish a record in the DNS has done so. */
export const sandboxDomains = (client: Client): DomainRecords => ({
  async textsOf(name, signal) {
    signal.throwIfAborted()
    const domain = name.split('.').slice(1).join('.')
    const magic = magicDomains.find(({ ending }) => ending.test(domain))
    if (magic) return magic.texts()
    const proofs = await client.ownershipProof.findMany({
      where: { target: domain, method: 'dns', status: 'open' },
      select: { token: true },
    })
    return ['v=spf1 -all', ...proofs.flatMap(({ token }) => token ?? [])]
  },
})
