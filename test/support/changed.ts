/** Chooses the tests for a change: those that ran code of its modules when they were recorded (`executed.ts`). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Part, isRecorded, partsOf, readRecord } from './executed.ts'
import { Imports } from './imports.ts'

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

const isTest = (file: string): boolean => file.endsWith('.test.ts')

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

/** Test files that differ from where this branch left main. */
export const changedTests = (): string[] =>
  [...changesSince(beginOfBranch()).keys()].filter((file) => isTest(file) && existsSync(join(root, file))).sort()

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
  readonly #files = linesOf(git('ls-files', '--cached', '--others', '--exclude-standard')).filter((file) =>
    existsSync(join(root, file)),
  )
  readonly imports = new Imports(
    root,
    this.#files.filter((file) => MODULE.test(file)),
  )
  readonly tests = this.#files.filter(isTest)
  readonly #record = readRecord()
  readonly #recorded = this.tests.filter(isRecorded).length

  ranBy(module: string): readonly string[] {
    return [...(this.#record.get(module) ?? [])]
  }

  /**
   * Tests that ran code of the module. One that is only loaded, as routes and schemas are, has those of the operations
   * that it imports; a table has those of its importers.
   */
  testsOf(module: string, seen = new Set<string>()): readonly string[] {
    if (isTest(module)) return [module]
    const ran = this.ranBy(module)
    if (ran.length > 0 || seen.has(module)) return ran
    seen.add(module)
    const imported = this.imports.of(module).map((one) => this.ranBy(one))
    // What most tests run, such as the reading of dates, does not say what the module is about.
    const specific = imported.filter(({ length }) => length > 0 && length < this.#recorded / 2)
    return specific.length > 0
      ? specific.flat()
      : this.imports.importersOf(module).flatMap((one) => this.testsOf(one, seen))
  }

  /** Tests in whose texts, or in those of their helpers, the file is named. */
  naming(file: string): string[] {
    const literal = new RegExp(`['"\`](?:\\.{1,2}/)*([^'"\`\\n]*${basename(file).replaceAll('.', '\\.')})['"\`]`, 'g')
    const named = this.#files.filter(
      (one) =>
        /^test\/.*\.ts$/.test(one) &&
        [...readFileSync(join(root, one), 'utf8').matchAll(literal)].some(([, path = '']) => file.endsWith(path)),
    )
    return this.imports.above(named)
  }
}

const testsForFile = async (file: string, lines: readonly number[], sources: Sources): Promise<readonly string[]> => {
  if (EVERYTHING.test(file)) return sources.tests
  if (file.startsWith('test/') && MODULE.test(file)) return sources.imports.above([file])
  const part = OUTSIDE.exec(file)?.[1]
  const beside = part === undefined ? [] : sources.tests.filter((test) => test.startsWith(`test/${part}/`))
  if (!MODULE.test(file)) return [...beside, ...sources.naming(file)]
  const importers = (await isOfTables(file, lines)) ? sources.imports.importersOf(file) : []
  const own = part === undefined ? sources.testsOf(file) : sources.ranBy(file)
  return [...beside, ...own, ...importers.flatMap((module) => sources.ranBy(module))]
}

/** Those of the tests that a change since a revision can break: if none is given, since this branch left main. */
export const filesForChange = async (tests: readonly string[], revision = beginOfBranch()): Promise<Choice> => {
  const start = systemClock.steady()
  const changes = changesSince(revision)
  const sources = new Sources()
  const unrecorded = changes.size > 0 ? tests.filter((test) => !isRecorded(test)) : []
  const found = new Set(unrecorded)
  for (const [file, lines] of changes) for (const test of await testsForFile(file, lines, sources)) found.add(test)
  const files = tests.filter((test) => found.has(test))
  const counts = `${files.length} of ${tests.length} test files for ${changes.size} changed files`
  const unknown = unrecorded.length > 0 ? `; ${unrecorded.length} because nothing is recorded of them (--record)` : ''
  return { files, reason: `${counts}, chosen in ${((systemClock.steady() - start) / 1e3).toFixed(1)} s${unknown}.` }
}
