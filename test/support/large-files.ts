/** Files as large as they may be, sent and fetched by a client that holds nothing of them but what it is given. */
import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { formOf } from './forms.ts'

export const MEBIBYTE = 1024 * 1024
const TO = '0208:0417497106'

export interface Sender {
  base: string
  headers: Record<string, string>
  peppolId: string
}
export interface Sending {
  path: string
  payload: Buffer
  headers: Record<string, string>
}
export interface Fetched {
  hash: string
  size: number
  length: string | undefined
}

const answerTo = (
  { base, headers }: Sender,
  method: string,
  path: string,
  more: Record<string, string>,
  payload?: Buffer,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(base + path, { method, agent: false, headers: { ...headers, ...more } }, resolve)
      .on('error', reject)
      .end(payload)
  })

const textOf = async (answer: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of answer) text += String(part)
  return text
}

/** Sends it and answers the document's identifier. */
export const upload = async (sender: Sender, { path, payload, headers }: Sending): Promise<string> => {
  const answer = await answerTo(sender, 'POST', path, headers, payload)
  const text = await textOf(answer)
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.statusCode} ${text}`)
  return (JSON.parse(text) as { id: string }).id
}

export const download = async (sender: Sender, id: string, form = 'original'): Promise<Fetched> => {
  const answer = await answerTo(sender, 'GET', `/v1/documents/${id}/${form}`, {})
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { hash: hash.digest('hex'), size, length: answer.headers['content-length'] }
}

export const asBody = ({ peppolId }: Sender, payload: Buffer): Sending => ({
  path: `/v1/documents/send?type=invoice&format=raw&from=${peppolId}&to=${TO}&fileName=large`,
  payload,
  headers: { 'content-type': 'application/octet-stream' },
})

export const inForm = async ({ peppolId }: Sender, bytes: Buffer): Promise<Sending> => {
  const { payload, headers } = await formOf({
    type: 'invoice',
    format: 'raw',
    from: peppolId,
    to: TO,
    file: new File([new Uint8Array(bytes)], 'large'),
  })
  return { path: '/v1/documents/send', payload, headers }
}

export const inJson = ({ peppolId }: Sender, bytes: Buffer): Sending => ({
  path: '/v1/documents/send',
  payload: Buffer.from(
    JSON.stringify({
      type: 'invoice',
      format: 'raw',
      from: peppolId,
      to: TO,
      fileName: 'large',
      file: bytes.toString('base64'),
    }),
  ),
  headers: { 'content-type': 'application/json' },
})

const ATTACHED = Buffer.from('attached').toString('base64')

/** Makes invoices as XML, each with a number of its own and the given bytes attached. */
export const invoicesAround = async (sender: Sender): Promise<(attached: Buffer) => Sending> => {
  const document = {
    number: 'NUMBER-OF-THE-FIRST',
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-7',
    lines: [{ description: 'Lamp', quantity: 1, unitPrice: 10, vatRate: 21 }],
    attachments: [{ reference: 'large', filename: 'large.pdf', mimeType: 'application/pdf', content: ATTACHED }],
  }
  const first = await upload(sender, {
    path: '/v1/documents/send',
    payload: Buffer.from(JSON.stringify({ type: 'invoice', from: sender.peppolId, to: TO, document })),
    headers: { 'content-type': 'application/json' },
  })
  const xml = await textOf(await answerTo(sender, 'GET', `/v1/documents/${first}/xml`, {}))
  let made = 0
  return (attached) => ({
    path: `/v1/documents/send?type=invoice&from=${sender.peppolId}&to=${TO}`,
    headers: { 'content-type': 'application/xml' },
    payload: Buffer.from(
      xml.replace(document.number, `LARGE-${++made}`).replace(ATTACHED, attached.toString('base64')),
    ),
  })
}
