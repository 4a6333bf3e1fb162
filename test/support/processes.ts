/** The server as a process of its own: started, spoken to over HTTP, and ended, also by force. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Body } from './app.ts'

/**
 * A process of a test lives for seconds: it is not worth compiling its WebAssembly (the database, the queries) a second
 * time, for speed.
 */
const FLAGS = ['--liftoff-only']

export interface Started {
  child: ChildProcess
  base: string
  output: string
  key: string
  ended: Promise<number | null>
}

export interface ServerProcesses {
  /** Of this test alone; removed at the end. */
  folder: string
  /**
   * A data folder of this name in it, made as the first start makes one: what a start then takes is what later starts
   * take.
   */
  dataFolder(name: string): string
  start(settings: Record<string, string>): Promise<Started>
  /** A process without the role of a server: it prints no key. */
  startPart(settings: Record<string, string>): Promise<Pick<Started, 'child' | 'base' | 'ended'>>
  stop(server: Pick<Started, 'child' | 'ended'>): Promise<number | null>
  /** Where a process cannot start: what it says, and its exit code. */
  fails(settings: Record<string, string>): Promise<{ code: number | null; said: string; printed: string }>
  end(): Promise<void>
}

/** Of this version, or of another whose checkout was built. */
export const serverProcesses = (checkout = join(import.meta.dirname, '../..')): ServerProcesses => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-process-'))
  const main = join(checkout, 'src/generated/server/server.js')
  const running = new Set<ChildProcess>()
  const launch = (
    settings: Record<string, string>,
  ): { child: ChildProcess; out: () => string; err: () => string; ended: Promise<number | null> } => {
    const child = spawn(process.execPath, [...FLAGS, main], {
      cwd: folder,
      env: {
        PATH: String(process.env['PATH']),
        LOG_LEVEL: 'silent',
        PORT: '0',
        NODE_COMPILE_CACHE: inject('compileCache'),
        ...settings,
      },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (err += part.toString()))
    running.add(child)
    const ended = once(child, 'close').then(([code]) => {
      running.delete(child)
      return code as number | null
    })
    return { child, out: () => out, err: () => err, ended }
  }
  /** Started, and waited for until it has printed that it is ready, or has ended. */
  const printed = async (settings: Record<string, string>, ready: RegExp) => {
    const { child, out, err, ended } = launch(settings)
    while (!ready.test(out()) && child.exitCode === null)
      await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
    return { child, output: out(), err, ended }
  }
  return {
    folder,
    dataFolder(name) {
      const made = join(folder, name)
      cpSync(inject('dataFolder'), made, { recursive: true })
      return made
    },
    async start(settings) {
      const ready = /curl [^\n]*\n[^\n]*curl [^\n]*\n[^\n]*curl [^\n]*\n/
      const { child, output, err, ended } = await printed(settings, ready)
      const base = /listening on (http:\S+)/.exec(output)?.[1]
      const key = /svc_plat_test_[A-Za-z0-9_-]{43}/.exec(output)?.[0]
      if (!base || !key) throw new Error(`It does not start: ${err()}${output}`)
      return { child, base, output, key, ended }
    },
    async startPart(settings) {
      const { child, output, err, ended } = await printed(settings, /metrics are at http:.*\n/)
      const base = /metrics are at (http:\S+)/.exec(output)?.[1]
      if (!base) throw new Error(`It does not start: ${err()}${output}`)
      return { child, base, ended }
    },
    stop({ child, ended }) {
      child.kill('SIGTERM')
      return ended
    },
    async fails(settings) {
      const { out, err, ended } = launch(settings)
      const code = await ended
      return { code, said: err(), printed: out() }
    },
    async end() {
      for (const child of running) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const call = async (
  base: string,
  key: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Body }> => {
  const answer = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** All rows of a list. */
export const allOf = async (base: string, key: string, path: string): Promise<Body[]> => {
  const rows: Body[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await call(base, key, `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    rows.push(...body.data)
    cursor = body.cursor
  }
  return rows
}
