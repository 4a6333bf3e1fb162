import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  type TypeNode,
  getNamedType,
  isInputObjectType,
} from 'graphql'
import { isMemorable } from './remembered.ts'

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type))

/** Input types that hold themselves, at any depth: the compiler of documents unrolls a variable of such a type without end. */
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
 * Which documents are compiled: those that are remembered, for compiling costs more than executing once; with one
 * operation, for they are remembered without its name; and without variables of endless types. The others are executed
 * as they are; so are subscriptions, since the compiler gives what opens their stream none of the arguments that stand
 * in the document.
 */
export const compilable = (schema: GraphQLSchema) => {
  const endless = endlessInputs(schema)
  return ({ document }: { document: DocumentNode }): boolean => {
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    return (
      isMemorable(document.loc?.source.body ?? '') &&
      operations.length === 1 &&
      operations[0]?.operation !== OperationTypeNode.SUBSCRIPTION &&
      !operations[0]?.variableDefinitions?.some(({ type }) => endless.has(nameOf(type)))
    )
  }
}
