/** Things that tests have opened and not closed yet, and who opened them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:net'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'

interface Opened {
  what: string
  by: string
  isOpen(): boolean
}

const all = new Set<Opened>()
const keeping = new AsyncLocalStorage<boolean>()
const root = join(import.meta.dirname, '../..')
const DEEP = 50

/** The lines of the project that led here, the innermost first: of the tests, where some are. */
const caller = (): string => {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = DEEP
  const lines = String(new Error('here').stack)
    .split('\n')
    .flatMap((line) => /(?<=\/)(?:test|src)\/[^\s?)]+/.exec(line.replace(root, ''))?.[0] ?? [])
    .filter((line) => !line.includes('support/opened.ts'))
  Error.stackTraceLimit = before
  const ofTests = lines.filter((line) => line.startsWith('test/'))
  return (ofTests.length > 0 ? ofTests : lines).join(' < ') || 'somebody outside the project'
}

const add = (what: string, isOpen: () => boolean): void => {
  if (!keeping.getStore()) all.add({ what, by: caller(), isOpen })
}

/** Notes something that is open until the answered function is called. */
export const opened = (what: string): (() => void) => {
  let isOpen = true
  add(what, () => isOpen)
  return () => void (isOpen = false)
}

/** Keeps everything that `body` opens for the tests that follow. */
export const kept = <T>(body: () => T): T => keeping.run(true, body)

/** Everything that is open, in words. */
export const leftOpen = (): string[] =>
  [...all].filter(({ isOpen }) => isOpen()).map(({ what, by }) => `${what}, opened by ${by}`)

export const forget = (): void => all.clear()

subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const { server } = message as { server: Server }
  add('a server', () => server.listening)
})
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess }
  add('a process', () => child.pid !== undefined && child.exitCode === null && child.signalCode === null)
})
subscribe('worker_threads', (message) => {
  const { worker } = message as { worker: Worker }
  add('a thread', () => worker.threadId !== -1)
})

/**
 * Only timers that go on by themselves are noted: others end soon. Those that no test has led to serve a connection, and
 * end with it.
 */
const begin = globalThis.setInterval
globalThis.setInterval = Object.assign((...given: Parameters<typeof begin>) => {
  const timer = begin(...given)
  if (caller().startsWith('test/')) add('a timer', () => Reflect.get(timer, '_destroyed') !== true)
  return timer
}, begin) as typeof begin
