/** Rows of an export as comma-separated values (RFC 4180). */
import {
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql'

type Column = readonly string[]

/** The columns of a selection: fields of objects by their path, and a list in one column. */
export const columnsOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  rowType: GraphQLOutputType,
  selection: SelectionSetNode,
): Column[] => {
  const columns = new Map<string, Column>()
  const walk = (typeName: string, set: SelectionSetNode, path: Column): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const own = [...path, node.alias?.value ?? node.name.value]
        const inner = fieldType(schema, typeName, node.name.value)
        if (inner && node.selectionSet) walk(inner, node.selectionSet, own)
        else columns.set(own.join('.'), own)
      } else if (node.kind === Kind.INLINE_FRAGMENT)
        walk(node.typeCondition?.name.value ?? typeName, node.selectionSet, path)
      else {
        const fragment = document.definitions.find(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === node.name.value,
        )
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION)
          walk(fragment.typeCondition.name.value, fragment.selectionSet, path)
      }
    }
  }
  walk(getNamedType(rowType).name, selection, [])
  return [...columns.values()]
}

/** The type of a field that holds one object; undefined for a value, and for a list. */
const fieldType = (schema: GraphQLSchema, typeName: string, field: string): string | undefined => {
  const parent = schema.getType(typeName)
  const type = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field]?.type : undefined
  const one = type ? getNullableType(type) : undefined
  return one && !isListType(one) && isCompositeType(one) ? one.name : undefined
}

const QUOTED = /[",\r\n]/

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const valueAt = (row: unknown, path: Column): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row)

export const csvHeader = (columns: readonly Column[]): string => columns.map((path) => cell(path.join('.'))).join(',')

export const csvLine = (columns: readonly Column[], row: unknown): string =>
  columns.map((path) => cell(valueAt(row, path))).join(',')
