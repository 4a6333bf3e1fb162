/** What somebody else calls its facts, as pairs: an answer of an authority, what a caller adds to a partner. */
import { builder } from './builder.ts'

interface Pair {
  name: string
  value: string | null
}

export const NamedValue = builder.objectRef<Pair>('NamedValue').implement({
  description: 'A fact under a name that this service does not decide.',
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

/** Every value that is none of others, under the path that leads to it. */
export const pairsOf = (value: unknown, path = ''): Pair[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => pairsOf(inner, path === '' ? name : `${path}.${name}`))
    : [{ name: path, value: value === null || value === undefined ? null : String(value) }]
