import type { TxtAnswer } from 'dns-packet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type NameServer,
  NXDOMAIN,
  SERVFAIL,
  packet,
  startNameServer,
} from '../../src/upstreams/directory/loopback/name-server.ts'
import { systemDomains } from '../../src/upstreams/dns/resolver.ts'
import { patient } from '../support/envelope.ts'

const records: Readonly<Record<string, string[][]>> = {
  '_invoice-exchange.lumen.example': [['v=spf1 -all'], ['invoice-', 'exchange=abc']],
  '_invoice-exchange.empty.example': [],
}

let server: NameServer
beforeAll(async () => {
  server = await startNameServer((query) => {
    const name = query.questions?.[0]?.name ?? ''
    if (name.endsWith('silent.example')) return []
    if (name.endsWith('broken.example')) return [packet(query, { code: SERVFAIL })]
    const texts = records[name]
    if (!texts) return [packet(query, { code: NXDOMAIN })]
    return [packet(query, { answers: texts.map((data): TxtAnswer => ({ type: 'TXT', name, ttl: 60, data })) })]
  })
})
afterAll(() => server.close())

const textsOf = (domain: string): Promise<readonly string[]> =>
  systemDomains({ servers: [server.address], timeoutMs: 200 }).textsOf(`_invoice-exchange.${domain}`, patient)

describe('what a domain says in the DNS', () => {
  test('every text of a name is told, in one piece', async () => {
    expect(await textsOf('lumen.example')).toEqual(['v=spf1 -all', 'invoice-exchange=abc'])
  })

  test.each(['empty.example', 'absent.example'])(
    'a name without texts, or that nobody has, says nothing: %s',
    async (domain) => {
      expect(await textsOf(domain)).toEqual([])
    },
  )

  test.each(['silent.example', 'broken.example'])(
    'a domain whose name servers fail is an upstream that does not answer, and no fault of our own: %s',
    async (domain) => {
      await expect(textsOf(domain)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', beyondUpstream: true })
    },
  )
})
