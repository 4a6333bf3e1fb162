/**
 * @module-tag heavy
 * @module-tag services
 */
/**
 * Honest and hostile callers side by side while the database is restarted: `npm run test:long -- soak` does it for half
 * an hour. What it prints is what the page about safety tells.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { Ledger, asOrganization } from '../../support/load.ts'
import { freshVat } from '../../support/numbers.ts'
import { type Started, allOf, call, serverProcesses } from '../../support/processes.ts'
import { type RestartMode, type RestartablePostgres, startRestartablePostgres } from '../../support/servers.ts'

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 8)
const RESTART_EVERY_SECONDS = Number(process.env['SOAK_RESTART_SECONDS'] ?? 3)
const MODES: readonly RestartMode[] = ['fast', 'terminate', 'immediate', 'kill']
const HONEST = Number(process.env['SOAK_HONEST'] ?? 2)
const HONEST_PACE_MS = 100
const HOSTILE_PACE_MS = 250
const MOST_BYTES = 1024 ** 3
const PATIENCE_MS = SECONDS * 1_000 + 120_000

const processes = serverProcesses()
let postgres: RestartablePostgres | undefined
afterAll(async () => {
  await processes.end()
  await postgres?.stop()
})

type Caller = Awaited<ReturnType<typeof asOrganization>>

const invoice = ({ peppolId }: Caller, number: string, lines = 1) => ({
  type: 'invoice',
  from: peppolId,
  to: '9930:DE123456789',
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO',
    lines: Array.from({ length: lines }, () => ({
      description: 'Work',
      quantity: 1,
      unit: 'C62',
      unitPrice: 10,
      vatRate: 21,
    })),
  },
})

/** What an honest client does all day; a refusal that says "later" is sent again under the same key. */
const work = async (caller: Caller, ledger: Ledger, name: number): Promise<void> => {
  const { base, key } = caller
  for (let nth = 0; !ledger.ended; nth++) {
    const number = `S-${name}-${nth}`
    for (const [what, path, body] of [
      ['list', '/v1/companies?limit=5', undefined],
      ['send', '/v1/documents/send', invoice(caller, number)],
      ['read', '/v1/documents?limit=5', undefined],
      ['register', '/v1/companies', { vatNumber: freshVat() }],
    ] as const) {
      for (let open = true; open && !ledger.ended;) {
        const began = performance.now()
        const answer = await call(base, key, path, body, body && { 'idempotency-key': `${what} ${number}` })
        ledger.count(what, answer.status, answer.body.error?.code, performance.now() - began)
        if (what === 'send' && answer.status === 201) ledger.acknowledged.add(answer.body.id)
        open = answer.status === 503 || answer.status === 429
        await wait(HONEST_PACE_MS)
      }
    }
  }
}

const MEBIBYTE = 1024 * 1024
const pdf = (filling: string): Buffer => Buffer.from(`%PDF-1.7\n${filling.repeat((24 * MEBIBYTE) / filling.length)}`)

const fileTo = ({ peppolId }: Caller): string =>
  `/v1/documents/validate?type=invoice&from=${peppolId}&to=9930:DE123456789&format=facturx`

/** What means harm; each is refused, or answered without harm to others. */
const attacks: Readonly<Record<string, (caller: Caller) => Promise<Response>>> = {
  'a PDF of brackets': (caller) => post(caller, fileTo(caller), pdf('['), 'application/pdf'),
  'a PDF of blanks': (caller) => post(caller, fileTo(caller), pdf(' '), 'application/pdf'),
  'unknown names': (caller) =>
    post(
      caller,
      '/v1/companies',
      JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`n${n}`, n]))),
    ),
  'deep JSON': (caller) => post(caller, '/v1/companies', `${'['.repeat(500_000)}${']'.repeat(500_000)}`),
  'deep GraphQL': (caller) =>
    post(caller, '/graphql', JSON.stringify({ query: `{${'a{'.repeat(5_000)}b${'}'.repeat(5_000)}}` })),
  'a huge number': (caller) => get(caller, `/v1/documents?amountMin=${'9'.repeat(15_000)}`),
  'a stranger with a large body': ({ base }) => post({ base, key: '' }, '/v1/companies', 'x'.repeat(MEBIBYTE)),
  'unknown keys': ({ base }) => get({ base, key: `svc_test_${'x'.repeat(43)}` }, '/v1/me'),
  'many lines': (caller) => post(caller, '/v1/documents/validate', JSON.stringify(invoice(caller, 'L', 5_000))),
}

const headersOf = (key: string): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` })
const get = ({ base, key }: Pick<Started, 'base' | 'key'>, path: string): Promise<Response> =>
  fetch(base + path, { headers: headersOf(key) })
const post = (
  { base, key }: Pick<Started, 'base' | 'key'>,
  path: string,
  body: string | Buffer,
  type = 'application/json',
): Promise<Response> =>
  fetch(base + path, { method: 'POST', headers: { ...headersOf(key), 'content-type': type }, body: body as BodyInit })

const attack = async (caller: Caller, ledger: Ledger): Promise<void> => {
  while (!ledger.ended)
    for (const [name, run] of Object.entries(attacks)) {
      if (ledger.ended) return
      // A server that refuses a body may close the connection before all of it is sent.
      const answer = await run(caller).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      ledger.count(name, answer?.status ?? 0, undefined)
      await wait(HOSTILE_PACE_MS)
    }
}

const memoryOf = ({ child }: Started, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024

describe.skipIf(inject('postgres') === '')('honest and hostile callers while the database is restarted', () => {
  test(
    'the honest are served, nothing acknowledged is lost or doubled, no answer is 500, and memory stays bounded',
    { timeout: PATIENCE_MS },
    async () => {
      postgres = await startRestartablePostgres()
      const server = await processes.start({ DATABASE_URL: postgres.url })
      const callers = await Promise.all(Array.from({ length: HONEST + 1 }, () => asOrganization(server)))
      const [villain, ...honest] = callers as [Caller, ...Caller[]]
      const [good, bad] = [new Ledger(), new Ledger()]
      const load = [...honest.map((caller, name) => work(caller, good, name)), attack(villain, bad)]
      const until = performance.now() + SECONDS * 1_000
      let restarts = 0
      while (performance.now() + RESTART_EVERY_SECONDS * 1_000 < until) {
        await wait(RESTART_EVERY_SECONDS * 1_000)
        await postgres.restart(MODES[restarts++ % MODES.length] ?? 'fast')
      }
      await wait(Math.max(0, until - performance.now()))
      good.ended = bad.ended = true
      await Promise.all(load)
      const figures = {
        seconds: SECONDS,
        restarts,
        honest: { p50: good.percentile(0.5), p99: good.percentile(0.99), answers: Object.fromEntries(good.answers) },
        hostile: Object.fromEntries(bad.answers),
        memory: { now: memoryOf(server, 'VmRSS'), most: memoryOf(server, 'VmHWM') },
      }
      process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)

      expect(server.child.exitCode).toBeNull()
      expect([good.faults, bad.faults]).toEqual([[], []])
      expect(good.acknowledged.size).toBeGreaterThan(0)
      const stored: string[] = []
      for (const { base, key } of honest)
        for (const { id } of await allOf(base, key, '/v1/documents')) stored.push(String(id))
      expect(stored).toEqual(expect.arrayContaining([...good.acknowledged]))
      expect(new Set(stored).size).toBe(stored.length)
      expect(memoryOf(server, 'VmHWM')).toBeLessThan(MOST_BYTES)
    },
  )
})
