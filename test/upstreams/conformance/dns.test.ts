import type { TxtAnswer } from 'dns-packet'
import { expect, test } from 'vitest'
import { NXDOMAIN, SERVFAIL, packet, startNameServer } from '../../../src/upstreams/directory/loopback/name-server.ts'
import type { DomainRecords } from '../../../src/upstreams/dns/port.ts'
import { systemDomains } from '../../../src/upstreams/dns/resolver.ts'
import { sandboxDomains } from '../../../src/upstreams/dns/sandbox.ts'
import { startApp } from '../../support/app.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { patient } from '../../support/envelope.ts'

const TOKEN = `invoice-exchange=${'ab'.repeat(20)}`
const SAID = 'de123456789.example'
const SILENT = 'de000000461.example'
const ANOTHER = 'de000000462.example'
const BROKEN = 'de000000463.example'

interface Opened {
  domains: DomainRecords
  /** How many questions have come in; not known of a simulator. */
  asked(): number | undefined
  close(): Promise<void>
}

const simulator = async (): Promise<Opened> => {
  const app = await startApp({ WORKERS: 'off' })
  const { organizationId, companyId } = await app.tenant()
  const proof = { organizationId, companyId, method: 'dns', status: 'open', startedAt: app.clock.now() } as const
  await app.platform.db.client.ownershipProof.create({
    data: { ...proof, target: SAID, token: TOKEN, expiresAt: new Date(app.clock.now().getTime() + 60_000) },
  })
  return { domains: sandboxDomains(app.platform.db.client), asked: () => undefined, close: () => app.close() }
}

const records: Readonly<Record<string, string[][]>> = {
  // A text of more than 255 characters is in pieces.
  [SAID]: [['v=spf1 -all'], [TOKEN.slice(0, 20), TOKEN.slice(20)]],
  [SILENT]: [],
  [ANOTHER]: [['v=spf1 -all'], ['invoice-exchange=another-service']],
}

const resolver = async (): Promise<Opened> => {
  const server = await startNameServer((query) => {
    const name = query.questions?.[0]?.name ?? ''
    const domain = name.split('.').slice(1).join('.')
    if (domain === 'silent.example') return []
    if (domain === BROKEN) return [packet(query, { code: SERVFAIL })]
    const texts = records[domain]
    if (!texts) return [packet(query, { code: NXDOMAIN })]
    return [packet(query, { answers: texts.map((data): TxtAnswer => ({ type: 'TXT', name, ttl: 60, data })) })]
  })
  return {
    domains: systemDomains({ servers: [server.address], timeoutMs: 200 }),
    asked: () => server.asked.length,
    close: () => server.close(),
  }
}

const nameAt = (domain: string): string => `_invoice-exchange.${domain}`

forEachImplementation('the DNS', { simulator, resolver }, (opened) => {
  test('every text of a name is told, each in one piece', async () => {
    expect(await opened().domains.textsOf(nameAt(SAID), patient)).toEqual(['v=spf1 -all', TOKEN])
    expect(await opened().domains.textsOf(nameAt(ANOTHER), patient)).toEqual([
      'v=spf1 -all',
      'invoice-exchange=another-service',
    ])
  })

  test.each([SILENT, 'absent.example'])(
    'a name without a proof, or that nobody has, says none and is no failure: %s',
    async (domain) => {
      const texts = await opened().domains.textsOf(nameAt(domain), patient)
      expect(texts.filter((text) => text.startsWith('invoice-exchange='))).toEqual([])
    },
  )

  test('a domain whose name servers fail is an upstream that is not available, and no fault of our own', async () => {
    const error = await rejectionOf(behindCircuit((signal) => opened().domains.textsOf(nameAt(BROKEN), signal)))
    expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', beyondUpstream: true })
  })

  test('nothing is asked when the time is over before', async () => {
    const before = opened().asked()
    await rejectionOf(opened().domains.textsOf(nameAt(SAID), tooLate))
    expect(opened().asked()).toBe(before)
  })
})

test('a name server that keeps silent is given up when the time is over', async () => {
  const server = await startNameServer(() => [])
  const domains = systemDomains({ servers: [server.address], timeoutMs: 60_000 })
  expect(await rejectionOf(domains.textsOf(nameAt(SAID), soon()))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  await server.close()
})
