/**
 * How long an innocent client waits beside each of the heaviest things that others may ask for: every 10 ms it asks who
 * it is, which needs nobody else, and the database only every five seconds, to look whether the key is still there.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { camt053 } from '../../support/bank-files.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, type Line, percentile } from './support/bench.ts'
import { forgetHighestRss, highestRssOf, rssOf, startProduct } from './support/processes.ts'

const TO = '0208:0417497106'
const LARGEST_MS = 50
const ROUNDS = 3
const KEYS = 10
const ROUND_MS = 1_000

interface Caller {
  url: string
  key: string
  peppolId: string
}

const bootstrap = async (url: string): Promise<Caller> => {
  const answer = await fetch(`${url}/v1/sandbox/bootstrap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyType: 'white_label' }),
  })
  const { apiKey, company } = (await answer.json()) as { apiKey: string; company: { peppolId: string } }
  return { url, key: apiKey, peppolId: company.peppolId }
}

type Body = string | Uint8Array<ArrayBuffer>

const call = async (
  { url, key }: Pick<Caller, 'url'> & { key?: string },
  path: string,
  body?: Body,
  type = 'application/json',
): Promise<Response> =>
  fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })

const line = (index: number) => ({
  description: `Consulting ${index}`,
  quantity: 1 + (index % 9),
  unit: 'HUR',
  unitPrice: 99.5,
  vatRate: 21,
})

const invoice = ({ peppolId }: Caller, number: string, lines: number): object => ({
  type: 'invoice',
  from: peppolId,
  to: TO,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-77',
    lines: Array.from({ length: lines }, (_, index) => line(index)),
  },
})

const MEGABYTES_24 = 24_000_000

const filled = (start: string, text: string): Uint8Array<ArrayBuffer> => {
  const head = Buffer.from(start)
  return new Uint8Array(Buffer.concat([head, Buffer.alloc(MEGABYTES_24 - head.length, text)]))
}

const namedSixtyThousandTimes = (): Uint8Array<ArrayBuffer> => {
  const names = Array.from(
    { length: 60_000 },
    (_, index) => `${index + 9} 0 obj <</F (a${index}.xml) /EF <</F 2 0 R>> >> endobj\n`,
  )
  return filled(`%PDF-1.7\n${names.join('')}2 0 obj <<>> stream\n`, 'x')
}

/** Some seven megabytes of them. */
const unknownNames = (): string => Array.from({ length: 400_000 }, (_, index) => `"unknown${index + 100_000}":1`).join()

const largeInvoice = async (caller: Caller): Promise<string> => {
  const answer = await call(caller, '/v1/documents/send', JSON.stringify(invoice(caller, 'LARGE', 10_000)))
  return ((await answer.json()) as { id: string }).id
}

/** What others ask meanwhile, each an organization of its own: what is heavy counts dearer. */
interface Heavy {
  name: string
  /** What is there before it is measured. */
  prepare?(caller: Caller): Promise<string>
  ask(caller: Caller, round: number, prepared: string): Promise<Response>
}

const heavies = (): Heavy[] => {
  const file =
    (bytes: Body, type: string): Heavy['ask'] =>
    (caller) =>
      call(caller, `/v1/documents/validate?type=invoice&from=${caller.peppolId}&to=${TO}&format=auto`, bytes, type)
  const names = unknownNames()
  const bank = camt053(
    Array.from({ length: 75_000 }, (_, index) => ({
      amount: '12.50',
      endToEndId: `E${index}`,
      text: `Invoice X-${index}`,
    })),
  )
  const register = 'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id } } }'
  const graphql = `{"query":${JSON.stringify(register)},"variables":{"input":{${names}}}}`
  return [
    { name: 'nothing', ask: (caller) => call(caller, '/v1/me') },
    ...['pdf', 'facturx', 'html', 'structured'].map((form) => ({
      name: `10,000 lines as ${form}`,
      prepare: largeInvoice,
      ask: (caller: Caller, _round: number, large: string) => call(caller, `/v1/documents/${large}/${form}`),
    })),
    {
      name: '10,000 lines validated',
      ask: (caller, round) =>
        call(caller, '/v1/documents/validate', JSON.stringify(invoice(caller, `V-${round}`, 10_000))),
    },
    {
      name: 'a statement of 75,000 entries',
      ask: (caller) => call(caller, '/v1/payments/import', new Uint8Array(Buffer.from(bank)), 'application/xml'),
    },
    {
      name: 'a batch of 100 of 900 lines',
      ask: (caller, round) =>
        call(
          caller,
          '/v1/documents/send/batch',
          JSON.stringify({
            documents: Array.from({ length: 100 }, (_, index) => invoice(caller, `B-${round}-${index}`, 900)),
          }),
        ),
    },
    {
      name: '7 MB of unknown names from a stranger',
      ask: ({ url }) => call({ url }, '/v1/sandbox/bootstrap', `{${names}}`),
    },
    { name: '7 MB of unknown names with a key', ask: (caller) => call(caller, '/v1/companies', `{${names}}`) },
    { name: 'the same by GraphQL from a stranger', ask: ({ url }) => call({ url }, '/graphql', graphql) },
    { name: 'the same by GraphQL with a key', ask: (caller) => call(caller, '/graphql', graphql) },
    { name: 'a PDF of 24 MB of blanks', ask: file(filled('%PDF-1.7\n1 0 obj ', ' '), 'application/pdf') },
    { name: 'a PDF that names a stream 60,000 times', ask: file(namedSixtyThousandTimes(), 'application/pdf') },
    { name: 'JSON of 24 MB of brackets', ask: file(filled('', '['), 'application/octet-stream') },
    { name: 'a PDF of 24 MB of brackets', ask: file(filled('%PDF-1.7\n1 0 obj ', '['), 'application/pdf') },
  ]
}

