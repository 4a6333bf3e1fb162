import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Verdict } from './judge.ts'

/** What one file may take: time of a processor, and memory beyond that of the idle process. */
export const LIMITS = { ms: 2_000, mb: 256 }

/** The heap that leaves room for what a process of Node needs besides. */
const HEAP_MB = 130

/** Judges `count` broken files from number `first` on, and the hostile ones of these names, in a process of its own. */
export const judge = async (first: number, count: number, hostile: readonly string[]): Promise<Verdict> => {
  const flags = [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=8']
  const child = spawn(
    process.execPath,
    [...flags, join(import.meta.dirname, 'judge.ts'), String(first), String(count), ...hostile],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = { out: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out = (said.out + text).slice(-1_000_000)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors = (said.errors + text).slice(-2_000)))
  await new Promise((resolve) => child.on('close', resolve))
  const last = said.out.trimEnd().split('\n').at(-1) ?? ''
  if (child.exitCode === 0) return JSON.parse(last) as Verdict
  return {
    files: count + hostile.length,
    refused: 0,
    faults: [{ file: last, error: `The process died of it. ${said.errors}` }],
    slowest: { file: '', ms: 0 },
    largest: { file: '', mb: 0 },
  }
}
