/** `@idempotent(key:)`: the idempotency key of one mutation, beside its arguments. */
import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLError,
  GraphQLNonNull,
  type GraphQLResolveInfo,
  GraphQLString,
  type ValidationRule,
  getDirectiveValues,
} from 'graphql'

export const idempotentDirective = new GraphQLDirective({
  name: 'idempotent',
  description:
    'On a field of a mutation: a repeated request with the same key is carried out only once, like with ' +
    '`idempotencyKey` in the input or the header `Idempotency-Key`.',
  locations: [DirectiveLocation.FIELD],
  args: { key: { type: new GraphQLNonNull(GraphQLString), description: 'A key of your choice.' } },
})

/** The key that the directive gives to the field. */
export const idempotentKeyOf = ({ fieldNodes, variableValues }: GraphQLResolveInfo): string | undefined => {
  for (const node of fieldNodes) {
    const values = getDirectiveValues(idempotentDirective, node, variableValues)
    if (values) return values['key'] as string
  }
  return undefined
}

/** Elsewhere it would have no effect. */
export const idempotentOnMutations: ValidationRule = (context) => ({
  Directive(node) {
    if (node.name.value !== idempotentDirective.name) return
    if (context.getParentType() !== context.getSchema().getMutationType())
      context.reportError(new GraphQLError('@idempotent belongs to a field of a mutation.', { nodes: node }))
  },
})
