import { type DiallerOptions, openDialler } from '../dialler.ts'
import { HttpFailure, openHttpClient } from '../http-client.ts'
import { ShopFailure, type Shops } from './port.ts'

const MOST_BYTES = 1_000_000

/** Shops on the Internet: their addresses are dialled only where they are public. */
export const httpShops = (options: DiallerOptions): Shops => {
  const client = openHttpClient({ maxAnswerBytes: MOST_BYTES, dial: openDialler(options) })
  return {
    async post(url, message, signal) {
      try {
        const headers = { 'Content-Type': 'text/xml; charset=UTF-8', Accept: 'text/xml, application/xml' }
        const { status, bytes } = await client.call({
          method: 'POST',
          url,
          headers,
          body: Buffer.from(message),
          signal,
        })
        // A refusal of cXML may come with a status of HTTP as well: its words are better.
        if (status >= 200 && status < 300) return bytes
        if (bytes.includes('<cXML')) return bytes
        throw new ShopFailure(`The shop answered the status ${status}.`)
      } catch (error) {
        if (signal.aborted || !(error instanceof HttpFailure)) throw error
        throw new ShopFailure(error.message, { cause: error })
      }
    },
    entrance: (url, fields) => ({ url, fields }),
    close: () => client.close(),
  }
}
