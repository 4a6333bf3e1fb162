import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { newTrace } from '../../src/kernel/trace.ts'
import { newCircuit } from '../../src/upstreams/circuit.ts'
import { sdiCoop } from '../../src/upstreams/sdi/http.ts'
import type { Sdi } from '../../src/upstreams/sdi/port.ts'
import { patient } from '../support/envelope.ts'
import { type FakeSdi, type SdiResponder, answered, plain, startFakeSdi, taken } from '../support/fake-sdi.ts'

let fake: FakeSdi
let driver: Sdi
beforeAll(async () => {
  fake = await startFakeSdi()
  driver = sdiCoop({ url: fake.url })
})
afterAll(async () => {
  await driver.close?.()
  await fake.close()
})

const file = { name: 'IT01234567890_00001.xml', bytes: Buffer.from('<fattura>è</fattura>') }

describe('the web services of the interchange system', () => {
  test('SDI is handed the file with its name, byte for byte, and answers its number', async () => {
    fake.answer = taken(
      '<IdentificativoSdI>4711</IdentificativoSdI><DataOraRicezione>2026-11-20T12:00:00Z</DataOraRicezione>',
    )
    expect(await driver.submit(file, patient)).toEqual({
      outcome: 'taken',
      sdiId: '4711',
      receivedAt: '2026-11-20T12:00:00Z',
    })
    const sent = fake.requests.at(-1)
    expect(sent).toMatchObject({ path: '/ricevi_file', action: '"http://www.fatturapa.it/SdIRiceviFile/RiceviFile"' })
    expect(sent?.body).toContain(`<NomeFile>${file.name}</NomeFile><File>${file.bytes.toString('base64')}</File>`)
  })
  test('SDI is handed the decision of a buyer, and answers whether it is admissible', async () => {
    fake.answer = answered('<Esito>ES01</Esito>')
    expect(await driver.answer('4711', file, patient)).toEqual({ outcome: 'taken' })
    expect(fake.requests.at(-1)).toMatchObject({
      path: '/ricevi_notifica',
      body: expect.stringContaining('<IdentificativoSdI>4711</IdentificativoSdI>'),
    })
    fake.answer = answered(
      '<Esito>ES00</Esito><ScartoEsito><NomeFile>x_SE_001.xml</NomeFile><File>' +
        `${Buffer.from('<se/>').toString('base64')}</File></ScartoEsito>`,
    )
    expect(await driver.answer('4711', file, patient)).toEqual({
      outcome: 'refused',
      message: { name: 'x_SE_001.xml', bytes: Buffer.from('<se/>') },
    })
  })
  test('SDI is not asked for messages, for it calls back', async () => {
    const before = fake.requests.length
    expect([
      await driver.messages('4711', patient),
      await driver.numberOf({ seller: 'IT1', number: '1', year: 2026 }, patient),
    ]).toEqual([null, null])
    expect(fake.requests).toHaveLength(before)
  })
  test.each([
    ['EI01', /empty/],
    ['EI03', /SDI_SENDER/],
  ])('SDI refuses a file with %s for good', async (code, message) => {
    fake.answer = taken(`<DataOraRicezione>2026-11-20T12:00:00Z</DataOraRicezione><Errore>${code}</Errore>`)
    expect(await driver.submit(file, patient)).toMatchObject({
      outcome: 'refused',
      code,
      message: expect.stringMatching(message),
    })
  })

  test.each<[string, SdiResponder, string]>([
    [
      'answer with a fault',
      plain(
        500,
        '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault><faultstring>' +
          'Internal</faultstring></S:Fault></S:Body></S:Envelope>',
      ),
      'UPSTREAM_ERROR',
    ],
    ['answer 503 with a page', plain(503, '<html>'), 'UPSTREAM_ERROR'],
    ['answer a page', plain(200, '<html><body>Welcome</body></html>'), 'UPSTREAM_ERROR'],
    ['answer with a document type', plain(200, '<!DOCTYPE x><x/>'), 'UPSTREAM_ERROR'],
    ['answer without a number', taken('<DataOraRicezione>2026-11-20T12:00:00Z</DataOraRicezione>'), 'UPSTREAM_ERROR'],
    [
      'send elsewhere',
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'UPSTREAM_UNAVAILABLE',
    ],
    ['cut the connection', (request) => void request.socket.destroy(), 'UPSTREAM_UNAVAILABLE'],
    [
      'cut it in the answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': '5000' })
        response.write('<S:', () => request.socket.destroy())
      },
      'UPSTREAM_UNAVAILABLE',
    ],
  ])('SDI web services that %s fail in a way that is tried again', async (_name, how, code) => {
    fake.answer = how
    const circuit = newCircuit('sdi', () => systemClock.now())
    await expect(
      circuit.call(newTrace(systemClock.now(), null), 'submit', 500, (signal) => driver.submit(file, signal)),
    ).rejects.toMatchObject({ code })
    expect(circuit.view().failures).toBe(1)
  })
  test('SDI web services that fail five times in a row are left alone for a while', async () => {
    fake.answer = plain(500, '')
    const circuit = newCircuit('sdi', () => systemClock.now())
    const call = () =>
      circuit.call(newTrace(systemClock.now(), null), 'submit', 500, (signal) => driver.submit(file, signal))
    for (let times = 0; times < 5; times += 1) await expect(call()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' })
    const before = fake.requests.length
    await expect(call()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect([circuit.view().state, fake.requests.length]).toEqual(['open', before])
  })
})
