/**
 * @module-tag heavy
 * @module-tag services
 */
/**
 * An organization of very many documents changes deployments. `npm run test:long -- export` has 100,000 documents, kills
 * the server in the export and the command in the import, and measures.
 */
import { spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { createWriteStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { openPromise } from 'yauzl'
import { type Database, openDatabase } from '../../../src/kernel/database/open.ts'
import type { Body } from '../../support/app.ts'
import { emptyDatabase } from '../../support/database.ts'
import { type Started, call, serverProcesses } from '../../support/processes.ts'

const DOCUMENTS = Number(process.env['EXPORT_DOCUMENTS'] ?? 100)
const isMeasured = DOCUMENTS > 5_000
/** What a process needs for its objects may not grow with the documents: with less it would end. */
const HEAP = { NODE_OPTIONS: '--max-old-space-size=300' }
const isEmbedded = inject('postgres') === ''
/** Of a whole process, as the system sees it: the embedded database lives in it. */
const mostMb = (): number => (isEmbedded ? 1_300 : 900)
const AT_ONCE = 5_000
const MB = 1024 * 1024
const KILLS = isMeasured ? 2 : 1
const told = (text: string): void => void (isMeasured && process.stdout.write(`  ${text}\n`))
const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(0)

const processes = serverProcesses()
afterAll(() => processes.end())

interface Place {
  settings: Record<string, string>
  open(): Promise<Database>
}

const place = async (name: string): Promise<Place> => {
  if (isEmbedded) {
    const folder = processes.dataFolder(name)
    return { settings: { ...HEAP, DATA_DIR: folder }, open: () => openDatabase({ folder }) }
  }
  const url = await emptyDatabase(`export-${name}`)
  return { settings: { ...HEAP, DATABASE_URL: url }, open: () => openDatabase({ url }) }
}

/** Documents with a file each, an entry of the lifecycle and an attempt, as a sender has them. */
const seed = async (database: Database, organizationId: string, companyId: string): Promise<void> => {
  for (let from = 1; from <= DOCUMENTS; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, DOCUMENTS)
    const numbers = `generate_series(${from}, ${to}) AS n`
    const body = `convert_to('<Invoice>' || n || repeat('<Line>' || md5(n::text) || '</Line>', 60) || '</Invoice>', 'UTF8')`
    await database.client.$executeRawUnsafe(
      `INSERT INTO stored_files ("organizationId", hash, bytes, "createdAt")
       SELECT $1, encode(sha256(${body}), 'hex'), ${body}, now() FROM ${numbers}`,
      organizationId,
    )
    await database.client.$executeRawUnsafe(
      `INSERT INTO documents ("organizationId", id, "companyId", type, direction, number, currency, "grossAmount", status,
         "lifecycleStatus", format, "searchText", "fileHash", "createdAt", "updatedAt")
       SELECT $1, 'doc_01' || lpad(to_hex(n), 24, '0'), $2, 'invoice', 'outgoing', 'R-' || n, 'EUR', n + 0.10,
         'delivered', 'issued', 'ubl', '', encode(sha256(${body}), 'hex'), now(), now() FROM ${numbers}`,
      organizationId,
      companyId,
    )
    await database.client.$executeRawUnsafe(
      `INSERT INTO lifecycle_entries ("organizationId", id, "documentId", status, party, source, author, "happenedAt",
         "recordedAt")
       SELECT $1, 'stat_01' || lpad(to_hex(n), 24, '0'), 'doc_01' || lpad(to_hex(n), 24, '0'), 'issued', 'supplier',
         'api', 'seed', now(), now() FROM ${numbers}`,
      organizationId,
    )
  }
}

/** What a process holds at most, as the system sees it. */
const watched = (pid: number): (() => number) => {
  let most = 0
  const look = (): void => {
    try {
      const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
      most = Math.max(most, Number(found?.[1] ?? 0) / 1024)
    } catch {
      clearInterval(timer)
    }
  }
  const timer = setInterval(look, 500).unref()
  return () => {
    look()
    clearInterval(timer)
    return most
  }
}

const reached = async ({ base }: Started, key: string, id: string, entries: number): Promise<Body> => {
  for (;;) {
    const { body } = await call(base, key, `/v1/bulk/${id}`)
    if (body.processed >= entries || body.status !== 'running') return body
    await wait(isMeasured ? 300 : 20)
  }
}

/** Downloads a result in two halves, as after a connection that broke. */
const download = async ({ base }: Started, key: string, { id, bytes }: Body, file: string): Promise<void> => {
  const middle = Math.floor(bytes / 2)
  for (const [range, flags] of [
    [`bytes=0-${middle - 1}`, 'w'],
    [`bytes=${middle}-`, 'a'],
  ] as const) {
    const answer = await fetch(`${base}/v1/bulk/${id}/result`, {
      headers: { authorization: `Bearer ${key}`, range },
    })
    expect(answer.status).toBe(206)
    await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file, { flags }))
  }
  expect(statSync(file).size).toBe(bytes)
}

