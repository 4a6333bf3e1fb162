import { type DocumentNode, type GraphQLError, specifiedRules, validate } from 'graphql'
import type { Platform } from '../platform.ts'
import { parseWithinLimits } from './limits.ts'
import { schema } from './schema.ts'
import { extraRules } from './yoga.ts'

const MOST_DOCUMENTS = 500
const MOST_CHARACTERS = 10_000

export interface ReadDocument { document: DocumentNode; invalid: readonly GraphQLError[] }

/** Reads and checks documents; the same text again is the same document, however many sockets send it. */
export const documentReader = (platform: Platform): ((text: string) => ReadDocument) => {
  const rules = [...specifiedRules, ...extraRules(platform)]
  const known = new Map<string, ReadDocument>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const document = parseWithinLimits(text)
    const read = { document, invalid: validate(schema, document, rules) }
    if (text.length > MOST_CHARACTERS || read.invalid.length > 0) return read
    if (known.size >= MOST_DOCUMENTS) known.delete(known.keys().next().value as string)
    known.set(text, read)
    return read
  }
}
