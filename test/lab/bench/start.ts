/** What a start takes, and what a server has then: alone, and after some hundred sends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Server, startPostgres } from '../../support/servers.ts'
import type { Bench, Line } from './support/bench.ts'
import { type ProductOptions, cpuOf, highestRssOf, rssOf, startProduct } from './support/processes.ts'

const SENDS = 400
const AT_ONCE = 8
/** Work that was waiting is done, and memory given back. */
const SETTLED_MS = 8_000
/** Megabytes: at rest, and at most. */
const TARGETS = { embedded: [350, 600], postgresql: [200, 600] } as const
/** Seconds until it is ready: the first start of the embedded database unpacks its files. */
const SECONDS = { 'the first start, embedded': 3 } as const
const OTHER_SECONDS = 1

const post = async (url: string, body: object, key = ''): Promise<Record<string, never>> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, never>
}

const sendSome = async ({ url }: Server): Promise<void> => {
  const { apiKey, company } = (await post(`${url}/v1/sandbox/bootstrap`, { keyType: 'white_label' })) as unknown as {
    apiKey: string
    company: { peppolId: string }
  }
  const send = (number: number): Promise<unknown> =>
    post(
      `${url}/v1/documents/send`,
      {
        type: 'invoice',
        from: company.peppolId,
        to: '9930:DE123456789',
        document: {
          number: `START-${number}`,
          issueDate: '2026-11-20',
          dueDate: '2026-12-20',
          buyerReference: 'PO-1',
          lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
        },
      },
      apiKey,
    )
  for (let first = 0; first < SENDS; first += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(first + index)))
}

export default async ({ say }: Bench) => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-data-'))
  const database = await startPostgres()
  const measured = async (name: string, kind: keyof typeof TARGETS, options: ProductOptions, sends = false) => {
    say(name)
    const began = performance.now()
    const server = await startProduct(options)
    const seconds = (performance.now() - began) / 1_000
    const most = SECONDS[name as keyof typeof SECONDS] ?? OTHER_SECONDS
    const ready: Line = {
      name: `${name}, ready in ${seconds.toFixed(1)} s`,
      ratio: seconds / most,
      target: `≤ ${most} s`,
      reached: seconds <= most,
      cpu: cpuOf(server.pid),
      rss: highestRssOf(server.pid),
    }
    const line = (what: string, cpu: number): Line => {
      const [rest, most] = TARGETS[kind]
      const highest = highestRssOf(server.pid)
      return {
        name: `${name}, ${what}: ${rssOf(server.pid).toFixed(0)} MB, at most ${highest.toFixed(0)} MB`,
        ratio: rssOf(server.pid) / rest,
        target: `≤ ${rest} and ${most} MB`,
        reached: rssOf(server.pid) <= rest && highest <= most,
        cpu,
        rss: highest,
      }
    }
    try {
      await wait(SETTLED_MS)
      const lines = [ready, line('at rest', cpuOf(server.pid))]
      if (!sends) return lines
      const before = cpuOf(server.pid)
      await sendSome(server)
      await wait(SETTLED_MS)
      return [...lines, line(`after ${SENDS} sends, CPU for each`, (cpuOf(server.pid) - before) / SENDS)]
    } finally {
      await server.stop()
    }
  }
  try {
    const url = { databaseUrl: database.url }
    const lines = [
      ...(await measured('the first start, embedded', 'embedded', { dataFolder: folder })),
      ...(await measured('a later one, embedded', 'embedded', { dataFolder: folder }, true)),
      ...(await measured('the first start on PostgreSQL', 'postgresql', url)),
      ...(await measured('a later one on PostgreSQL', 'postgresql', url, true)),
    ]
    return [{ title: 'Starts: seconds, and resident memory at rest, against what they should be', lines }]
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
