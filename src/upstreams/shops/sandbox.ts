/**
 * The simulated shop, which every address leads to in the sandbox: people open its page, fill a cart, and come back.
 * Addresses with these words in their path fail on purpose; they are listed in the README.
 */
import { readSetupRequest } from '../../formats/cxml/setup.ts'
import { writeSetupResponse, writeStatus } from '../../formats/cxml/write.ts'
import { ShopFailure, type Shops } from './port.ts'

/** What the page of the simulated shop knows of a visit. */
export interface SimulatedVisit {
  protocol: 'oci' | 'cxml'
  buyerCookie: string
}

/** The sender of its carts, as shops of the sandbox have to allow it. */
export const SIMULATED_SENDER = {
  domain: 'NetworkID',
  identity: 'sandbox-shop',
  sharedSecret: 'sandbox-shop-secret',
} as const

export const SIMULATED_PATH = '/sandbox/shop/'

const pageOf = (callback: string, visit: SimulatedVisit): string =>
  `${new URL(callback).origin}${SIMULATED_PATH}${Buffer.from(JSON.stringify(visit)).toString('base64url')}`

/** The visit that an address of the page names; undefined for any other text. */
export const visitIn = (token: string): SimulatedVisit | undefined => {
  try {
    const { protocol, buyerCookie } = JSON.parse(Buffer.from(token, 'base64url').toString()) as SimulatedVisit
    const isVisit = (protocol === 'oci' || protocol === 'cxml') && typeof buyerCookie === 'string'
    return isVisit && buyerCookie.length <= 500 ? { protocol, buyerCookie } : undefined
  } catch {
    return undefined
  }
}

const stamp = { payloadId: 'sandbox-shop', timestamp: '2026-01-01T00:00:00Z' }

const refusals: readonly (readonly [word: string, answer: () => string])[] = [
  ['/refused', () => writeStatus(stamp, { code: 401, text: 'Unauthorized', message: 'The shared secret is wrong.' })],
  ['/broken', () => '<html>Welcome'],
  ['/page-less', () => writeStatus(stamp, { code: 200, text: 'OK', message: '' })],
  [
    '/unavailable',
    () => {
      throw new ShopFailure('The shop answered the status 503.')
    },
  ],
]

export const sandboxShops = (): Shops => ({
  async post(url, message, signal) {
    signal.throwIfAborted()
    const answer = refusals.find(([word]) => new URL(url).pathname.includes(word))?.[1]
    if (answer) return Buffer.from(answer())
    const { buyerCookie, formPostUrl } = readSetupRequest(message)
    return Buffer.from(writeSetupResponse(stamp, pageOf(formPostUrl, { protocol: 'cxml', buyerCookie })))
  },
  entrance(url, fields) {
    const hook = fields.find(({ name }) => name === 'HOOK_URL')?.value ?? url
    const buyerCookie = new URL(hook).searchParams.get('flowie_cookie') ?? ''
    return { url: pageOf(hook, { protocol: 'oci', buyerCookie }), fields }
  },
  close: () => Promise.resolve(),
})
