/** The least that brings one text to many sockets: what is posted goes to all. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString()))
  request.on('end', () => {
    for (const socket of sockets.clients) socket.send(text)
    response.end()
  })
})
const sockets = new WebSocketServer({ server })
server.listen(Number(process.env['PORT']), '127.0.0.1')
