/**
 * Runs a lane: `npm test`, `npm run test:browser`, `npm run test:services`, `npm run test:heavy`. With names of files, all
 * tests of these are run, whatever their lane. Other arguments go to vitest.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { costOf, filesOf, type LaneName, lanes, recordOf, type RunOfLane } from './lanes.ts'
import type { CostOfTests } from './support/cost-reporter.ts'
import { secondsOfChildren } from './support/processor-time.ts'
import { onEmbedded, onServices } from './support/run.ts'

type Settings = Readonly<Record<string, string>>

const runTests = (name: LaneName, args: readonly string[], settings?: Settings): Promise<number> => {
  const { servers, workers } = lanes[name]
  return (servers === 'none' ? onEmbedded : onServices)([`--maxWorkers=${workers}`, ...args], settings)
}

/** Runs the whole lane, and writes down what it has cost. */
const runWhole = async (name: LaneName): Promise<number> => {
  const record = recordOf(name)
  mkdirSync(dirname(record), { recursive: true })
  rmSync(record, { force: true })
  const [start, startOfChildren] = [performance.now(), secondsOfChildren()]
  const code = await runTests(name, [`--tagsFilter=${lanes[name].filter}`, ...filesOf(name)], { COST_FILE: record })
  if (!existsSync(record)) return code
  const run: RunOfLane = {
    ...(JSON.parse(readFileSync(record, 'utf8')) as CostOfTests),
    seconds: (performance.now() - start) / 1e3,
    processorSeconds: secondsOfChildren() - startOfChildren,
  }
  writeFileSync(record, JSON.stringify(run, undefined, 1))
  process.stdout.write(`${costOf(name, run)}\n`)
  return code
}

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(lanes, name)) throw new Error(`No lane is named "${name}": ${Object.keys(lanes).join(', ')}.`)
const lane = name as LaneName
process.exitCode = await (args.length === 0 ? runWhole(lane) : runTests(lane, args))
