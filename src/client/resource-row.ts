/** Rows of the table of paths: what a row holds, and what its method is called. */

/** A list, a file, another answer of GET; POST, PATCH, DELETE. A small letter: the path ends with the name of the method. */
const kinds = {
  L: ['GET', 'list'],
  F: ['GET', 'get'],
  G: ['GET', 'get'],
  P: ['POST', 'create'],
  U: ['PATCH', 'update'],
  D: ['DELETE', 'delete'],
} as const

export type RowKind = keyof typeof kinds
/** Takes a body, a query, or neither before the options. */
export type RowInput = 'b' | 'q' | 'n'

export interface ResourceRow {
  kind: RowKind
  input: RowInput
  method: (typeof kinds)[RowKind][0]
  path: string
  /** Parameters of the path. */
  ids: string[]
  /** `documents`, `attachments`, `get`. */
  names: string[]
}

const camelCase = (text: string): string => text.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Reads `Gn/v1/documents/{documentId}`. */
export const readRow = (row: string): ResourceRow => {
  const kind = row.charAt(0).toUpperCase() as RowKind
  const [method, verb] = kinds[kind]
  const path = row.slice(2)
  const parts = path.replace(/^\/v1/, '').split('/').slice(1)
  return {
    kind,
    input: row.charAt(1) as RowInput,
    method,
    path,
    ids: parts.filter((one) => one.startsWith('{')).map((one) => one.slice(1, -1)),
    names: [...parts.filter((one) => !one.startsWith('{')).map(camelCase), ...(row.startsWith(kind) ? [verb] : [])],
  }
}
