import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type Source,
  type ValueNode,
  parse,
} from 'graphql'

/** What one request may ask. Far above any real dashboard, far below what hurts. */
export const LIMITS = { depth: 12, aliases: 30, tokens: 2_000, cost: 20_000, rootFields: 20 } as const

interface Measure {
  depth: number
  aliases: number
  cost: number
}
/** Of one selection set: also how many fields it has itself, and whether rows of a page are among them, those of its fragments included. */
interface SetMeasure extends Measure {
  width: number
  isPage: boolean
}
interface Measured extends Measure {
  rootFields: number
}

const PAGE = 20

const asked = (value: ValueNode | undefined, variables: Readonly<Record<string, unknown>>): number | undefined => {
  if (value?.kind === Kind.INT) return Number(value.value)
  if (value?.kind === Kind.VARIABLE) return Number(variables[value.name.value] ?? PAGE)
  return undefined
}

/** How many rows a field may stand for: its page, where it has one. */
const rowsOf = (field: FieldNode, isConnection: boolean, variables: Readonly<Record<string, unknown>>): number => {
  const argument = (name: string) => asked(field.arguments?.find((one) => one.name.value === name)?.value, variables)
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

/** Depth, aliases and cost of a document in one walk; fragments are measured once each. */
export const measure = (document: DocumentNode, given: Readonly<Record<string, unknown>> = {}): Measured => {
  const variables = { ...defaultsOf(document), ...given }
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [],
    ),
  )
  const known = new Map<string, SetMeasure>()
  let aliases = 0

  const ofFragment = (name: string, path: ReadonlySet<string>): SetMeasure => {
    const done = known.get(name)
    if (done) return done
    const set = fragments.get(name)
    // Unknown and cyclic fragments are refused by the standard rules.
    if (!set || path.has(name)) return { depth: 0, aliases: 0, cost: 0, width: 0, isPage: false }
    const result = ofSet(set, new Set([...path, name]))
    known.set(name, result)
    return result
  }
  const ofSet = (set: SelectionSetNode, path: ReadonlySet<string>): SetMeasure => {
    let [depth, cost, width] = [0, 0, 0]
    let isPage = false
    for (const selection of set.selections) {
      const part =
        selection.kind === Kind.FIELD
          ? ofField(selection, path)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? ofSet(selection.selectionSet, path)
            : ofFragment(selection.name.value, path)
      depth = Math.max(depth, part.depth)
      cost = Math.min(cost + part.cost, Number.MAX_SAFE_INTEGER)
      width = Math.min(width + part.width, Number.MAX_SAFE_INTEGER)
      isPage ||= part.isPage
    }
    return { depth, aliases, cost, width, isPage }
  }
  const ofField = (field: FieldNode, path: ReadonlySet<string>): SetMeasure => {
    if (field.alias) aliases += 1
    const isPage = ROWS.has(field.name.value)
    if (!field.selectionSet) return { depth: 1, aliases, cost: 1, width: 1, isPage }
    const inner = ofSet(field.selectionSet, path)
    return {
      depth: inner.depth + 1,
      aliases,
      cost: 1 + rowsOf(field, inner.isPage, variables) * inner.cost,
      width: 1,
      isPage,
    }
  }

  let result: Measured = { depth: 0, aliases: 0, cost: 0, rootFields: 0 }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const one = ofSet(definition.selectionSet, new Set())
    result = {
      depth: Math.max(result.depth, one.depth),
      aliases,
      cost: result.cost + one.cost,
      rootFields: Math.max(result.rootFields, one.width),
    }
  }
  return result
}

/** Introspection is deep by nature and costs nothing: it is measured without its own fields. */
const isIntrospection = (document: DocumentNode): boolean =>
  document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      definition.selectionSet.selections.every((one) => one.kind === Kind.FIELD && one.name.value.startsWith('__')),
  )

const names = {
  depth: 'depth',
  aliases: 'number of aliases',
  cost: 'cost',
  rootFields: 'number of root fields',
} as const

/**
 * What of a document is deeper, wider or dearer than the limits, and by how much. It is asked once the variables are
 * known, not as a rule of validation: whether a document is valid is remembered, what it costs depends on its variables.
 */
export const excesses = (document: DocumentNode, variables: Readonly<Record<string, unknown>> = {}): GraphQLError[] => {
  if (isIntrospection(document)) return []
  const found = measure(document, variables)
  return (['depth', 'aliases', 'cost', 'rootFields'] as const)
    .filter((name) => found[name] > LIMITS[name])
    .map((name) => excess(name, found[name], String(found[name])))
}

const excess = (name: keyof typeof LIMITS, found: number, shown: string): GraphQLError =>
  new GraphQLError(
    `The document is too large: its ${name === 'tokens' ? 'number of tokens' : names[name]} is ${shown}, the limit is ${LIMITS[name]}. Ask for less at once.`,
    { extensions: { limit: name, found, allowed: LIMITS[name] } },
  )

/** Parses a document, up to the limit of its length. */
export const parseWithinLimits = (source: string | Source): DocumentNode => {
  try {
    return parse(source, { maxTokens: LIMITS.tokens })
  } catch (error) {
    const isTooLong = error instanceof GraphQLError && error.message.includes(`more that ${LIMITS.tokens} tokens`)
    throw isTooLong ? excess('tokens', LIMITS.tokens + 1, `more than ${LIMITS.tokens}`) : error
  }
}
