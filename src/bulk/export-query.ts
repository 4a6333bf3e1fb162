/** The query of an export: one list, whose pages are read one after the other. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  getNamedType,
  isObjectType,
  parse,
  print,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Actor } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'
import { type AppError, refusal } from '../kernel/errors/app-error.ts'
import { PAGE_ARGUMENTS } from '../graphql/field.ts'
import type { KeptDocuments } from '../operation/kept-documents.ts'
import { limits } from '../values/limits.ts'

interface ExportQuery {
  /** The same query for a page after `$after`, whose list is called `list`. */
  document: DocumentNode
  access: readonly Access[]
  /** What is selected of a row. */
  selection: SelectionSetNode
  rowType: GraphQLOutputType
}

const refuse = (message: string): AppError =>
  refusal('INVALID_REQUEST', 'query', message, { summary: `query: ${message}` })

const isConnection = (type: GraphQLOutputType | null | undefined): boolean => {
  const named = type ? getNamedType(type) : undefined
  return isObjectType(named) && named.name.endsWith('Connection') && 'pageInfo' in named.getFields()
}

const ONE_LIST =
  'The query must ask for one list, such as `{ documents { nodes { id number } } }`, and no list with pages inside it.'

/** The one list of the query. */
const listIn = ({ schema }: KeptDocuments, document: DocumentNode): FieldNode => {
  const types = new TypeInfo(schema)
  const lists: FieldNode[] = []
  visit(
    document,
    visitWithTypeInfo(types, { Field: (node) => void (isConnection(types.getType()) && lists.push(node)) }),
  )
  const [operation] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  const [root, another] = (operation as OperationDefinitionNode).selectionSet.selections
  if (lists.length !== 1 || root !== lists[0] || another) throw refuse(ONE_LIST)
  return root as FieldNode
}

/** What it selects of a row: by `nodes`, or by the `node` of `edges`. */
const rowsOf = (list: FieldNode): SelectionSetNode => {
  const [field, another] = list.selectionSet?.selections ?? []
  if (field?.kind === Kind.FIELD && !another) {
    const [inner, more] = field.selectionSet?.selections ?? []
    if (field.name.value === 'nodes' && field.selectionSet) return field.selectionSet
    if (field.name.value === 'edges' && inner?.kind === Kind.FIELD && inner.name.value === 'node' && !more)
      return inner.selectionSet as SelectionSetNode
  }
  throw refuse('Of the list, ask for `nodes { … }` or `edges { node { … } }`, and nothing else: every page is read.')
}

const pageQuery = (list: FieldNode, document: DocumentNode, selection: SelectionSetNode): DocumentNode => {
  const given = (list.arguments ?? []).map((argument) => `${print(argument)}`)
  const page = [...given, `first: ${limits.pageRows}`, 'after: $after'].join(', ')
  const text = `query Page($after: String) {
    list: ${list.name.value}(${page}) { nodes ${print(selection)} pageInfo { hasNextPage endCursor } }
  }`
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return parse([text, ...fragments.map(print)].join('\n'))
}

/** Judges a query for this caller, as it is when all its pages are read. */
export const exportQuery = (documents: KeptDocuments, actor: Actor, text: string): ExportQuery => {
  const { document } = documents.judge(actor, text, 'query', 'query')
  const list = listIn(documents, document)
  const paging = list.arguments?.find(({ name }) => PAGE_ARGUMENTS.some((one) => one === name.value))
  if (paging) throw refuse(`Remove the argument \`${paging.name.value}\`: every page is read.`)
  const selection = rowsOf(list)
  const judged = documents.judge(actor, print(pageQuery(list, document, selection)), 'query', 'query')
  const connection = documents.schema.getQueryType()?.getFields()[list.name.value]?.type
  const { nodes } = (
    getNamedType(connection) as { getFields(): Record<string, { type: GraphQLOutputType }> }
  ).getFields()
  return { ...judged, selection, rowType: (nodes as { type: GraphQLOutputType }).type }
}
