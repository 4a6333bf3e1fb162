/** A closed list of codes. */
export interface CodeList {
  readonly codes: ReadonlySet<string>
  has(code: string): boolean
}

/** From codes separated by white space. */
export const codeList = (codes: string): CodeList => {
  const set = new Set(codes.trim().split(/\s+/))
  return { codes: set, has: (code) => set.has(code) }
}
