import { expect, test } from 'vitest'
import { readEnv } from '../../../src/kernel/env.ts'
import { newTrace } from '../../../src/kernel/trace.ts'
import { newCircuit } from '../../../src/upstreams/circuit.ts'
import { openLoopbackDirectory } from '../../../src/upstreams/directory/loopback/open.ts'
import { newLookup } from '../../../src/upstreams/directory/lookup.ts'
import { openPeppolDirectory } from '../../../src/upstreams/directory/open.ts'
import type { Directory } from '../../../src/upstreams/directory/port.ts'
import { sandboxDirectory } from '../../../src/upstreams/directory/sandbox.ts'
import { certificatesIn } from '../../../src/upstreams/directory/trust.ts'
import { groupXml, metadataXml } from '../../../src/upstreams/smp/metadata-xml.ts'
import { TRANSPORT_PROFILE, networkDocumentOf } from '../../../src/values/peppol-documents.ts'
import { TestClock } from '../../support/app.ts'
import { forEachImplementation } from '../../support/conformance.ts'
import { testDatabase } from '../../support/database.ts'
import { type Network, startNetwork } from '../../support/network.ts'

interface Opened {
  directory: Directory
  close(): Promise<void>
}

/** Registered for invoices and more; for orders alone; and nowhere. */
const RECEIVES = '9930:DE123456789'
const ORDERS_ALONE = '9930:DE000000410'
const UNKNOWN = '9930:DE000000404'

const documentOf = (...which: Parameters<typeof networkDocumentOf>) => {
  const found = networkDocumentOf(...which)
  if (!found) throw new Error(`The table of documents has no ${which.join(' ')}.`)
  return found
}
const invoice = documentOf('invoice', 'peppol-billing')
const order = documentOf('order', 'peppol')

const clock = new TestClock()
const circuit = () => newCircuit('directory', () => clock.now())

const simulator = async (): Promise<Opened> => {
  const database = await testDatabase()
  return { directory: sandboxDirectory(database.client, circuit()), close: () => database.close() }
}

const loopback = async (): Promise<Opened> => {
  const database = await testDatabase()
  const directory = await openLoopbackDirectory({
    env: readEnv({}),
    clock,
    client: database.client,
    circuit: circuit(),
  })
  return {
    directory,
    async close() {
      await directory.close?.()
      await database.close()
    },
  }
}

/** As a publisher writes its records. */
const publish = ({ published, accessPoint }: Network, peppolId: string, documents: (typeof invoice)[]): void => {
  const group = `iso6523-actorid-upis::${peppolId}`
  published.set(group, groupXml(peppolId))
  const endpoint = { endpointUrl: 'https://ap.example.com/as4', certificate: accessPoint.base64, contact: 'x' }
  for (const one of documents)
    published.set(`${group}/services/${one.scheme}::${one.documentTypeId}`, metadataXml(peppolId, one, endpoint))
}

const peppol = async (): Promise<Opened> => {
  const network = await startNetwork()
  publish(network, RECEIVES, [invoice, order])
  publish(network, ORDERS_ALONE, [order])
  const directory = openPeppolDirectory({
    env: readEnv(network.settings),
    clock,
    circuit: circuit(),
    trusted: certificatesIn(network.authority.pem),
  })
  return {
    directory,
    async close() {
      await directory.close?.()
      await network.close()
    },
  }
}

const asking = () => newLookup(newTrace(clock.now(), null))

