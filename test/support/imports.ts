/** Which modules import which, as their texts say. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A path in quotes, with the statement that it ends, if it is one of those that only types are imported by. */
const IMPORT = /(?:^(?:import|export) (type )?[^'"\n]*?(?:\n[^'"]*?)?from )?'(\.{1,2}\/[^'\n]+\.(?:tsx?|json))'/gm

/** A type is not a reason to run tests: the compiler shows what it breaks. */
const importsOf = (root: string, file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, isType, path = '']) =>
    isType === undefined ? [join(dirname(file), path)] : [],
  )
}

export class Imports {
  readonly #imports: ReadonlyMap<string, readonly string[]>
  readonly #importers = new Map<string, string[]>()

  constructor(root: string, modules: readonly string[]) {
    this.#imports = new Map(modules.map((module) => [module, importsOf(root, module)]))
    for (const [module, imports] of this.#imports)
      for (const one of imports) this.#importers.set(one, [...(this.#importers.get(one) ?? []), module])
  }

  of(module: string): readonly string[] {
    return this.#imports.get(module) ?? []
  }

  importersOf(module: string): readonly string[] {
    return this.#importers.get(module) ?? []
  }

  /** Modules with what imports them, and what imports that. */
  above(modules: readonly string[]): string[] {
    const above = new Set(modules)
    for (const module of above) for (const one of this.importersOf(module)) above.add(one)
    return [...above]
  }
}
