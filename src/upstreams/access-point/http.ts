import { atMost } from '../../values/text.ts'
import {
  type HttpAnswer,
  type HttpClient,
  type HttpClientOptions,
  HttpFailure,
  openHttpClient,
} from '../http-client.ts'
import { type Handover, TransportFailure } from './port.ts'

/** What all access points that are spoken to over HTTP have in common. */
export interface HttpAccessPointOptions extends Omit<HttpClientOptions, 'maxAnswerBytes'> {
  url: string
  token: string
  /**
   * What counts as final delivery: the signed receipt of the recipient's access point, or only its Message Level
   * Status, which comes later.
   */
  confirms: 'receipt' | 'mls'
}

/** A report holds a receipt and a certificate: tens of kilobytes. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024

interface AccessPointClient {
  post(path: string, body: Uint8Array, signal: AbortSignal): Promise<HttpAnswer>
  get(path: string, signal: AbortSignal): Promise<HttpAnswer>
  close(): Promise<void>
}

export const accessPointClient = ({ url, token, ...options }: HttpAccessPointOptions): AccessPointClient => {
  const client = openHttpClient({ ...options, maxAnswerBytes: MAX_ANSWER_BYTES })
  const base = url.replace(/\/+$/, '')
  const headers = { 'x-token': token, accept: 'application/json' }
  return {
    post: (path, body, signal) =>
      called(client, {
        method: 'POST',
        url: `${base}${path}`,
        headers: { ...headers, 'content-type': 'application/xml' },
        body,
        signal,
      }),
    get: (path, signal) => called(client, { method: 'GET', url: `${base}${path}`, headers, signal }),
    close: () => client.close(),
  }
}

const called = async (client: HttpClient, call: Parameters<HttpClient['call']>[0]): Promise<HttpAnswer> => {
  try {
    return await client.call(call)
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    throw new TransportFailure(`The access point did not give a usable answer: ${error.message}`, {
      arrived: error.reached ? 'unknown' : 'no',
      cause: error,
    })
  }
}

/** Statuses by which the access point refuses the caller or the moment: nothing was taken over, and it may be later. */
const REFUSED_FOR_NOW: Readonly<Record<number, string>> = {
  401: 'it does not accept the token (check ACCESS_POINT_TOKEN)',
  403: 'it does not accept the token (check ACCESS_POINT_TOKEN)',
  404: 'the path does not exist, or sending is switched off there (check ACCESS_POINT_URL)',
  405: 'the path does not accept the method (check ACCESS_POINT_URL)',
  408: 'the request took too long to arrive',
  425: 'the request came too early',
  429: 'it received too many requests',
}

/** What a status says that comes without a report. */
export const handoverFromStatus = (answer: HttpAnswer): Handover => {
  const { status } = answer
  const refused = REFUSED_FOR_NOW[status]
  if (refused !== undefined)
    throw new TransportFailure(`The access point answered ${status}: ${refused}.`, { arrived: 'no' })
  if (status === 400) return { outcome: 'rejected', code: 'SBDH_ERROR', endpoint: null, reason: excerptOf(answer) }
  if (status > 400 && status < 500)
    return { outcome: 'rejected', code: 'AP_REJECTED', endpoint: null, reason: excerptOf(answer) }
  throw new TransportFailure(
    status >= 500
      ? `The access point answered ${status}.`
      : `The access point answered ${status}, but not with a sending report.`,
  )
}

const excerptOf = (answer: HttpAnswer): string => {
  const json = answer.json()
  const text = typeof json === 'string' ? json : answer.text()
  const reason = atMost(400, text.replace(/\s+/g, ' ').trim())
  return `The access point answered ${answer.status}: ${reason || 'it gave no reason'}`
}
