/** Where an element stands by its names; that of an element and that of its path are the same. */
export type Position = { readonly qname: string; readonly parent: Position | undefined }

/** True where the parents are, from the nearest, of these names. */
export const within = (at: Position, ...names: readonly string[]): boolean => {
  let { parent } = at
  for (const name of names) {
    if (parent?.qname !== name) return false
    parent = parent.parent
  }
  return true
}

/** True for the root. */
export const isDocumentElement = ({ parent }: Position): boolean => parent === undefined

export const hasAncestor = (at: Position, qname: string): boolean => {
  for (let { parent } = at; parent !== undefined; parent = parent.parent) if (parent.qname === qname) return true
  return false
}
