/** The network between two parts: it can be cut without a word, as by a switch that dies, and mended again. */
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** What hears each other. */
export type Pair = readonly [Socket, Socket]

const flow = ([near, far]: Pair): void => void near.pipe(far).pipe(near)

/** Two ends, each of which ends with the other; `pairs` has those that are there. */
export const join = (pair: Pair, pairs: Set<Pair>): void => {
  const end = (): void => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  for (const socket of pair) socket.on('error', end).once('close', end)
  pairs.add(pair)
  flow(pair)
}

/** A connection to `address`; undefined where nobody takes it. */
export const reached = (address: string): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })

export interface Line {
  /** As the address that it leads to, but for the port. */
  url: string
  /** Nothing passes, and nobody is told. */
  cut(): void
  /** What was under way goes on, and who waited is led on. */
  mend(): void
  stop(): Promise<void>
}

export const startLine = async (url: string): Promise<Line> => {
  const pairs = new Set<Pair>()
  const waiting = new Set<Socket>()
  let isCut = false
  const lead = async (near: Socket): Promise<void> => {
    const far = await reached(url)
    if (far) join([near, far], pairs)
    else near.destroy()
    if (far && isCut) pause([near, far])
  }
  const pause = (pair: Pair): void => {
    for (const socket of pair) socket.unpipe().pause()
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => undefined)
    if (isCut) waiting.add(near)
    else void lead(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    cut() {
      isCut = true
      for (const pair of pairs) pause(pair)
    },
    mend() {
      isCut = false
      for (const pair of pairs) flow(pair)
      for (const near of waiting) void lead(near)
      waiting.clear()
    },
    async stop() {
      for (const socket of [...waiting, ...[...pairs].flat()]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
