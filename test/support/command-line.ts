/** A command line run in this process: what it writes, and its exit code. */
import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { run } from '../../src/cli/main.ts'
import type { Body } from './app.ts'

export interface Ran {
  code: number
  out: string
  /** The output as it was written. */
  bytes: Buffer
  errors: string
  /** The output, a value a line. */
  json: Body[]
}

interface Surroundings {
  env?: Record<string, string>
  /** Standard input; empty unless given. */
  input?: string
}

export const linesOf = (out: string): Body[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Body)

const captured = (stream: NodeJS.WriteStream) => {
  const parts: Buffer[] = []
  const spy = vi.spyOn(stream, 'write').mockImplementation((part) => {
    parts.push(Buffer.from(part as Uint8Array))
    return true
  })
  return { bytes: () => Buffer.concat(parts), end: () => spy.mockRestore() }
}

/** One at a time: output, input and environment are those of the process. */
export const runCommandLine = async (
  args: readonly string[],
  { env = {}, input = '' }: Surroundings = {},
): Promise<Ran> => {
  const { stdin } = process
  for (const [name, value] of Object.entries({ LC_ALL: 'C', ...env })) vi.stubEnv(name, value)
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  const [out, errors] = [captured(process.stdout), captured(process.stderr)]
  try {
    const code = await run(args)
    const text = out.bytes().toString()
    return {
      code,
      out: text,
      bytes: out.bytes(),
      errors: errors.bytes().toString(),
      get json() {
        return linesOf(text)
      },
    }
  } finally {
    out.end()
    errors.end()
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
    vi.unstubAllEnvs()
  }
}
