/** A program of its own: what it says, and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from './until.ts'

export interface Program {
  child: ChildProcess
  /** All that it wrote to its output and its errors. */
  said(): string
  /** Waits until it has said this. */
  says(text: string): Promise<void>
  /** Waits for its end, and answers its code. */
  ended(): Promise<number | null>
  /** At once, as by the power. */
  kill(): Promise<void>
  end(): Promise<void>
}

/** `node` is the one that runs the tests. */
export const startProgram = (
  command: string,
  parameters: readonly string[],
  env: Record<string, string>,
  cwd?: string,
): Program => {
  const child = spawn(command === 'node' ? process.execPath : command, parameters, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const closed = once(child, 'close')
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null
  const kill = async (): Promise<void> => {
    if (isOver()) return
    child.kill('SIGKILL')
    await closed
  }
  return {
    child,
    said: () => said,
    async says(text) {
      await until(
        () => said,
        () => said.includes(text) || isOver(),
      )
      if (!said.includes(text)) throw new Error(`It ended (${child.exitCode}) without "${text}": ${said}`)
    },
    async ended() {
      await closed
      return child.exitCode
    },
    kill,
    end: kill,
  }
}
