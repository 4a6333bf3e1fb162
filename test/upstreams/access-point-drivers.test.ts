import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { phase4AccessPoint } from '../../src/upstreams/access-point/phase4.ts'
import { phossAccessPoint } from '../../src/upstreams/access-point/phoss.ts'
import { type AccessPoint, TransportFailure } from '../../src/upstreams/access-point/port.ts'
import type { HttpAccessPointOptions } from '../../src/upstreams/access-point/http.ts'
import { isStorable } from '../../src/values/text.ts'
import { outgoing, patient } from '../support/envelope.ts'
import {
  type FakeAccessPoint,
  type Manner,
  type Product,
  TOKEN,
  startFakeAccessPoint,
} from '../support/fake-access-points.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/tls/${name}`, import.meta.url))

const open: (() => Promise<void> | undefined)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const drivers = { phase4: phase4AccessPoint, phoss: phossAccessPoint }

interface Both {
  fake: FakeAccessPoint
  driver: AccessPoint
}

const connect = async (product: Product, options: Partial<HttpAccessPointOptions> = {}): Promise<Both> => {
  const fake = await startFakeAccessPoint(product)
  const driver = drivers[product]({ url: fake.url, token: TOKEN, confirms: 'receipt', ...options })
  open.push(
    () => fake.close(),
    () => driver.close?.(),
  )
  return { fake, driver }
}

/** The failure of a call that must fail. */
const failureOf = async (call: Promise<unknown>): Promise<TransportFailure> => {
  const error = await call.then(
    (answer) => answer,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TransportFailure)
  return error as TransportFailure
}

describe.each(['phase4', 'phoss'] as const)('sending by %s', (product) => {
  test('the driver hands the envelope over byte for byte with the token, and keeps the receipt', async () => {
    const { fake, driver } = await connect(product)
    const message = outgoing()
    const handover = await driver.send(message, patient)
    expect(handover).toMatchObject({
      outcome: 'accepted',
      endpoint: 'https://ap.recipient.example/as4',
      confirmed: true,
    })
    expect(handover.outcome === 'accepted' && Buffer.from(handover.receipt ?? []).toString()).toContain('eb:Receipt')
    expect(fake.requests).toHaveLength(1)
    expect(fake.requests[0]).toMatchObject({
      method: 'POST',
      path: product === 'phoss' ? '/api/outbound/submit-sbd' : '/sendsbdh',
      token: TOKEN,
      body: Buffer.from(message.envelope).toString(),
    })
  })

  test('a receipt is not yet delivery where only a Message Level Status confirms', async () => {
    const { driver } = await connect(product, { confirms: 'mls' })
    expect(await driver.send(outgoing(), patient)).toMatchObject({ outcome: 'accepted', confirmed: false })
  })

  test('an error message of the other side is a rejection with its words', async () => {
    const { fake, driver } = await connect(product)
    fake.next('as4-error')
    const handover = await driver.send(outgoing(), patient)
    expect(handover).toMatchObject({
      outcome: 'rejected',
      code: 'AP_REJECTED',
      endpoint: 'https://ap.recipient.example/as4',
    })
    expect(handover.outcome === 'rejected' && handover.reason).toContain(
      'EBMS:0004 Other An undefined error occurred. The incoming Peppol message could not be processed.',
    )
  })

  test('whatever words the other side writes, they can be stored', async () => {
    const { fake, driver } = await connect(product)
    fake.next('strange-words')
    const handover = await driver.send(outgoing(), patient)
    const { reason } = handover as Extract<typeof handover, { reason: string }>
    expect(reason).toMatch(/^EBMS:0004 Other .* \ufffd\ufffd(?:😀)+/u)
    expect(isStorable(reason)).toBe(true)
  })

  test('a message that the other side had already counts as accepted', async () => {
    const { fake, driver } = await connect(product)
    fake.next('duplicate')
    expect(await driver.send(outgoing(), patient)).toMatchObject({ outcome: 'accepted', receipt: null })
  })

  test('a recipient that cannot be reached is a failure beyond our access point', async () => {
    const { fake, driver } = await connect(product)
    fake.next('transport-error')
    expect(await failureOf(driver.send(outgoing(), patient))).toMatchObject({
      code: 'TRANSPORT_FAILURE',
      where: 'recipient',
      arrived: 'unknown',
      message: 'Connection refused',
    })
    fake.next('lookup-error')
    expect(await failureOf(driver.send(outgoing(), patient))).toMatchObject({
      where: 'recipient',
      arrived: 'no',
      message: 'Failed to resolve SMP',
    })
  })

  test('a failure that phase4 calls hopeless is not tried again', async () => {
    const { fake, driver } = await connect(product)
    fake.next('no-retry')
    expect(await driver.send(outgoing(), patient)).toMatchObject({
      outcome: 'failed',
      code: 'TRANSPORT_FAILURE',
      reason: 'Certificate expired',
    })
  })

  test.each<[Manner, 'no' | 'unknown', string]>([
    [{ status: 500 }, 'unknown', '500'],
    [{ status: 503 }, 'unknown', '503'],
    [{ status: 404 }, 'no', 'ACCESS_POINT_URL'],
    [{ status: 429 }, 'no', '429'],
    [{ status: 204 }, 'unknown', '204'],
    ['html', 'unknown', 'not with a sending report'],
    ['broken-json', 'unknown', 'not with a sending report'],
    ['other-message', 'unknown', 'another message'],
    ['redirect', 'unknown', 'redirect (307)'],
    ['endless', 'unknown', 'did not give a usable answer'],
    ['cut', 'unknown', 'did not give a usable answer'],
    ['cut-after-taking', 'unknown', 'did not give a usable answer'],
    ['cut-in-the-answer', 'unknown', 'did not give a usable answer'],
  ])(
    'the answer %o is a transport failure that says whether the message can have arrived: %s',
    async (manner, arrived, words) => {
      const { fake, driver } = await connect(product)
      fake.next(manner)
      const failure = await failureOf(driver.send(outgoing(), patient))
      expect(failure).toMatchObject({ arrived, where: 'access-point' })
      expect(failure.message).toContain(words)
      expect(fake.requests).toHaveLength(1)
    },
  )

  test('a refused connection says that nothing has left', async () => {
    const { fake, driver } = await connect(product)
    await fake.close()
    open.length = 0
    expect(await failureOf(driver.send(outgoing(), patient))).toMatchObject({ arrived: 'no', where: 'access-point' })
  })

  test('a wrong token is told as such, and the token itself never', async () => {
    const { fake, driver } = await connect(product, { token: 'wrong-and-secret' })
    const failure = await failureOf(driver.send(outgoing(), patient))
    expect(failure.message).toContain('ACCESS_POINT_TOKEN')
    expect(failure.message).not.toContain('wrong-and-secret')
    expect(fake.taken.size).toBe(0)
  })
})

