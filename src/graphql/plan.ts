/**
 * Documents that only read, as plans: which columns to read, and how the answer is put together from them, past the
 * executor. Whatever a plan does not know goes the general road.
 */
import {
  type DocumentNode,
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  OperationTypeNode,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  visit,
} from 'graphql'
import { grants } from '../auth/scopes.ts'
import type { Context } from './context.ts'
import { Compiler, type Field, type Select, type Selected, type Values } from './plan-compiler.ts'
import { BeyondPlans, type Part, type Resolve, beyond, fixedPart, objectWriter, resolvedPart } from './plan-writers.ts'

/** How a field of Query is answered: by its operation. */
export interface Planned {
  /** Columns that are read whatever is asked for; undefined where its rows are of no table: they are read whole. */
  always: object | undefined
  run(given: Record<string, unknown>, context: Context, selected?: object): Promise<unknown>
}

const argumentsOf = (field: Field, node: FieldNode) => {
  const isFixed = !JSON.stringify(node.arguments).includes(`"kind":"${Kind.VARIABLE}"`)
  const fixed = isFixed ? getArgumentValues(field, node) : undefined
  return (variables: Values) => ({ ...(fixed ?? getArgumentValues(field, node, variables)) })
}

/** A field of Query, whose operation is asked as resolvers are. What it is written of are the variables. */
const rootPart = (compiler: Compiler, type: GraphQLObjectType, { key, name, nodes }: Selected): Part => {
  if (name === '__typename') return fixedPart(key, type.name)
  const field = type.getFields()[name] ?? beyond()
  const { always, run } = (field.extensions['planned'] as Planned | undefined) ?? beyond()
  const given = argumentsOf(field, nodes[0] ?? beyond())
  const select: Select | undefined = always && {}
  const writer = compiler.value(field.type, nodes, select)
  const selected = select && { select: { ...always, ...select } }
  const ask: Resolve = (variables, _given, context) => run(given(variables as Values), context, selected)
  return resolvedPart(key, ask, [], writer)
}

const DIRECTIVES: readonly string[] = [GraphQLIncludeDirective.name, GraphQLSkipDirective.name]
/** Of each of them a document has twice as many plans. */
const MOST_SWITCHES = 4

/** The variables that leave something out; directives that do something else are beyond plans. */
const switchesIn = (document: DocumentNode): string[] => {
  const found = new Set<string>()
  visit(document, {
    Directive({ name, arguments: given = [] }) {
      if (!DIRECTIVES.includes(name.value)) beyond()
      for (const { value } of given) if (value.kind === Kind.VARIABLE) found.add(value.name.value)
    },
  })
  return found.size > MOST_SWITCHES ? beyond() : [...found]
}

/** What is made; undefined where that is beyond plans. */
const unlessBeyond = <T>(make: () => T): T | undefined => {
  try {
    return make()
  } catch (error) {
    if (error instanceof BeyondPlans) return undefined
    throw error
  }
}

export interface Plan {
  document: DocumentNode
  /** How many fields it writes, of every type that may stand in their place: what it takes in memory. */
  readonly parts: number
  /** The cost of an answer, if it is not that of the measured document. */
  readonly cost?: number
  /** The data of the answer, as JSON; undefined where the variables do not fit, or the caller has not the scopes. */
  run(context: Context, given: Values): Promise<string | undefined>
}

/**
 * Undefined where the document asks for more than plans know. One that leaves out what its variables say is compiled
 * for each of their values.
 */
export const planOf = (schema: GraphQLSchema, document: DocumentNode): Plan | undefined =>
  unlessBeyond(() => {
    const [type, operation] = [schema.getQueryType(), getOperationAST(document)]
    if (!type || operation?.operation !== OperationTypeNode.QUERY) return beyond()
    const compile = (variables: Values) => {
      const compiler = new Compiler(schema, document, variables)
      const { write } = objectWriter(compiler.fieldsOf(type, [operation]).map((one) => rootPart(compiler, type, one)))
      // The plan outlives the variables that it was made with.
      return { parts: compiler.parts, scopes: compiler.scopes, write }
    }
    const switches = switchesIn(document)
    const made = new Map<string, ReturnType<typeof compile> | undefined>()
    const compiledFor = (variables: Values) => {
      const values = switches.map((name) => [name, variables[name]])
      if (values.some(([, value]) => typeof value !== 'boolean')) beyond()
      const key = values.join()
      const one = made.has(key) ? made.get(key) : unlessBeyond(() => compile(Object.fromEntries(values)))
      made.set(key, one)
      return one ?? beyond()
    }
    if (switches.length === 0) compiledFor({})
    return {
      document,
      get parts() {
        return [...made.values()].reduce((sum, one) => sum + (one?.parts ?? 0), 0)
      },
      async run(context, given) {
        const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: 1 })
        if (!coerced) return undefined
        const { scopes, write } = compiledFor(coerced)
        if ([...scopes].some((scope) => !grants(context.call.actor.scopes, scope))) return undefined
        return write(coerced, context)
      },
    }
  })
