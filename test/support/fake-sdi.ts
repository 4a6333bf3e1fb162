/** The web services of the interchange system: they number files, and judge the answers of buyers. */
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeSdiMessage } from '../../src/formats/fatturapa/messages.ts'

export type SdiResponder = (request: IncomingMessage, response: ServerResponse) => void

export interface FakeSdi {
  url: string
  requests: { path: string; action: string; body: string }[]
  /** How every request is answered; as the system does it while there is none. */
  answer: SdiResponder | undefined
  close(): Promise<void>
}

const soap =
  (content: string): SdiResponder =>
  (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(`<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${content}</S:Body></S:Envelope>`)

export const plain =
  (status: number, body: string): SdiResponder =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(body)

export const taken = (more: string): SdiResponder =>
  soap(
    '<n:rispostaSdIRiceviFile xmlns:n="http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types">' +
      `${more}</n:rispostaSdIRiceviFile>`,
  )

export const answered = (more: string): SdiResponder =>
  soap(
    '<n:rispostaSdINotificaEsito xmlns:n="http://www.fatturapa.gov.it/sdi/ws/ricezione/v1.0/types">' +
      `${more}</n:rispostaSdINotificaEsito>`,
  )

const RECEIVED = '<DataOraRicezione>2026-11-20T12:00:00Z</DataOraRicezione>'
const valueIn = (body: string, name: string): string => new RegExp(`<${name}>([^<]*)</`).exec(body)?.[1] ?? ''

const refusedWith = (sdiId: string): SdiResponder => {
  const discard = writeSdiMessage({ kind: 'SE', sdiId, discard: 'EN01', messageId: sdiId, errors: [] })
  const file = `<NomeFile>IT_${sdiId}_SE_001.xml</NomeFile><File>${Buffer.from(discard).toString('base64')}</File>`
  return answered(`<Esito>ES00</Esito><ScartoEsito>${file}</ScartoEsito>`)
}

/** What the system remembers: files by name and content, and the answer to each. */
const usually = (): ((path: string, body: string) => SdiResponder) => {
  const numbers = new Map<string, number>()
  const answers = new Map<string, string>()
  return (path, body) => {
    const [file, sdiId] = [valueIn(body, 'File'), valueIn(body, 'IdentificativoSdI')]
    if (path === '/ricevi_file') {
      if (file === '') return taken(`${RECEIVED}<Errore>EI01</Errore>`)
      const key = `${valueIn(body, 'NomeFile')} ${file}`
      const number = numbers.get(key) ?? 4_711 + numbers.size
      numbers.set(key, number)
      return taken(`<IdentificativoSdI>${number}</IdentificativoSdI>${RECEIVED}`)
    }
    if (![...numbers.values()].map(String).includes(sdiId)) return refusedWith(sdiId)
    const before = answers.get(sdiId) ?? file
    answers.set(sdiId, before)
    return before === file ? answered('<Esito>ES01</Esito>') : refusedWith(sdiId)
  }
}

export const startFakeSdi = async (): Promise<FakeSdi> => {
  const usual = usually()
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('')
    const path = request.url ?? ''
    fake.requests.push({ path, action: String(request.headers['soapaction']), body })
    const respond = fake.answer ?? usual(path, body)
    respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeSdi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: [],
    answer: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
