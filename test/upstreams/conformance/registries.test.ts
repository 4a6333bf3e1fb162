import { expect, test } from 'vitest'
import { kboRegistry } from '../../../src/upstreams/registries/kbo.ts'
import type { Registry } from '../../../src/upstreams/registries/port.ts'
import { sandboxRegistry } from '../../../src/upstreams/registries/sandbox.ts'
import { sireneRegistry } from '../../../src/upstreams/registries/sirene.ts'
import { viesRegistry } from '../../../src/upstreams/registries/vies.ts'
import { frenchVat } from '../../../src/values/national-numbers.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { patient } from '../../support/envelope.ts'
import {
  type FakeRegistry,
  type Reply,
  kboAnswer,
  sireneCompany,
  sireneEstablishment,
  startFakeRegistry,
  viesAnswer,
} from '../../support/fake-registries.ts'

const ENDINGS = ['000000404', '000000410', '000000502', '000000503', '000000504'] as const
type Ending = (typeof ENDINGS)[number]

interface Opened {
  registry: Registry
  /** A VAT number that nobody has asked for, in the country of the registry; of those that end so, it fails. */
  fresh(ending?: Ending): string
  country: string
  /** Numbers that the registry does not know as ended: VIES cannot tell. */
  tellsInactive: boolean
  /** How many questions have come in; not known of a simulator. */
  asked(): number | undefined
  close(): Promise<void>
}

let last = 600_000_000
const nine = (): string => String((last += 1))

const simulator = async (): Promise<Opened> => ({
  registry: sandboxRegistry(),
  fresh: (ending) => `DE${ending ?? nine()}`,
  country: 'DE',
  tellsInactive: true,
  asked: () => undefined,
  close: () => Promise.resolve(),
})

interface DriverRow extends Pick<Opened, 'country' | 'tellsInactive'> {
  open(url: string): Registry
  vatOf(digits: string): string
  /** What the service answers, as its protocol has it. */
  known(digits: string, path: string): Reply
  unknown: Reply
  inactive(digits: string, path: string): Reply
}

const failures: Partial<Record<Ending, Reply>> = {
  '000000502': { status: 500, body: 'no' },
  '000000503': 'hang-up',
  '000000504': 'silence',
}

const digitsIn = (text: string): string => /\d{9}(?=\D*$)/.exec(text)?.[0] ?? ''

const driver =
  (row: DriverRow): (() => Promise<Opened>) =>
  async () => {
    const fake: FakeRegistry = await startFakeRegistry()
    fake.answer = ({ path, body }) => {
      // The number stands in the body or in the path; a SIRET has five more digits.
      const digits = digitsIn(JSON.stringify(body ?? path.replace(/(\/siret\/\d{9})\d{5}$/, '$1')))
      if (digits === '000000404') return row.unknown
      if (digits === '000000410') return row.inactive(digits, path)
      return failures[digits as Ending] ?? row.known(digits, path)
    }
    const registry = row.open(fake.url)
    return {
      ...row,
      registry,
      fresh: (ending) => row.vatOf(ending ?? nine()),
      asked: () => fake.asked.length,
      async close() {
        await registry.close?.()
        await fake.close()
      },
    }
  }

const vies = driver({
  open: (url) => viesRegistry({ url }),
  country: 'DE',
  tellsInactive: false,
  vatOf: (digits) => `DE${digits}`,
  known: () => viesAnswer(),
  unknown: viesAnswer({ valid: false, name: '---', address: '---' }),
  inactive: () => viesAnswer({ valid: false, name: '---', address: '---' }),
})

const sirene = driver({
  open: (url) => sireneRegistry({ url, key: 'insee-key' }),
  country: 'FR',
  tellsInactive: true,
  vatOf: frenchVat,
  known: (digits, path) => (path.includes('/siren/') ? sireneCompany(digits) : sireneEstablishment(`${digits}00013`)),
  unknown: { status: 404, body: { header: { statut: 404, message: 'Aucun élément trouvé' } } },
  inactive: (digits) => sireneCompany(digits, { etatAdministratifUniteLegale: 'C' }),
})

