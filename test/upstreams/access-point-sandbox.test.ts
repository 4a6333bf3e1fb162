import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newTrace } from '../../src/kernel/trace.ts'
import { magicRecipients } from '../../src/upstreams/access-point/sandbox-endings.ts'
import {
  type AccessPoint,
  type LocalDoor,
  type Outgoing,
  TransportFailure,
} from '../../src/upstreams/access-point/port.ts'
import { sandboxAccessPoint } from '../../src/upstreams/access-point/sandbox.ts'
import { type TestApp, type Tenant, startApp } from '../support/app.ts'
import { outgoing, patient } from '../support/envelope.ts'

let app: TestApp
let tenant: Tenant
let accessPoint: AccessPoint
const knocks: Uint8Array[] = []
let door: LocalDoor

beforeAll(async () => {
  app = await startApp({ ACCESS_POINT_TIMEOUT_MS: '1000' })
  tenant = await app.tenant()
  accessPoint = sandboxAccessPoint({
    client: app.platform.db.client,
    clock: app.clock,
    serviceProvider: '0242:000000',
    deliverLocally: (envelope) => {
      knocks.push(envelope)
      return door(envelope)
    },
  })
})
beforeEach(() => {
  knocks.length = 0
  door = () => Promise.resolve({ outcome: 'accepted' })
})
afterAll(() => app.close())

const rowOf = ({ instanceId }: Outgoing) =>
  app.platform.db.client.simulatedMessage.findUnique({ where: { instanceId } })
const failureOf = async (call: Promise<unknown>): Promise<TransportFailure> => {
  const error = await call.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TransportFailure)
  return error as TransportFailure
}
const magic = (ending: string, more: Partial<Outgoing> = {}): Outgoing =>
  outgoing({ receiverId: `9930:DE${ending}`, ...more })
