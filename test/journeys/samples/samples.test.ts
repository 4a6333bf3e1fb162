/** @module-tag heavy */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { camt053 } from '../../support/bank-files.ts'
import { type Program, startProgram } from '../../support/program.ts'
import { freePort } from '../../support/servers.ts'

let app: TestApp
let API: string
let seller: Tenant
let buyer: Tenant
const folder = mkdtempSync(join(tmpdir(), 'samples-'))
const running: Program[] = []

beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  API = await app.listen()
  ;[seller, buyer] = await Promise.all([app.tenant(), app.tenant()])
})
afterAll(async () => {
  await Promise.all(running.map((one) => one.end()))
  await app.close()
  rmSync(folder, { recursive: true })
})

const start = (name: string, env: Record<string, string>): Program => {
  const program = startProgram('node', [join(import.meta.dirname, `${name}.ts`)], { API, ...env })
  running.push(program)
  return program
}

const send = async (number: string, price = 99.5): Promise<string> => {
  const { status, body } = await seller.post('/v1/documents/send', {
    type: 'invoice',
    from: seller.peppolId,
    to: buyer.peppolId,
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      paymentMeans: [{ iban: 'FR7630006000011234567890189' }],
      lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: price, vatRate: 21 }],
    },
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.id
}

test('the dashboard shows what there is, and then each change', async () => {
  await send('DASH-1')
  await app.settle()
  const { body: events } = await seller.get('/v1/events?includeAcked=true&limit=100')
  const dashboard = start('dashboard', { KEY: seller.key, AFTER: String(events.data.at(-1).seq) })
  await dashboard.says('now | delivered 1')
  await send('DASH-2')
  await dashboard.says('DOCUMENT_DELIVERED | delivered 2')
  expect(dashboard.said()).not.toContain('failed')
})

test('the back office books each invoice once, also after it was killed', async () => {
  const BOOKS = join(folder, 'books')
  await send('BACK-1', 10)
  const first = start('back-office', { KEY: buyer.key, BOOKS })
  await first.says('approved BACK-1')
  await first.kill()
  await send('BACK-2', 1_000)
  const second = start('back-office', { KEY: buyer.key, BOOKS })
  await second.says('booked BACK-2')
  expect(second.said()).not.toContain('BACK-1')
  const status = async (number: string): Promise<string> =>
    (await buyer.get(`/v1/documents?number=${number}`)).body.data[0].lifecycleStatus
  expect([await status('BACK-1'), await status('BACK-2')]).toEqual(['approved', 'received'])
  const numbers = readdirSync(BOOKS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(BOOKS, name), 'utf8')).number)
  expect(numbers).toEqual(expect.arrayContaining(['BACK-1', 'BACK-2']))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('the receiver with Express takes what the product signs, and nothing else', async () => {
  const PORT = String(await freePort())
  const url = `http://127.0.0.1:${PORT}/`
  const { body: hook } = await seller.post('/v1/webhooks', { url, events: ['document.sent'] })
  const receiver = start('webhook-receiver', { PORT, WEBHOOK_SECRET: hook.secret })
  await receiver.says('listening')
  app.clock.advanceToMachine()
  const unsigned = await fetch(url, { method: 'POST', body: '{"type": "document.sent"}' })
  expect(unsigned.status).toBe(400)
  await send('HOOK-1')
  await receiver.says('document.sent evt_')
  await app.settle()
  expect(receiver.said().match(/document\.sent/g)).toHaveLength(1)
})

test('the bank import records what is certain, lists the rest, and takes a file once', async () => {
  const FOLDER = join(folder, 'bank')
  mkdirSync(FOLDER)
  await send('BANK-2026-1')
  await app.settle()
  const [{ id }] = (await buyer.get('/v1/documents?number=BANK-2026-1')).body.data
  await buyer.post(`/v1/documents/${id}/lifecycle`, { status: 'approved' })
  const file = camt053([
    { amount: '361.19', direction: 'DBIT', bankReference: 'N1', text: 'Invoice BANK-2026-1' },
    { amount: '7.00', direction: 'DBIT', bankReference: 'N2', text: 'Bank charges' },
  ])
  writeFileSync(join(FOLDER, 'monday.xml'), file)
  const run = async (): Promise<string> => {
    const program = start('bank-import', { KEY: buyer.key, FOLDER })
    expect(await program.ended()).toBe(0)
    return program.said()
  }
  expect(await run()).toBe('monday.xml recorded 1, to check 1\n')
  expect((await buyer.get(`/v1/payments/documents/${id}`)).body).toMatchObject({ status: 'paid', remaining: 0 })
  expect(readFileSync(join(FOLDER, 'to-check.csv'), 'utf8')).toContain('"7"')
  writeFileSync(join(FOLDER, 'again.xml'), file)
  expect(await run()).toBe('again.xml recorded 1, to check 1\n')
  expect((await buyer.get('/v1/payments')).body.data).toHaveLength(1)
})
