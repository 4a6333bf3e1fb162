/**
 * Hands the connections of callers round to the instances that say that they serve: none is anybody's own. A process by
 * itself, which can be killed: `balancer.ts PORT INSTANCE…`
 */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { type Server, start } from '../../support/servers.ts'
import { type Pair, join, reached } from './line.ts'

const LOOK_MS = 200

const serves = async (instance: string): Promise<boolean> => {
  try {
    return (await fetch(`${instance}/health/serving`, { signal: AbortSignal.timeout(1_500) })).ok
  } catch {
    return false
  }
}

const balance = (port: number, instances: readonly string[]): void => {
  let serving: readonly string[] = instances
  let turn = 0
  const pairs = new Set<Pair>()
  const look = async (): Promise<void> => {
    const isServing = await Promise.all(instances.map(serves))
    serving = instances.filter((_, nth) => isServing[nth])
  }
  setInterval(() => void look(), LOOK_MS)
  /** Where none serves, one that says so is better than nobody. */
  const inOrder = (): readonly string[] => {
    const some = serving.length > 0 ? serving : instances
    turn += 1
    return [...some.slice(turn % some.length), ...some.slice(0, turn % some.length)]
  }
  const lead = async (near: Socket): Promise<void> => {
    for (const instance of inOrder()) {
      const far = await reached(instance)
      if (far) return join([near, far], pairs)
    }
    near.destroy()
  }
  createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => undefined)
    void lead(near)
  }).listen(port, '127.0.0.1')
}

export const startBalancer = (port: number, instances: readonly string[]): Promise<Server> => {
  const folder = mkdtempSync(pathOf(tmpdir(), 'invoice-exchange-balancer-'))
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [import.meta.filename, String(port), ...instances], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return start('The balancer', folder, url, 'SIGTERM', child, async () => (await fetch(`${url}/health/liveness`)).ok)
}

if (import.meta.main) {
  const [port, ...instances] = process.argv.slice(2)
  balance(Number(port), instances)
}
