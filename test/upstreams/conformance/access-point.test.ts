import { expect, test } from 'vitest'
import { phase4AccessPoint } from '../../../src/upstreams/access-point/phase4.ts'
import { phossAccessPoint } from '../../../src/upstreams/access-point/phoss.ts'
import { type AccessPoint, type Outgoing, TransportFailure } from '../../../src/upstreams/access-point/port.ts'
import { sandboxAccessPoint } from '../../../src/upstreams/access-point/sandbox.ts'
import { TestClock } from '../../support/app.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { testDatabase } from '../../support/database.ts'
import { outgoing, patient } from '../../support/envelope.ts'
import { type Manner, type Product, TOKEN, startFakeAccessPoint } from '../../support/fake-access-points.ts'

type Meeting = 'rejection' | 'unreadable' | 'unreachable' | 'lost answer' | 'silence'

interface Opened {
  accessPoint: AccessPoint
  /** The next message, with which it goes so. */
  meeting(what: Meeting): Outgoing
  /** How often the other side was asked; not known of a simulator. */
  asked(): number | undefined
  close(): Promise<void>
}

const endings: Readonly<Record<Meeting, string>> = {
  rejection: '000000420',
  unreadable: '000000421',
  unreachable: '000000431',
  'lost answer': '000000440',
  silence: '000000441',
}

const simulator = async (): Promise<Opened> => {
  const database = await testDatabase()
  const accessPoint = sandboxAccessPoint({
    client: database.client,
    clock: new TestClock(),
    serviceProvider: '0242:000000',
    deliverLocally: () => Promise.resolve({ outcome: 'accepted' }),
  })
  return {
    accessPoint,
    meeting: (what) => outgoing({ receiverId: `9930:DE${endings[what]}` }),
    asked: () => undefined,
    close: () => database.close(),
  }
}

const manners: Readonly<Record<Meeting, Manner>> = {
  rejection: 'as4-error',
  unreadable: 'unreadable',
  unreachable: 'transport-error',
  'lost answer': 'cut-after-taking',
  silence: 'silent',
}

/** What phoss-ap says of a message that it still has. */
const underWay = (sbdhInstanceID: string): object => ({ sbdhInstanceID, status: 'sending', attemptCount: 1 })

const driver =
  (product: Product, open: typeof phossAccessPoint): (() => Promise<Opened>) =>
  async () => {
    const fake = await startFakeAccessPoint(product)
    const accessPoint = open({ url: fake.url, token: TOKEN, confirms: 'receipt' })
    return {
      accessPoint,
      meeting(what) {
        fake.next(manners[what])
        const message = outgoing()
        if (what === 'lost answer') fake.statuses.set(message.instanceId, underWay(message.instanceId))
        return message
      },
      asked: () => fake.requests.length,
      async close() {
        await accessPoint.close?.()
        await fake.close()
      },
    }
  }

const implementations = {
  simulator,
  phase4: driver('phase4', phase4AccessPoint),
  phoss: driver('phoss', phossAccessPoint),
}

const failureOf = async (call: Promise<unknown>): Promise<TransportFailure> => {
  const error = await rejectionOf(call)
  expect(error).toBeInstanceOf(TransportFailure)
  return error as TransportFailure
}

forEachImplementation('the access point', implementations, (opened) => {
  test('a message that is taken over has the endpoint and the receipt of the other side', async () => {
    const handover = await opened().accessPoint.send(outgoing(), patient)
    expect(handover).toEqual({
      outcome: 'accepted',
      endpoint: expect.stringMatching(/^https:\/\//),
      receipt: expect.any(Uint8Array),
      confirmed: true,
    })
    expect(Buffer.from((handover as { receipt: Uint8Array }).receipt).toString()).toMatch(/^<[^]*Receipt[^]*>$/)
  })

  test('a message that is sent again after it was taken over is accepted again', async () => {
    const message = outgoing()
    for (const _ of [1, 2])
      expect(await opened().accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted' })
  })

  test.each([
    ['rejection', 'AP_REJECTED'],
    ['unreadable', 'SBDH_ERROR'],
  ] as const)(
    'a message that the other side will not have is answered with code and reason: %s, %s',
    async (what, code) => {
      const handover = await opened().accessPoint.send(opened().meeting(what), patient)
      expect(handover).toMatchObject({ outcome: 'rejected', code, reason: expect.stringMatching(/\w.{9,}/) })
    },
  )

  test('a recipient that cannot be reached is no fault of our access point, and is tried once', async () => {
    const { accessPoint, meeting, asked } = opened()
    const message = meeting('unreachable')
    const before = asked()
    const failure = await failureOf(behindCircuit((signal) => accessPoint.send(message, signal)))
    expect(failure).toMatchObject({ code: 'TRANSPORT_FAILURE', where: 'recipient', beyondUpstream: true })
    expect(asked()).toBe(before === undefined ? undefined : before + 1)
    expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted' })
  })

  test('a message whose answer is lost may have arrived: it is sent once, and never told as absent', async () => {
    const { accessPoint, meeting, asked } = opened()
    const message = meeting('lost answer')
    const before = asked()
    expect(await failureOf(accessPoint.send(message, patient))).toMatchObject({
      where: 'access-point',
      arrived: 'unknown',
      beyondUpstream: false,
    })
    expect(asked()).toBe(before === undefined ? undefined : before + 1)
    expect((await accessPoint.statusOf(message.instanceId, patient)).outcome).toMatch(/^(?:accepted|pending|unknown)$/)
    expect(await accessPoint.send(message, patient)).toMatchObject({ outcome: 'accepted' })
  })

  test('a message whose answer does not come is given up when the time is over, and may have arrived', async () => {
    const { accessPoint, meeting } = opened()
    expect(await failureOf(accessPoint.send(meeting('silence'), soon()))).toMatchObject({
      where: 'access-point',
      arrived: 'unknown',
    })
  })

  test('a message that nobody has sent is absent, or the access point cannot tell', async () => {
    const { outcome } = await opened().accessPoint.statusOf('2f8a5a0e-0000-4000-8000-000000000000', patient)
    expect(outcome).toMatch(/^(?:absent|unknown)$/)
  })

  test('no message leaves when the time is over before, and the failure says so', async () => {
    const { accessPoint, asked } = opened()
    const before = asked()
    expect(await failureOf(accessPoint.send(outgoing(), tooLate))).toMatchObject({ arrived: 'no' })
    expect(asked()).toBe(before)
  })
})
