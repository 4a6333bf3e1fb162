import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AppError, errorBody } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { newId } from '../values/ids.ts'

/** How long a client may take to close its side. */
const LINGER_MS = 2_000

/** Writes a refusal to a socket that no request stands behind: what came is not HTTP, or wants another protocol. Then the connection is closed. */
export const refuseSocket = (socket: Duplex, error: AppError, baseUrl: string): void => {
  // Nobody else listens: a client that cuts the connection would end the process.
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  const requestId = newId('request')
  const body = JSON.stringify({ error: errorBody(error, requestId, baseUrl) })
  const { status } = catalog[error.code]
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  )
  // What still comes is dropped, so that the answer arrives and the end of the other side is seen.
  socket.resume()
}
