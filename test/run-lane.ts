/**
 * Runs a lane: `npm test`, `npm run test:browser`, `npm run test:services`, `npm run test:heavy`. With names of files, all
 * tests of these are run, whatever their lane. `--changed` runs what a change can break, and `--record` the whole lane,
 * with a record of what `--changed` asks for. Other arguments go to vitest.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { costOf, filesOf, type LaneName, lanes, recordOf, type RunOfLane } from './lanes.ts'
import { filesForChange } from './support/changed.ts'
import type { CostOfTests } from './support/cost-reporter.ts'
import { secondsOfChildren } from './support/processor-time.ts'
import { onEmbedded, onServices } from './support/run.ts'

type Settings = Readonly<Record<string, string>>

const runTests = (name: LaneName, args: readonly string[], settings?: Settings): Promise<number> => {
  const { servers, workers } = lanes[name]
  return (servers === 'none' ? onEmbedded : onServices)([`--maxWorkers=${workers}`, ...args], settings)
}

/** Runs the whole lane, and writes down what it has cost. */
const runWhole = async (name: LaneName, settings?: Settings): Promise<number> => {
  const record = recordOf(name)
  mkdirSync(dirname(record), { recursive: true })
  rmSync(record, { force: true })
  const [start, startOfChildren] = [systemClock.steady(), secondsOfChildren()]
  const args = [`--tagsFilter=${lanes[name].filter}`, ...filesOf(name)]
  const code = await runTests(name, args, { ...settings, COST_FILE: record })
  if (!existsSync(record)) return code
  const run: RunOfLane = {
    ...(JSON.parse(readFileSync(record, 'utf8')) as CostOfTests),
    seconds: (systemClock.steady() - start) / 1e3,
    processorSeconds: secondsOfChildren() - startOfChildren,
  }
  writeFileSync(record, JSON.stringify(run, undefined, 1))
  process.stdout.write(`${costOf(name, run)}\n`)
  return code
}

/** Runs the tests of the lane that a change can break. */
const runChanged = async (name: LaneName, revision: string | undefined): Promise<number> => {
  const { files, reason } = await filesForChange(filesOf(name), revision)
  process.stdout.write(`${reason}\n`)
  return files.length === 0 ? 0 : runTests(name, [`--tagsFilter=${lanes[name].filter}`, ...files])
}

const runLane = (name: LaneName, args: readonly string[]): Promise<number> => {
  const [first, second] = args
  if (first === undefined) return runWhole(name)
  if (first === '--record') return runWhole(name, { RECORD_EXECUTED: '1' })
  return first === '--changed' ? runChanged(name, second) : runTests(name, args)
}

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(lanes, name)) throw new Error(`No lane is named "${name}": ${Object.keys(lanes).join(', ')}.`)
process.exitCode = await runLane(name as LaneName, args)
