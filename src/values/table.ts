/** Tables of tab-separated values that lie beside the code: a row of names of columns, then one row a code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fails for a column that is not expected, an empty cell, and a value that the first column has twice. */
export const tableRows = <C extends string>(
  text: string,
  columns: readonly [C, ...C[]],
): ReadonlyMap<string, Readonly<Record<C, string>>> => {
  const [head, ...lines] = text.replace(/\n$/, '').split('\n')
  if (head !== columns.join('\t'))
    throw new Error(`The columns are ${JSON.stringify(head)}, not ${columns.join(', ')}.`)
  const rows = new Map<string, Readonly<Record<C, string>>>()
  for (const [index, line] of lines.entries()) {
    const cells = line.split('\t')
    const [code = ''] = cells
    if (cells.length !== columns.length || cells.some((cell) => cell === '' || cell !== cell.trim()))
      throw new Error(`Line ${index + 2} (${code}) does not have ${columns.length} values.`)
    if (rows.has(code)) throw new Error(`Line ${index + 2} has ${code} again.`)
    rows.set(code, Object.fromEntries(columns.map((column, place) => [column, cells[place]])) as Record<C, string>)
  }
  return rows
}

export const readTable = <C extends string>(
  folder: string,
  name: string,
  columns: readonly [C, ...C[]],
): ReadonlyMap<string, Readonly<Record<C, string>>> => {
  try {
    return tableRows(readFileSync(join(folder, `${name}.tsv`), 'utf8'), columns)
  } catch (error) {
    throw new Error(`The table ${name}.tsv cannot be used.`, { cause: error })
  }
}
