/**
 * Documents that only read, as plans: which columns to read, and how the answer is put together from them, past the
 * executor. Whatever a plan does not know goes the general road.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  getArgumentValues,
  getNamedType,
  visit,
} from 'graphql'
import { grants } from '../auth/scopes.ts'
import type { Page } from '../operation/pagination.ts'
import type { Context } from './context.ts'
import { Compiler, type Select, type Values } from './plan-compiler.ts'
import { BeyondPlans, asked, beyond, connected } from './plan-writers.ts'

type Field = GraphQLField<unknown, unknown>

/** How a field of Query is answered: its operation, and for a page columns that its order needs. */
export interface Planned {
  isPage: boolean
  /** Whether its rows are those of a table, which take what was selected. */
  isTable: boolean
  run(given: Record<string, unknown>, context: Context, selected?: object): Promise<unknown>
  select?: object | undefined
}

type Answer = (context: Context, variables: Values) => Promise<string>

const argumentsOf = (field: Field, node: FieldNode) => {
  const isFixed = !JSON.stringify(node.arguments).includes(`"kind":"${Kind.VARIABLE}"`)
  const fixed = isFixed ? getArgumentValues(field, node) : undefined
  return (variables: Values) => ({ ...(fixed ?? getArgumentValues(field, node, variables)) })
}

const rootField = (compiler: Compiler, field: Field, nodes: readonly FieldNode[]): Answer => {
  const planned = (field.extensions['planned'] as Planned | undefined) ?? beyond()
  const given = argumentsOf(field, nodes[0] ?? beyond())
  const select: Select | undefined = planned.isTable ? {} : undefined
  const writer = compiler.value(field.type, nodes, select)
  if (!planned.isPage)
    return async (context, variables) =>
      asked(writer, await planned.run(given(variables), context, select && { select }), context)
  const type = getNamedType(field.type) as GraphQLObjectType
  const isCounted = [...compiler.fieldsOf(type, nodes).values()].some(([node]) => node?.name.value === 'totalCount')
  const selected = select && { select: { id: true, ...planned.select, ...select } }
  return async (context, variables) => {
    const page = (await planned.run(given(variables), context, selected)) as Page<unknown>
    return asked(writer, { ...connected(page), totalCount: isCounted ? await page.count() : undefined }, context)
  }
}

export interface Plan {
  /** How many fields it writes, of every type that may stand in their place: what it takes in memory. */
  readonly parts: number
  /** The data of the answer, as JSON; undefined where the caller has not the scopes for it. */
  run(context: Context, variables: Values): Promise<string | undefined>
}

const compile = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Values,
): Plan => {
  const compiler = new Compiler(schema, document, variables)
  const type = schema.getQueryType() ?? beyond()
  const answers = [...compiler.fieldsOf(type, [operation])].map(([key, nodes]) => {
    const [node = beyond()] = nodes
    if (node.name.value === '__typename') return { key, answer: () => Promise.resolve(JSON.stringify(type.name)) }
    return { key, answer: rootField(compiler, type.getFields()[node.name.value] ?? beyond(), nodes) }
  })
  // The plan outlives the variables that it was made with.
  const { parts, scopes: needed } = compiler
  return {
    parts,
    async run(context, variables) {
      const { scopes } = context.call.actor
      if ([...needed].some((scope) => !grants(scopes, scope))) return undefined
      const values = await Promise.all(answers.map(({ answer }) => answer(context, variables)))
      return `{${answers.map(({ key }, at) => `${JSON.stringify(key)}:${values[at]}`).join(',')}}`
    },
  }
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

/**
 * Undefined where the document asks for more than plans know. One that leaves out what its variables say has a plan for
 * each of their values.
 */
export const planOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Plan | undefined =>
  unlessBeyond(() => {
    if (operation.operation !== OperationTypeNode.QUERY) beyond()
    const switches = switchesIn(document)
    if (switches.length === 0) return compile(schema, document, operation, {})
    const plans = new Map<string, Plan | undefined>()
    return {
      get parts() {
        return [...plans.values()].reduce((sum, plan) => sum + (plan?.parts ?? 0), 0)
      },
      async run(context, variables) {
        const values = switches.map((name) => variables[name])
        if (values.some((value) => typeof value !== 'boolean')) beyond()
        const key = values.join()
        const known = Object.fromEntries(switches.map((name, at) => [name, values[at]]))
        if (!plans.has(key))
          plans.set(
            key,
            unlessBeyond(() => compile(schema, document, operation, known)),
          )
        return (plans.get(key) ?? beyond()).run(context, variables)
      },
    }
  })
