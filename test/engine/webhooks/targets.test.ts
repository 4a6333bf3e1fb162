import { type Socket as Udp, createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { checkedLookup } from '../../../src/upstreams/dialler.ts'
import { isPublicAddress } from '../../../src/upstreams/public-address.ts'
import { type Endpoints, openEndpoints } from '../../../src/engine/webhooks/endpoints.ts'
import { faultOfTarget } from '../../../src/engine/webhooks/target.ts'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { type Sink, startSink, status } from '../../support/sink.ts'

/** Everything that leads, or pretends not to lead, into a private network. */
const refusedTargets: Readonly<Record<string, readonly string[]>> = {
  'loopback, in every spelling': [
    'https://127.0.0.1/',
    'https://127.0.0.53/',
    'https://127.255.255.254/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://0177.0.0.01/',
    'https://127.0.0.1./',
    'https://１２７.０.０.１/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[0000::0001]/',
  ],
  'this host and no host': [
    'https://0/',
    'https://0.0.0.0/',
    'https://0.1.2.3/',
    'https://[::]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://app.localhost/',
    'https://255.255.255.255/',
  ],
  'private and shared networks': [
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://172.16.0.1/',
    'https://172.31.255.254/',
    'https://192.168.0.1/',
    'https://3232235777/',
    'https://0xc0a80101/',
    'https://100.64.0.1/',
    'https://100.127.255.254/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[fec0::1]/',
  ],
  'link-local addresses and zones': [
    'https://169.254.0.1/',
    'https://[fe80::1]/',
    'https://[febf::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
  ],
  'metadata of clouds': [
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://192.0.0.192/',
    'https://metadata.google.internal/',
    'https://[::ffff:a9fe:a9fe]/',
  ],
  'IPv4 inside IPv6': [
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:a00:1::1]/',
    'https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
  ],
  'reserved ranges': [
    'https://192.0.2.1/',
    'https://198.51.100.7/',
    'https://203.0.113.9/',
    'https://198.18.0.1/',
    'https://192.88.99.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[5f00::1]/',
    'https://[4000::1]/',
  ],
  'names of local networks': [
    'https://intranet/',
    'https://db/',
    'https://printer.local/',
    'https://kubernetes.default.svc.cluster.local/',
    'https://vault.corp/',
    'https://nas.lan/',
    'https://1.0.0.127.in-addr.arpa/',
  ],
  'credentials in the address': [
    'https://user@hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://:@x@hooks.example.com/',
    'https://hooks.example.com@127.0.0.1/',
  ],
  'other protocols and ports': [
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://hooks.example.com/',
    'javascript:alert(1)',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:25/',
    'https://hooks.example.com:80/',
    'https://hooks.example.com:6379/',
    'https://hooks.example.com:5432/',
    'https://hooks.example.com:0/',
    'https://hooks.example.com:65536/',
  ],
  'what is no address': [
    '',
    'hooks.example.com',
    '//hooks.example.com/',
    'https:///x',
    'https:hooks.example.com',
    'https:\\\\127.0.0.1/',
    'https://hooks.example.com\\@127.0.0.1/',
    'https://hooks.example.com/ a',
    'https://hooks.example.com/\r\nX: y',
    'https://256.256.256.256/',
    'https://1.2.3.4.5/',
    'https://127.0.0.1%00.example.com/',
    'https://[::1',
    'https://hooks.example.com/#x',
  ],
}
const all = Object.entries(refusedTargets).flatMap(([why, urls]) => urls.map((url) => [why, url] as const))

describe('an address is refused as it is given', () => {
  test('the table of refused addresses has more than sixty forms', () =>
    expect(new Set(all.map(([, url]) => url)).size).toBeGreaterThan(60))
  test.each(all)('the address of a webhook is refused as %s: %s', (_why, url) =>
    expect(faultOfTarget(url, false)).toMatch(/^(Expected|The address must not contain|The host must be public)/),
  )
  test.each([
    'https://hooks.example.com/',
    'https://hooks.example.com:8443/a?b=c',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
  ])('a public address of a webhook is taken: %s', (url) => expect(faultOfTarget(url, false)).toBeUndefined())
  test('with private targets allowed, http and every port are taken, and credentials are not', () => {
    expect(faultOfTarget('http://127.0.0.1:3000/hook', true)).toBeUndefined()
    expect(faultOfTarget('http://user:secret@127.0.0.1:3000/hook', true)).toMatch('user name')
    expect(faultOfTarget('ftp://127.0.0.1/hook', true)).toMatch('http or https')
  })
  test.each(['::ffff:8.8.8.8', '1.1.1.1', '2606:4700::1111'])('the address %s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  test.each(['', 'localhost', '1.1.1.1%eth0', '2606:4700::1111%1', '127.0.0.1', '::ffff:10.0.0.1', '::808:808'])(
    'the address %s is not public',
    (address) => expect(isPublicAddress(address)).toBe(false),
  )
})

