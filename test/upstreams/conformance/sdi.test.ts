import { expect, test } from 'vitest'
import { writeFatturaPa } from '../../../src/formats/fatturapa/invoice.ts'
import { readSdiMessage, writeSdiMessage } from '../../../src/formats/fatturapa/messages.ts'
import { routeOf } from '../../../src/formats/fatturapa/route.ts'
import { readUbl } from '../../../src/formats/ubl/invoice.ts'
import { sdiCoop } from '../../../src/upstreams/sdi/http.ts'
import type { Sdi, SdiFile } from '../../../src/upstreams/sdi/port.ts'
import { sandboxSdi } from '../../../src/upstreams/sdi/sandbox.ts'
import { TestClock } from '../../support/app.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { testDatabase } from '../../support/database.ts'
import { patient } from '../../support/envelope.ts'
import { startFakeSdi, taken } from '../../support/fake-sdi.ts'
import { smallInvoice } from '../../support/invoices.ts'

interface Opened {
  sdi: Sdi
  /** A file with which the system is down once, or keeps silent. */
  meeting(what: 'downtime' | 'silence'): SdiFile
  /** All is well again. */
  heal(): void
  /** How often the system was asked; not known of a simulator. */
  asked(): number | undefined
  close(): Promise<void>
}

let last = 0
const fileFor = (buyer = 'IT09876543217'): SdiFile => {
  const number = `F-${++last}`
  const { document } = readUbl(smallInvoice)
  const { electronicAddress: _seller, legalId: _legal, ...seller } = document.seller
  const { electronicAddress: _buyer, legalId: _id, ...other } = document.buyer
  const address = { street: 'Via Roma 1', city: 'Torino', postalCode: '10121', subdivision: 'TO', country: 'IT' }
  const invoice = {
    ...document,
    number,
    seller: { ...seller, vatNumber: 'IT01234567890', address },
    buyer: { ...other, vatNumber: buyer, address },
  }
  return {
    name: `IT01234567890_${String(last).padStart(5, '0')}.xml`,
    bytes: Buffer.from(writeFatturaPa(invoice, routeOf(invoice))),
  }
}

/** The answer of a public buyer. */
const answerOf = (sdiId: string, outcome: 'EC01' | 'EC02'): SdiFile => ({
  name: 'IT01234567890_00001_EC_001.xml',
  bytes: Buffer.from(writeSdiMessage({ kind: 'EC', sdiId, outcome, errors: [] })),
})

const numberOf = async (sdi: Sdi, file: SdiFile): Promise<string> => {
  const receipt = await sdi.submit(file, patient)
  expect(receipt.outcome).toBe('taken')
  return receipt.outcome === 'taken' ? receipt.sdiId : ''
}

const simulator = async (): Promise<Opened> => {
  const database = await testDatabase()
  const sdi = sandboxSdi({ client: database.client, clock: new TestClock(), deliver: () => Promise.resolve() })
  return {
    sdi,
    meeting: (what) => fileFor(what === 'downtime' ? 'IT00000000331' : 'IT00000000341'),
    heal: () => undefined,
    asked: () => undefined,
    close: () => database.close(),
  }
}

const coop = async (): Promise<Opened> => {
  const fake = await startFakeSdi()
  const sdi = sdiCoop({ url: fake.url })
  return {
    sdi,
    meeting(what) {
      fake.answer = what === 'downtime' ? taken('<Errore>EI02</Errore>') : () => undefined
      return fileFor()
    },
    heal: () => void (fake.answer = undefined),
    asked: () => fake.requests.length,
    async close() {
      await sdi.close?.()
      await fake.close()
    },
  }
}

