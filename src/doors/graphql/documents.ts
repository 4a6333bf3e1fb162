import { type DocumentNode, type GraphQLError, specifiedRules, validate } from 'graphql'
import type { Platform } from '../../operation/platform.ts'
import { parseWithinLimits } from './limits.ts'
import { remembered } from './remembered.ts'
import { schema } from './schema.ts'
import { extraRules } from './yoga.ts'

export interface ReadDocument {
  document: DocumentNode
  invalid: readonly GraphQLError[]
}

/** Reads and checks documents; the same text again is the same document, however many sockets send it. */
export const documentReader = (platform: Platform): ((text: string) => ReadDocument) => {
  const rules = [...specifiedRules, ...extraRules(platform)]
  const known = remembered<ReadDocument>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const document = parseWithinLimits(text)
    const read = { document, invalid: validate(schema, document, rules) }
    if (read.invalid.length === 0) known.set(text, read)
    return read
  }
}
