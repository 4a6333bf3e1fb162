import { Socket, createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startNameServer } from '../../src/upstreams/directory/loopback/name-server.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, startExchange } from '../support/exchange.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp({ DIRECTORY: 'loopback' })
  x = await startExchange(app)
})
afterAll(() => app.close())

const verify = async (peppolId: string, documentType = 'INVOICE'): Promise<Body> =>
  (await x.sender.post('/v1/directory/verify?trace=true', { peppolId, documentType })).body
const steps = ({ trace }: Body): string[] => trace.map(({ step, outcome }: Body) => `${step} ${outcome}`)

describe('the sandbox behind a name server and an SMP of its own', () => {
  test('the sandbox behind DNS and SMP looks its own company up, and believes what the SMP has signed', async () => {
    const found = await verify(x.to)
    expect(found).toMatchObject({
      exists: true,
      canReceive: true,
      reason: null,
      recipientName: expect.any(String),
      accessPoint: 'POP000000 Sandbox Access Point',
    })
    expect(steps(found)).toEqual(['sml OK', 'service-group OK', 'service-metadata OK', 'signature OK', 'endpoint OK'])
    expect(found.trace[0].answered).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(found.trace[3].answered).toBe('CN=PSMP000000, O=Sandbox'.split(', ').reverse().join(', '))
  })

  test.each([
    ['9930:DE000000404', 'INVOICE', 'NOT_IN_SMP'],
    ['9930:DE000000410', 'INVOICE', 'DOCUMENT_TYPE_NOT_SUPPORTED'],
    ['9930:DE123456789', 'INVOICE', null],
  ])(
    'the sandbox behind DNS and SMP knows the world of the simulator: %s, %s, %s',
    async (peppolId, documentType, reason) => {
      expect(await verify(peppolId, documentType)).toMatchObject({
        exists: reason !== 'NOT_IN_SMP',
        canReceive: reason === null,
        reason,
      })
    },
  )

  test('the sandbox behind DNS and SMP sees a change of what a company receives at once', async () => {
    const { body: made } = await x.receiver.post('/v1/companies', { vatNumber: 'BE0501234533' })
    await x.settle()
    expect(await verify(made.peppolId)).toMatchObject({ canReceive: true })
    await x.receiver.patch(`/v1/companies/${made.id}`, { capabilities: { receive: ['purchase-order'] } })
    await x.settle()
    expect([(await verify(made.peppolId)).reason, (await verify(made.peppolId, 'PURCHASE_ORDER')).reason]).toEqual([
      'DOCUMENT_TYPE_NOT_SUPPORTED',
      null,
    ])
  })

  test('the sandbox behind DNS and SMP delivers what was looked up so', async () => {
    const { status, body } = await x.sender.post('/v1/documents/send', x.invoice())
    expect(status).toBe(201)
    await x.settle()
    expect((await x.sender.get(`/v1/documents/${body.id}`)).body).toMatchObject({ deliveryStatus: 'delivered' })
  })

  test('the name server of the sandbox goes on after what is no question', async () => {
    const [host = '', port] = (await verify('9930:DE123456790')).trace[0].answered.split(':')
    const socket = createSocket('udp4')
    await new Promise((resolve) => socket.send('no question', Number(port), host, resolve))
    socket.close()
    expect(await verify('9930:DE123456791')).toMatchObject({ exists: true })
  })

  test('the name server of the sandbox takes another port where its number is taken for TCP', async () => {
    const somebody = createServer().listen(0, '127.0.0.1')
    await once(somebody, 'listening')
    const { port } = somebody.address() as AddressInfo
    const bind = vi.spyOn(Socket.prototype, 'bind').mockImplementationOnce(function (this: Socket) {
      return this.bind(port, '127.0.0.1')
    })
    const server = await startNameServer(() => [])
    bind.mockRestore()
    expect(server.address).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(server.address).not.toBe(`127.0.0.1:${port}`)
    await server.close()
    somebody.close()
  })

  test('the SMP of the sandbox answers 404 and 400 to what is no record’s address, and goes on', async () => {
    const { trace } = await verify(x.to)
    const smp = trace[0].detail
    for (const path of [
      '/',
      '/nobody',
      '/iso6523-actorid-upis%3A%3A9930%3ADE000000404',
      `${new URL(trace[1].target).pathname}/services/nothing`,
      `${new URL(trace[1].target).pathname}/others`,
    ])
      expect((await fetch(smp + path)).status).toBe(404)
    expect((await fetch(`${smp}/%zz`)).status).toBe(400)
    expect(await verify(x.to)).toMatchObject({ canReceive: true })
  })
})
