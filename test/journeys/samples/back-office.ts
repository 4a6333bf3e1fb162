/**
 * A worker on the stream of events: each invoice that arrives is taken into the books once, and small ones are
 * approved. What it has dealt with is the number of an event in a file, so it may be killed at any moment.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { API = 'http://127.0.0.1:4000', KEY = '', BOOKS = './books', APPROVE_BELOW = '500' } = process.env
const NUMBER = join(BOOKS, 'last-event')
const SILENCE_MS = 30_000

interface Event {
  seq: number
  type: string
  data: { documentId: string }
}

const call = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${API}${path}`, {
    method,
    headers: { Authorization: `Bearer ${KEY}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${path} answers ${answer.status}`)
  return answer.json()
}

/** A file is there whole or not at all, whatever ends us meanwhile. */
const write = (path: string, text: string): void => {
  writeFileSync(`${path}.part`, text)
  renameSync(`${path}.part`, path)
}

const book = async (documentId: string): Promise<void> => {
  const file = join(BOOKS, `${documentId}.json`)
  const invoice = await call('GET', `/v1/documents/${documentId}/structured`)
  if (!existsSync(file)) {
    write(file, JSON.stringify(invoice, null, 2))
    console.log('booked', invoice.number, invoice.grossAmount)
  }
  const { allowedTransitions } = await call('GET', `/v1/documents/${documentId}/lifecycle`)
  if (invoice.grossAmount >= Number(APPROVE_BELOW) || !allowedTransitions.includes('approved')) return
  await call('POST', `/v1/documents/${documentId}/lifecycle`, { status: 'approved' })
  console.log('approved', invoice.number)
}

/** Messages of Server-Sent Events: an empty line ends each. */
async function* messagesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const messages = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const data = /^data: (\{.*)$/m.exec(message)?.[1]
      if (data !== undefined && !/^event: error$/m.test(message)) yield JSON.parse(data) as Event
    }
  }
}

const follow = async (): Promise<void> => {
  const after = existsSync(NUMBER) ? readFileSync(NUMBER, 'utf8') : '0'
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const answer = await fetch(`${API}/v1/events/stream?type=document.received`, {
    headers: { Authorization: `Bearer ${KEY}`, 'Last-Event-ID': after },
    signal: silence.signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`The stream answers ${answer.status}`)
  for await (const { seq, data } of messagesOf(answer.body)) {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
    await book(data.documentId)
    write(NUMBER, String(seq))
  }
}

mkdirSync(BOOKS, { recursive: true })
for (let pause = 250; ; pause = Math.min(pause * 2, 10_000)) {
  await follow().then(
    () => (pause = 250),
    (error: unknown) => console.error(String(error)),
  )
  await new Promise((wake) => setTimeout(wake, pause))
}
