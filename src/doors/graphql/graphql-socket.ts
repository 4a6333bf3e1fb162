import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode, type Server, type WebSocket as DrivenSocket } from 'graphql-ws'
import { type RawData, WebSocket } from 'ws'
import type { Actor } from '../../auth/actor.ts'
import type { Credentials } from '../../auth/authenticate.ts'

/** Of a frame that is a whole text. */
const TEXT = 0x81

/** One frame of a head and of bytes that many frames end with; what a server sends is not masked. */
const frameOf = (head: string, rest: Buffer): Buffer => {
  const length = Buffer.byteLength(head) + rest.length
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = TEXT
  if (start === 2) frame[1] = length
  else if (start === 4) frame.writeUInt32BE(((TEXT << 24) | (126 << 16) | length) >>> 0)
  else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(head, start)
  rest.copy(frame, start + length - rest.length)
  return frame
}

/** Where a socket belongs. */
interface SocketHome {
  readonly driver: Server<GraphqlSocket>
  forget(socket: GraphqlSocket): void
  fail(socket: GraphqlSocket, error: unknown): void
}

/**
 * A socket as graphql-ws drives it, and what is kept with it. Ten thousand are open at a time: they share their
 * listeners, and none has timers or functions of its own.
 */
export class GraphqlSocket extends WebSocket implements DrivenSocket {
  /** Until the caller is known: what it said is in the credentials, and it takes a tenth of the memory of a socket. */
  request: IncomingMessage | undefined
  address = ''
  credentials: Credentials | undefined
  /** Whom it is counted for, once the caller is known. */
  owner: Pick<Actor, 'organizationId' | 'companyId'> | undefined
  watch: { release(): void } | undefined
  #home: SocketHome | undefined
  #wire: Duplex | undefined
  #isAlive = true
  #hear: ((message: string) => Promise<void>) | undefined
  #closed: ReturnType<Server<GraphqlSocket>['opened']> | undefined

  open(home: SocketHome, request: IncomingMessage, wire: Duplex, address: string): void {
    this.#home = home
    this.request = request
    this.address = address
    this.#wire = wire
    this.on('message', hear).on('pong', noteLife).on('error', fail).on('close', end)
    this.#closed = home.driver.opened(this, this)
  }

  onMessage(hear: (message: string) => Promise<void>): void {
    this.#hear = hear
  }

  hear(text: string): void {
    // What it is given is kept until the operation ends: an object, which can be emptied.
    this.#hear?.(asObject(text) as string).catch((error: unknown) => this.fail(error))
  }

  fail(error: unknown): void {
    this.#home?.fail(this, error)
  }

  /** Writes a text, whose end is the same for many sockets. False when the client does not keep up. */
  write(head: string, rest: Buffer): boolean {
    return this.readyState !== WebSocket.OPEN || this.#wire?.write(frameOf(head, rest)) !== false
  }

  drained(): Promise<void> {
    return new Promise((resolve) => this.#wire?.once('drain', resolve))
  }

  noteLife(): void {
    this.#isAlive = true
  }

  /** Closes it where nobody has said who it is, or has answered since the beat before. */
  beat(): void {
    if (!this.credentials) this.close(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout')
    else if (!this.#isAlive) this.terminate()
    else {
      this.#isAlive = false
      this.ping()
    }
  }

  credentialsEnd(): void {
    this.close(CloseCode.Forbidden, 'The credentials have expired')
  }

  end(code: number, reason: string): void {
    this.watch?.release()
    this.#home?.forget(this)
    this.#closed?.(code, reason).catch((error: unknown) => this.fail(error))
  }
}

const asObject = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function hear(this: WebSocket, data: RawData): void {
  ;(this as GraphqlSocket).hear(String(data))
}

function noteLife(this: WebSocket): void {
  ;(this as GraphqlSocket).noteLife()
}

function fail(this: WebSocket): void {
  this.close(CloseCode.InternalServerError, 'Internal server error')
}

function end(this: WebSocket, code: number, reason: Buffer): void {
  ;(this as GraphqlSocket).end(code, String(reason))
}