/** A DNS server on loopback: its answers are taken one after the other, the last one again and again. */
const startDns = async (
  answers: Record<string, string[][]>,
): Promise<{ address: string; asked: string[]; stop(): void }> => {
  const server: Udp = createSocket('udp4')
  const asked: string[] = []
  server.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString())
      at += length + 1
    }
    const [name, type] = [labels.join('.'), query.readUInt16BE(at + 1)]
    const left = answers[name]
    // Of type A; there is nothing for AAAA.
    const addresses = type !== 1 ? [] : ((left && left.length > 1 ? left.shift() : left?.[0]) ?? [])
    if (type === 1) asked.push(name)
    const head = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      left ? 0x80 : 0x83,
      0,
      1,
      0,
      addresses.length,
      0,
      0,
      0,
      0,
    ])
    const records = addresses.map((one) =>
      Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]),
    )
    server.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `127.0.0.1:${server.address().port}`, asked, stop: () => server.close() }
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const kept = <T extends { stop(): unknown }>(one: T): T => {
  closing.push(() => one.stop())
  return one
}

const patient = AbortSignal.timeout(60_000)

describe('a name is judged when it is dialled', () => {
  const opened = (dns: string, isAllowed?: (address: string) => boolean): Endpoints => {
    const endpoints = openEndpoints({ allowPrivate: false, dnsServers: [dns], ...(isAllowed && { isAllowed }) })
    closing.push(() => endpoints.close())
    return endpoints
  }
  const portOf = (sink: Sink): string => new URL(sink.url).port

  test('a name that leads to a private address, or to a public and a private one, reaches nothing', async () => {
    const sink = kept(await startSink())
    const dns = kept(
      await startDns({ 'inside.example.com': [['127.0.0.1']], 'mixed.example.com': [['93.184.215.14', '127.0.0.1']] }),
    )
    for (const name of ['inside.example.com', 'mixed.example.com'])
      await expect(opened(dns.address).post(`http://${name}:${portOf(sink)}/`, {}, '{}', patient)).rejects.toThrow(
        `${name} resolves to an address that is not public.`,
      )
    expect(dns.asked).toEqual(['inside.example.com', 'mixed.example.com'])
    expect(sink.posted).toEqual([])
  })

  test('a name that is public first and private when it is asked again is refused the second time', async () => {
    const dns = kept(await startDns({ 'rebind.example.com': [['93.184.215.14'], ['127.0.0.1']] }))
    const resolver = new Resolver()
    resolver.setServers([dns.address])
    const lookup = checkedLookup((name) => resolver.resolve4(name), isPublicAddress)
    const ask = (): Promise<unknown> =>
      new Promise((resolve) =>
        lookup('rebind.example.com', { all: true }, (error, addresses) => resolve(error?.message ?? addresses)),
      )
    expect(await ask()).toEqual([{ address: '93.184.215.14', family: 4 }])
    expect(await ask()).toBe('rebind.example.com resolves to an address that is not public.')
  })

  test('a name is dialled at the address that was checked, whatever it answers the second time', async () => {
    // Of two addresses of this machine, one plays the Internet.
    const [outside, inside] = [kept(await startSink('127.0.0.1')), await startSink('127.0.0.2')]
    kept(inside)
    const dns = kept(await startDns({ 'rebind.example.com': [['127.0.0.1'], ['127.0.0.2']] }))
    const endpoints = opened(dns.address, (address) => address === '127.0.0.1')
    expect(await endpoints.post(`http://rebind.example.com:${portOf(outside)}/`, {}, '{}', patient)).toEqual({
      status: 200,
      response: 'ok',
    })
    await expect(endpoints.post(`http://rebind.example.com:${portOf(inside)}/`, {}, '{}', patient)).rejects.toThrow(
      'not public',
    )
    expect(dns.asked).toEqual(['rebind.example.com', 'rebind.example.com'])
    expect([outside.posted.length, inside.posted.length]).toEqual([1, 0])
  })

  test('a literal address is judged when it is dialled as well, whatever let it pass before', async () => {
    const sink = kept(await startSink())
    const dns = kept(await startDns({}))
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433'])
      await expect(opened(dns.address).post(`http://${host}:${portOf(sink)}/`, {}, '{}', patient)).rejects.toThrow(
        'not public',
      )
    expect(sink.posted).toEqual([])
  })

  test('an unknown name and a silent name server are told apart from an endpoint that is down', async () => {
    const dns = kept(await startDns({}))
    await expect(opened(dns.address).post('https://nobody.example.com/', {}, '{}', patient)).rejects.toThrow(
      'The host name nobody.example.com could not be resolved.',
    )
  })
})

