/**
 * The code of the embedded database. What V8 finds busy it compiles again for speed, each function on its own, and one
 * of them is too much for it: PostgreSQL's parser takes 600 MB and two seconds. So the parser is compiled before all
 * others, while nothing is watched for being busy, and stays as it is then.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** Watched is what a function of this number does: the first is an import, which has no code. */
const NOTHING_WATCHED = '--wasm-tier-up-filter=0'
const ALL_WATCHED = '--wasm-tier-up-filter=-1'
/**
 * When memory is short, V8 would throw away what it compiled quickly, and the parser would be compiled once more. One
 * function is made fast at a time: each that is needs tens of megabytes for it, which its thread keeps. And what is
 * replaced is not freed: V8 13.6 may free what threads share twice, and then ends the process.
 */
export const KEPT_AND_ONE_BY_ONE = '--no-flush-liftoff-code --no-wasm-code-gc --wasm-num-compilation-tasks=1'

/** A memory and functions that do nothing, as many as the code asks for. */
const blankImports = (code: WebAssembly.Module): WebAssembly.Imports => {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  for (const { module, name, kind } of WebAssembly.Module.imports(code)) {
    imports[module] ??= {}
    imports[module][name] = kind === 'memory' ? new WebAssembly.Memory(MEMORY) : () => 0
  }
  return imports
}
/** As PGlite has it, in pages of 64 kB. None of them is touched but what the code begins with. */
const MEMORY = { initial: 2048, maximum: 32_768 }

/** V8 compiles a function where it is first called: here with nothing around it, so it fails at once. */
const compileParser = (code: WebAssembly.Module): void => {
  const { raw_parser: parse } = new WebAssembly.Instance(code, blankImports(code)).exports
  try {
    ;(parse as (text: number, mode: number) => number)(0, 0)
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
  }
}

/** Compiled here and handed to the thread: what was needed for it is collected with the garbage of the start. */
export const embeddedCode = async (): Promise<WebAssembly.Module> => {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const bytes = await readFile(join(dirname(main), 'pglite.wasm'))
  const code = new WebAssembly.Module(bytes)
  setFlagsFromString(KEPT_AND_ONE_BY_ONE)
  setFlagsFromString(NOTHING_WATCHED)
  try {
    compileParser(code)
  } finally {
    setFlagsFromString(ALL_WATCHED)
  }
  return code
}
