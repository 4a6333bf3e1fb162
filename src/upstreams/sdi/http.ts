import { AppError } from '../../kernel/errors/app-error.ts'
import { FormatError } from '../../formats/format-error.ts'
import { type XmlElement, descendants, readXml } from '../../formats/xml/tree.ts'
import { type XmlObject, writeXml } from '../../formats/xml/write.ts'
import { type HttpAnswer, type HttpClient, type TlsFiles, openHttpClient } from '../http-client.ts'
import type { Sdi, SdiAnswerReceipt, SdiFile, SdiReceipt } from './port.ts'

interface SdiCoopOptions extends TlsFiles {
  url: string
}

/** A receipt, or an SE in base64: tens of kilobytes. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const services = {
  submit: {
    path: '/ricevi_file',
    action: 'http://www.fatturapa.it/SdIRiceviFile/RiceviFile',
    types: 'http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types',
    request: 'fileSdIAccoglienza',
    response: 'rispostaSdIRiceviFile',
  },
  answer: {
    path: '/ricevi_notifica',
    action: 'http://www.fatturapa.it/SdIRiceviNotifica/NotificaEsito',
    types: 'http://www.fatturapa.gov.it/sdi/ws/ricezione/v1.0/types',
    request: 'fileSdI',
    response: 'rispostaSdINotificaEsito',
  },
} as const
type Service = (typeof services)[keyof typeof services]

/** Codes with which a file is not looked at. EI02 is a matter of the moment, and thrown. */
const refusals: Readonly<Record<string, string>> = {
  EI01: 'The file is empty.',
  EI03: 'The interchange system does not accept this sender (check SDI_SENDER and SDI_CERT_FILE).',
}

/**
 * SdICoop: the web services of the interchange system, over TLS with a certificate of our own. It calls us back at
 * `/network/sdi`.
 */
export const sdiCoop = (options: SdiCoopOptions): Sdi => new SdiCoop(options)

class SdiCoop implements Sdi {
  readonly #client: HttpClient
  readonly #base: string

  constructor({ url, ...tls }: SdiCoopOptions) {
    this.#client = openHttpClient({ ...tls, maxAnswerBytes: MAX_ANSWER_BYTES })
    this.#base = url.replace(/\/+$/, '')
  }

  async submit(file: SdiFile, signal: AbortSignal): Promise<SdiReceipt> {
    const answer = await this.#call(services.submit, { NomeFile: file.name, File: base64(file) }, signal)
    const error = textOf(answer, 'Errore')
    if (error === 'EI02')
      throw new AppError('UPSTREAM_UNAVAILABLE', { message: 'The interchange system is not available (EI02).' })
    if (error !== undefined)
      return {
        outcome: 'refused',
        code: error,
        message: refusals[error] ?? `The interchange system refused the file with the code ${error}.`,
      }
    return {
      outcome: 'taken',
      sdiId: textOf(answer, 'IdentificativoSdI') ?? malformed(),
      receivedAt: textOf(answer, 'DataOraRicezione') ?? malformed(),
    }
  }

  messages(): Promise<null> {
    return Promise.resolve(null)
  }

  /** Who has received an invoice through SDI has its number from there; this channel only transmits. */
  numberOf(): Promise<null> {
    return Promise.resolve(null)
  }

  async answer(sdiId: string, file: SdiFile, signal: AbortSignal): Promise<SdiAnswerReceipt> {
    const content = { IdentificativoSdI: sdiId, NomeFile: file.name, File: base64(file) }
    const answer = await this.#call(services.answer, content, signal)
    const result = textOf(answer, 'Esito')
    if (result === 'ES01') return { outcome: 'taken' }
    if (result === 'ES00') return { outcome: 'refused', message: fileIn(answer) }
    throw new AppError('UPSTREAM_UNAVAILABLE', {
      message: `The interchange system is not available (${result ?? 'the answer has no outcome'}).`,
    })
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #call(service: Service, content: XmlObject, signal: AbortSignal): Promise<XmlElement> {
    const envelope = { 'soapenv:Body': { [`typ:${service.request}`]: content } }
    const xml = writeXml('soapenv:Envelope', { soapenv: SOAP, typ: service.types }, envelope)
    const answer = await this.#client.call({
      method: 'POST',
      url: `${this.#base}${service.path}`,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${service.action}"` },
      body: Buffer.from(xml),
      signal,
    })
    return responseIn(answer, service.response)
  }
}

const base64 = ({ bytes }: SdiFile): string => Buffer.from(bytes).toString('base64')

const malformed = (): never => {
  throw new AppError('UPSTREAM_ERROR', {
    message: 'The answer of the interchange system does not have the expected format.',
  })
}

const responseIn = ({ status, bytes }: HttpAnswer, name: string): XmlElement => {
  const root = parsed(bytes)
  const fault = root && named(root, 'faultstring')
  if (status >= 400 || fault)
    throw new AppError('UPSTREAM_ERROR', {
      message: `The interchange system answered ${status}${fault ? `: ${fault.text.trim().slice(0, 200)}` : ''}.`,
    })
  return (root && named(root, name)) ?? malformed()
}

const parsed = (bytes: Uint8Array): XmlElement | undefined => {
  try {
    return readXml(bytes)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

const named = (root: XmlElement, name: string): XmlElement | undefined => {
  for (const element of descendants(root)) if (element.name === name) return element
  return undefined
}

const textOf = (element: XmlElement, name: string): string | undefined => named(element, name)?.text.trim() || undefined

/** A file inside a SOAP message, in base64. */
const fileIn = (element: XmlElement): SdiFile | null => {
  const [name, content] = [textOf(element, 'NomeFile'), textOf(element, 'File')]
  return name && content ? { name, bytes: Buffer.from(content, 'base64') } : null
}

/** What the interchange system hands over when it calls us: any of its notifications, each a file with its name. */
export const fileFromSoap = (bytes: Uint8Array): SdiFile => {
  const file = fileIn(readXml(bytes))
  if (!file) throw new FormatError('UNSUPPORTED', 'The message does not contain NomeFile and File.')
  return file
}
