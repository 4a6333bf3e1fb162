/**
 * Documents that ask for rows alone, as plans: which columns to read, and how the answer is put together from them,
 * without a resolver for each value. Whatever a plan does not know goes the general road.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type Access, grants } from '../auth/scopes.ts'
import type { Page } from '../operation/pagination.ts'
import { wholeConnection } from './connection.ts'
import type { Context } from './context.ts'
import { type PlainField, plainType } from './plain.ts'
import {
  BeyondPlans,
  type Part,
  type Writer,
  beyond,
  completed,
  fieldPart,
  fixedPart,
  leafWriter,
  listWriter,
  objectWriter,
  refuseLarge,
} from './plan-writers.ts'
import { responseKeyOf } from './selected.ts'

type Values = Readonly<Record<string, unknown>>
type Row = Record<string, unknown>
type Select = Record<string, unknown>

/** How a field of Query is answered: its operation, and for a page columns that its order needs. */
export interface Planned {
  isPage: boolean
  /** Whether its rows are those of a table, which take what was selected. */
  isTable: boolean
  run(given: Record<string, unknown>, context: Context, selected?: object): Promise<unknown>
  select?: object | undefined
}

/** What a document selects, gathered while its fields are compiled. */
class Compiler {
  /** The scopes that it takes. */
  readonly scopes = new Set<Access>()
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>

  constructor(document: DocumentNode) {
    this.#fragments = new Map(
      document.definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
      ),
    )
  }

  /** The fields of a set by the key of their answer, those of fragments on the same type included. */
  fieldsOf(type: GraphQLObjectType, nodes: readonly { selectionSet?: SelectionSetNode }[]): Map<string, FieldNode[]> {
    const found = new Map<string, FieldNode[]>()
    for (const { selectionSet = beyond() } of nodes) this.#gather(type, selectionSet, found)
    return found
  }

  #gather(type: GraphQLObjectType, { selections }: SelectionSetNode, found: Map<string, FieldNode[]>): void {
    for (const node of selections) {
      if (node.directives?.length) beyond()
      if (node.kind === Kind.FIELD) {
        const key = responseKeyOf(node)
        // An object takes this name for something else.
        if (key === '__proto__') beyond()
        const others = found.get(key)
        if (others) others.push(node)
        else found.set(key, [node])
        continue
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : (this.#fragments.get(node.name.value) ?? beyond())
      if ((fragment.typeCondition?.name.value ?? type.name) !== type.name || fragment.directives?.length) beyond()
      this.#gather(type, fragment.selectionSet, found)
    }
  }

  /** How the fields of a type are written of its row; their columns are added to `select`. */
  object(type: GraphQLObjectType, nodes: readonly FieldNode[], select: Select | undefined): Writer {
    const plain = plainType(type.name) ?? beyond()
    if (plain.access) this.scopes.add(plain.access)
    const isRow = plain.always !== undefined
    if (isRow && select) Object.assign(select, { id: true, ...plain.always })
    const parts: Part[] = []
    const needed = new Set<string>()
    for (const [key, [node = beyond(), ...more]] of this.fieldsOf(type, nodes)) {
      if (node.name.value === '__typename') {
        parts.push(fixedPart(key, JSON.stringify(type.name)))
        continue
      }
      const field = type.getFields()[node.name.value] ?? beyond()
      const known = plain.fields.get(node.name.value) ?? beyond()
      if (field.args.length > 0) beyond()
      const below = known.hasRows ? select : relationSelect(known, select)
      if (isRow) for (const column of known.columns) needed.add(column)
      parts.push(fieldPart(key, known, field.type, this.#value(field.type, [node, ...more], below)))
    }
    if (isRow && select) for (const column of needed) select[column] = true
    return objectWriter(parts, [...needed])
  }

  /** How a value is written as its type says. */
  #value(type: GraphQLOutputType, nodes: readonly FieldNode[], select: Select | undefined): Writer {
    const of = getNullableType(type)
    if (isListType(of)) return completed(type, listWriter(this.#value(of.ofType as GraphQLOutputType, nodes, select)))
    if (isLeafType(of)) return completed(type, leafWriter(of))
    return isObjectType(of) ? completed(type, this.object(of, nodes, select)) : beyond()
  }
}

/** What is selected of the other row; a row that was not asked for cannot be shown. */
const relationSelect = ({ relation }: PlainField, select: Select | undefined): Select | undefined => {
  if (relation === undefined) return undefined
  if (!select) return beyond()
  const below = (select[relation] ??= { select: {} }) as { select: Select }
  return below.select
}

const objectIn = (type: GraphQLOutputType): GraphQLObjectType => {
  const named = getNamedType(type)
  return isObjectType(named) ? named : beyond()
}

type Answer = (context: Context, variables: Values) => Promise<string>

const argumentsOf = (field: GraphQLField<unknown, unknown>, node: FieldNode) => {
  const isFixed = !JSON.stringify(node.arguments).includes(`"kind":"${Kind.VARIABLE}"`)
  const fixed = isFixed ? getArgumentValues(field, node) : undefined
  return (variables: Values) => ({ ...(fixed ?? getArgumentValues(field, node, variables)) })
}

const rootField = (compiler: Compiler, field: GraphQLField<unknown, unknown>, nodes: readonly FieldNode[]): Answer => {
  const planned = (field.extensions['planned'] as Planned | undefined) ?? beyond()
  const given = argumentsOf(field, nodes[0] ?? beyond())
  const type = objectIn(field.type)
  const select: Select = {}
  const { write } = compiler.object(type, nodes, select)
  if (!planned.isPage)
    return async (context, variables) => {
      const row = await planned.run(given(variables), context, { select })
      return row === null ? (isNonNullType(field.type) ? beyond() : 'null') : write(row)
    }
  const isCounted = [...compiler.fieldsOf(type, nodes).values()].some(([node]) => node?.name.value === 'totalCount')
  const selected = planned.isTable ? { select: { id: true, ...planned.select, ...select } } : undefined
  return async (context, variables) => {
    const page = (await planned.run(given(variables), context, selected)) as Page<Row>
    refuseLarge(page.rows)
    const totalCount = isCounted ? await page.count() : undefined
    return write({ ...wholeConnection(page), nodes: page.rows, totalCount })
  }
}

export interface Plan {
  /** The data of the answer, as JSON. */
  run(context: Context, variables: Values): Promise<string>
}

const compile = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Plan => {
  if (operation.operation !== OperationTypeNode.QUERY || operation.directives?.length) beyond()
  const compiler = new Compiler(document)
  const type = schema.getQueryType() ?? beyond()
  const answers = [...compiler.fieldsOf(type, [operation])].map(([key, nodes]) => {
    const [node = beyond()] = nodes
    if (node.name.value === '__typename') return { key, answer: () => Promise.resolve(JSON.stringify(type.name)) }
    return { key, answer: rootField(compiler, type.getFields()[node.name.value] ?? beyond(), nodes) }
  })
  return {
    async run(context, variables) {
      const { scopes } = context.call.actor
      for (const scope of compiler.scopes) if (!grants(scopes, scope)) beyond()
      const values = await Promise.all(answers.map(({ answer }) => answer(context, variables)))
      return `{${answers.map(({ key }, at) => `${JSON.stringify(key)}:${values[at]}`).join(',')}}`
    },
  }
}

/** Undefined where the document asks for anything else than rows and what stands in them. */
export const planOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Plan | undefined => {
  try {
    return compile(schema, document, operation)
  } catch (error) {
    if (error instanceof BeyondPlans) return undefined
    throw error
  }
}
