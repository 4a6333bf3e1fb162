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
  fieldsWriter,
  fixedPart,
  leafWriter,
  listWriter,
  objectWriter,
  refuseLarge,
  rowWriter,
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
  fieldsOf(type: GraphQLObjectType, sets: readonly (SelectionSetNode | undefined)[]): Map<string, FieldNode[]> {
    const found = new Map<string, FieldNode[]>()
    for (const set of sets) this.#gather(type, set ?? beyond(), found)
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
    const sets = nodes.map(({ selectionSet }) => selectionSet)
    for (const [key, [node = beyond(), ...more]] of this.fieldsOf(type, sets)) {
      if (node.name.value === '__typename') {
        parts.push(fixedPart(key, JSON.stringify(type.name)))
        continue
      }
      const field = type.getFields()[node.name.value] ?? beyond()
      const known = plain.fields.get(node.name.value) ?? beyond()
      if (field.args.length > 0) beyond()
      const below = relationSelect(known, select)
      if (isRow) for (const column of known.columns) needed.add(column)
      parts.push(fieldPart(key, known, field.type, this.#completed(field.type, [node, ...more], below)))
    }
    if (isRow && select) for (const column of needed) select[column] = true
    return objectWriter(parts, [...needed])
  }

  /** How a value is written as its type says. */
  #completed(type: GraphQLOutputType, nodes: readonly FieldNode[], select: Select | undefined): Writer {
    return completed(type, this.#present(isNonNullType(type) ? type.ofType : type, nodes, select))
  }

  #present(type: GraphQLOutputType, nodes: readonly FieldNode[], select: Select | undefined): Writer {
    if (isListType(type)) return listWriter(this.#completed(type.ofType as GraphQLOutputType, nodes, select))
    if (isLeafType(type)) return leafWriter(type)
    return isObjectType(type) ? this.object(type, nodes, select) : beyond()
  }
}

/** What is selected of the other row; a row that was not asked for cannot be shown. */
const relationSelect = ({ relation }: PlainField, select: Select | undefined): Select | undefined => {
  if (relation === undefined) return undefined
  if (!select) return beyond()
  const below = (select[relation] ??= { select: {} }) as { select: Select }
  return below.select
}

type Connection = ReturnType<typeof wholeConnection<Row>>

/** What is written of a connection, beside its rows and what is counted of it. */
const ofConnection: Readonly<Record<string, (connection: Connection) => string>> = {
  hasNextPage: ({ pageInfo }) => String(pageInfo.hasNextPage),
  hasPreviousPage: ({ pageInfo }) => String(pageInfo.hasPreviousPage),
  startCursor: ({ pageInfo }) => JSON.stringify(pageInfo.startCursor),
  endCursor: ({ pageInfo }) => JSON.stringify(pageInfo.endCursor),
}

type ConnectionWrite = (connection: Connection, count: number | undefined) => string

/** The parts of a page: its rows, its edges, and where it is in the list. */
class PageCompiler {
  readonly select: Select = {}
  #isCounted = false
  readonly #compiler: Compiler

  constructor(compiler: Compiler) {
    this.#compiler = compiler
  }

  connection(type: GraphQLObjectType, nodes: readonly FieldNode[]): { write: ConnectionWrite; isCounted: boolean } {
    const write = this.#fields(type, nodes, (name, field, below) => this.#part(name, field, below))
    return { write, isCounted: this.#isCounted }
  }

  #part(name: string, field: GraphQLField<unknown, unknown>, below: readonly FieldNode[]): ConnectionWrite {
    if (name === 'totalCount') {
      this.#isCounted = true
      return (_connection, count) => String(count)
    }
    if (name === 'pageInfo')
      return this.#fields(objectIn(field.type), below, (part) => ofConnection[part] ?? beyond()) as ConnectionWrite
    const rowType = objectIn(field.type)
    if (name === 'nodes') {
      const write = rowWriter(this.#compiler.object(rowType, below, this.select))
      return ({ edges }) => `[${edges.map(({ node }) => write(node)).join(',')}]`
    }
    if (name !== 'edges') return beyond()
    const write = this.#fields(rowType, below, (part, { type }, rows) => this.#edgePart(part, type, rows))
    return ({ edges }) => `[${edges.map((edge) => write(edge as never, undefined)).join(',')}]`
  }

  #edgePart(name: string, type: GraphQLOutputType, below: readonly FieldNode[]): ConnectionWrite {
    if (name === 'cursor') return (edge) => JSON.stringify((edge as unknown as { cursor: string }).cursor)
    if (name !== 'node') return beyond()
    const write = rowWriter(this.#compiler.object(objectIn(type), below, this.select))
    return (edge) => write((edge as unknown as { node: Row }).node)
  }

  /** One object of the page, each of its fields written by what `part` says of it. */
  #fields(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    part: (name: string, field: GraphQLField<unknown, unknown>, below: readonly FieldNode[]) => ConnectionWrite,
  ): ConnectionWrite {
    const sets = nodes.map(({ selectionSet }) => selectionSet)
    const parts = [...this.#compiler.fieldsOf(type, sets)].map(([key, [node = beyond(), ...more]]) => {
      const name = node.name.value
      if (name === '__typename') return { key, write: () => JSON.stringify(type.name) }
      return { key, write: part(name, type.getFields()[name] ?? beyond(), [node, ...more]) }
    })
    return fieldsWriter(parts)
  }
}

const objectIn = (type: GraphQLOutputType): GraphQLObjectType => {
  if (isNonNullType(type) || isListType(type)) return objectIn(type.ofType as GraphQLOutputType)
  return isObjectType(type) ? type : beyond()
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
  if (planned.isPage) {
    const page = new PageCompiler(compiler)
    const { write, isCounted } = page.connection(type, nodes)
    const selected = planned.isTable ? { select: { id: true, ...planned.select, ...page.select } } : undefined
    return async (context, variables) => {
      const found = (await planned.run(given(variables), context, selected)) as Page<Row>
      refuseLarge(found.rows)
      const connection = wholeConnection(found)
      return write(connection, isCounted ? await connection.totalCount() : undefined)
    }
  }
  const select: Select = {}
  const { write } = compiler.object(type, nodes, select)
  return async (context, variables) => {
    const row = (await planned.run(given(variables), context, { select })) as Row | null
    return row === null ? (isNonNullType(field.type) ? beyond() : 'null') : write(row)
  }
}

export interface Plan {
  scopes: readonly Access[]
  /** The data of the answer, as JSON. */
  run(context: Context, variables: Values): Promise<string>
}

const compile = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Plan => {
  if (operation.operation !== OperationTypeNode.QUERY || operation.directives?.length) beyond()
  const compiler = new Compiler(document)
  const type = schema.getQueryType() ?? beyond()
  const answers = [...compiler.fieldsOf(type, [operation.selectionSet])].map(([key, nodes]) => {
    const [node = beyond()] = nodes
    if (node.name.value === '__typename') return { key, answer: () => Promise.resolve(JSON.stringify(type.name)) }
    return { key, answer: rootField(compiler, type.getFields()[node.name.value] ?? beyond(), nodes) }
  })
  return {
    scopes: [...compiler.scopes],
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
