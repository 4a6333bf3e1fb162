/** Webhooks with Express: verified over the raw body, each event once, answered before the work begins. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import express from 'express'

const { WEBHOOK_SECRET = '', PORT = '9000' } = process.env
const OLDEST_SECONDS = 300
/** In a database in earnest: a duplicate may come a day later. */
const seen = new Set<string>()

const isGenuine = (header: string, body: Buffer): boolean => {
  const parts = header.split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) <= OLDEST_SECONDS)) return false
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(`${time}.`).update(body).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const work = (event: { id: string; type: string; seq?: number }): void => console.log(event.type, event.id)

const app = express()
// The raw bytes are what was signed: a parsed body written again is not the same text.
app.post('/', express.raw({ type: '*/*', limit: '1mb' }), (request, response) => {
  const body: Buffer = request.body
  if (!isGenuine(request.get('X-Service-Signature') ?? '', body)) return void response.status(400).end()
  response.status(204).end()
  const event = JSON.parse(body.toString()) as { id: string; type: string }
  if (seen.has(event.id)) return
  seen.add(event.id)
  setImmediate(work, event)
})
app.listen(Number(PORT), '127.0.0.1', () => console.log('listening'))