/** What answered: its status, with the code of a refusal. */
const outcomeOf = async (answer: Response): Promise<string> => {
  const text = await answer.text()
  return answer.ok ? `${answer.status}` : `${answer.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`
}

/** The longest turn of the thread that answers, on a processor. */
const longestTurn = (turnsFile: string): number => Math.max(...readFileSync(turnsFile, 'utf8').split('\n').map(Number))

const beside = async (
  { pid }: Server,
  turnsFile: string,
  keys: readonly string[],
  { name, prepare, ask }: Heavy,
  caller: Caller,
): Promise<Line> => {
  const prepared = (await prepare?.(caller)) ?? ''
  const innocent = new Worker(new URL('./support/innocent.ts', import.meta.url), {
    workerData: { url: caller.url, keys },
  })
  try {
    await once(innocent, 'online')
    await wait(500)
    const before = rssOf(pid)
    forgetHighestRss(pid)
    writeFileSync(turnsFile, '')
    const took: number[] = []
    const outcomes = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      outcomes.add(await outcomeOf(await ask(caller, round, prepared)))
      took.push(performance.now() - start)
      await wait(Math.max(0, ROUND_MS - (performance.now() - start)))
    }
    innocent.postMessage('stop', [])
    const [times] = (await once(innocent, 'message')) as [number[]]
    const sorted = Float64Array.from(times).sort()
    const p99 = percentile(sorted, 0.99)
    const worst = sorted.at(-1) ?? Number.NaN
    const grown = highestRssOf(pid) - before
    return {
      name:
        `${name}: ${[...outcomes].join(', ')} in ${Math.max(...took).toFixed(0)} ms, worst wait ` +
        `${worst.toFixed(0)} ms, longest turn ${longestTurn(turnsFile).toFixed(0)} ms, +${grown.toFixed(0)} MB`,
      ratio: p99 / LARGEST_MS,
      target: `≤ ${LARGEST_MS} ms`,
      reached: p99 <= LARGEST_MS,
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
      p99,
    }
  } finally {
    await innocent.terminate()
  }
}

const besideAll = async (server: Server, turnsFile: string, say: Bench['say']): Promise<Line[]> => {
  const lines: Line[] = []
  const keys: string[] = []
  for (let index = 0; index < KEYS; index++) keys.push((await bootstrap(server.url)).key)
  for (const heavy of heavies()) {
    say(heavy.name)
    const caller = await bootstrap(server.url)
    const measured = await beside(server, turnsFile, keys, heavy, caller).catch((error: unknown) => {
      say(`the server is gone: ${String(error)}`)
    })
    if (!measured) break
    say(`${measured.name}; p50 ${measured.p50?.toFixed(1)}, p99 ${measured.p99?.toFixed(1)} ms`)
    lines.push(measured)
  }
  return lines
}

export default async ({ use, say }: Bench) => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-beside-'))
  const turnsFile = join(folder, 'turns')
  const groups: Group[] = []
  try {
    const database = await use(() => startPostgres())
    for (const [name, options] of [
      ['PostgreSQL', { databaseUrl: database.url }],
      ['the embedded database, which does one thing at a time', { dataFolder: join(folder, 'data') }],
    ] as const) {
      const server = await use(() => startProduct({ ...options, turnsFile }))
      const lines = await besideAll(server, turnsFile, say)
      await server.stop()
      groups.push({ title: `An innocent client beside somebody who asks for, on ${name}`, lines })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return groups
}
