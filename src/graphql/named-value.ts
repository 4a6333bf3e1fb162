/** What somebody else calls its facts, as pairs: an answer of an authority, what a caller adds to a partner. */
import { limits } from '../values/limits.ts'
import { builder } from './builder.ts'

interface Pair {
  name: string
  value: string | null
}

export const NamedValue = builder.objectRef<Pair>('NamedValue').implement({
  description:
    'A fact under a name that this service does not decide. A list of facts ends where it would be longer than 64 kB.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'Name of the fact. Names inside one another are joined by dots, such as `address.city` or `lines.0`.',
    }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'The fact as a text: numbers and flags as they are written in JSON. Null when it is null.',
    }),
  }),
})

/** What JSON writes around a pair. */
const PAIR_CHARACTERS = 24

/** How long all names and texts together may be: names inside one another are told again with each of their values. */
const MOST_CHARACTERS = limits.freeObjectBytes

/** Every value that is none of others, under the path that leads to it, as far as there is room. */
export const pairsOf = (whole: unknown): Pair[] => {
  const pairs: Pair[] = []
  let left: number = MOST_CHARACTERS
  const tell = (value: unknown, path: string): void => {
    if (left <= 0) return
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) tell(inner, path === '' ? name : `${path}.${name}`)
      return
    }
    const pair = { name: path, value: value === null || value === undefined ? null : String(value) }
    left -= pair.name.length + (pair.value?.length ?? 0) + PAIR_CHARACTERS
    if (left >= 0) pairs.push(pair)
  }
  tell(whole, '')
  return pairs
}
