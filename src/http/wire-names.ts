/** How refusals name fields: with the words that the caller has written. */
import type { AppError, Detail } from '../kernel/errors/app-error.ts'
import type { Spelling } from './route.ts'

type Names = Pick<Spelling, 'names'>

const usualNames: Readonly<Record<string, string>> = {
  first: 'limit',
  after: 'cursor',
  afterSeq: 'after',
  types: 'type',
  includeAddress: 'include_address',
  orderBy: 'sort',
}

/** The name that a field of an operation's input has in parameters and in details of errors: `first` is `limit`. */
export const wireName = (field: string, { names }: Names): string => {
  const table = { ...usualNames, ...names }
  // Of `types[0]`, the name is `types`.
  return field.replace(/^\w+/, (head) => (Object.hasOwn(table, head) ? (table[head] ?? head) : head))
}

/** A message about a single field begins with its name, and may end with the name that was meant. */
export const wireMessage = (message: string, names: Names): string =>
  message
    .replace(/^[A-Za-z]+(?=[\w.[\]]*: )/, (field) => wireName(field, names))
    .replace(/(?<= Did you mean ")\w+(?="\?$)/, (field) => wireName(field, names))

const wireDetail = (detail: Detail, names: Names): Detail => ({
  ...detail,
  field: wireName(detail.field, names),
  message: wireMessage(detail.message, names),
  ...(typeof detail['nearest'] === 'string' && { nearest: wireName(detail['nearest'], names) }),
})

/** The faults of a refusal, with the field names that the caller has written. */
export const wireDetails = ({ details }: Pick<AppError, 'details'>, names: Names): Detail[] =>
  details.map((detail) => wireDetail(detail, names))