const local = async (): Promise<string> => {
  const peppolId = `0208:${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
  await app.platform.db.client.participant.create({
    data: {
      peppolId,
      ownedId: peppolId,
      organizationId: tenant.organizationId,
      companyId: tenant.companyId,
      claimedAt: app.clock.now(),
    },
  })
  return peppolId
}

describe('a message that arrives', () => {
  test('a message is answered with a receipt that names the message, its digest and the time', async () => {
    const message = outgoing()
    const handover = await accessPoint.send(message, patient)
    expect(handover).toMatchObject({ outcome: 'accepted', confirmed: true })
    const receipt = handover.outcome === 'accepted' ? Buffer.from(handover.receipt ?? []).toString() : ''
    const row = await rowOf(message)
    expect(receipt).toContain(`<eb:RefToMessageId>${message.instanceId}@sandbox</eb:RefToMessageId>`)
    expect(receipt).toContain(
      `<ds:DigestValue>${createHash('sha256').update(message.envelope).digest('base64')}</ds:DigestValue>`,
    )
    expect(receipt).toContain(`<eb:Timestamp>${row?.receivedAt.toISOString()}</eb:Timestamp>`)
  })

  test('a message that is sent again has the same receipt and is counted once', async () => {
    const message = outgoing({ receiverId: await local() })
    const first = await accessPoint.send(message, patient)
    app.clock.advance(60_000)
    expect(await accessPoint.send(message, patient)).toEqual(first)
    expect(await accessPoint.statusOf(message.instanceId, patient)).toEqual(first)
    expect(await rowOf(message)).toMatchObject({ sends: 2, outcome: 'confirmed' })
    expect(knocks).toHaveLength(1)
  })

  test('a message that comes many times at once has one receipt', async () => {
    const message = outgoing()
    const answers = await Promise.all(Array.from({ length: 8 }, () => accessPoint.send(message, patient)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await rowOf(message)).toMatchObject({ sends: 8 })
  })

  test('a message is not replaced by another one with its instance identifier', async () => {
    const message = outgoing()
    const first = await accessPoint.send(message, patient)
    const other = outgoing({ instanceId: message.instanceId }, (xml) => xml.replace('F-1', 'F-2'))
    expect(await accessPoint.send(other, patient)).toMatchObject({
      outcome: 'rejected',
      code: 'SBDH_ERROR',
      reason: expect.stringContaining('was received before'),
    })
    expect(await accessPoint.statusOf(message.instanceId, patient)).toEqual(first)
  })
})

describe('a message to a company of this deployment', () => {
  test('a message to a company of this deployment goes through the inbound door, byte for byte', async () => {
    const message = outgoing({ receiverId: await local() })
    expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted' })
    expect(knocks.map((bytes) => Buffer.from(bytes).equals(message.envelope))).toEqual([true])
  })

  test("a message that the inbound door refuses is rejected with the door's reason, again and again", async () => {
    door = () => Promise.resolve({ outcome: 'rejected', reason: 'Nobody here takes that.' })
    const message = outgoing({ receiverId: await local() })
    for (const _ of [1, 2])
      expect(await accessPoint.send(message, patient)).toMatchObject({
        outcome: 'rejected',
        code: 'AP_REJECTED',
        reason: 'Nobody here takes that.',
      })
    expect(knocks).toHaveLength(1)
  })

  test('a message that finds the inbound door broken has not arrived, and may be sent again', async () => {
    door = () => Promise.reject(new Error('The database is away.'))
    const message = outgoing({ receiverId: await local() })
    await expect(accessPoint.send(message, patient)).rejects.toThrow('The database is away.')
    expect(await accessPoint.statusOf(message.instanceId, patient)).toEqual({ outcome: 'absent' })
    door = () => Promise.resolve({ outcome: 'accepted' })
    expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted' })
  })

  test('the inbound door stays closed to strangers', async () => {
    await accessPoint.send(outgoing(), patient)
    expect(knocks).toEqual([])
  })
})

describe('the header of the envelope', () => {
  test.each<[string, (xml: string) => string, string]>([
    [
      'another instance identifier',
      (xml) =>
        xml.replace(
          /<InstanceIdentifier>[^<]*<\/InstanceIdentifier>(?=\s*<Type>Invoice)/,
          '<InstanceIdentifier>x</InstanceIdentifier>',
        ),
      'InstanceIdentifier',
    ],
    ['another sender', (xml) => xml.replace('0208:0123456749', '0208:0000000097'), 'The sender'],
    ['another receiver', (xml) => xml.replace('9930:DE123456789', '9930:DE987654321'), 'The receiver'],
    ['another document type', (xml) => xml.replace('billing:3.0::2.1', 'billing:3.0::2.2'), 'DOCUMENTID'],
    ['another process', (xml) => xml.replace('billing:01:1.0', 'billing:02:1.0'), 'PROCESSID'],
    ['another country', (xml) => xml.replace('>BE<', '>FR<'), 'COUNTRY_C1'],
    ['no country', (xml) => xml.replace(/<Scope><Type>COUNTRY_C1.*<\/Scope>/, ''), 'COUNTRY_C1'],
    ['no authority', (xml) => xml.replace(/ Authority="[^"]*"/, ''), 'authority'],
    ['a time without a zone', (xml) => xml.replace('10:00:00Z', '10:00:00'), 'CreationDateAndTime'],
    ['another version', (xml) => xml.replace('<HeaderVersion>1.0', '<HeaderVersion>2.0'), 'HeaderVersion'],
    ['tags that do not close', (xml) => xml.replace('</Sender>', ''), 'not well-formed'],
    ['no end', (xml) => xml.slice(0, -40), 'not closed'],
    ['no document inside', (xml) => xml.replace(/<Invoice[^]*<\/Invoice>/, ''), 'no document'],
    ['no envelope', () => '<Invoice/>', 'no StandardBusinessDocument'],
    [
      'a document type declaration',
      (xml) => xml.replace('<StandardBusinessDocument ', '<!DOCTYPE a [<!ENTITY b "c">]><StandardBusinessDocument '),
      'no StandardBusinessDocument',
    ],
    ['nothing', () => '', 'no StandardBusinessDocument'],
  ])('a header with %s is SBDH_ERROR, and nothing is taken over', async (_, edit, words) => {
    const message = outgoing({}, edit)
    expect(await accessPoint.send(message, patient)).toMatchObject({
      outcome: 'rejected',
      code: 'SBDH_ERROR',
      reason: expect.stringContaining(words),
    })
    expect(await rowOf(message)).toBeNull()
  })

  test('a header may use a prefix', async () => {
    const prefixed = (xml: string): string =>
      xml.replace(/(<\/?)(?!\/|\?|Invoice|ID)/g, '$1s:').replace('xmlns=', 'xmlns:s=')
    expect(await accessPoint.send(outgoing({}, prefixed), patient)).toMatchObject({ outcome: 'accepted' })
  })
})

describe('endings of recipients', () => {
  test('a message to the ending 000000420 is rejected by the other side', async () => {
    const message = magic('000000420')
    expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'rejected', code: 'AP_REJECTED' })
    expect(await accessPoint.statusOf(message.instanceId, patient)).toMatchObject({
      outcome: 'rejected',
      code: 'AP_REJECTED',
    })
  })

  test('a message to the ending 000000430 never reaches its recipient, and never arrives', async () => {
    const message = magic('000000430')
    for (const _ of [1, 2, 3, 4, 5, 6, 7])
      expect(await failureOf(accessPoint.send(message, patient))).toMatchObject({ where: 'recipient', arrived: 'no' })
    expect(await accessPoint.statusOf(message.instanceId, patient)).toEqual({ outcome: 'absent' })
  })

  test.each([1, 2, 3, 4, 5, 6])(
    'a message to the ending 00000043%i arrives after so many failures, for each message anew',
    async (times) => {
      for (const message of [magic(`00000043${times}`), magic(`00000043${times}`)]) {
        for (let attempt = 0; attempt < times; attempt += 1) await failureOf(accessPoint.send(message, patient))
        expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted', confirmed: true })
      }
    },
  )

  test('a message to the ending 000000440 loses its answer, and asking finds it there, once', async () => {
    const message = magic('000000440')
    expect(await failureOf(accessPoint.send(message, patient))).toMatchObject({
      where: 'access-point',
      arrived: 'unknown',
    })
    expect(await accessPoint.statusOf(message.instanceId, patient)).toMatchObject({
      outcome: 'accepted',
      confirmed: true,
    })
    expect(await rowOf(message)).toMatchObject({ sends: 1 })
  })

  test('a message to the ending 000000441 arrives, while its answer takes longer than the time limit', async () => {
    const trace = newTrace(app.clock.now(), null)
    const message = magic('000000441')
    expect(await failureOf(app.platform.upstreams.accessPoint.send(trace, message))).toMatchObject({
      arrived: 'unknown',
      message: expect.stringContaining('1000 ms'),
    })
    expect(await app.platform.upstreams.accessPoint.statusOf(trace, message.instanceId)).toMatchObject({
      outcome: 'accepted',
      confirmed: true,
    })
  })

  test('a message to the ending 000000442 is taken at once, and confirmed when asked for later', async () => {
    const message = magic('000000442')
    expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted', confirmed: false })
    expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted', confirmed: false })
    expect(await accessPoint.statusOf(message.instanceId, patient)).toMatchObject({
      outcome: 'accepted',
      confirmed: true,
    })
    expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted', confirmed: true })
  })

  test('the endings of recipients count whatever the scheme', async () => {
    expect(await accessPoint.send(outgoing({ receiverId: '0225:000000420' }), patient)).toMatchObject({
      outcome: 'rejected',
      code: 'AP_REJECTED',
    })
  })

  test('each ending of the table is nine digits', () => {
    for (const ending of Object.keys(magicRecipients)) expect(ending).toMatch(/^\d{9}$/)
  })
})

test('recipients that cannot be reached do not open the circuit of our access point', async () => {
  const trace = newTrace(app.clock.now(), null)
  for (let attempt = 0; attempt < 12; attempt += 1)
    await failureOf(app.platform.upstreams.accessPoint.send(trace, magic('000000430')))
  expect(await app.platform.upstreams.accessPoint.send(trace, outgoing())).toMatchObject({ outcome: 'accepted' })
  expect(trace.upstreamCalls.map(({ upstream, outcome }) => `${upstream} ${outcome}`).slice(-2)).toEqual([
    'access-point TRANSPORT_FAILURE',
    'access-point ok',
  ])
})

test('who makes the access point fail five times in a row is left alone for a while, and nobody else is', async () => {
  const trace = newTrace(app.clock.now(), 'org_unlucky')
  const lost = (): Promise<TransportFailure> =>
    failureOf(app.platform.upstreams.accessPoint.send(trace, magic('000000440')))
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await lost()).toMatchObject({ arrived: 'unknown' })
  const message = outgoing()
  expect(await failureOf(app.platform.upstreams.accessPoint.send(trace, message))).toMatchObject({
    arrived: 'no',
    retryAfter: 10,
  })
  expect(await rowOf(message)).toBeNull()
  const other = newTrace(app.clock.now(), 'org_other')
  expect(await app.platform.upstreams.accessPoint.send(other, outgoing())).toMatchObject({ outcome: 'accepted' })
  const { status, body } = await app.anyone.get('/health/readiness')
  expect(status).toBe(200)
  expect(body.circuits['access-point']).toEqual({ state: 'closed', failures: 0, cooldown_remaining: 0 })
})
