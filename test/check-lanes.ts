/** Part of `npm run check`: fails if a lane or a test cost more than it may, or a test that needs a server is in no lane. */
import { existsSync, readFileSync } from 'node:fs'
import { costOf, type LaneName, lanes, neverRun, recordOf, type RunOfLane, tooDear } from './lanes.ts'

const problems = neverRun()
for (const name of Object.keys(lanes) as LaneName[]) {
  const record = recordOf(name)
  if (!existsSync(record)) {
    process.stdout.write(`${lanes[name].command}: has not been run as a whole.\n`)
    continue
  }
  const run = JSON.parse(readFileSync(record, 'utf8')) as RunOfLane
  process.stdout.write(`${costOf(name, run)}\n`)
  problems.push(...tooDear(name, run))
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
