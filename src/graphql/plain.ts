/** What of a type can be answered from its row alone. The plans of documents are made of it (`plan.ts`). */
import type { Access } from '../auth/scopes.ts'
import type { FieldType } from '../operation/view.ts'
import { accessTo } from './scopes-plugin.ts'

export interface PlainField {
  /** Absent: what the row has under the name of the relation, or of the column. */
  read?: (row: never) => unknown
  /** The columns that it reads, or the one row of another table. */
  columns: readonly string[]
  relation?: string
  /** How its rows are asked for, where they are several. */
  how?: object
  /** What it is, where it is what its column holds, or a part of the row. */
  of?: FieldType
  /** Whether the rows of a page are below it. */
  hasRows?: boolean
}

export interface PlainType {
  fields: ReadonlyMap<string, PlainField>
  /** Columns that are read whatever is asked for; undefined where it is no row of a table. */
  always: object | undefined
  /** The scope that its fields take; undefined where they take none. */
  access: Access | undefined
}

const types = new Map<string, { fields: Map<string, PlainField>; options: TypeOptions; isRow: boolean }>()

export interface TypeOptions {
  interfaces?: readonly unknown[]
  authScopes?: object
  select?: object
}

/** Notes the fields of a type, as they are made. */
export const notePlain = (
  type: string,
  fields: Iterable<readonly [name: string, field: PlainField]>,
  { options = {}, isRow = false }: { options?: TypeOptions; isRow?: boolean } = {},
): void => {
  const known = types.get(type)?.fields ?? new Map<string, PlainField>()
  for (const [name, field] of fields) known.set(name, field)
  types.set(type, { fields: known, options, isRow })
}

/** One more field of a table: the one row of another that a relation leads to. */
export const notePlainRelation = (type: string, name: string, relation: string): void =>
  void types.get(type)?.fields.set(name, { columns: [], relation })

const inPage = (names: readonly string[], hasRows: boolean): [name: string, field: PlainField][] =>
  names.map((name) => [name, { columns: [name], hasRows }])

/** The types that pages of this type of rows are made of. How many there are in all is asked of its resolver. */
export const notePage = (row: string): void => {
  notePlain(`${row}Connection`, [...inPage(['nodes', 'edges'], true), ...inPage(['pageInfo'], false)])
  notePlain(`${row}Edge`, [...inPage(['node'], true), ...inPage(['cursor'], false)])
  notePlain('PageInfo', inPage(['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'], false))
}

/** Undefined where a type takes more than one scope, or nothing is known of it and its options are not given. */
export const plainType = (name: string, ofOther?: TypeOptions): PlainType | undefined => {
  const known = types.get(name) ?? (ofOther && { fields: new Map(), options: ofOther, isRow: false })
  if (!known) return undefined
  const { fields, options, isRow } = known
  const access = accessTo(options)
  if (options.authScopes !== undefined && access === undefined) return undefined
  return { fields, always: isRow ? (options.select ?? {}) : undefined, access }
}
