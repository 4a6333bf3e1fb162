import { type IncomingMessage, request } from 'node:http'
import type { Body } from './app.ts'

export interface Message {
  id: string | undefined
  event: string
  data: Body
}

export interface EventSource {
  status: number
  headers: IncomingMessage['headers']
  /** What has come so far. */
  messages: Message[]
  comments: string[]
  /** When the server has ended the stream, or the connection is gone. */
  done: Promise<void>
  /** What is not a stream: the body of a refusal. */
  body(): Promise<Body>
  /** Reads nothing until `go` is called. */
  pause(): void
  go(): void
  leave(): void
}

const messageOf = (block: string): Message | string => {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const data = fields.get('data')
  return data === undefined
    ? block
    : {
        id: fields.get('id'),
        event: fields.get('event') ?? 'message',
        data: data === '' ? undefined : JSON.parse(data),
      }
}

/** A client of Server-Sent Events, as browsers read them. */
export const openEvents = (
  url: string,
  headers: Record<string, string>,
  heard: (message: Message) => void = () => undefined,
): Promise<EventSource> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false }, (answer) => {
      const messages: Message[] = []
      const comments: string[] = []
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (!String(answer.headers['content-type']).startsWith('text/event-stream')) return
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const message = messageOf(text.slice(0, end))
          if (typeof message === 'string') comments.push(message)
          else {
            messages.push(message)
            heard(message)
          }
          text = text.slice(end + 2)
        }
      })
      const done = new Promise<void>((ended) => void answer.once('close', ended).on('error', () => undefined))
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        messages,
        comments,
        done,
        body: () => done.then(() => JSON.parse(text)),
        pause: () => void answer.pause(),
        go: () => void answer.resume(),
        leave: () => void asked.destroy(),
      })
    })
    asked.on('error', reject).end()
  })
