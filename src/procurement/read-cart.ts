/** Reading what a shop hands back: in place where it is small, and beside the thread that answers where it is large. */
import type { ShopCart, ShopHabits } from '../formats/cart/cart.ts'
import { readForm, readOciCart } from '../formats/cart/oci.ts'
import { type OrderHead, readOrderCart, readOrderHead } from '../formats/cxml/order-message.ts'
import { FormatError } from '../formats/format-error.ts'
import type { Shop } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { heavyJob } from '../kernel/threads/job.ts'
import { mappings } from './shop.ts'

const IN_PLACE_BELOW = 50_000
const LIMIT_MS = 10_000

/** A posted form, or a query, as bytes. */
export interface OciForm {
  bytes: Uint8Array
  charset: string | undefined
}

/** A message in any encoding, alone or in a field of a form. */
export interface CxmlSource {
  bytes: Uint8Array
  isForm: boolean
  charset: string | undefined
}

/** Some shops encode the field before the browser does. */
const decodedTwice = (text: string): string => {
  try {
    return /^\s*%3C/i.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text
  } catch {
    return text
  }
}

/** `cXML-urlencoded` and `cXML-base64`, in any case of letters. A plus that was not escaped came as a space. */
const messageIn = ({ bytes, isForm, charset }: CxmlSource): Uint8Array | string => {
  if (!isForm) return bytes
  const fields = new Map(readForm(bytes, charset).map(([name, value]) => [name.toLowerCase(), value]))
  const base64 = fields.get('cxml-base64')
  if (base64 !== undefined) return Buffer.from(base64.replaceAll(' ', '+'), 'base64')
  const text = fields.get('cxml-urlencoded')
  if (text !== undefined) return decodedTwice(text)
  throw new FormatError('EMPTY', 'The form has neither the field cxml-urlencoded nor cxml-base64.')
}

export const readOci = heavyJob({
  name: 'readOci',
  run: ({ bytes, charset, habits }: OciForm & { habits: ShopHabits }): ShopCart =>
    readOciCart(readForm(bytes, charset), habits),
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: IN_PLACE_BELOW,
  limitMs: LIMIT_MS,
})

export const readCxmlHead = heavyJob({
  name: 'readCxmlHead',
  run: (source: CxmlSource): OrderHead => readOrderHead(messageIn(source)),
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: IN_PLACE_BELOW,
  limitMs: LIMIT_MS,
})

export const readCxmlCart = heavyJob({
  name: 'readCxmlCart',
  run: ({ habits, ...source }: CxmlSource & { habits: ShopHabits }): ShopCart =>
    readOrderCart(messageIn(source), habits),
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: IN_PLACE_BELOW,
  limitMs: LIMIT_MS,
})

export const habitsOf = ({ currency, unitMapping, fieldMapping }: Shop): ShopHabits => ({
  currency,
  units: mappings.parse(unitMapping),
  fields: mappings.parse(fieldMapping),
})

/** What cannot be read is told with its place. */
export const orUnreadable = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const place = error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    throw new AppError('CART_UNREADABLE', {
      message: `${error.message}${place}`,
      details: [
        {
          field: 'cart',
          rule: error.code,
          message: error.message,
          ...(error.line > 0 && { line: error.line, column: error.column }),
        },
      ],
      cause: error,
    })
  }
}
