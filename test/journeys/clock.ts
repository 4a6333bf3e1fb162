/**
 * The clock of a new user: `node test/journeys/clock.ts`. From a clone to the first document that was delivered, and
 * from the opened documentation to the first webhook that was verified in another language. It types what the pages
 * say, as they are served. What it measures is the machine, without the time that somebody reads.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/kernel/clock.ts'

const LONGEST_MS = 300_000
const root = join(import.meta.dirname, '../..')
const { startProgram } = await import('../support/program.ts')
const { freePort } = await import('../support/servers.ts')

const folder = mkdtempSync(join(tmpdir(), 'clock-'))
const clone = join(folder, 'clone')
const lines: [what: string, seconds: string][] = []

const timed = async <T>(what: string, act: () => Promise<T> | T): Promise<T> => {
  const before = systemClock.steady()
  const result = await act()
  lines.push([what, ((systemClock.steady() - before) / 1_000).toFixed(1)])
  return result
}

/** The blocks of a page as a reader copies them: the text of the elements, in order. */
const copied = async (address: string, page: string): Promise<{ language: string; code: string }[]> => {
  const html = await (await fetch(`${address}/docs/${page}`)).text()
  const text = (part: string): string =>
    part
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  return [...html.matchAll(/<figure class="code" data-language="(\w+)">[^]*?<code>([^]*?)<\/code>/g)].map(
    ([, language = '', code = '']) => ({ language, code: text(code) }),
  )
}

const typed = (code: string, key: string): string =>
  execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', code.replaceAll('svc_test_…', key)], {
    encoding: 'utf8',
    cwd: folder,
  })

/** `npm start` has a shell below it, and that the server. */
const descendants = (pid: number): number[] => {
  const children = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
  return children.flatMap((child) => [...descendants(child), child])
}

const untilSaid = async (said: () => string, wanted: RegExp): Promise<string> => {
  for (const end = systemClock.steady() + LONGEST_MS; systemClock.steady() < end; await pause(20)) {
    const [found] = wanted.exec(said()) ?? []
    if (found !== undefined) return found
  }
  throw new Error(`${wanted} was not said: ${said()}`)
}

const firstDocument = async (address: string, key: string): Promise<void> => {
  const blocks = (await copied(address, 'start')).filter(({ language }) => language === 'sh')
  // The sixth block waits until the invoice is delivered.
  const printed = typed(
    blocks
      .slice(0, 5)
      .map(({ code }) => code)
      .join('\n'),
    key,
  )
  if (!printed.endsWith('delivered\n')) throw new Error(printed)
}

const firstWebhook = async (address: string): Promise<void> => {
  const made = await fetch(`${address}/v1/sandbox/bootstrap`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ keyType: 'platform', label: 'docs' }),
  })
  const { apiKey } = (await made.json()) as { apiKey: string }
  const blocks = await copied(address, 'guides/webhooks')
  const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
  const port = String(await freePort())
  const making = shell.slice(0, 2).join('\n').replaceAll('127.0.0.1:9000', `127.0.0.1:${port}`)
  const told = typed(`${making}\necho "$id $(echo "$hook" | field secret)"`, apiKey)
  const [id = '', secret = ''] = told.trim().split('\n').at(-1)?.split(' ') ?? []
  writeFileSync(join(folder, 'receiver.py'), blocks.find(({ language }) => language === 'python')?.code ?? '')
  const receiver = startProgram(
    'python3',
    [join(folder, 'receiver.py')],
    { PORT: port, WEBHOOK_SECRET: secret },
    folder,
  )
  try {
    await untilSaid(() => String(receiver.child.pid ?? ''), /\d/)
    await pause(300)
    typed(`${shell[0]}\nid=${id}\n${shell[2]}`, apiKey)
    await untilSaid(receiver.said, /webhook\.test/)
  } finally {
    await receiver.end()
  }
}

try {
  await timed('git clone', () => execFileSync('git', ['clone', '-q', root, clone]))
  await timed('npm ci', () => execFileSync('npm', ['ci', '--silent'], { cwd: clone, stdio: 'ignore' }))
  const PORT = String(await freePort())
  const server = startProgram(
    'npm',
    ['start'],
    { PORT, WEBHOOK_ALLOW_PRIVATE: 'true', DATA_DIR: join(folder, 'data') },
    clone,
  )
  try {
    const key = await timed('npm start, until it prints a key', () => untilSaid(server.said, /svc_plat_test_[\w-]+/))
    const address = `http://127.0.0.1:${PORT}`
    await timed('the page start, typed until "delivered"', () => firstDocument(address, key))
    await timed('/docs opened, until a webhook was verified in Python', () => firstWebhook(address))
  } finally {
    for (const pid of descendants(Number(server.child.pid))) process.kill(pid)
    await server.end()
  }
} finally {
  for (const [what, seconds] of lines) process.stdout.write(`${seconds.padStart(8)} s  ${what}\n`)
  const sum = lines.slice(0, 4).reduce((total, [, seconds]) => total + Number(seconds), 0)
  process.stdout.write(`${sum.toFixed(1).padStart(8)} s  from the clone to the first document delivered\n`)
  rmSync(folder, { recursive: true, force: true })
}
