/** A DNS server of ours on loopback, over UDP and TCP. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Server, createServer } from 'node:net'
import { type Answer, type DecodedPacket, decode, encode, AUTHORITATIVE_ANSWER, TRUNCATED_RESPONSE } from 'dns-packet'

type DnsTransport = 'udp' | 'tcp'
/** The packets that answer a question: one as a rule, none from a server that is silent. */
export type Respond = (query: DecodedPacket, over: DnsTransport) => readonly Buffer[]

export interface NameServer {
  /** Host and port, as settings have it. */
  address: string
  /** The names that were asked for, with how. */
  asked: { name: string; over: DnsTransport }[]
  close(): Promise<void>
}

interface DnsReply {
  answers?: Answer[]
  authorities?: Answer[]
  code?: number
  truncated?: boolean
  id?: number
  name?: string
}

export const packet = (
  { id, questions = [] }: DecodedPacket,
  { answers = [], authorities = [], code = 0, truncated = false, id: otherId, name }: DnsReply,
): Buffer =>
  encode({
    type: 'response',
    id: otherId ?? id,
    flags: AUTHORITATIVE_ANSWER | (truncated ? TRUNCATED_RESPONSE : 0) | code,
    questions: name === undefined ? questions : questions.map((one) => ({ ...one, name })),
    answers,
    authorities,
  })

export const NXDOMAIN = 3
export const SERVFAIL = 2

/** Anybody on the machine may send anything. */
const readable = (bytes: Buffer): DecodedPacket | undefined => {
  try {
    return decode(bytes)
  } catch {
    return undefined
  }
}

/** False where somebody else has the port. */
const listenOn = async (server: Server, port: number): Promise<boolean> => {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}

export const startNameServer = async (respond: Respond): Promise<NameServer> => {
  const asked: NameServer['asked'] = []
  const answersTo = (bytes: Buffer, over: DnsTransport): readonly Buffer[] => {
    const query = readable(bytes)
    if (!query) return []
    asked.push({ name: query.questions?.[0]?.name ?? '', over })
    return respond(query, over)
  }
  const udp = createSocket('udp4')
  udp.on('message', (bytes, { port, address }) => {
    for (const answer of answersTo(bytes, 'udp')) udp.send(answer, port, address)
  })
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      for (const answer of answersTo(bytes.subarray(2), 'tcp'))
        socket.write(Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 0xff]), answer]))
      socket.end()
    })
  })
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const { port } = udp.address()
  if (!(await listenOn(tcp, port))) {
    udp.close()
    return startNameServer(respond)
  }
  return {
    address: `127.0.0.1:${port}`,
    asked,
    async close() {
      udp.close()
      tcp.close()
      await Promise.all([once(udp, 'close'), once(tcp, 'close')])
    },
  }
}
