/** Hands the connections of callers round to the instances that say that they serve: none is anybody's own. */
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

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

const connected = (instance: string): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(instance)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })

export const startBalancer = async (instances: readonly string[]): Promise<Balancer> => {
  let serving: readonly string[] = instances
  let turn = 0
  const open = new Set<Socket>()
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
      const far = await connected(instance)
      if (!far) continue
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one)
        one.on('error', () => undefined)
        one.once('close', () => {
          open.delete(one)
          other.destroy()
        })
      }
      near.pipe(far).pipe(near)
      return
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
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
