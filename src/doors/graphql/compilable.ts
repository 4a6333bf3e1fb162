import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  type TypeNode,
  getNamedType,
  isInputObjectType,
} from 'graphql'
import { isCacheable } from './text-cache.ts'

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type))

/**
 * Input types that contain themselves at any depth: the compiler would unroll a variable of such a type without end.
 */
const endlessInputs = (schema: GraphQLSchema): ReadonlySet<string> => {
  const holdsEndless = (name: string, above: readonly string[]): boolean => {
    const type = schema.getType(name)
    if (!isInputObjectType(type)) return false
    return (
      above.includes(name) ||
      Object.values(type.getFields()).some((field) => holdsEndless(getNamedType(field.type).name, [...above, name]))
    )
  }
  return new Set(Object.keys(schema.getTypeMap()).filter((name) => holdsEndless(name, [])))
}

/**
 * Whether a document is compiled. It must be one that stays in the cache, since compiling costs more than executing
 * once; have one operation, since the cache does not tell operations of a document apart; and have no variable of an
 * endless type. Subscriptions are not compiled: the compiler drops their literal arguments when it opens the stream.
 */
export const compilable = (schema: GraphQLSchema) => {
  const endless = endlessInputs(schema)
  return ({ document }: { document: DocumentNode }): boolean => {
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    return (
      isCacheable(document.loc?.source.body ?? '') &&
      operations.length === 1 &&
      operations[0]?.operation !== OperationTypeNode.SUBSCRIPTION &&
      !operations[0]?.variableDefinitions?.some(({ type }) => endless.has(nameOf(type)))
    )
  }
}
