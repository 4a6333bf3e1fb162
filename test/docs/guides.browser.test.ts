/** @module-tag browser */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Program, startProgram } from '../support/program.ts'
import { freePort } from '../support/servers.ts'
import { until } from '../support/until.ts'
import { isInstalled, kinds, startReceiver } from './receivers.ts'
import { type Tongue, programOf, storyOf, tongues, writtenPages } from './texts.ts'

const root = join(import.meta.dirname, '../..')
let app: TestApp
let address: string
const folder = mkdtempSync(join(tmpdir(), 'guides-'))
/** Inside the project, so that programs find the packages that they import. */
const inside = join(root, 'src/generated/guides-run')
const running: Program[] = []
beforeAll(async () => {
  mkdirSync(inside, { recursive: true })
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  address = await app.listen()
  // The client as it is installed, without being built; the recipe as a reader fetches it.
  const installed = join(inside, 'node_modules/@invoice-exchange/client')
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'package.json'), '{"type": "module", "exports": "./source/index.ts"}')
  symlinkSync(join(root, 'src/client'), join(installed, 'source'))
  const recipe = await fetch(`${address}/docs/invoice_exchange.py`)
  writeFileSync(join(folder, 'invoice_exchange.py'), await recipe.text())
})
afterAll(async () => {
  await Promise.all(running.map((one) => one.end()))
  await app.close()
  for (const one of [folder, inside]) rmSync(one, { recursive: true, force: true })
})

/** Runs the program of each language, in the folder into which it writes. */
const commands: Readonly<Record<Tongue, (script: string, name: string) => readonly [string, ...string[]]>> = {
  // A shell whose input is a socket takes itself for one of a remote login, and reads its settings.
  sh: (script) => ['bash', '--norc', '-euo', 'pipefail', '-c', script],
  ts(script, name) {
    const file = join(inside, `${name}.ts`)
    writeFileSync(file, script)
    return ['node', file]
  },
  python(script, name) {
    const file = join(folder, `${name}.py`)
    writeFileSync(file, script)
    return ['python3', file]
  },
}

const tell = async (slug: string, tongue: Tongue, key: string): Promise<object> => {
  const script = storyOf(slug, tongue).typed.replaceAll('http://127.0.0.1:4000', address).replaceAll('svc_test_…', key)
  const [program, ...args] = commands[tongue](script, slug.replaceAll('/', '-'))
  return promisify(execFile)(program, args, { timeout: 90_000, cwd: folder }).then(
    ({ stdout, stderr }) => ({ stdout, stderr }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
  )
}

const told = tongues.flatMap((tongue) =>
  writtenPages.filter((slug) => storyOf(slug, tongue).typed !== '').map((slug) => [slug, tongue] as const),
)

test.each(told)('what %s tells to type (%s) prints what it says', async (slug, tongue) => {
  const { key } = await app.tenant()
  expect(await tell(slug, tongue, key)).toEqual({ stdout: storyOf(slug, tongue).printed, stderr: '' })
})

const body = '{"id":"evt_1","type":"document.sent","data":{"é":"€"}}'
const seconds = (): number => Math.floor(systemClock.now().getTime() / 1_000)
const hashOf = (secret: string, time: number | string, text = body): string =>
  createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')

/** Deliveries, and the status that a receiver has to answer. */
const vectors: readonly (readonly [what: string, header: (secret: string) => string, status: number])[] = [
  ['is signed', (secret) => `t=${seconds()},v1=${hashOf(secret, seconds())}`, 204],
  [
    'is signed with the new secret and the old one',
    (secret) => `t=${seconds()},v1=${hashOf('x', seconds())},v1=${hashOf(secret, seconds())}`,
    204,
  ],
  ['is signed with another secret', () => `t=${seconds()},v1=${hashOf('x', seconds())}`, 400],
  ['was changed on the way', (secret) => `t=${seconds()},v1=${hashOf(secret, seconds(), `${body} `)}`, 400],
  ['is older than five minutes', (secret) => `t=${seconds() - 400},v1=${hashOf(secret, seconds() - 400)}`, 400],
  ['has another time than was signed', (secret) => `t=${seconds()},v1=${hashOf(secret, seconds() - 100)}`, 400],
  ['has no signature', () => `t=${seconds()}`, 400],
  ['has half a signature', (secret) => `t=${seconds()},v1=${hashOf(secret, seconds()).slice(0, 32)}`, 400],
  ['has no time', (secret) => `v1=${hashOf(secret, '')}`, 400],
  ['has a time that is none', (secret) => `t=soon,v1=${hashOf(secret, 'soon')}`, 400],
]

const listening = (port: string): Promise<boolean> =>
  until(() =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' }).then(
      () => true,
      () => false,
    ),
  )

