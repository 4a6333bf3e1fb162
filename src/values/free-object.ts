/** JSON that callers make up themselves. It is bounded by what it takes to write. */
import { limits, shownLimit } from './limits.ts'

export const FREE_OBJECT_FAULT = `The object can have at most ${shownLimit('freeObjectBytes')} as JSON`

export const isFreeObject = (value: object): boolean =>
  Buffer.byteLength(JSON.stringify(value)) <= limits.freeObjectBytes
