import {
  GraphQLError,
  type ValidationRule,
  type VariableDefinitionNode,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  typeFromAST,
} from 'graphql'

/**
 * A variable that is the one field of an input of which exactly one must be given cannot be null. The rule of the
 * specification overlooks it where that input is required itself, as it is nearly everywhere, and then null is let
 * through.
 */
export const oneOfVariables: ValidationRule = (context) => {
  const definitions = new Map<string, VariableDefinitionNode>()
  return {
    OperationDefinition: {
      enter: () => definitions.clear(),
      leave(operation) {
        for (const { node, parentType } of context.getRecursiveVariableUsages(operation)) {
          const holder = getNamedType(parentType)
          const definition = definitions.get(node.name.value)
          // The rule of the specification sees the others.
          if (!definition || !isNonNullType(parentType) || !isInputObjectType(holder) || !holder.isOneOf) continue
          if (isNonNullType(typeFromAST(context.getSchema(), definition.type))) continue
          const message = `Variable "$${node.name.value}" must be non-null, because "${holder.name}" is given exactly one key.`
          context.reportError(new GraphQLError(message, { nodes: [definition, node] }))
        }
      },
    },
    VariableDefinition: (node) => void definitions.set(node.variable.name.value, node),
  }
}