describe('asking phase4 what became of a message', () => {
  test('phase4 cannot tell what became of a message, and does not claim that it never arrived', async () => {
    const { fake, driver } = await connect('phase4')
    fake.next('cut-after-taking')
    const message = outgoing()
    await failureOf(driver.send(message, patient))
    expect(fake.taken.get(message.instanceId)).toBe(1)
    expect(await driver.statusOf(message.instanceId, patient)).toEqual({ outcome: 'unknown' })
  })
})

describe('asking phoss-ap what became of a message', () => {
  const ID = 'f3f9a6b6-5d0e-4c53-9a4f-0d0c3c4a5b6c'
  const about = (more: object): object => ({
    id: 'tx',
    transactionType: 'business_document',
    sbdhInstanceID: ID,
    attemptCount: 1,
    nextRetryDT: null,
    errorDetails: null,
    mlsStatus: null,
    ...more,
  })

  test.each([
    [
      { status: 'sent', mlsStatus: 'pending' },
      { outcome: 'accepted', confirmed: false },
    ],
    [
      { status: 'sent', mlsStatus: 'received_ap' },
      { outcome: 'accepted', confirmed: true },
    ],
    [
      { status: 'sent', mlsStatus: 'received_ab' },
      { outcome: 'accepted', confirmed: true },
    ],
    [
      { status: 'sent', mlsStatus: 'not_applicable' },
      { outcome: 'accepted', confirmed: true },
    ],
    [
      { status: 'sent', mlsStatus: 'received_re' },
      { outcome: 'rejected', code: 'AP_REJECTED' },
    ],
    [{ status: 'pending' }, { outcome: 'pending' }],
    [{ status: 'sending' }, { outcome: 'pending' }],
    [
      { status: 'failed', errorDetails: 'Connection refused.', nextRetryDT: '2026-11-21T10:05:00Z' },
      { outcome: 'pending', detail: 'Connection refused. The access point tries again at 2026-11-21T10:05:00Z.' },
    ],
    [
      { status: 'rejected', errorDetails: 'BR-CO-15' },
      { outcome: 'rejected', code: 'AP_REJECTED', reason: 'BR-CO-15' },
    ],
    [
      { status: 'permanently_failed', errorDetails: 'Connection refused' },
      { outcome: 'failed', code: 'TRANSPORT_FAILURE', reason: 'Connection refused' },
    ],
    [
      {
        status: 'permanently_failed',
        errorDetails: 'Error in AS4 sending with result code AS4_ERROR_MESSAGE_RECEIVED',
      },
      { outcome: 'rejected', code: 'AP_REJECTED' },
    ],
  ])('the phoss-ap status %o means %o', async (answer, standing) => {
    const { fake, driver } = await connect('phoss', { confirms: 'mls' })
    fake.statuses.set(ID, about(answer))
    expect(await driver.statusOf(ID, patient)).toMatchObject(standing)
  })

  test('a message that phoss-ap does not know never arrived', async () => {
    const { driver } = await connect('phoss')
    expect(await driver.statusOf(ID, patient)).toEqual({ outcome: 'absent' })
  })

  test.each<Manner>([{ status: 404 }, { status: 500 }, 'html', 'redirect', 'cut'])(
    'the phoss-ap answer %o is none: the message may have arrived',
    async (manner) => {
      const { fake, driver } = await connect('phoss')
      fake.next(manner)
      expect(await failureOf(driver.statusOf(ID, patient))).toMatchObject({
        code: 'TRANSPORT_FAILURE',
        where: 'access-point',
      })
    },
  )

  test('a phoss-ap answer about another message is not believed', async () => {
    const { fake, driver } = await connect('phoss')
    fake.statuses.set(ID, { ...about({ status: 'sent' }), sbdhInstanceID: 'somebody-else' })
    expect((await failureOf(driver.statusOf(ID, patient))).message).toContain('not with a status of the message')
  })

  test('a document that the verifier of phoss-ap refuses is rejected', async () => {
    const { fake, driver } = await connect('phoss')
    fake.next('refused-by-verifier')
    expect(await driver.send(outgoing(), patient)).toMatchObject({
      outcome: 'rejected',
      code: 'AP_REJECTED',
      reason: expect.stringContaining('rejected by the verifier'),
    })
  })
})

