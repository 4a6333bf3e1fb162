import { refusal } from '../kernel/errors/app-error.ts'
import { excessOf } from '../values/json-size.ts'

/** Refuses JSON that would be parsed for long, before it is: a body, or a field of a form. */
export const refuseLargeJson = (text: Uint8Array | string, field = ''): void =>
  refuseExcess(excessOf(typeof text === 'string' ? Buffer.from(text) : text), field)

export const refuseExcess = (excess: string | undefined, field = ''): void => {
  if (excess === undefined) return
  throw refusal('TOO_LARGE', field, `It has ${excess}.`, { summary: `${field || 'The body'} has ${excess}.` })
}
