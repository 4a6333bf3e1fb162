import type { Answer, TxtAnswer } from 'dns-packet'
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
const TARGET = 'domains.example'
const LED_HERE = 'pay.atelier.example'
const LED_AWAY = 'de000000464.example'

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
  return { domains: sandboxDomains(app.platform.db.client, TARGET), asked: () => undefined, close: () => app.close() }
}

const records: Readonly<Record<string, string[][]>> = {
  // A text of more than 255 characters is in pieces.
  [SAID]: [['v=spf1 -all'], [TOKEN.slice(0, 20), TOKEN.slice(20)]],
  [SILENT]: [],
  [ANOTHER]: [['v=spf1 -all'], ['invoice-exchange=another-service']],
}

const aliases: Readonly<Record<string, string>> = { [LED_HERE]: TARGET, [LED_AWAY]: 'elsewhere.example' }
const addresses: Readonly<Record<string, string>> = { [TARGET]: '192.0.2.1', 'elsewhere.example': '198.51.100.1' }

/** As a resolver answers: the alias, and the address that it leads to. */
const leads = (name: string, type: string): Answer[] => {
  const alias = aliases[name]
  const address = addresses[alias ?? name]
  return [
    ...(alias === undefined ? [] : [{ type: 'CNAME' as const, name, ttl: 60, data: `${alias.toUpperCase()}.` }]),
    ...(type === 'A' && address !== undefined
      ? [{ type: 'A' as const, name: alias ?? name, ttl: 60, data: address }]
      : []),
  ]
}

const resolver = async (): Promise<Opened> => {
  const server = await startNameServer((query) => {
    const { name = '', type = 'TXT' } = query.questions?.[0] ?? {}
    if (name === BROKEN) return [packet(query, { code: SERVFAIL })]
    if (type !== 'TXT') return [packet(query, { answers: leads(name, type) })]
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

  test('a name that is led to another one has an alias and its addresses, and others have none', async () => {
    const { domains } = opened()
    expect(await domains.aliasOf(LED_HERE, patient)).toBe(TARGET)
    expect(await domains.addressesOf(TARGET, patient)).toContain('192.0.2.1')
    expect(await domains.addressesOf(LED_HERE, patient)).toEqual(['192.0.2.1'])
    expect(await domains.aliasOf(LED_AWAY, patient)).toBe('elsewhere.example')
    expect(await domains.addressesOf(LED_AWAY, patient)).toEqual(['198.51.100.1'])
    expect(await domains.aliasOf('nobody.invalid', patient)).toBeNull()
    expect(await domains.addressesOf('nobody.invalid', patient)).toEqual([])
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
