/**
 * What a server takes for files as large as they may be, seen from outside: its resident memory before, at the highest,
 * and after.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  MEBIBYTE,
  type Sender,
  asBody,
  download,
  inForm,
  inJson,
  invoicesAround,
  upload,
} from '../../support/large-files.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import type { Bench, Line } from './support/bench.ts'
import { forgetHighestRss, highestRssOf, rssOf, startProduct } from './support/processes.ts'

const FILE = 25 * MEBIBYTE
/** In base64 it has the ten megabytes that a body of JSON may have. */
const FILE_IN_JSON = 7 * MEBIBYTE
/** In base64, inside of an invoice, it makes a file of 25 MB: readers take 25,000,000 bytes. */
const ATTACHED = 17 * MEBIBYTE
const FIRST = 3 * MEBIBYTE
const IN_A_ROW = 5
const MOST_FILES = 2
/** Delivery, the request log and whatever else follows from a request. */
const AFTERWARDS_MS = 2_000

const newSender = async ({ url: base }: Server): Promise<Sender> => {
  const answer = await fetch(`${base}/v1/sandbox/bootstrap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'memory', keyType: 'white_label' }),
  })
  const { apiKey, company } = (await answer.json()) as { apiKey: string; company: { peppolId: string } }
  return { base, headers: { authorization: `Bearer ${apiKey}` }, peppolId: company.peppolId }
}

/** The same several times in a row; the worst counts. */
const measured = async ({ pid }: Server, what: string, size: number, work: () => Promise<unknown>): Promise<Line> => {
  const first = rssOf(pid)
  let [highest, grown] = [0, 0]
  for (let round = 0; round < IN_A_ROW; round++) {
    const before = rssOf(pid)
    forgetHighestRss(pid)
    await work()
    await wait(AFTERWARDS_MS)
    highest = Math.max(highest, highestRssOf(pid))
    grown = Math.max(grown, highestRssOf(pid) - before)
  }
  const ratio = (grown * MEBIBYTE) / size
  return {
    name: `${what}: ${first.toFixed(0)} MB before, ${rssOf(pid).toFixed(0)} after`,
    ratio,
    target: `≤ ${MOST_FILES.toFixed(2)}`,
    reached: ratio <= MOST_FILES,
    rss: highest,
  }
}

const linesOf = async (server: Server): Promise<Line[]> => {
  const sender = await newSender(server)
  const around = await invoicesAround(sender)
  const ways = [asBody, inForm, inJson]
  // What the first files of a process load and compile is not theirs.
  for (const sending of ways)
    await download(sender, await upload(sender, await sending(sender, randomBytes(FIRST))), 'xml')
  await wait(AFTERWARDS_MS)
  let last = ''
  const asXml = (_sender: Sender, bytes: Buffer) => around(bytes)
  const sent = (sending: (typeof ways)[number], size: number) => async () =>
    (last = await upload(sender, await sending(sender, randomBytes(size))))
  const lines = [
    await measured(server, 'a file of 25 MB in a form', FILE, sent(inForm, FILE)),
    await measured(server, 'a file of 25 MB as the body', FILE, sent(asBody, FILE)),
    await measured(server, 'the same given back', FILE, () => download(sender, last)),
    await measured(server, 'a file of 7 MB in JSON', FILE_IN_JSON, sent(inJson, FILE_IN_JSON)),
  ]
  // The thread that reads XML ends when it is idle for long.
  await sent(asXml, FIRST)()
  await wait(AFTERWARDS_MS)
  const xml = 'an invoice of 25 MB as XML, read, checked and delivered'
  return [...lines, await measured(server, xml, FILE, sent(asXml, ATTACHED))]
}

export default async ({ use, say }: Bench) => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-bench-data-'))
  try {
    say('embedded')
    const embedded = await linesOf(await use(() => startProduct({ dataFolder: folder })))
    say('PostgreSQL')
    const database = await use(() => startPostgres())
    const postgres = await linesOf(await use(() => startProduct({ databaseUrl: database.url })))
    const title = (kind: string): string =>
      `Large files on ${kind}, ${IN_A_ROW} in a row: by how many times the file resident memory grows at most`
    return [
      { title: title('the embedded database'), lines: embedded },
      { title: title('PostgreSQL'), lines: postgres },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
