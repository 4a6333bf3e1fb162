/** Sends documents: a JSON body, a file as it is, several files, or the lines of a file in the background. */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { extname } from 'node:path'
import { type Client, InvoiceExchangeError, type Schemas } from '../client/index.ts'
import { type Input, UsageError } from './command.ts'
import { followBulk } from './bulk.ts'
import { exitCodeOf, explain, online } from './online.ts'
import { Progress, bold, dim, green, print, printJson, red, safe, yellow } from './terminal.ts'
import { isObject } from '../values/is-object.ts'

type Sent = Pick<Schemas.Document, 'id' | 'number' | 'deliveryStatus' | 'errorCode' | 'receiverName'>
type Body = Record<string, unknown>

const LINES = new Set(['.jsonl', '.ndjson', '.gz'])
const TYPES: Readonly<Record<string, string>> = { '.pdf': 'application/pdf', '.xml': 'application/xml' }
const FAILED = new Set(['failed', 'rejected'])
const OVER = new Set(['delivered', ...FAILED])
const LOOK_MS = 500

/** What to send: a body, or bytes with their type. */
type Content = { body: Body } | { bytes: Uint8Array<ArrayBuffer>; type: string }

const parsed = (text: string, where: string): Content => {
  try {
    const body: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isObject(body)) return { body: body as Body }
  } catch (error) {
    throw new UsageError(`${where} is not valid JSON: ${(error as Error).message}`)
  }
  throw new UsageError(`${where} must be a JSON object, like the body of POST /v1/documents/send.`)
}

const contentOf = async (word: string): Promise<Content> => {
  if (word.trimStart().startsWith('{')) return parsed(word, 'The argument')
  const bytes = new Uint8Array(word === '-' ? await buffer(process.stdin) : await readFile(word))
  const text = Buffer.from(bytes)
  const first = text.subarray(0, 200).toString('utf8').trimStart()
  if (extname(word) === '.json' || first.startsWith('{')) return parsed(text.toString('utf8'), word)
  const type = first.startsWith('<') ? 'application/xml' : TYPES[extname(word).toLowerCase()]
  return { bytes, type: type ?? (first.startsWith('%PDF-') ? 'application/pdf' : 'application/octet-stream') }
}

/** The parties and the type may stand beside the file. */
const besidesOf = (input: Input): Record<string, string> =>
  Object.fromEntries(
    ['from', 'to', 'type'].flatMap((name) => {
      const value = input.text(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const sendOne = async (client: Client, word: string, input: Input): Promise<Sent> => {
  const content = await contentOf(word)
  const key = input.text('idempotency-key')
  const keyed = key === undefined ? {} : { idempotencyKey: key }
  const besides = besidesOf(input)
  if ('body' in content)
    return client.post('/v1/documents/send', { ...keyed, body: { ...content.body, ...besides } as never })
  if (besides['from'] === undefined) throw new UsageError(`${word}: a file needs --from, and --to.`)
  return client.post('/v1/documents/send', {
    ...keyed,
    query: { type: 'invoice', ...besides } as never,
    headers: { 'content-type': content.type },
    body: content.bytes,
  })
}

/** Until it has arrived, or will not. */
const waitFor = async (client: Client, sent: Sent, seconds: number): Promise<Sent> => {
  const end = performance.now() + seconds * 1_000
  let now = sent
  while (!OVER.has(now.deliveryStatus ?? 'delivered') && performance.now() < end) {
    await sleep(LOOK_MS)
    now = await client.get('/v1/documents/{documentId}', { path: { documentId: sent.id } })
  }
  return now
}

const painted: Readonly<Record<string, (text: string) => string>> = {
  delivered: green,
  failed: red,
  rejected: red,
  pending: yellow,
}

const lineOf = (word: string, { id, number, deliveryStatus, errorCode, receiverName }: Sent): string => {
  const status = deliveryStatus ?? 'stored'
  const to = receiverName === null ? '' : `  ${dim('to')} ${safe(receiverName)}`
  const mark = FAILED.has(status) ? red('✗') : green('✓')
  return `${mark} ${bold(safe(number ?? word))}  ${dim(id)}${to}  ${(painted[status] ?? String)(status)}${errorCode ? ` ${errorCode}` : ''}`
}

const secondsOf = (input: Input): number => {
  const given = Number(input.text('timeout') ?? 60)
  if (!(given > 0)) throw new UsageError('--timeout must be a number of seconds.')
  return given
}

export const send = async (input: Input): Promise<number> => {
  const { words } = input
  const [first] = words
  if (first === undefined) throw new UsageError('Name at least one FILE, give JSON, or "-" for standard input.')
  const { client } = online(input)
  if (words.length === 1 && LINES.has(extname(first))) return sendLines(client, first, input)
  const progress = new Progress('Sending')
  let worst = 0
  for (const [index, word] of words.entries()) {
    if (words.length > 1) progress.show(index, words.length)
    try {
      const sent = await sendOne(client, word, input)
      const now = input.flag('wait') ? await waitFor(client, sent, secondsOf(input)) : sent
      progress.end()
      await (input.json ? printJson(now) : print(lineOf(word, now)))
      if (FAILED.has(now.deliveryStatus ?? '')) worst = Math.max(worst, 5)
    } catch (error) {
      if (!(error instanceof InvoiceExchangeError) || words.length === 1) throw error
      progress.end()
      await (input.json ? printJson({ file: word, error: error.code }) : print(`${red('✗')} ${word}`))
      explain(error, input.json)
      worst = Math.max(worst, exitCodeOf(error))
    }
  }
  progress.end()
  return worst
}

/** In the background of the server: a hundred thousand documents are one upload. */
const sendLines = async (client: Client, file: string, input: Input): Promise<number> => {
  const started = await client.post('/v1/bulk/sends', {
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await readFile(file)),
    timeoutMs: 600_000,
  })
  const ended = await followBulk(client, started, 'Sending')
  const refused = ended.failed
  if (input.json) await printJson(ended)
  else
    await print(
      `${refused > 0 || ended.status !== 'completed' ? red('✗') : green('✓')} ${ended.processed - refused} sent, ` +
        `${refused} refused  ${dim(ended.id)}  ${dim(`The outcome of each line: ${ended.resultUrl}`)}`,
    )
  return ended.status === 'completed' && refused === 0 ? 0 : 5
}
