/** A line between a client and a server that can be cut, and lead elsewhere: a proxy for TCP. */
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

export interface Line {
  url: string
  /** Ends all connections at once, as a cable does that is pulled out. */
  cut(): void
  /** Takes no connections until it leads somewhere again. */
  down(): void
  lead(target: string): void
  stop(): Promise<void>
}

export const startLine = async (target: string): Promise<Line> => {
  let leadsTo: URL | undefined = new URL(target)
  const open = new Set<Socket>()
  const keep = (socket: Socket, other: () => void): Socket => {
    open.add(socket)
    return socket
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(socket)
        other()
      })
  }
  const server = createServer((near) => {
    if (!leadsTo) return void near.destroy()
    const far = connect(Number(leadsTo.port), leadsTo.hostname)
    keep(near, () => far.destroy())
      .pipe(keep(far, () => near.destroy()))
      .pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => open.forEach((socket) => socket.destroy()),
    down() {
      leadsTo = undefined
      line.cut()
    },
    lead: (next) => void (leadsTo = new URL(next)),
    async stop() {
      line.down()
      server.close()
      await once(server, 'close')
    },
  }
  return line
}
