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
 * Input types that the compiler does not read: those that contain themselves at any depth, which it would unroll without
 * end, and those that contain one of which exactly one field must be given, which it would not check.
 */
const unreadableInputs = (schema: GraphQLSchema): ReadonlySet<string> => {
  const isUnreadable = (name: string, above: readonly string[]): boolean => {
    const type = schema.getType(name)
    if (!isInputObjectType(type)) return false
    return (
      type.isOneOf ||
      above.includes(name) ||
      Object.values(type.getFields()).some((field) => isUnreadable(getNamedType(field.type).name, [...above, name]))
    )
  }
  return new Set(Object.keys(schema.getTypeMap()).filter((name) => isUnreadable(name, [])))
}

/**
 * Whether a document is compiled. It must be one that stays in the cache, since compiling costs more than executing
 * once; have one operation, since the cache does not tell operations of a document apart; and have no variable of a
 * type that the compiler does not read. Subscriptions are not compiled: the compiler drops their literal arguments when
 * it opens the stream.
 */
export const compilable = (schema: GraphQLSchema) => {
  const unreadable = unreadableInputs(schema)
  return ({ document }: { document: DocumentNode }): boolean => {
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    return (
      isCacheable(document.loc?.source.body ?? '') &&
      operations.length === 1 &&
      operations[0]?.operation !== OperationTypeNode.SUBSCRIPTION &&
      !operations[0]?.variableDefinitions?.some(({ type }) => unreadable.has(nameOf(type)))
    )
  }
}