const kbo = driver({
  open: (url) => kboRegistry({ url, token: 'kbo-token' }),
  country: 'BE',
  tellsInactive: true,
  vatOf: (digits) => `BE0${digits}`,
  known: (digits) => kboAnswer(`0${digits}`),
  unknown: { status: 404, body: {} },
  inactive: (digits) => kboAnswer(`0${digits}`, { status: 'stopped' }),
})

forEachImplementation('the registry', { simulator, vies, sirene, kbo }, (opened) => {
  test('a company is told with its names, the VAT number that was asked for, and an address', async () => {
    const { registry, fresh, country } = opened()
    const vatNumber = fresh()
    const entity = await registry.find({ vatNumber }, patient)
    expect(entity).toMatchObject({
      vatNumber,
      name: expect.stringMatching(/^\w.*\w$/),
      legalName: expect.stringMatching(/^\w.*\S$/),
      provider: expect.stringMatching(/^[a-z-]+$/),
      address: { city: expect.any(String), postalCode: expect.any(String), country },
    })
    expect(Object.values(entity)).not.toContain('')
    expect(await registry.find({ vatNumber }, patient)).toEqual(entity)
  })

  test('a company is the same by its VAT number and by its number in the national register', async () => {
    const { registry, fresh, country } = opened()
    const vatNumber = fresh()
    const number = vatNumber.slice(country === 'FR' ? 4 : 2)
    expect(await registry.find({ country, number }, patient)).toEqual(await registry.find({ vatNumber }, patient))
  })

  test('a number that stands for nobody is VAT_NOT_FOUND, and no fault of the registry', async () => {
    const { registry, fresh } = opened()
    const error = await rejectionOf(behindCircuit((s) => registry.find({ vatNumber: fresh('000000404') }, s)))
    expect(error).toMatchObject({ code: 'VAT_NOT_FOUND' })
  })

  test('a company that has ended is VAT_INACTIVE, or VAT_NOT_FOUND where the registry cannot tell', async () => {
    const { registry, fresh, tellsInactive } = opened()
    expect(await rejectionOf(registry.find({ vatNumber: fresh('000000410') }, patient))).toMatchObject({
      code: tellsInactive ? 'VAT_INACTIVE' : 'VAT_NOT_FOUND',
    })
  })

  test('a number that no company of the country can have is VAT_NOT_FOUND, and nobody is asked', async () => {
    const { registry, country, asked } = opened()
    const before = asked()
    expect(await rejectionOf(registry.find({ country, number: 'no number' }, patient))).toMatchObject({
      code: 'VAT_NOT_FOUND',
    })
    expect(asked()).toBe(before)
  })

  test.each([
    ['answers with an error', '000000502', { code: 'UPSTREAM_ERROR' }],
    ['cannot be reached', '000000503', { code: 'UPSTREAM_UNAVAILABLE', retryAfter: 5 }],
    ['keeps silent', '000000504', { code: 'UPSTREAM_TIMEOUT' }],
  ] as const)('a registry that %s is told as such, and is asked once', async (_what, ending, fault) => {
    const { registry, fresh, asked } = opened()
    const before = asked()
    const call = behindCircuit((signal) => registry.find({ vatNumber: fresh(ending) }, signal), 300)
    expect(await rejectionOf(call)).toMatchObject(fault)
    expect(asked()).toBe(before === undefined ? undefined : before + 1)
  })

  test('a registry is given up when the time is over, and is not asked when it is over before', async () => {
    const { registry, fresh, asked } = opened()
    await rejectionOf(registry.find({ vatNumber: fresh('000000504') }, soon()))
    const before = asked()
    await rejectionOf(registry.find({ vatNumber: fresh() }, tooLate))
    expect(asked()).toBe(before)
  })
})