forEachImplementation('the directory', { simulator, loopback, peppol }, (opened) => {
  test('a participant has a publisher and the documents that it accepts, and every step is noted', async () => {
    const lookup = asking()
    const record = await opened().directory.lookUp(lookup, RECEIVES)
    expect(record).toMatchObject({ peppolId: RECEIVES, exists: true, reason: null })
    expect(record.publisher).toMatch(/^https?:\/\//)
    expect(record.accepts).toEqual(expect.arrayContaining([invoice.documentTypeId, order.documentTypeId]))
    expect(lookup.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(['sml OK', 'service-group OK'])
    for (const { target, answered } of lookup.steps) expect([target, answered]).not.toContain(null)
  })

  test.each([
    ['the process of the document', invoice.processIds[0]],
    ['any process', undefined],
  ])('a document that is accepted has an endpoint for AS4 in %s', async (_process, processId) => {
    const { directory } = opened()
    const lookup = asking()
    const record = await directory.lookUp(lookup, RECEIVES)
    const { endpoint, reason } = await directory.receptionOf(lookup, record, invoice.documentTypeId, processId)
    expect(reason).toBeNull()
    expect(endpoint).toEqual({
      url: expect.stringMatching(/^https:\/\//),
      transportProfile: TRANSPORT_PROFILE,
      accessPoint: expect.stringMatching(/POP\d{6}/),
    })
    expect(lookup.steps.map(({ outcome }) => outcome)).not.toContain(undefined)
    expect(lookup.steps.at(-1)).toMatchObject({ step: 'endpoint', outcome: 'OK', detail: endpoint?.url })
  })

  test('a document in a process that the participant does not have has no endpoint, with the reason', async () => {
    const { directory } = opened()
    const lookup = asking()
    const record = await directory.lookUp(lookup, RECEIVES)
    expect(await directory.receptionOf(lookup, record, invoice.documentTypeId, 'urn:another:process')).toEqual({
      endpoint: null,
      reason: 'PROCESS_NOT_SUPPORTED',
    })
    expect(lookup.steps.at(-1)).toMatchObject({ step: 'endpoint', outcome: 'PROCESS_NOT_SUPPORTED' })
  })

  test('a document that the participant does not accept has no endpoint, with the reason', async () => {
    const { directory } = opened()
    const lookup = asking()
    const record = await directory.lookUp(lookup, ORDERS_ALONE)
    expect(record.exists).toBe(true)
    expect(record.accepts).not.toContain(invoice.documentTypeId)
    expect(await directory.receptionOf(lookup, record, invoice.documentTypeId, invoice.processIds[0])).toEqual({
      endpoint: null,
      reason: 'DOCUMENT_TYPE_NOT_SUPPORTED',
    })
    expect(lookup.steps.at(-1)).toMatchObject({ step: 'service-metadata', outcome: 'DOCUMENT_TYPE_NOT_SUPPORTED' })
  })

  test('a participant that is registered nowhere is an answer with a reason, and no error', async () => {
    const lookup = asking()
    const record = await opened().directory.lookUp(lookup, UNKNOWN)
    expect(record).toEqual({
      peppolId: UNKNOWN,
      exists: false,
      reason: expect.stringMatching(/^NOT_IN_SM[LP]$/),
      name: null,
      country: null,
      accepts: [],
      publisher: null,
    })
    expect(lookup.steps.at(-1)?.outcome).toBe(record.reason)
  })

  test('the case of a participant id does not matter', async () => {
    const { directory } = opened()
    const { accepts } = await directory.lookUp(asking(), RECEIVES)
    expect(await directory.lookUp(asking(), RECEIVES.toLowerCase())).toMatchObject({ exists: true, accepts })
  })

  test.each(['', 'DE123456789', '9930:', '0208:a b'])(
    '%j, which is no participant id, exists nowhere and accepts nothing',
    async (text) => {
      expect(await opened().directory.lookUp(asking(), text)).toMatchObject({
        exists: false,
        reason: 'NOT_IN_SML',
        accepts: [],
      })
    },
  )

  test('a participant is looked up anew once what is known of it is forgotten', async () => {
    const { directory } = opened()
    const record = await directory.lookUp(asking(), RECEIVES)
    directory.forget?.(RECEIVES)
    const lookup = asking()
    expect(await directory.lookUp(lookup, RECEIVES)).toEqual(record)
    expect(lookup.steps.map(({ answered }) => answered)).not.toContain('cache')
  })
})
