/** Which modules import which, as their texts say. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A path in quotes, with the statement that it ends, if it is one of those that only types are imported by. */
const IMPORT = /(?:^(?:import|export) (type )?[^'"\n]*?(?:\n[^'"]*?)?from )?'(\.{1,2}\/[^'\n]+\.(?:tsx?|json))'/gm

const importsOf = (root: string, file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, isType, path = '']) =>
    isType === undefined ? [join(dirname(file), path)] : [],
  )
}

/** The importers of each module. A type is not a reason: what only it could break, the compiler shows. */
export const importersIn = (root: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const imported of importsOf(root, file)) importers.set(imported, [...(importers.get(imported) ?? []), file])
  return importers
}
