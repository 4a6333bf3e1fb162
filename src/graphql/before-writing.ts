import {
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  getDirectiveValues,
  getNamedType,
  isObjectType,
} from 'graphql'
import { type Actor, requireAccess } from '../auth/actor.ts'
import { accessTo } from './scopes-plugin.ts'

const isLeftOut = (node: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] === true ||
  getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] === false

/** Every selected field of an object, those of fragments included, with the object's type. */
function* fieldsOf(
  type: GraphQLObjectType,
  set: SelectionSetNode,
  info: GraphQLResolveInfo,
): Generator<[field: ReturnType<GraphQLObjectType['getFields']>[string], set: SelectionSetNode]> {
  for (const node of set.selections) {
    if (isLeftOut(node, info)) continue
    if (node.kind === Kind.FIELD) {
      const field = type.getFields()[node.name.value]
      if (field && node.selectionSet) yield [field, node.selectionSet]
      continue
    }
    const inner = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : info.fragments[node.name.value]?.selectionSet
    if (inner) yield* fieldsOf(type, inner, info)
  }
}

/**
 * Refuses a mutation whose answer the caller may not read, before anything changes: otherwise the effect would happen,
 * and the answer would be an error for a field.
 */
export const refuseUnreadable = (
  actor: Actor,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  info: GraphQLResolveInfo,
): void => {
  for (const [field, inner] of fieldsOf(type, set, info)) {
    const shown = getNamedType(field.type)
    // A field that grants scopes by its value can only be judged when there is a value.
    if (
      !isObjectType(shown) ||
      (field.extensions['pothosOptions'] as { grantScopes?: unknown } | undefined)?.grantScopes !== undefined
    )
      continue
    const access = accessTo(shown.extensions['pothosOptions'])
    if (access !== undefined) requireAccess(actor, access)
    refuseUnreadable(actor, shown, inner, info)
  }
}
