/** A closed list of codes, with names where the product shows them. */
export type CodeList = {
  readonly codes: ReadonlySet<string>
  /** The name of a code in English, or undefined. */
  readonly nameOf: (code: string) => string | undefined
  readonly has: (code: string) => boolean
}

/** From codes separated by white space. */
export const codeList = (codes: string): CodeList => {
  const set = new Set(codes.trim().split(/\s+/))
  return { codes: set, has: (code) => set.has(code), nameOf: () => undefined }
}

/** From lines of `code name`; the names are split only when the first one is asked for. */
export const namedCodeList = (lines: string): CodeList => {
  const rows = lines.trim().split('\n')
  const set = new Set(rows.map((row) => row.slice(0, row.indexOf(' '))))
  let names: Map<string, string> | undefined
  const nameOf = (code: string): string | undefined => {
    names ??= new Map(rows.map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]))
    return names.get(code)
  }
  return { codes: set, has: (code) => set.has(code), nameOf }
}
