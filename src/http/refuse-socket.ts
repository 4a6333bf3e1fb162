import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type AppError, errorBody } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { newId } from '../values/ids.ts'

/** How long a client may take to close its side of the connection. */
const LINGER_MS = 2_000

/**
 * Answers on a socket that has no request, because what came is not HTTP or asks for another protocol; then closes it.
 */
export const refuseSocket = (
  socket: Duplex,
  error: AppError,
  baseUrl: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  // An error without a listener ends the process, and a client that cuts the connection causes one.
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  const requestId = newId('request')
  const body = JSON.stringify({ error: errorBody(error, requestId, baseUrl) })
  const { status } = catalog[error.code]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...(error.retryAfter === undefined ? [] : [`Retry-After: ${error.retryAfter}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // What the client still sends is read and dropped: otherwise it may never read the answer or close its side.
  socket.resume()
}
