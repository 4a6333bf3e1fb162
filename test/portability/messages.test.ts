import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvOf, names, readCsv } from '../../src/portability/csv.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let own: Tenant
beforeAll(async () => {
  app = await startApp()
  own = await app.tenant()
  await own.post('/v1/companies', { vatNumber: 'FR03303265045' })
})
afterAll(() => app.close())

const given = { messageType: 'REQUEST', state: 'SUBMITTED', requestRef: 'PORT-1', taxpayerSiren: '303265045' }
const subject = 'PORTABILITY;REQUEST;SUBMITTED;PORT-1;303265045'
const build = async (caller: Pick<Tenant, 'post'>, more: object = {}): Promise<Body> => {
  const { status, body } = await caller.post('/v1/portability/build', { ...given, ...more })
  expect(status).toBe(200)
  return body
}

describe('messages about changing platforms', () => {
  test('a message that was built is read as it was given, with what is known of the taxpayer', async () => {
    const platforms = { gainingPaId: '=1+1', losingPaId: '0002;"x"', effectiveDate: '2026-12-01' }
    const built = await build(own, platforms)
    expect(built).toEqual({ subject, csv: expect.any(String), dispatched: false })
    const [header] = built.csv.split('\r\n')
    expect(header.split(';')).toHaveLength(18)
    const { status, body } = await own.post('/v1/portability/parse', { subject, csvRow: built.csv })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...given,
      row: { ...given, ...platforms, taxpayerVatNumber: 'FR03303265045', openInvoices: '0', lastInvoiceDate: null },
    })
    expect(body.row.taxpayerName).toEqual(expect.any(String))
  })

  test('another organization and another company of the same organization are told nothing of the taxpayer', async () => {
    const { body: other } = await own.post('/v1/companies', { vatNumber: 'DE111111111' })
    const bound = await own.keyWith(['compliance'], { companyId: other.id })
    for (const caller of [await app.tenant(), bound]) {
      const row = readCsv((await build(caller)).csv)
      expect([row.taxpayerName, row.taxpayerVatNumber, row.openInvoices]).toEqual([null, null, null])
    }
  })

  test('a message needs the scope compliance', async () => {
    const weak = await own.keyWith(['stats'])
    expectRefusal(await weak.post('/v1/portability/build', given), 'INSUFFICIENT_SCOPE')
    expectRefusal(await weak.post('/v1/portability/parse', { subject }), 'INSUFFICIENT_SCOPE')
  })

  test.each(['', '\r', '\n', '\r\n', '\r\r'])('a row that ends in %j is read', async (end) => {
    const csvRow = `${(await build(own)).csv.split('\r\n')[1]}${end}`
    expect(await own.post('/v1/portability/parse', { subject, csvRow })).toMatchObject({
      status: 200,
      body: { row: given },
    })
  })
  test.each([
    'REQUEST;SUBMITTED;PORT-1;303265045',
    'portability;REQUEST;SUBMITTED;PORT-1;303265045',
    'PORTABILITY;ASK;SUBMITTED;PORT-1;303265045',
    'PORTABILITY;REQUEST;DONE;PORT-1;303265045',
    'PORTABILITY;REQUEST;SUBMITTED;;303265045',
    'PORTABILITY;REQUEST;SUBMITTED;PORT_1;303265045',
    `PORTABILITY;REQUEST;SUBMITTED;${'P'.repeat(36)};303265045`,
    'PORTABILITY;REQUEST;SUBMITTED;PORT-1;303265046',
    'PORTABILITY;REQUEST;SUBMITTED;PORT-1;30326504',
    `${subject};more`,
    `${subject}\n`,
    '',
  ])('the subject %j is refused', async (wrong) => {
    expectRefusal(await own.post('/v1/portability/parse', { subject: wrong }), 'INVALID_REQUEST')
  })

  test.each([
    ['of 17 fields', Array(17).fill('').join(';')],
    ['of two rows', `${csvOf(given)}${csvOf(given).split('\r\n')[1]}`],
    ['with a broken row below', `${csvOf(given)}a"b`],
    ['with an open quotation mark', `"${';'.repeat(17)}`],
    ['that contradicts the subject', csvOf({ ...given, state: 'ACCEPTED' })],
    ['without a row', names.join(';')],
  ])('a table %s is refused', async (_what, csvRow) => {
    expectRefusal(await own.post('/v1/portability/parse', { subject, csvRow }), 'INVALID_REQUEST')
  })

  test('a message is built in GraphQL as in REST', async () => {
    const { data } = await own.graphql(
      '{ portabilityMessage(messageType: REQUEST, state: SUBMITTED, requestRef: "PORT-1", ' +
        'taxpayerSiren: "303265045") { subject csv dispatched } }',
    )
    expect(data.portabilityMessage).toEqual({ subject, csv: expect.any(String), dispatched: false })
  })
})
