import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type Source,
  type ValueNode,
  parse,
} from 'graphql'
import { AppError } from '../../kernel/errors/app-error.ts'
import { refuseUnfit } from '../../kernel/errors/unfit.ts'
import type { Context } from '../../graphql/context.ts'
import { fragmentsIn } from '../../graphql/selected.ts'
import { bytesAsJson } from '../../values/answer-size.ts'
import { limits, shownLimit } from '../../values/limits.ts'

/** What one request may ask: far above any real dashboard, far below what would slow the server down. */
export const LIMITS = {
  characters: limits.queryCharacters,
  levels: limits.queryBrackets,
  depth: limits.queryLevels,
  aliases: limits.queryAliases,
  tokens: limits.queryTokens,
  cost: limits.queryCostFields,
  rootFields: limits.queryRootFields,
} as const

interface Measure {
  depth: number
  aliases: number
  cost: number
}
interface SetMeasure extends Measure {
  /** How many fields the selection set has itself, those of its fragments included. */
  width: number
  /** Whether one of these fields holds the rows of a page. */
  isPage: boolean
}
interface DocumentMeasure extends Measure {
  rootFields: number
}

type Variables = Readonly<Record<string, unknown>>

const PAGE = limits.defaultPageRows

const numberIn = (value: ValueNode | undefined, variables: Variables): number | undefined => {
  if (value?.kind === Kind.INT) return Number(value.value)
  if (value?.kind === Kind.VARIABLE) return Number(variables[value.name.value] ?? PAGE)
  return undefined
}

/** How many rows a field may stand for: its page, where it has one. */
const rowsOf = (field: FieldNode, isConnection: boolean, variables: Variables): number => {
  const argument = (name: string) => numberIn(field.arguments?.find((one) => one.name.value === name)?.value, variables)
  const size = argument('first') ?? argument('last') ?? argument('limit')
  return Math.min(Math.max(size ?? (isConnection ? PAGE : 1), 1), 1_000)
}

/** What variables are where a request does not give them. */
const defaultsOf = (document: DocumentNode): Record<string, unknown> =>
  Object.fromEntries(
    document.definitions
      .flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
      )
      .flatMap(({ variable, defaultValue }) =>
        defaultValue?.kind === Kind.INT ? [[variable.name.value, defaultValue.value]] : [],
      ),
  )

const ROWS: ReadonlySet<string> = new Set(['edges', 'nodes'])

const EMPTY: SetMeasure = { depth: 0, aliases: 0, cost: 0, width: 0, isPage: false }

const capped = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER)

/** Walks a document once. A fragment is measured at its first use, however often it is spread. */
class DocumentWalk {
  readonly #document: DocumentNode
  readonly #variables: Variables
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #measured = new Map<string, SetMeasure>()
  #aliases = 0

  constructor(document: DocumentNode, given: Variables) {
    this.#document = document
    this.#variables = { ...defaultsOf(document), ...given }
    this.#fragments = fragmentsIn(document)
  }

  measure(): DocumentMeasure {
    let [depth, cost, rootFields] = [0, 0, 0]
    for (const definition of this.#document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue
      const one = this.#ofSet(definition.selectionSet, new Set())
      depth = Math.max(depth, one.depth)
      cost += one.cost
      rootFields = Math.max(rootFields, one.width)
    }
    return { depth, aliases: this.#aliases, cost, rootFields }
  }

  #ofSet(set: SelectionSetNode, path: ReadonlySet<string>): SetMeasure {
    let [depth, cost, width] = [0, 0, 0]
    let isPage = false
    for (const selection of set.selections) {
      const part = this.#ofSelection(selection, path)
      depth = Math.max(depth, part.depth)
      cost = capped(cost + part.cost)
      width = capped(width + part.width)
      isPage ||= part.isPage
    }
    return { depth, aliases: this.#aliases, cost, width, isPage }
  }

  #ofSelection(selection: SelectionNode, path: ReadonlySet<string>): SetMeasure {
    if (selection.kind === Kind.FIELD) return this.#ofField(selection, path)
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.#ofSet(selection.selectionSet, path)
    return this.#ofFragment(selection.name.value, path)
  }

  #ofField(field: FieldNode, path: ReadonlySet<string>): SetMeasure {
    if (field.alias) this.#aliases += 1
    const isPage = ROWS.has(field.name.value)
    if (!field.selectionSet) return { depth: 1, aliases: this.#aliases, cost: 1, width: 1, isPage }
    const inner = this.#ofSet(field.selectionSet, path)
    return {
      depth: inner.depth + 1,
      aliases: this.#aliases,
      cost: 1 + rowsOf(field, inner.isPage, this.#variables) * inner.cost,
      width: 1,
      isPage,
    }
  }

  #ofFragment(name: string, path: ReadonlySet<string>): SetMeasure {
    const known = this.#measured.get(name)
    if (known) return known
    const set = this.#fragments.get(name)?.selectionSet
    // Unknown and cyclic fragments are refused by the standard rules.
    if (!set || path.has(name)) return EMPTY
    const result = this.#ofSet(set, new Set([...path, name]))
    this.#measured.set(name, result)
    return result
  }
}

/** Depth, aliases, cost and root fields of a document. */
export const measure = (document: DocumentNode, given: Variables = {}): DocumentMeasure =>
  new DocumentWalk(document, given).measure()

/** Introspection is deep by nature and costs nothing, so a document of nothing else has no limits. */
export const isIntrospection = (document: DocumentNode): boolean =>
  document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      definition.selectionSet.selections.every((one) => one.kind === Kind.FIELD && one.name.value.startsWith('__')),
  )

const names = {
  characters: 'number of characters',
  levels: 'number of open brackets',
  depth: 'depth',
  aliases: 'number of aliases',
  tokens: 'number of tokens',
  cost: 'cost',
  rootFields: 'number of root fields',
} as const satisfies Record<keyof typeof LIMITS, string>

/**
 * An error for each limit that a document exceeds. This is no rule of validation: the outcome of validation is cached
 * by the text of the document, but its cost depends on the variables of each request.
 */
export const excesses = (document: DocumentNode, variables: Variables = {}): GraphQLError[] => {
  if (isIntrospection(document)) return []
  const found = measure(document, variables)
  return (['depth', 'aliases', 'cost', 'rootFields'] as const)
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
