/** Chooses the tests for a change: those that ran code of its modules when they were recorded (`executed.ts`). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Part, isRecorded, partsOf, readRecord } from './executed.ts'
import { importersIn } from './imports.ts'

export interface Choice {
  files: string[]
  reason: string
}

const root = join(import.meta.dirname, '../..')

/** Changes of these can change every test. */
const EVERYTHING =
  /^(package|package-lock|tsconfig)\.json$|^vitest\.config\.ts$|^prisma\/|^test\/support\/(global-setup|cost)\.ts$/
/** Parts that tests run in a process or a browser of its own, where nothing is recorded. */
const OUTSIDE = /^(?:src\/)?(app|cli|client|console|deploy|docs)\//
const MODULE = /^(src|test|rest-compat|afnor)\/.*\.(tsx?|json)$/

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1024 ** 3, stdio: ['ignore', 'pipe', 'ignore'] })
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

const beginOfBranch = (): string => {
  for (const main of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', main).trim()
    } catch {
      // There is no such branch: the next, or else what is not committed yet.
    }
  return 'HEAD'
}

/** The lines of each changed file that differ, as they are now. */
type Changes = ReadonlyMap<string, readonly number[]>

const changesSince = (revision: string): Changes => {
  const changes = new Map<string, number[]>()
  let lines: number[] = []
  for (const line of linesOf(git('diff', '-U0', '--no-renames', '--no-ext-diff', '--no-color', revision))) {
    const [, file] = /^diff --git a\/.* b\/(.*)$/.exec(line) ?? []
    if (file !== undefined) changes.set(file, (lines = []))
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    for (let nth = 0; first !== undefined && nth < Math.max(1, Number(count)); nth++) lines.push(Number(first) + nth)
  }
  for (const file of linesOf(git('ls-files', '--others', '--exclude-standard'))) changes.set(file, [1])
  return changes
}

/** Whether lines belong to values that a module makes as it is loaded: tables, schemas. No test is seen to run them. */
const isOfTables = async (file: string, lines: readonly number[]): Promise<boolean> => {
  if (!existsSync(join(root, file)) || !/\.tsx?$/.test(file)) return true
  const text = readFileSync(join(root, file), 'utf8')
  const { parseSync } = await import('rolldown/utils')
  const { functions, values } = partsOf(parseSync, file, text)
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length
  const isIn = (line: number, parts: readonly Part[]): boolean =>
    parts.some(({ start, end }) => lineOf(start) <= line && line <= lineOf(end))
  return lines.some((line) => isIn(line, values) && !isIn(line, functions))
}

/** What is known of the sources, read once. */
class Sources {
  readonly files = linesOf(git('ls-files', '--cached', '--others', '--exclude-standard')).filter((file) =>
    existsSync(join(root, file)),
  )
  readonly tests = this.files.filter((file) => file.endsWith('.test.ts'))
  readonly #record = readRecord()
  /** Tests of which nothing is known: all, before the first record. */
  readonly unrecorded = this.tests.filter((test) => !isRecorded(test))
  readonly #importers = importersIn(
    root,
    this.files.filter((file) => MODULE.test(file)),
  )

  importersOf(module: string): readonly string[] {
    return this.#importers.get(module) ?? []
  }

  ranBy(module: string): readonly string[] {
    return [...(this.#record.get(module) ?? [])]
  }

  /** Modules and what imports them, and what imports that, as long as `isFurther`. */
  reach(modules: readonly string[], isFurther: (module: string) => boolean): string[] {
    const reached = new Set(modules)
    for (const module of reached) if (isFurther(module)) for (const one of this.importersOf(module)) reached.add(one)
    return [...reached]
  }

  /** Tests that ran code of the module; of one without functions, tests that ran code of the nearest importers. */
  testsOf(module: string): string[] {
    const reached = this.reach([module], (one) => this.ranBy(one).length === 0)
    return reached.flatMap((one) => [...this.ranBy(one), ...(one.endsWith('.test.ts') ? [one] : [])])
  }

  /** Tests in whose texts, or in those of their helpers, a name is. */
  naming(name: string): string[] {
    const named = this.files.filter(
      (file) => /^test\/.*\.ts$/.test(file) && readFileSync(join(root, file), 'utf8').includes(name),
    )
    return this.reach(named, () => true)
  }
}

const testsForFile = async (file: string, lines: readonly number[], sources: Sources): Promise<readonly string[]> => {
  if (EVERYTHING.test(file)) return sources.tests
  if (file.startsWith('test/') && MODULE.test(file)) return sources.reach([file], () => true)
  const part = OUTSIDE.exec(file)?.[1]
  const beside = part === undefined ? [] : sources.tests.filter((test) => test.startsWith(`test/${part}/`))
  if (!MODULE.test(file)) return [...beside, ...sources.naming(basename(file))]
  const importers = (await isOfTables(file, lines)) ? sources.importersOf(file) : []
  return [...beside, ...[file, ...importers].flatMap((module) => sources.testsOf(module))]
}

/** Test files for what differs from a revision: if none is given, from where this branch left main. */
export const filesForChange = async (revision?: string): Promise<Choice> => {
  const start = performance.now()
  const changes = changesSince(revision ?? beginOfBranch())
  const sources = new Sources()
  const chosen = new Set(changes.size > 0 ? sources.unrecorded : [])
  for (const [file, lines] of changes)
    for (const test of await testsForFile(file, lines, sources)) if (sources.tests.includes(test)) chosen.add(test)
  const counts = `${chosen.size} of ${sources.tests.length} test files for ${changes.size} changed files`
  const seconds = ((performance.now() - start) / 1e3).toFixed(1)
  return {
    files: [...chosen].sort(),
    reason: `${counts} (${sources.unrecorded.length} without a record; chosen in ${seconds} s)`,
  }
}
