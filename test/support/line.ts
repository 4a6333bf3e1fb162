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
  /** Nobody is there: connections are refused until it is opened again. */
  close(): Promise<void>
  open(): Promise<void>
  /**
   * The next time that a client says `words`, they arrive, and the line is cut when the answer comes: resolves then. With
   * `after`, the client has said that before, to the same connection.
   */
  loseAnswerTo(words: string, after?: string): Promise<void>
  /** The next time that a client says `words`, the line is cut, and they do not arrive: resolves then. */
  loseQuestion(words: string, after?: string): Promise<void>
  stop(): Promise<void>
}

export const startLine = async (target: string): Promise<Line> => {
  let leadsTo: URL | undefined = new URL(target)
  const open = new Set<Socket>()
  let lost: { words: string; what: 'answer' | 'question'; after: string; by?: Socket; tell(): void } | undefined
  const lose = (what: 'answer' | 'question', words: string, after = ''): Promise<void> =>
    new Promise((tell) => void (lost = { words, what, after, tell }))
  const isLost = (said: Buffer, by: Socket): boolean => {
    if (!lost) return false
    if (lost.after !== '' && lost.by === undefined) {
      if (said.includes(lost.after)) lost.by = by
      return false
    }
    return (lost.by ?? by) === by && said.includes(lost.words)
  }
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
    keep(far, () => near.destroy()).pipe(near)
    near.on('data', (said: Buffer) => {
      if (lost && isLost(said, near)) {
        const { what, tell } = lost
        lost = undefined
        near.once('close', tell)
        if (what === 'question') return void near.destroy()
        far
          .unpipe(near)
          .once('data', () => near.destroy())
          .resume()
      }
      far.write(said)
    })
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const line: Line = {
    url: `http://127.0.0.1:${port}`,
    cut: () => open.forEach((socket) => socket.destroy()),
    down() {
      leadsTo = undefined
      line.cut()
    },
    loseAnswerTo: (words, after) => lose('answer', words, after),
    loseQuestion: (words, after) => lose('question', words, after),
    lead: (next) => void (leadsTo = new URL(next)),
    async close() {
      line.cut()
      server.close()
      await once(server, 'close')
    },
    open: () => listen(port),
    async stop() {
      line.down()
      if (server.listening) await line.close()
    },
  }
  return line
}
