/**
 * An endpoint of a customer: takes what is posted to it, or at /never does not answer. Tells how long events took to
 * come.
 */
import { createServer } from 'node:http'

let delays: number[] = []
let first = 0
let last = 0

createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ delays, first, last }))
    if (request.url === '/reset') delays = []
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url === '/never') return
    const { createdAt } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { createdAt: string }
    last = Date.now()
    if (delays.length === 0) first = last
    delays.push(last - Date.parse(createdAt))
    response.writeHead(200, { 'content-length': 2 }).end('ok')
  })
}).listen(Number(process.env['PORT']), '127.0.0.1')
