/** Hands the connections of callers round to the instances that say that they serve: none is anybody's own. */
import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { type Pair, join, reached } from './line.ts'

const LOOK_MS = 200

export interface Balancer {
  url: string
  stop(): Promise<void>
}

const serves = async (instance: string): Promise<boolean> => {
  try {
    return (await fetch(`${instance}/health/serving`, { signal: AbortSignal.timeout(1_500) })).ok
  } catch {
    return false
  }
}

export const startBalancer = async (instances: readonly string[]): Promise<Balancer> => {
  let serving: readonly string[] = instances
  let turn = 0
  const pairs = new Set<Pair>()
  const look = async (): Promise<void> => {
    const isServing = await Promise.all(instances.map(serves))
    serving = instances.filter((_, nth) => isServing[nth])
  }
  const looking = setInterval(() => void look(), LOOK_MS)
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
  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => undefined)
    void lead(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      clearInterval(looking)
      for (const socket of [...pairs].flat()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
