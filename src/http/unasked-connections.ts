import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Connections on which nothing was asked yet, as browsers and clients open them ahead. Node does not count them as
 * idle: a server that stops would wait a minute for their first request. Returns what ends them.
 */
export const watchUnaskedConnections = (server: Server): (() => void) => {
  const unasked = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  server.on('request', ({ socket }) => void unasked.delete(socket))
  server.on('upgrade', ({ socket }) => void unasked.delete(socket))
  return () => {
    for (const socket of unasked) socket.destroy()
  }
}
