/** The request property `onError`, as the draft of the specification has it. */
import { setImmediate } from 'node:timers/promises'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  type GraphQLFieldConfigMap,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLUnionType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  execute,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { type Context, type ErrorBehavior, errorBehaviors } from '../../graphql/context.ts'
import { withVariables } from './variables.ts'
import { type Asked, fieldsIn, fragmentsIn, responseKeyOf } from '../../graphql/selected.ts'

type MaybePromise<T> = T | Promise<T>

const isBehavior = (value: unknown): value is ErrorBehavior => errorBehaviors.includes(value as ErrorBehavior)

/** What a request says; nothing is PROPAGATE. */
export const errorBehaviorIn = (value: unknown): ErrorBehavior => {
  if (value === undefined || value === null) return 'PROPAGATE'
  if (isBehavior(value)) return value
  throw new GraphQLError(`onError: Expected one of: ${errorBehaviors.join(', ')}.`, {
    extensions: { code: 'INVALID_ENUM', http: { status: 400 } },
  })
}

const behaviorOf = ({ contextValue }: ExecutionArgs): ErrorBehavior => (contextValue as Context).onError

/** Undefined where the request cannot be executed: the executor says why. */
const askedOf = ({ schema, document, operationName, variableValues }: ExecutionArgs): Asked | undefined => {
  const operation = getOperationAST(document, operationName)
  if (!operation) return undefined
  const given = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {})
  if (!given.coerced) return undefined
  return { operation, fragments: Object.fromEntries(fragmentsIn(document)), variableValues: given.coerced }
}

/** Whether the fields of a request are executed one by one. */
const isStepped = (args: ExecutionArgs): boolean =>
  behaviorOf(args) === 'HALT' &&
  getOperationAST(args.document, args.operationName)?.operation === OperationTypeNode.MUTATION

/** What has more values takes milliseconds to be coerced, and again to be read. */
const MANY_VALUES = 5_000

/** Executes with coerced variables, and as the request says about errors. Others have their turn beside much input. */
export const executeAsAsked = (given: ExecutionArgs): MaybePromise<ExecutionResult> =>
  (given.contextValue as Context).values > MANY_VALUES ? executeInTurns(given) : executeCoerced(withVariables(given))

const executeInTurns = async (given: ExecutionArgs): Promise<ExecutionResult> => {
  await setImmediate()
  const args = withVariables(given)
  await setImmediate()
  return executeCoerced(args)
}

const executeCoerced = (args: ReturnType<typeof withVariables>): MaybePromise<ExecutionResult> => {
  if (!('document' in args)) return args
  const behavior = behaviorOf(args)
  if (behavior === 'PROPAGATE') return execute(args)
  if (behavior === 'NULL') return execute(asNulling(args))
  return isStepped(args) ? haltingSteps(args) : halted(execute(args))
}

const halted = async (running: MaybePromise<ExecutionResult>): Promise<ExecutionResult> => {
  const result = await running
  const [first] = result.errors ?? []
  return first && 'data' in result ? { ...result, data: null, errors: [first] } : result
}

/** After the first error no further mutation of the request is carried out. */
const haltingSteps = async (args: ExecutionArgs): Promise<ExecutionResult> => {
  const asked = askedOf(args)
  if (!asked) return execute(args)
  const data: Record<string, unknown> = {}
  for (const step of stepsOf(args.document, asked)) {
    const result = await halted(execute({ ...args, document: step }))
    if (result.errors) return result
    Object.assign(data, result.data)
  }
  return { data }
}

/** The document once for each field of its operation. */
const stepsOf = (document: DocumentNode, asked: Asked): DocumentNode[] => {
  const fields = Map.groupBy(fieldsIn(asked.operation.selectionSet, asked), responseKeyOf)
  const others = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return [...fields.values()].map((selections: FieldNode[]) => {
    const operation: OperationDefinitionNode = {
      ...asked.operation,
      selectionSet: { kind: Kind.SELECTION_SET, selections },
    }
    return { kind: Kind.DOCUMENT, definitions: [operation, ...others] }
  })
}

/** Questions about the schema itself never fail, and are answered by the schema as it is. */
const isAboutSchema = (args: ExecutionArgs): boolean => {
  const asked = askedOf(args)
  return (
    asked !== undefined && [...fieldsIn(asked.operation.selectionSet, asked)].some(({ name }) => isMeta(name.value))
  )
}
const isMeta = (name: string): boolean => name === '__schema' || name === '__type'

const asNulling = (args: ExecutionArgs): ExecutionArgs =>
  isAboutSchema(args) ? args : { ...args, schema: nullingSchemaOf(args.schema) }

const known = new WeakMap<GraphQLSchema, GraphQLSchema>()
const nullingSchemaOf = (schema: GraphQLSchema): GraphQLSchema => {
  const made = known.get(schema) ?? new NullingTypes().schema(schema)
  known.set(schema, made)
  return made
}

/** The same schema, with the same resolvers, in which every field may be null: so an error ends where it happens. */
class NullingTypes {
  readonly #made = new Map<GraphQLNamedType, GraphQLNamedType>()

  schema(schema: GraphQLSchema): GraphQLSchema {
    const { query, mutation, subscription, types, ...config } = schema.toConfig()
    return new GraphQLSchema({
      ...config,
      query: query && this.#named(query),
      mutation: mutation && this.#named(mutation),
      subscription: subscription && this.#named(subscription),
      types: types.map((type) => this.#named(type)),
      assumeValid: true,
    })
  }

  #named<T extends GraphQLNamedType>(type: T): T {
    const before = this.#made.get(type)
    if (before) return before as T
    const made = this.#make(type)
    this.#made.set(type, made)
    return made as T
  }

  #make(type: GraphQLNamedType): GraphQLNamedType {
    if (isUnionType(type)) {
      const config = type.toConfig()
      return new GraphQLUnionType({ ...config, types: () => config.types.map((one) => this.#named(one)) })
    }
    if (isIntrospectionType(type) || !(isObjectType(type) || isInterfaceType(type))) return type
    // Read when they are asked for: what one field holds may hold the type again.
    const [fields, interfaces] = [() => this.#fields(type), () => type.getInterfaces().map((one) => this.#named(one))]
    return isObjectType(type)
      ? new GraphQLObjectType({ ...type.toConfig(), fields, interfaces })
      : new GraphQLInterfaceType({ ...type.toConfig(), fields, interfaces })
  }

  #fields(type: GraphQLObjectType | GraphQLInterfaceType): GraphQLFieldConfigMap<unknown, unknown> {
    return Object.fromEntries(
      Object.entries(type.toConfig().fields).map(([name, field]) => [
        name,
        { ...field, type: this.#output(field.type) },
      ]),
    )
  }

  #output(type: GraphQLOutputType): GraphQLOutputType {
    const nullable = getNullableType(type)
    return isListType(nullable) ? new GraphQLList(this.#output(nullable.ofType)) : this.#named(nullable)
  }
}
