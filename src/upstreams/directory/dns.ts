/**
 * One question to a name server. Node's own resolver does not tell how long an answer may be kept; this does. Over UDP,
 * and over TCP where the answer was cut. An answer counts only when it comes from the server that was asked, carries
 * the random number of the question, and repeats the question.
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'
import { type Answer, type DecodedPacket, type NaptrData, decode, encode, RECURSION_DESIRED } from 'dns-packet'

export interface NaptrAnswer {
  /** Empty where the name does not exist, or has none. */
  records: readonly NaptrData[]
  /** How long that may be believed. */
  seconds: number
  /** Who answered. */
  server: string
}

/** No server answered in time, none could be reached, or what they answer is of no use. */
export class DnsFailure extends Error {
  override readonly name = 'DnsFailure'
  readonly kind: 'timeout' | 'unreachable' | 'error'
  constructor(kind: DnsFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

const ROUNDS = 2
const MOST_SERVERS = 3
/** What goes through all networks in one piece. */
const UDP_BYTES = 1_232
const TCP_BYTES = 65_537
const DNS_PORT = 53

const RCODE = 0x0f
const rcodes: Readonly<Record<number, string>> = { 1: 'FORMERR', 2: 'SERVFAIL', 4: 'NOTIMP', 5: 'REFUSED' }
const NXDOMAIN = 3

interface DnsQuestion {
  id: number
  name: string
  bytes: Buffer
}

const questionFor = (name: string): DnsQuestion => {
  const id = randomInt(0x1_0000)
  const bytes = encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ type: 'NAPTR', class: 'IN', name }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  })
  return { id, name, bytes }
}

/** The answer to the question, or undefined for what is none: forged, late, or unreadable. */
const answerTo = ({ id, name }: DnsQuestion, bytes: Buffer): DecodedPacket | undefined => {
  let packet: DecodedPacket
  try {
    packet = decode(bytes)
  } catch {
    return undefined
  }
  const [asked, ...more] = packet.questions ?? []
  const matches =
    packet.type === 'response' &&
    packet.id === id &&
    more.length === 0 &&
    asked?.type === 'NAPTR' &&
    asked.class === 'IN' &&
    asked.name.toLowerCase() === name.toLowerCase()
  return matches ? packet : undefined
}

const addressOf = (server: string): { host: string; port: number } => {
  const [, bracketed, bare, port] = /^(?:\[([^\]]+)\]|([^:]+|[\da-f:.]+))(?::(\d+))?$/i.exec(server) ?? []
  return { host: bracketed ?? bare ?? server, port: Number(port ?? DNS_PORT) }
}

const timedOut = (server: string): DnsFailure =>
  new DnsFailure('timeout', `The name server ${server} did not answer in time.`)
const unreachable = (server: string, cause: unknown): DnsFailure =>
  new DnsFailure('unreachable', `The name server ${server} cannot be reached.`, cause)

const overUdp = (server: string, question: DnsQuestion, signal: AbortSignal): Promise<DecodedPacket> =>
  new Promise((resolve, reject) => {
    const { host, port } = addressOf(server)
    // Bound to the server: the system drops what comes from elsewhere, and the port on our side is a random one.
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', late)
      socket.removeAllListeners('message')
      socket.close()
      settle()
    }
    const late = (): void => end(() => reject(timedOut(server)))
    signal.addEventListener('abort', late, { once: true })
    socket.once('error', (error) => end(() => reject(unreachable(server, error))))
    socket.on('message', (bytes) => {
      const packet = answerTo(question, bytes)
      if (packet) end(() => resolve(packet))
    })
    socket.connect(port, host, () => socket.send(question.bytes))
  })

const overTcp = (server: string, question: DnsQuestion, signal: AbortSignal): Promise<DecodedPacket> =>
  new Promise((resolve, reject) => {
    const { host, port } = addressOf(server)
    const socket = connect({ host, port, signal })
    let received = Buffer.alloc(0)
    socket.on('error', (error) => reject(signal.aborted ? timedOut(server) : unreachable(server, error)))
    socket.on('close', () =>
      reject(new DnsFailure('error', `The name server ${server} ended the connection before its answer was complete.`)),
    )
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const length = received.length >= 2 ? received.readUInt16BE(0) : TCP_BYTES
      if (received.length < length + 2) return
      const packet = answerTo(question, received.subarray(2, length + 2))
      if (packet) resolve(packet)
      else reject(new DnsFailure('error', `The name server ${server} answered a different question.`))
      socket.destroy()
    })
    const length = Buffer.alloc(2)
    length.writeUInt16BE(question.bytes.length)
    socket.write(Buffer.concat([length, question.bytes]))
  })

const isOf =
  <T extends Answer['type']>(type: T) =>
  (answer: Answer): answer is Extract<Answer, { type: T }> =>
    answer.type === type

/** The records of the name, or of the name that it is another name for. */
const readAnswer = (packet: DecodedPacket, name: string, server: string): NaptrAnswer => {
  const code = (packet.flags ?? 0) & RCODE
  if (code !== 0 && code !== NXDOMAIN)
    throw new DnsFailure('error', `The name server ${server} answered with the code ${rcodes[code] ?? code}.`)
  const answers = packet.answers ?? []
  const names = new Set([name.toLowerCase()])
  const lifetimes: number[] = []
  for (const alias of answers) {
    if (alias.type !== 'CNAME' || typeof alias.data !== 'string' || !names.has(alias.name.toLowerCase())) continue
    names.add(alias.data.toLowerCase())
    lifetimes.push(alias.ttl ?? 0)
  }
  const found = answers.filter(isOf('NAPTR')).filter((one) => names.has(one.name.toLowerCase()))
  if (code === 0 && found.length > 0)
    return {
      records: found.map(({ data }) => data),
      seconds: Math.min(...lifetimes, ...found.map(({ ttl }) => ttl ?? 0)),
      server,
    }
  // How long a name is believed not to exist, its zone says (RFC 2308).
  const zone = (packet.authorities ?? []).find(isOf('SOA'))
  return { records: [], seconds: zone ? Math.min(...lifetimes, zone.ttl ?? 0, zone.data.minimum ?? 0) : 0, server }
}

const askServer = async (server: string, name: string, signal: AbortSignal): Promise<NaptrAnswer> => {
  const question = questionFor(name)
  const packet = await overUdp(server, question, signal)
  return readAnswer(packet.flag_tc ? await overTcp(server, questionFor(name), signal) : packet, name, server)
}

/** Asks one server after the other, and all of them once more: datagrams get lost. */
export const askNaptr = async (name: string, servers: readonly string[], timeoutMs: number): Promise<NaptrAnswer> => {
  const asked = servers.slice(0, MOST_SERVERS)
  let failure = new DnsFailure('unreachable', 'No name server is configured.')
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const server of asked) {
      try {
        return await askServer(server, name, AbortSignal.timeout(Math.ceil(timeoutMs / (ROUNDS * asked.length))))
      } catch (error) {
        if (!(error instanceof DnsFailure)) throw error
        failure = error
      }
    }
  }
  throw failure
}
