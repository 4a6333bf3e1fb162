import { type ASTVisitor, type DocumentNode, type FieldNode, GraphQLError, Kind, type SelectionSetNode, type ValidationContext, type ValueNode } from 'graphql'

/** What one request may ask. Far above any real dashboard, far below what hurts. */
export const LIMITS = { depth: 12, aliases: 30, tokens: 2_000, cost: 20_000, rootFields: 20 } as const

interface Measure { depth: number; aliases: number; cost: number }

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

/** Depth, aliases and cost of a document in one walk; fragments are measured once each. */
export const measure = (document: DocumentNode, variables: Readonly<Record<string, unknown>> = {}): Measure => {
  const fragments = new Map(document.definitions.flatMap((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [])))
  const known = new Map<string, Measure>()
  let aliases = 0

  const ofFragment = (name: string, path: ReadonlySet<string>): Measure => {
    const done = known.get(name)
    if (done) return done
    const set = fragments.get(name)
    // Unknown and cyclic fragments are refused by the standard rules.
    if (!set || path.has(name)) return { depth: 0, aliases: 0, cost: 0 }
    const result = ofSet(set, new Set([...path, name]))
    known.set(name, result)
    return result
  }
  const ofSet = (set: SelectionSetNode, path: ReadonlySet<string>): Measure => {
    let [depth, cost] = [0, 0]
    for (const selection of set.selections) {
      const part = selection.kind === Kind.FIELD ? ofField(selection, path) : selection.kind === Kind.INLINE_FRAGMENT ? ofSet(selection.selectionSet, path) : ofFragment(selection.name.value, path)
      depth = Math.max(depth, part.depth)
      cost = Math.min(cost + part.cost, Number.MAX_SAFE_INTEGER)
    }
    return { depth, aliases, cost }
  }
  const ofField = (field: FieldNode, path: ReadonlySet<string>): Measure => {
    if (field.alias) aliases += 1
    if (!field.selectionSet) return { depth: 1, aliases, cost: 1 }
    const inner = ofSet(field.selectionSet, path)
    const isConnection = field.selectionSet.selections.some((one) => one.kind === Kind.FIELD && (one.name.value === 'edges' || one.name.value === 'nodes'))
    return { depth: inner.depth + 1, aliases, cost: 1 + rowsOf(field, isConnection, variables) * inner.cost }
  }

  let result: Measure = { depth: 0, aliases: 0, cost: 0 }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const one = ofSet(definition.selectionSet, new Set())
    result = { depth: Math.max(result.depth, one.depth), aliases, cost: result.cost + one.cost }
  }
  return result
}

/** Introspection is deep by nature and costs nothing: it is measured without its own fields. */
const isIntrospection = (document: DocumentNode): boolean =>
  document.definitions.every((definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.selectionSet.selections.every((one) => one.kind === Kind.FIELD && one.name.value.startsWith('__')))

/** A validation rule: refuses what is deeper, wider or dearer than the limits, and says by how much. */
export const limitsRule = (variables: Readonly<Record<string, unknown>>) => (context: ValidationContext): ASTVisitor => ({
  Document(document) {
    if (isIntrospection(document)) return
    const found = measure(document, variables)
    for (const name of ['depth', 'aliases', 'cost'] as const)
      if (found[name] > LIMITS[name]) context.reportError(new GraphQLError(`The document is too large: its ${name} is ${found[name]}, the limit is ${LIMITS[name]}. Ask for less at once.`, { extensions: { limit: name, found: found[name], allowed: LIMITS[name] } }))
  },
})
