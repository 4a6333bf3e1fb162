import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readSetupResponse } from '../../../src/formats/cxml/setup.ts'
import { writeSetupRequest, writeSetupResponse, writeStatus } from '../../../src/formats/cxml/write.ts'
import { httpShops } from '../../../src/upstreams/shops/http.ts'
import { ShopFailure, type Shops } from '../../../src/upstreams/shops/port.ts'
import { sandboxShops } from '../../../src/upstreams/shops/sandbox.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { patient } from '../../support/envelope.ts'

interface Opened {
  shops: Shops
  /** The address of a shop that behaves so. */
  at(how: 'open' | 'refused' | 'unavailable'): string
  close(): Promise<void>
}

const stamp = { payloadId: '1', timestamp: '2026-11-22T10:00:00Z' }
const message = writeSetupRequest({
  ...stamp,
  from: { domain: 'DUNS', identity: 'b' },
  to: { domain: 'DUNS', identity: 's' },
  sender: { domain: 'DUNS', identity: 'p', sharedSecret: 'x' },
  operation: 'create',
  buyerCookie: 'cart:a:b:c',
  formPostUrl: 'https://api.example.com/document/punchout-callback',
  shopUrl: 'https://shop.example.com/',
  deploymentMode: 'test',
  buyerName: 'B',
  lines: [],
})

const simulator = async (): Promise<Opened> => {
  const shops = sandboxShops()
  return { shops, at: (how) => `https://shop.example.com/${how}`, close: () => shops.close() }
}

const refusedXml = writeStatus(stamp, { code: 401, text: 'Unauthorized', message: 'no' })

/** A shop that speaks cXML. */
const startShop = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/silent') return
    if (request.url === '/elsewhere') return void response.writeHead(302, { location: '/open' }).end()
    if (request.url === '/unavailable') return void response.writeHead(503).end('busy')
    // As many shops do, with the status of HTTP as well.
    if (request.url === '/refused') return void response.writeHead(401).end(refusedXml)
    response.writeHead(200, { 'content-type': 'text/xml' }).end(writeSetupResponse(stamp, 'https://shop.example.com/s'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const addressOf = (server: Server, path: string): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`

const http = async (): Promise<Opened> => {
  const [server, shops] = [await startShop(), httpShops({ allowPrivate: true })]
  return {
    shops,
    at: (how) => addressOf(server, how),
    async close() {
      await shops.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

forEachImplementation('shops', { simulator, http }, (opened) => {
  test('a shop that opens answers its page', async () => {
    const { shops, at } = opened()
    const { status, startPage } = readSetupResponse(await shops.post(at('open'), message, patient))
    expect(status.code).toBe(200)
    expect(startPage).toMatch(/^https:/)
  })

  test('the words of a shop that refuses are answered, whatever the status of HTTP is', async () => {
    const { shops, at } = opened()
    expect(readSetupResponse(await shops.post(at('refused'), message, patient)).status.code).toBe(401)
  })

  test('a shop that fails is a failure of this shop, and not of the way to all others', async () => {
    const { shops, at } = opened()
    const error = await rejectionOf(behindCircuit((signal) => shops.post(at('unavailable'), message, signal)))
    expect(error).toBeInstanceOf(ShopFailure)
    expect(error).toMatchObject({ beyondUpstream: true })
  })

  test('nothing is posted when the time is over before', async () => {
    const { shops, at } = opened()
    expect(await rejectionOf(shops.post(at('open'), message, tooLate))).not.toBeInstanceOf(ShopFailure)
  })

  test('the entrance of OCI keeps every field', () => {
    const fields = [{ name: 'HOOK_URL', value: 'https://api.example.com/document/oci-callback?flowie_cookie=a%3Ab' }]
    expect(opened().shops.entrance('https://shop.example.com/', fields).fields).toEqual(fields)
  })
})

test('a redirect of a shop is not followed', async () => {
  const [server, shops] = [await startShop(), httpShops({ allowPrivate: true })]
  const error = await rejectionOf(shops.post(addressOf(server, 'elsewhere'), message, patient))
  expect(error.message).toContain('Redirects are not followed')
  await shops.close()
  server.close()
})

test('a shop that keeps silent is left when the time is over', async () => {
  const [server, shops] = [await startShop(), httpShops({ allowPrivate: true })]
  expect(await rejectionOf(shops.post(addressOf(server, 'silent'), message, soon()))).not.toBeInstanceOf(ShopFailure)
  await shops.close()
  server.closeAllConnections()
  server.close()
})

test('a shop inside of somebody’s network is not dialled', async () => {
  const [server, shops] = [await startShop(), httpShops({ allowPrivate: false })]
  const error = await rejectionOf(shops.post(addressOf(server, 'open'), message, patient))
  expect(error).toBeInstanceOf(ShopFailure)
  expect(error.message).toContain('not public')
  await shops.close()
  server.close()
})
