import { expect, test } from 'vitest'
import { httpDirectorySearch } from '../../../src/upstreams/directory-search/http.ts'
import type { DirectorySearch } from '../../../src/upstreams/directory-search/port.ts'
import { sandboxDirectorySearch } from '../../../src/upstreams/directory-search/sandbox.ts'
import { frenchVat } from '../../../src/values/national-numbers.ts'
import { isPeppolId } from '../../../src/values/peppol-id.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { patient } from '../../support/envelope.ts'
import { match, startFakeDirectory } from '../../support/fake-directory.ts'

interface Opened {
  directory: DirectorySearch
  /** How many questions have come in; not known of a simulator. */
  asked(): number | undefined
  close(): Promise<void>
}

const SIREN = '303265045'
const UNKNOWN = '9930:DE000000404'

const simulator = async (): Promise<Opened> => ({
  directory: sandboxDirectorySearch(),
  asked: () => undefined,
  close: () => Promise.resolve(),
})

const ofVat = (value: string) => [{ scheme: 'VAT', value }]
const french = (vatNumber: string) => ({
  countryCode: 'FR',
  geoInfo: '69002 Lyon',
  identifiers: [...ofVat(vatNumber), { scheme: 'SIREN', value: SIREN }],
})

const http = async (): Promise<Opened> => {
  const fake = await startFakeDirectory()
  fake.listed = [
    match('9930:DE123456789', 'Lumen Glass GmbH', { countryCode: 'DE', identifiers: ofVat('DE123456789') }),
    match(`0009:${SIREN}00013`, 'Lumen Foods (Lyon)', french(frenchVat(SIREN))),
    match(`0225:${SIREN}`, 'Lumen Foods', french(frenchVat(SIREN))),
    match('0208:0403170701', 'Kestrel SA'),
  ]
  const directory = httpDirectorySearch({ url: fake.url })
  return {
    directory,
    asked: () => fake.asked.length,
    async close() {
      await directory.close?.()
      await fake.close()
    },
  }
}

forEachImplementation('the public directory', { simulator, http }, (opened) => {
  test('a participant is found by its id, with its name, its country and the numbers that lead to it', async () => {
    const found = await opened().directory.search({ number: '9930:DE123456789' }, patient)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      peppolId: '9930:DE123456789',
      name: expect.stringMatching(/\w/),
      country: 'DE',
      vatNumber: 'DE123456789',
      identifiers: expect.arrayContaining(['9930:DE123456789', 'DE123456789']),
      entityKey: expect.stringMatching(/\w/),
      head: true,
      documentTypes: expect.arrayContaining(['invoice']),
    })
  })

  test('a participant is found by the VAT number of its company', async () => {
    const found = await opened().directory.search({ number: 'DE123456789' }, patient)
    expect(found.map(({ peppolId }) => peppolId)).toEqual(['9930:DE123456789'])
  })

  test('a company is found by its SIREN with its establishments: one entity, of which it is the head', async () => {
    const found = await opened().directory.search({ number: SIREN }, patient)
    expect(found.length).toBeGreaterThan(1)
    expect(new Set(found.map(({ entityKey }) => entityKey)).size).toBe(1)
    expect(found.filter(({ head }) => head).map(({ peppolId }) => peppolId)).toEqual([`0225:${SIREN}`])
    for (const { identifiers, peppolId } of found)
      expect(identifiers).toEqual(expect.arrayContaining([SIREN, peppolId]))
  })

  test('participants are found by part of a name in their country, whatever the case, and no others', async () => {
    const found = await opened().directory.search({ text: 'LUMEN', country: 'FR' }, patient)
    expect(found.length).toBeGreaterThan(0)
    for (const { name, country, peppolId } of found) {
      expect({ name, country }).toEqual({ name: expect.stringMatching(/lumen/i), country: 'FR' })
      expect(isPeppolId(peppolId)).toBe(true)
    }
  })

  test('a participant is not found by its number in a country that is another', async () => {
    expect(await opened().directory.search({ number: '9930:DE123456789', country: 'FR' }, patient)).toEqual([])
  })

  test.each([{ number: UNKNOWN }, { text: 'nobody is called so', country: 'BE' }])(
    'nobody is found for %o, which is no error',
    async (question) => {
      expect(await opened().directory.search(question, patient)).toEqual([])
    },
  )

  test('the same question has the same answer', async () => {
    const { directory } = opened()
    expect(await directory.search({ number: SIREN }, patient)).toEqual(
      await directory.search({ number: SIREN }, patient),
    )
  })

  test('nothing is asked when the time is over before: the search rejects, and does not throw', async () => {
    const { directory, asked } = opened()
    const before = asked()
    const call = directory.search({ number: SIREN }, tooLate)
    await rejectionOf(call)
    expect(asked()).toBe(before)
  })
})

test('a directory that keeps silent is told as too slow, and is given up when the time is over', async () => {
  const fake = await startFakeDirectory()
  fake.answer = () => 'silence'
  const directory = httpDirectorySearch({ url: fake.url })
  const search = (signal: AbortSignal) => directory.search({ number: SIREN }, signal)
  expect(await rejectionOf(behindCircuit(search, 100))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
  expect(await rejectionOf(search(soon()))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  await directory.close?.()
  await fake.close()
})
