import { type DocumentNode, type GraphQLError, specifiedRules, validate } from 'graphql'
import type { Platform } from '../../operation/platform.ts'
import { parseWithinLimits } from './limits.ts'
import { textCache } from './text-cache.ts'
import { schema } from './schema.ts'
import { extraRules } from './yoga.ts'

interface CheckedDocument {
  document: DocumentNode
  invalid: readonly GraphQLError[]
}

/** Parses and validates documents; a text that was valid before is found in the cache, whichever socket sends it. */
export const documentReader = (platform: Platform): ((text: string) => CheckedDocument) => {
  const rules = [...specifiedRules, ...extraRules(platform)]
  const known = textCache<CheckedDocument>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const document = parseWithinLimits(text)
    const read = { document, invalid: validate(schema, document, rules) }
    if (read.invalid.length === 0) known.set(text, read)
    return read
  }
}
