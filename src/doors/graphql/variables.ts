/** The variables of a request, coerced before it is executed: the executor goes through every field of a type. */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
  type VariableDefinitionNode,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
} from 'graphql'
import { inspect } from 'graphql/jsutils/inspect.js'
import { printPathArray } from 'graphql/jsutils/printPathArray.js'
import { coercionOf } from '../../graphql/coercion.ts'

/** As many as the executor tells. */
const MOST_ERRORS = 50

interface Variable {
  node: VariableDefinitionNode
  name: string
  type: GraphQLInputType
}

/** An operation whose variables are coerced here, and its document in which they may be anything. */
interface Opened {
  variables: readonly Variable[]
  document: DocumentNode
}

/** The executor takes a value of this type as it is. */
const ANYTHING: TypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } }

const open = (document: DocumentNode, operation: OperationDefinitionNode): DocumentNode => {
  const variableDefinitions = operation.variableDefinitions?.map(({ variable }): VariableDefinitionNode => ({
    kind: Kind.VARIABLE_DEFINITION,
    variable,
    type: ANYTHING,
  }))
  const opened: OperationDefinitionNode = { ...operation, ...(variableDefinitions && { variableDefinitions }) }
  return { ...document, definitions: document.definitions.map((one) => (one === operation ? opened : one)) }
}

const made = new WeakMap<OperationDefinitionNode, Opened | null>()

/** Null where no variable is an object, so that there is nothing to gain, or where the executor has to refuse a type. */
const openedOf = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Opened | null => {
  const before = made.get(operation)
  if (before !== undefined) return before
  const variables = (operation.variableDefinitions ?? []).flatMap((node): Variable[] => {
    const type = typeFromAST(schema, node.type) as GraphQLInputType | undefined
    return isInputType(type) ? [{ node, name: node.variable.name.value, type }] : []
  })
  const isWorth =
    variables.length === operation.variableDefinitions?.length &&
    variables.some(({ type }) => isInputObjectType(getNamedType(type)))
  const opened = isWorth ? { variables, document: open(document, operation) } : null
  made.set(operation, opened)
  return opened
}

type Values = Record<string, unknown>
type Report = (error: GraphQLError) => void

const coerceOne = ({ node, name, type }: Variable, given: Values, values: Values, report: Report): void => {
  const refuse = (message: string): void => report(new GraphQLError(message, { nodes: node }))
  if (!Object.hasOwn(given, name)) {
    if (node.defaultValue) values[name] = valueFromAST(node.defaultValue, type)
    else if (isNonNullType(type)) refuse(`Variable "$${name}" of required type "${type}" was not provided.`)
    return
  }
  if (given[name] === null && isNonNullType(type))
    return refuse(`Variable "$${name}" of non-null type "${type}" must not be null.`)
  values[name] = coercionOf(type)(given[name], {
    path: [],
    report(path, value, error) {
      const at = path.length > 0 ? ` at "${name}${printPathArray(path)}"` : ''
      const message = `Variable "$${name}" got invalid value ${inspect(value)}${at}; ${error.message}`
      report(new GraphQLError(message, { nodes: node, originalError: error }))
    },
  })
}

/** The values of the variables, or what is wrong with them, in the words of graphql-js. */
export const coerceVariables = (variables: readonly Variable[], given: Values): Values | GraphQLError[] => {
  const errors: GraphQLError[] = []
  const values = Object.create(null) as Values
  const report = (error: GraphQLError): void => {
    if (errors.length >= MOST_ERRORS)
      throw new GraphQLError('Too many errors processing variables, error limit reached. Execution aborted.')
    errors.push(error)
  }
  try {
    for (const variable of variables) coerceOne(variable, given, values, report)
  } catch (error) {
    errors.push(error as GraphQLError)
  }
  return errors.length === 0 ? values : errors
}

/** What to execute with the variables coerced, or the answer where they cannot be. */
export const withVariables = (args: ExecutionArgs): ExecutionArgs | ExecutionResult => {
  const operation = getOperationAST(args.document, args.operationName)
  const opened = operation && openedOf(args.schema, args.document, operation)
  if (!opened) return args
  const values = coerceVariables(opened.variables, args.variableValues ?? {})
  return Array.isArray(values) ? { errors: values } : { ...args, document: opened.document, variableValues: values }
}