describe.each(kinds)('the receiver in $language', (kind) => {
  const isHere = isInstalled(kind)
  if (!isHere) process.stdout.write(`The receiver in ${kind.language} is not run: ${kind.needs} is not installed.\n`)
  let tenant: Tenant
  let hook: Body
  beforeAll(async () => {
    tenant = await app.tenant()
    const port = String(await freePort())
    hook = (await tenant.post('/v1/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['*'] })).body
    running.push(startReceiver(kind, mkdtempSync(join(folder, 'receiver-')), port, hook.secret))
    await listening(port)
  })

  test.skipIf(!isHere)('takes what is signed, and refuses everything else', async () => {
    for (const [what, header, status] of vectors) {
      const headers = { 'X-Service-Signature': header(hook.secret), 'X-Service-Event': 'document.sent' }
      const answer = await fetch(hook.url, { method: 'POST', headers, body })
      expect({ what, status: answer.status }).toEqual({ what, status })
    }
    expect((await fetch(hook.url, { method: 'POST', body })).status).toBe(400)
  })

  test.skipIf(!isHere)('takes what the product posts', async () => {
    // The receiver compares the time of the product with that of its machine.
    app.clock.advanceToMachine()
    const { body: delivery } = await tenant.post(`/v1/webhooks/${hook.id}/test`)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 204 }] })
  })
})

describe.each<Tongue>(['ts', 'python'])('the programs of the guides (%s)', (language) => {
  const start = (slug: string, name: string, env: Record<string, string>): Program => {
    const [command, ...args] = commands[language](programOf(slug, language, name), name)
    const program = startProgram(command, args, { API: address, ...env })
    running.push(program)
    return program
  }
  const twoParties = (): Promise<[Tenant, Tenant]> => Promise.all([app.tenant(), app.tenant()])

  test('the job of an ERP sends each row once, however often it runs', async () => {
    const [seller, buyer] = await twoParties()
    const ROWS = JSON.stringify([
      { number: 'ERP-1', to: buyer.peppolId, amount: 10 },
      { number: 'ERP-2', to: '9930:DE000000400', amount: 20 },
    ])
    const run = async (): Promise<string> => {
      const program = start('guides/send', 'job', {
        KEY: seller.key,
        FROM: seller.peppolId,
        ROWS,
      })
      expect(await program.ended()).toBe(0)
      return program.said()
    }
    const first = await run()
    expect(first).toMatch(/^ERP-1 sent: doc_\w+\nERP-2 refused: RECIPIENT_NOT_FOUND\n$/)
    expect(await run()).toBe(first)
    expect((await seller.get('/v1/documents')).body.data).toHaveLength(1)
  })

  test('the loop of the dashboard goes on after the last number when it was away', async () => {
    const tenant = await app.tenant()
    const run = (after: number): Program => start('guides/live', 'live', { KEY: tenant.key, AFTER: String(after) })
    const first = run(0)
    await tenant.post('/v1/companies', { vatNumber: 'BE0403019261' })
    await first.says('COMPANY_CREATED')
    await first.end()
    const numbersIn = ({ said }: Program): number[] =>
      [...said().matchAll(/^(\d+) [A-Z_]+/gm)].map(([, number]) => Number(number))
    const last = numbersIn(first).at(-1) ?? 0
    await tenant.post('/v1/companies', { vatNumber: 'DE811000077' })
    const second = run(last)
    await second.says('COMPANY_CREATED')
    const numbers = [...numbersIn(first), ...numbersIn(second)]
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})
