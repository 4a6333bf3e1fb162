/** Server-Sent Events as `fetch` reads them: with a header for the key, and a limit on silence. */
import { ConnectionError } from './errors.ts'

export interface Message {
  event: string
  id: string | undefined
  /** Undefined where there is only an id. */
  data: string | undefined
}

/** A heartbeat comes at least every 15 seconds. */
export const SILENT_MS = 30_000

const messageOf = (block: string): Message | undefined => {
  const message: Message = { event: 'message', id: undefined, data: undefined }
  for (const line of block.split('\n')) {
    const cut = line.indexOf(':')
    const [name, value] = cut < 0 ? [line, ''] : [line.slice(0, cut), line.slice(cut + 1).replace(/^ /, '')]
    if (name === 'event') message.event = value
    else if (name === 'id') message.id = value
    else if (name === 'data') message.data = message.data === undefined ? value : `${message.data}\n${value}`
  }
  return message.id === undefined && message.data === undefined ? undefined : message
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>

const readWithin = (reader: ReadableStreamDefaultReader<Uint8Array>, silentMs: number): Promise<Chunk> =>
  new Promise((resolve, reject) => {
    const silent = (): void => reject(new ConnectionError('TIMEOUT', `Nothing was heard for ${silentMs} ms.`))
    const timer = setTimeout(silent, silentMs)
    reader
      .read()
      .then(resolve, (cause: unknown) =>
        reject(new ConnectionError('CONNECTION_FAILED', 'The line was cut.', { cause })),
      )
      .finally(() => clearTimeout(timer))
  })

/** The messages of an answer, until the server ends it. */
export async function* messagesIn({ body }: Response, silentMs = SILENT_MS): AsyncGenerator<Message> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, silentMs)
      if (done) return
      text += decoder.decode(value, { stream: true }).replace(/\r\n?/g, '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = messageOf(block)
        if (message) yield message
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
