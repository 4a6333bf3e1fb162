/** `npm run check`: everything that must hold before a commit, except tests. Two programs run at a time. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'

interface Step {
  name: string
  command: readonly [program: string, ...args: string[]]
}

interface Ran {
  name: string
  seconds: number
  ok: boolean
  output: string
}

const AT_ONCE = 2

const WRITTEN = ['schema.graphql', 'rest-compat/README.md', 'src/formats/json/README.md', 'src/cli/README.md']

/** Each stage writes what the next one reads; its longest steps come first. */
const stages: readonly (readonly Step[])[] = [
  [{ name: 'generate', command: ['node', 'prisma/generate.ts'] }],
  [
    { name: 'print schema', command: ['node', 'src/doors/graphql/print.ts'] },
    { name: 'print READMEs', command: ['node', 'src/doors/reference/print-readmes.ts'] },
  ],
  [{ name: 'print client', command: ['node', 'prisma/print-client.ts'] }],
  [
    { name: 'format', command: ['prettier', '--check', '--cache', '.'] },
    { name: 'types', command: ['tsc', '-p', '.'] },
    { name: 'types of the console', command: ['tsc', '-p', 'src/console'] },
    { name: 'types of the documentation', command: ['tsc', '-p', 'src/docs'] },
    { name: 'lint', command: ['oxlint', '.'] },
    { name: 'printed texts are committed', command: ['git', 'diff', '--exit-code', '--', ...WRITTEN] },
    { name: 'cost of lanes', command: ['node', 'test/check-lanes.ts'] },
  ],
]

const root = join(import.meta.dirname, '..')
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter) }

const run = ({ name, command: [program, ...args] }: Step): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const start = systemClock.steady()
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part))
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ name, seconds: (systemClock.steady() - start) / 1e3, ok: code === 0, output }),
    )
  })

const runStage = async (steps: readonly Step[]): Promise<Ran[]> => {
  const waiting = [...steps]
  const ran: Ran[] = []
  const turn = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) ran.push(await run(step))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, turn))
  return ran
}

const ran: Ran[] = []
for (const stage of stages) if (ran.every(({ ok }) => ok)) ran.push(...(await runStage(stage)))
const failed = ran.filter(({ ok }) => !ok)
const rows = ran.map(
  ({ name, seconds, ok }) => `${name.padEnd(32)} ${seconds.toFixed(1).padStart(7)}  ${ok ? 'ok' : 'failed'}`,
)
process.stdout.write(`${'step'.padEnd(32)} ${'seconds'.padStart(7)}\n${rows.join('\n')}\n`)
for (const { name, output } of failed) process.stdout.write(`\n── ${name} failed:\n${output}`)
process.exitCode = failed.length > 0 ? 1 : 0