describe('TLS towards the access point', () => {
  const files = { caFile: fixture('ca.pem'), certFile: fixture('client.pem'), keyFile: fixture('client.key') }
  const secure = async (): Promise<FakeAccessPoint> => {
    const fake = await startFakeAccessPoint('phoss', {
      cert: readFileSync(fixture('server.pem')),
      key: readFileSync(fixture('server.key')),
      ca: readFileSync(fixture('ca.pem')),
      requestCert: true,
      rejectUnauthorized: true,
    })
    open.push(() => fake.close())
    return fake
  }
  const drive = (fake: FakeAccessPoint, tls: Partial<HttpAccessPointOptions>): AccessPoint => {
    const driver = phossAccessPoint({ url: fake.url, token: TOKEN, confirms: 'receipt', ...tls })
    open.push(() => driver.close?.())
    return driver
  }

  test('TLS to the access point trusts an own authority and shows the client certificate', async () => {
    expect(await drive(await secure(), files).send(outgoing(), patient)).toMatchObject({ outcome: 'accepted' })
  })

  test('an access point whose authority is unknown gets nothing', async () => {
    const fake = await secure()
    expect(
      await failureOf(drive(fake, { certFile: files.certFile, keyFile: files.keyFile }).send(outgoing(), patient)),
    ).toMatchObject({ arrived: 'no' })
    expect(fake.requests).toEqual([])
  })

  test('an access point that asks for a client certificate takes nothing without it', async () => {
    const fake = await secure()
    await failureOf(drive(fake, { caFile: files.caFile }).send(outgoing(), patient))
    expect(fake.requests).toEqual([])
  })
})