describe('targets through the product', () => {
  let app: TestApp
  let tenant: Tenant
  const begin = async (settings: Record<string, string>): Promise<void> => {
    app = await startApp(settings)
    closing.push(() => app.close())
    tenant = await app.tenant()
  }
  const deliver = async (webhookId: string): Promise<unknown> => {
    await tenant.post('/v1/companies', { vatNumber: freshVat() })
    await app.platform.relay.drain()
    await app.platform.runner?.settle()
    return (await tenant.get(`/v1/webhooks/${webhookId}/deliveries`)).body.data
  }

  test('a private address or http is refused for a webhook, and nothing is stored', async () => {
    await begin({})
    const before = await tenant.footprint()
    for (const url of [
      'https://127.0.0.1/',
      'http://hooks.example.com/',
      'https://[::ffff:7f00:1]/',
      'https://hooks.example.com:6379/',
      'https://u:p@hooks.example.com/',
    ]) {
      const answer = await tenant.post('/v1/webhooks', { url, events: ['*'] })
      expectRefusal(answer, 'INVALID_REQUEST')
      expect(answer.body.error.details).toMatchObject([{ field: 'url', rule: 'INVALID_REQUEST' }])
    }
    expect(await tenant.footprint()).toEqual(before)
    const { body } = await tenant.post('/v1/webhooks', { url: 'https://hooks.example.com/', events: ['*'] })
    expectRefusal(await tenant.patch(`/v1/webhooks/${body.id}`, { url: 'https://10.0.0.1/' }), 'INVALID_REQUEST')
    expect((await tenant.get(`/v1/webhooks/${body.id}`)).body.url).toBe('https://hooks.example.com/')
  })

  test('a name that leads inside is a failed attempt with its reason, and no word of where it leads', async () => {
    // It leads nowhere when the webhook is made, and inside when it is dialled.
    const dns = kept(await startDns({ 'inside.example.com': [[], ['10.1.2.3']] }))
    await begin({ WEBHOOK_DNS: dns.address })
    const { body } = await tenant.post('/v1/webhooks', {
      url: 'https://inside.example.com/',
      events: ['company.created'],
    })
    const deliveries = await deliver(body.id)
    expect(deliveries).toMatchObject([
      {
        status: 'pending',
        attempts: [
          {
            number: 1,
            status: null,
            error:
              'inside.example.com resolves to an address that is not public. Events are posted to public ' +
              'addresses only.',
            response: null,
          },
        ],
      },
    ])
    expect(JSON.stringify(deliveries)).not.toContain('10.1.2.3')
  })

  test('a name that leads inside by the time a webhook is made or changed is refused', async () => {
    const dns = kept(await startDns({ 'inside.example.com': [['10.1.2.3']] }))
    await begin({ WEBHOOK_DNS: dns.address })
    const { body } = await tenant.post('/v1/webhooks', { url: 'https://new.example.com/', events: ['*'] })
    const before = await tenant.footprint()
    const inside = 'https://inside.example.com/'
    for (const answer of [
      await tenant.post('/v1/webhooks', { url: inside, events: ['*'] }),
      await tenant.patch(`/v1/webhooks/${body.id}`, { url: inside }),
    ]) {
      expectRefusal(answer, 'INVALID_REQUEST')
      expect(answer.body.error.details).toMatchObject([{ field: 'url' }])
      expect(answer.bytes.toString()).not.toContain('10.1.2.3')
    }
    expect(await tenant.footprint()).toEqual(before)
    expect((await tenant.get(`/v1/webhooks/${body.id}`)).body.url).toBe('https://new.example.com/')
  })

  test('a redirect is not followed, and is a failed attempt that says so', async () => {
    await begin({ WEBHOOK_ALLOW_PRIVATE: 'true' })
    const [sink, elsewhere] = [kept(await startSink()), kept(await startSink())]
    sink.answer = status(307, { location: elsewhere.url })
    const { body } = await tenant.post('/v1/webhooks', { url: sink.url, events: ['company.created'] })
    expect(await deliver(body.id)).toMatchObject([
      {
        status: 'pending',
        attempts: [
          {
            number: 1,
            status: 307,
            error: expect.stringMatching(/^The endpoint answered 307, a redirect. Redirects are not followed/),
          },
        ],
      },
    ])
    expect([sink.posted.length, elsewhere.posted.length]).toEqual([1, 0])
  })
})
