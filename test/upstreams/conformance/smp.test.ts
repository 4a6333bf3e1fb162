import { expect, test } from 'vitest'
import { type Registration, type Smp, SmpFailure } from '../../../src/upstreams/smp/port.ts'
import { phossSmp } from '../../../src/upstreams/smp/phoss.ts'
import { sandboxSmp } from '../../../src/upstreams/smp/sandbox.ts'
import { networkDocumentOf, networkDocuments } from '../../../src/values/peppol-documents.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { patient } from '../../support/envelope.ts'
import { type FakeSmp, groupOf, startFakeSmp } from '../../support/fake-smp.ts'

interface Opened {
  smp: Smp
  /** A participant that the SMP refuses, or with which it fails once. */
  meeting(what: 'refusal' | 'failure'): string
  /** All is well again. */
  heal(): void
  /** What is published of a participant, and how much was asked; not known of a simulator. */
  published(peppolId: string): string[] | undefined
  asked(): number | undefined
  close(): Promise<void>
}

let last = 100_000_000
const participant = (ending = ''): string => `9930:DE${++last}${ending}`

const registrationOf = (peppolId: string, more: Partial<Registration> = {}): Registration => ({
  peppolId,
  documents: [networkDocumentOf('invoice', 'peppol-billing') ?? networkDocuments[0]].flatMap((one) => one ?? []),
  card: { name: 'Lumen Paper', country: 'DE', city: 'Köln', postalCode: '50667', vatNumber: 'DE123456789' },
  ...more,
})

const simulator = async (): Promise<Opened> => ({
  smp: sandboxSmp(),
  meeting: (what) => participant(what === 'refusal' ? '000000450' : '000000451'),
  heal: () => undefined,
  published: () => undefined,
  asked: () => undefined,
  close: () => Promise.resolve(),
})

const driverFor = ({ settings }: FakeSmp): Smp =>
  phossSmp({
    url: settings['SMP_URL'] ?? '',
    user: settings['SMP_USER'] ?? '',
    password: settings['SMP_PASSWORD'] ?? '',
    endpointUrl: settings['SMP_ENDPOINT_URL'] ?? '',
    certificateFile: settings['SMP_CERTIFICATE_FILE'] ?? '',
    contact: settings['SMP_CONTACT'] ?? '',
  })

const phoss = async (): Promise<Opened> => {
  const fake = await startFakeSmp()
  const smp = driverFor(fake)
  return {
    smp,
    meeting(what) {
      fake.broken = what === 'refusal' ? { path: /./, status: 409 } : { path: /\/services\//, status: 503 }
      return participant()
    },
    heal: () => void (fake.broken = undefined),
    published: (peppolId) => [...fake.store.keys()].filter((path) => path.includes(groupOf(peppolId))).toSorted(),
    asked: () => fake.asked,
    async close() {
      await smp.close?.()
      await fake.close()
    },
  }
}

forEachImplementation('the SMP', { simulator, phoss }, (opened) => {
  test('a participant is published as often as it is asked for, and its record is what was said last', async () => {
    const { smp, published } = opened()
    const peppolId = participant()
    const records: (string[] | undefined)[] = []
    for (const _ of [1, 2]) {
      await smp.publish(registrationOf(peppolId), patient)
      records.push(published(peppolId))
    }
    expect(records[0]?.length ?? 3).toBe(3)
    expect(records[1]).toEqual(records[0])
    await smp.publish(registrationOf(peppolId, { documents: [], card: null }), patient)
    expect(published(peppolId)?.length ?? 1).toBe(1)
  })

  test('a participant is withdrawn as often as it is asked for, also one that was never published', async () => {
    const { smp, published } = opened()
    const peppolId = participant()
    await smp.withdraw(peppolId, patient)
    await smp.publish(registrationOf(peppolId), patient)
    for (const _ of [1, 2]) await smp.withdraw(peppolId, patient)
    expect(published(peppolId) ?? []).toEqual([])
    await smp.publish(registrationOf(peppolId), patient)
  })

  test('a participant that the SMP refuses is told with step and reason, and is no fault of the SMP', async () => {
    const { smp, meeting, heal } = opened()
    const registration = registrationOf(meeting('refusal'))
    for (const _ of [1, 2]) {
      const error = await rejectionOf(behindCircuit((signal) => smp.publish(registration, signal)))
      expect(error).toBeInstanceOf(SmpFailure)
      expect(error).toMatchObject({
        step: 'service-group',
        beyondUpstream: true,
        message: expect.stringMatching(/^The SMP \w+/),
      })
    }
    heal()
  })

  test('an SMP that fails is told with the step, is at fault, and publishes when it is asked again', async () => {
    const { smp, meeting, heal, asked } = opened()
    const registration = registrationOf(meeting('failure'))
    const error = await rejectionOf(smp.publish(registration, patient))
    expect(error).toBeInstanceOf(SmpFailure)
    expect(error).toMatchObject({ step: 'service-metadata', beyondUpstream: false })
    expect(error.message).toMatch(/^The SMP answered 503/)
    heal()
    const before = asked()
    await smp.publish(registration, patient)
    expect(asked()).not.toBe(before ?? -1)
  })

  test('a participant is offered with a key that another SMP takes it over with, once', async () => {
    const { smp } = opened()
    const peppolId = participant()
    await smp.publish(registrationOf(peppolId), patient)
    const lost = await smp.offer(peppolId, patient)
    const key = await smp.offer(peppolId, patient)
    expect(key).not.toBe(lost)
    await smp.takeOver(peppolId, key, patient)
    for (const [whose, wrong] of [
      [peppolId, key],
      [peppolId, 'made up'],
      [participant(), key],
    ] as const)
      expect(await rejectionOf(behindCircuit((signal) => smp.takeOver(whose, wrong, signal)))).toMatchObject({
        step: 'migration',
        beyondUpstream: true,
      })
  })

  test.each(['publish', 'withdraw', 'offer', 'takeOver'] as const)(
    'nothing is asked when the time is over before: %s rejects, and does not throw',
    async (what) => {
      const { smp, asked } = opened()
      const before = asked()
      const peppolId = participant()
      const calls = {
        publish: () => smp.publish(registrationOf(peppolId), tooLate),
        withdraw: () => smp.withdraw(peppolId, tooLate),
        offer: () => smp.offer(peppolId, tooLate),
        takeOver: () => smp.takeOver(peppolId, 'key', tooLate),
      }
      await rejectionOf(calls[what]())
      expect(asked()).toBe(before)
    },
  )
})

test('an SMP that keeps silent is given up when the time is over, at the step that was under way', async () => {
  const fake = await startFakeSmp()
  const smp = driverFor(fake)
  fake.broken = { path: /\/services\//, status: 'silence' }
  expect(await rejectionOf(smp.publish(registrationOf(participant()), soon()))).toMatchObject({
    step: 'service-metadata',
    beyondUpstream: false,
  })
  await smp.close?.()
  await fake.close()
})

test('an SMP that cannot be reached is at fault, at the first step', async () => {
  const fake = await startFakeSmp()
  const smp = driverFor(fake)
  await fake.close()
  expect(await rejectionOf(smp.publish(registrationOf(participant()), patient))).toMatchObject({
    step: 'service-group',
    beyondUpstream: false,
    message: expect.stringContaining('cannot be reached'),
  })
  await smp.close?.()
})
