/**
 * Runs test files many times on a busy machine, their tests in another order each time: `npm run shake -- FILE…`,
 * `--changed`, `--all`. Each time is a process of its own, so that the printed seed repeats what failed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type TestModule, type TestRunResult, type Vitest, createVitest } from 'vitest/node'
import { systemClock } from '../src/kernel/clock.ts'
import { changedTests } from './support/changed.ts'

const root = join(import.meta.dirname, '..')
const isTestFile = (file: string): boolean => /^test\/.*\.test\.ts$/.test(file)

/** Ends with its parent, also if that is killed. */
const BUSY_LOOP = 'const parent = process.ppid; while (process.ppid === parent);'

/** One more than the machine has processors. */
const startBusyLoops = (): ChildProcess[] =>
  Array.from({ length: availableParallelism() + 1 }, () => spawn(process.execPath, ['-e', BUSY_LOOP]))

const errorsOfModule = (module: TestModule): string[] => [
  ...[module, ...module.children.allSuites()].flatMap((suite) => suite.errors().map(({ message }) => message)),
  ...[...module.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
  ),
]

/** The result has the modules of all files that the process has run. */
const errorsOf = ({ testModules, unhandledErrors }: TestRunResult, moduleId: string): string[] => {
  const module = testModules.find((one) => one.moduleId === moduleId)
  const errors = [...(module ? errorsOfModule(module) : []), ...unhandledErrors.map(String)]
  return errors.length === 0 && !module?.ok() ? ['The file did not pass.'] : errors
}

/** Until the time is up, which stops the run under way. */
const shakeFile = async (vitest: Vitest, file: string, times: number, minutes: number): Promise<boolean> => {
  const specification = vitest.getRootProject().createSpecification(join(root, file))
  const failures: string[] = []
  const start = systemClock.steady()
  let isTimeUp = false
  const timeUp = setTimeout(() => {
    isTimeUp = true
    void vitest.cancelCurrentRun('test-failure')
  }, minutes * 60_000)
  let done = 0
  while (done < times && !isTimeUp) {
    const seed = randomInt(1_000_000)
    // Samples of generated walks are others each time, too.
    process.env['SAMPLE_SEED'] = String(seed)
    vitest.config.sequence.seed = seed
    const result = await vitest.runTestSpecifications([specification])
    if (isTimeUp) break
    done += 1
    const errors = errorsOf(result, specification.moduleId)
    if (errors.length > 0)
      failures.push(
        [
          `  SAMPLE_SEED=${seed} npx vitest run ${file} --sequence.shuffle.tests --sequence.seed=${seed}`,
          ...errors.map((error) => `    ${error.split('\n', 3).join('\n    ')}`),
        ].join('\n'),
      )
  }
  clearTimeout(timeUp)
  const seconds = Math.round((systemClock.steady() - start) / 1e3)
  const stopped = isTimeUp ? `, stopped after ${minutes} minutes` : ''
  process.stdout.write(`${file}: ${done} times, ${failures.length} failures, ${seconds} s${stopped}\n`)
  for (const failure of failures) process.stdout.write(`${failure}\n`)
  return failures.length === 0 && done > 0
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    changed: { type: 'boolean' },
    times: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '15' },
  },
})
const missing = positionals.filter((file) => !isTestFile(file) || !existsSync(join(root, file)))
if (missing.length > 0) throw new Error(`Not test files: ${missing.join(', ')}.`)

const vitest = await createVitest('test', {
  root,
  run: true,
  watch: false,
  maxWorkers: 1,
  // No reporter: failures are printed with their seeds.
  reporters: [{}],
  sequence: { shuffle: { tests: true } },
})
const suite = async (): Promise<string[]> =>
  (await vitest.globTestSpecifications()).map(({ moduleId }) => relative(root, moduleId)).sort()
const files = [
  ...new Set([...positionals, ...(values.changed ? changedTests() : []), ...(values.all ? await suite() : [])]),
]
if (files.length === 0 && !values.changed) throw new Error('Name test files, or give --changed or --all.')

const busyLoops = startBusyLoops()
try {
  await vitest.standalone()
  const failed: string[] = []
  for (const file of files)
    if (!(await shakeFile(vitest, file, Number(values.times), Number(values.minutes)))) failed.push(file)
  process.stdout.write(`${files.length} files, ${failed.length} failed${failed.map((file) => `\n${file}`).join('')}\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
} finally {
  await vitest.close()
  for (const loop of busyLoops) loop.kill()
}