forEachImplementation('the interchange system', { simulator, coop }, (opened) => {
  test('a file that is taken has a number and the time when it came, which it keeps when it comes again', async () => {
    const { sdi } = opened()
    const file = fileFor()
    const receipt = await sdi.submit(file, patient)
    expect(receipt).toEqual({ outcome: 'taken', sdiId: expect.stringMatching(/^\d+$/), receivedAt: expect.any(String) })
    expect(Date.parse((receipt as { receivedAt: string }).receivedAt)).not.toBeNaN()
    expect(await sdi.submit(file, patient)).toEqual(receipt)
    expect(await numberOf(sdi, fileFor())).not.toBe((receipt as { sdiId: string }).sdiId)
  })

  test('an empty file is refused for good, with code and reason', async () => {
    expect(await opened().sdi.submit({ name: 'IT1_1.xml', bytes: Buffer.alloc(0) }, patient)).toEqual({
      outcome: 'refused',
      code: 'EI01',
      message: 'The file is empty.',
    })
  })

  test('a system that is down is told as not available, is asked once, and takes the file later', async () => {
    const { sdi, meeting, heal, asked } = opened()
    const file = meeting('downtime')
    const before = asked()
    expect(await rejectionOf(behindCircuit((signal) => sdi.submit(file, signal)))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
    expect(asked()).toBe(before === undefined ? undefined : before + 1)
    heal()
    expect(await sdi.submit(file, patient)).toMatchObject({ outcome: 'taken' })
  })

  test('a system that keeps silent is told as too slow, and is given up when the time is over', async () => {
    const { sdi, meeting, heal } = opened()
    expect(await rejectionOf(behindCircuit((signal) => sdi.submit(meeting('silence'), signal), 100))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    })
    await rejectionOf(sdi.submit(meeting('silence'), soon()))
    heal()
  })

  test('the answer of a buyer is taken as often as it comes, and another after it is refused with an SE', async () => {
    const { sdi } = opened()
    const sdiId = await numberOf(sdi, fileFor())
    for (const _ of [1, 2])
      expect(await sdi.answer(sdiId, answerOf(sdiId, 'EC01'), patient)).toEqual({ outcome: 'taken' })
    const refusal = await sdi.answer(sdiId, answerOf(sdiId, 'EC02'), patient)
    const { document } = readSdiMessage((refusal as { message: SdiFile }).message.bytes)
    expect({ outcome: refusal.outcome, kind: document.kind, sdiId: document.sdiId }).toEqual({
      outcome: 'refused',
      kind: 'SE',
      sdiId,
    })
  })

  test('the answer to an invoice that nobody knows is refused with an SE', async () => {
    const receipt = await opened().sdi.answer('99999999', answerOf('99999999', 'EC01'), patient)
    expect(receipt.outcome).toBe('refused')
    const { document } = readSdiMessage((receipt as { message: SdiFile }).message.bytes)
    expect(document).toMatchObject({ kind: 'SE', sdiId: '99999999' })
  })

  test('messages about a file name its number, or are brought by the system itself', async () => {
    const { sdi } = opened()
    const sdiId = await numberOf(sdi, fileFor())
    const messages = await sdi.messages(sdiId, patient)
    for (const { bytes } of messages ?? []) expect(readSdiMessage(bytes).document.sdiId).toBe(sdiId)
    expect((await sdi.messages('99999999', patient)) ?? []).toEqual([])
  })

  test('nobody says a number of an invoice that was never received', async () => {
    const invoice = { seller: 'IT00000000000', number: 'never', year: 2026 }
    expect(await opened().sdi.numberOf(invoice, patient)).toBeNull()
  })

  test('nothing is handed over when the time is over before', async () => {
    const { sdi, asked } = opened()
    const sdiId = await numberOf(sdi, fileFor())
    const before = asked()
    await rejectionOf(sdi.submit(fileFor(), tooLate))
    await rejectionOf(sdi.answer(sdiId, answerOf(sdiId, 'EC01'), tooLate))
    expect(asked()).toBe(before)
    expect(await sdi.answer(sdiId, answerOf(sdiId, 'EC02'), patient)).toEqual({ outcome: 'taken' })
  })
})
