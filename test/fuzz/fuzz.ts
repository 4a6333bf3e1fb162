/**
 * `npm run test:long -- fuzz`, or `npm run test:long -- fuzz 500 --from 20000`: broken and hostile files, in processes
 * of their own. Ends with 1 when a file makes the core fail, takes more than two seconds of a processor, or more than
 * 256 MB.
 */
import { parseArgs } from 'node:util'
import { hostileFiles } from './hostile.ts'
import { judge, LIMITS } from './run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: '0' } },
})
const total = Number(positionals[0] ?? 20_000)
const from = Number(values.from)
const SHARE = 2_500

let failed = false
for (let first = from; first < from + total; first += SHARE) {
  const hostile = first === 0 ? Object.keys(hostileFiles) : []
  const verdict = await judge(first, Math.min(SHARE, from + total - first), hostile)
  const { files, refused, faults, slowest, largest } = verdict
  process.stdout.write(
    `${files} files: ${refused} refused, ${faults.length} faults; slowest ${slowest.ms} ms ` +
      `(${slowest.file}), at most ${largest.mb} MB\n`,
  )
  for (const { file, error } of faults) process.stdout.write(`  ${file}\n    ${error}\n`)
  failed ||= faults.length > 0 || slowest.ms > LIMITS.ms || largest.mb > LIMITS.mb
}
process.exitCode = failed ? 1 : 0
