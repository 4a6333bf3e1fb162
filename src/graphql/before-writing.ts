import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type SelectionSetNode,
  getNamedType,
  isObjectType,
} from 'graphql'
import { type Actor, requireAccess } from '../auth/actor.ts'
import { accessTo } from './scopes-plugin.ts'
import { fieldsIn } from './selected.ts'

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
  for (const { name, selectionSet: inner } of fieldsIn(set, info)) {
    const field = type.getFields()[name.value]
    if (!field || !inner) continue
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
