import { type DocumentNode, type ExecutionResult, GraphQLError, type Source, parse } from 'graphql'
import { AppError } from '../../kernel/errors/app-error.ts'
import { refuseUnfit } from '../../kernel/errors/unfit.ts'
import type { Context } from '../../graphql/context.ts'
import { bytesAsJson } from '../../values/answer-size.ts'
import { limits, shownLimit } from '../../values/limits.ts'
import { type Variables, measure } from './measure.ts'

/** What one request may ask: far above any real dashboard, far below what would slow the server down. */
export const LIMITS = {
  characters: limits.queryCharacters,
  levels: limits.queryBrackets,
  depth: limits.queryLevels,
  aliases: limits.queryAliases,
  tokens: limits.queryTokens,
  cost: limits.queryCostFields,
  rootFields: limits.queryRootFields,
  introspections: limits.queryIntrospections,
} as const

const names = {
  characters: 'number of characters',
  levels: 'number of open brackets',
  depth: 'depth',
  aliases: 'number of aliases',
  tokens: 'number of tokens',
  cost: 'cost',
  rootFields: 'number of root fields',
  introspections: 'number of introspections',
} as const satisfies Record<keyof typeof LIMITS, string>

/**
 * An error for each limit that a document exceeds. This is no rule of validation: the outcome of validation is cached
 * by the text of the document, but its cost depends on the variables of each request.
 */
export const excesses = (document: DocumentNode, variables: Variables = {}): GraphQLError[] => {
  const found = measure(document, variables)
  return (['depth', 'aliases', 'cost', 'rootFields', 'introspections'] as const)
    .filter((name) => found[name] > LIMITS[name])
    .map((name) => excess(name, found[name], String(found[name])))
}

const excess = (name: keyof typeof LIMITS, found: number, shown: string): GraphQLError =>
  new GraphQLError(
    `The GraphQL document is too large: its ${names[name]} is ${shown}, and the limit is ${LIMITS[name]}. ` +
      `Request less at once.`,
    { extensions: { limit: name, found, allowed: LIMITS[name] } },
  )

/** The result, or an error in its place where it is too large to be written. */
export const withinLimits = <R extends ExecutionResult>(result: R): R | { data: null; errors: GraphQLError[] } => {
  const { answerBytes } = limits
  if (!result.data || bytesAsJson(result.data, answerBytes) <= answerBytes) return result
  const message = `The answer has more than ${shownLimit('answerBytes')}. Select fewer fields, or ask for fewer rows.`
  const originalError = new AppError('TOO_LARGE', { message })
  return { data: null, errors: [new GraphQLError(message, { originalError })] }
}

/**
 * An error for variables that nobody should go through; the coercion of each would repeat it in its own error. Notes in
 * the context how many values there are.
 */
export const unfit = (variables: unknown, context: Pick<Context, 'values'>): GraphQLError[] => {
  try {
    context.values = refuseUnfit(variables)
    return []
  } catch (error) {
    const originalError = error as Error
    return [new GraphQLError(originalError.message, { originalError })]
  }
}

/** Texts, comments and brackets of a document. */
const BRACKETS = /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n])*"|#.*|[[{(]|[\])}]/g

/** How many brackets are open at the same time, up to one more than is allowed. */
const levelsOf = (text: string): number => {
  let [open, most] = [0, 0]
  for (const [token] of text.matchAll(BRACKETS)) {
    if (token === '[' || token === '{' || token === '(') most = Math.max(most, ++open)
    else if (token === ']' || token === '}' || token === ')') open -= 1
    if (most > LIMITS.levels) break
  }
  return most
}

/** Parses a document; one with more tokens than the limit is refused before it is read to its end. */
export const parseWithinLimits = (source: string | Source): DocumentNode => {
  const text = typeof source === 'string' ? source : source.body
  const { length } = text
  if (length > LIMITS.characters) throw excess('characters', length, String(length))
  const levels = levelsOf(text)
  if (levels > LIMITS.levels) throw excess('levels', levels, `more than ${LIMITS.levels}`)
  try {
    return parse(source, { maxTokens: LIMITS.tokens })
  } catch (error) {
    const isTooLong = error instanceof GraphQLError && error.message.includes(`more that ${LIMITS.tokens} tokens`)
    throw isTooLong ? excess('tokens', LIMITS.tokens + 1, `more than ${LIMITS.tokens}`) : error
  }
}
