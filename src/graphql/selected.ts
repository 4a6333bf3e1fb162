/** What a document selects of the field that is being resolved. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  getDirectiveValues,
} from 'graphql'

export interface Asked {
  operation: OperationDefinitionNode
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  variableValues: Readonly<Record<string, unknown>>
}

export const isLeftOut = (node: SelectionNode, { variableValues }: Pick<Asked, 'variableValues'>): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] === true ||
  getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] === false

/** The fragments of a document by their names. */
export const fragmentsIn = ({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])))

/** Every selected field, those of fragments included, and of each fragment only those of the one type that there is. */
export function* fieldsIn(set: SelectionSetNode, asked: Asked): Generator<FieldNode> {
  for (const node of set.selections) {
    if (isLeftOut(node, asked)) continue
    if (node.kind === Kind.FIELD) {
      yield node
      continue
    }
    const inner = node.kind === Kind.INLINE_FRAGMENT ? node : asked.fragments[node.name.value]
    if (inner) yield* fieldsIn(inner.selectionSet, asked)
  }
}

export const responseKeyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value

/** The selection sets of the field that is resolved. Its nodes are only those that `@skip` and `@include` leave. */
export const setsIn = ({ fieldNodes }: GraphQLResolveInfo): SelectionSetNode[] =>
  fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? [])