const manifestOf = async (file: string): Promise<Body> => {
  const zip = await openPromise(file)
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'manifest.json') continue
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    zip.close()
    return JSON.parse(Buffer.concat(parts).toString())
  }
  throw new Error('No manifest.')
}

const launcher = join(import.meta.dirname, '../../../src/generated/server/operator.js')

interface Ended {
  code: number | null
  said: string
  mb: number
}

/** The command of the operator; killed after some time, if one is given. */
const command = async (
  args: readonly string[],
  settings: Record<string, string>,
  killAfterMs?: number,
): Promise<Ended> => {
  const child = spawn(process.execPath, [launcher, ...args], {
    env: { PATH: String(process.env['PATH']), NODE_COMPILE_CACHE: inject('compileCache'), ...settings },
  })
  const most = watched(child.pid ?? 0)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  if (killAfterMs !== undefined) {
    await wait(killAfterMs)
    child.kill('SIGKILL')
  }
  const code = await ended
  return { code, said, mb: most() }
}

/** Exports the organization, with kills in between, and answers the manifest. */
const exportTo = async (server: Started, key: string, file: string, kill?: () => Promise<Started>): Promise<Body> => {
  let serving = server
  const { body: begun } = await call(serving.base, key, '/v1/bulk/organization-exports', {})
  for (let n = 1; kill && n <= KILLS; n += 1) {
    const { processed } = await reached(serving, key, begun.id, Math.floor((DOCUMENTS * n) / (KILLS + 1)))
    told(`killed at entry ${processed}`)
    serving = await kill()
  }
  const ended = await reached(serving, key, begun.id, Number.POSITIVE_INFINITY)
  expect(ended).toMatchObject({ status: 'completed', error: null })
  await download(serving, key, ended, file)
  return manifestOf(file)
}

const withoutTime = ({ madeAt: _madeAt, ...manifest }: Body): Body => manifest

test(
  `${DOCUMENTS} documents change deployments with their bytes, although everybody is killed`,
  { timeout: 0 },
  async () => {
    const [here, there] = [await place('here'), await place('there')]
    let server = await processes.start(here.settings)
    const { body: made } = await call(server.base, '', '/v1/sandbox/bootstrap', {
      label: 'move',
      keyType: 'white_label',
    })
    const { organizationId, apiKey: key, company } = made
    // The embedded database is for one process.
    expect(isEmbedded ? await processes.stop(server) : 0).toBe(0)
    const database = await here.open()
    await seed(database, organizationId, company.id)
    await database.close()
    if (isEmbedded) server = await processes.start(here.settings)

    const files = join(processes.folder, 'files')
    const [first, second] = [`${files}-1.zip`, `${files}-2.zip`]
    const exporting = performance.now()
    let most = watched(server.child.pid ?? 0)
    const before = await exportTo(server, key, first, async () => {
      server.child.kill('SIGKILL')
      await server.ended
      server = await processes.start(here.settings)
      most = watched(server.child.pid ?? 0)
      return server
    })
    const exportMb = most()
    told(`exported ${DOCUMENTS} documents (${(statSync(first).size / MB).toFixed(0)} MB) in ${seconds(exporting)} s`)
    told(`the server held at most ${exportMb.toFixed(0)} MB`)
    expect(before.files.count).toBe(DOCUMENTS)
    expect(await processes.stop(server)).toBe(0)

    const importing = performance.now()
    const killed = await command(['import', first], there.settings, isMeasured ? 60_000 : randomInt(500, 1_500))
    told(`the import was killed after ${seconds(importing)} s (${killed.code === null ? 'in the middle' : 'too late'})`)
    // Who is killed between the commit and the end has imported everything, without having said so.
    const between = await there.open()
    const arrived = await between.client.document.count({ where: { organizationId } })
    await between.close()
    expect([0, DOCUMENTS]).toContain(arrived)
    const again = performance.now()
    const imported = await command(['import', first], there.settings)
    told(`imported in ${seconds(again)} s, with at most ${imported.mb.toFixed(0)} MB`)
    expect(imported).toMatchObject({ code: arrived === 0 ? 0 : 1, said: expect.stringContaining(organizationId) })

    // The key that was made there is known here too by its row: compared is what it does not touch.
    const target = await there.open()
    const documents = await target.client.document.count({ where: { organizationId } })
    const hash = createHash('sha256').update(key).digest('hex')
    const keyId = (await target.client.apiKey.findFirstOrThrow({ where: { organizationId } })).id
    await target.client.apiKeyHash.create({ data: { organizationId, keyId, hash } })
    await target.close()
    expect(documents).toBe(DOCUMENTS)
    const other = await processes.start(there.settings)
    const after = await exportTo(other, key, second)
    expect(await processes.stop(other)).toBe(0)
    expect(withoutTime(after)).toEqual(withoutTime(before))
    if (!isMeasured) return
    // oxlint-disable-next-line vitest/no-conditional-expect
    expect(Math.max(exportMb, imported.mb)).toBeLessThan(mostMb())
  },
)
