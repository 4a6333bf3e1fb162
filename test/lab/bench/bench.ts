/**
 * `npm run bench`, or `npm run bench -- companies docs` for some parts only. A part is a file of this folder: NAME.ts
 * and NAME-*.ts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from '../../support/servers.ts'
import type { Group, Part } from './support/bench.ts'
import { machine, table } from './support/table.ts'

const folder = import.meta.dirname
const parts = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'bench.ts')
  .map((file) => file.slice(0, -3))
  .sort()

const choose = (names: readonly string[]): string[] => {
  if (names.length === 0) return parts
  const chosen = names.map((name) => parts.filter((part) => part === name || part.startsWith(`${name}-`)))
  const unknown = names.filter((_name, index) => chosen[index]?.length === 0)
  if (unknown.length === 0) return [...new Set(chosen.flat())]
  process.stderr.write(`There is no part ${unknown.join(', ')}. The parts are: ${parts.join(', ')}.\n`)
  process.exit(1)
}

/** What the bench compares with is not part of the product's install. */
const installPeers = (): void => {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  process.stderr.write('installing the peers of the bench\n')
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}

const say = (text: string): void => void process.stderr.write(`  ${text}\n`)

/** Servers that run or are about to. */
const running: Promise<Server>[] = []
const endAll = async (): Promise<void> => {
  for (const server of running.splice(0).reverse())
    await server.then(
      ({ stop }) => stop(),
      () => undefined,
    )
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)))

const run = async (name: string): Promise<Group[]> => {
  process.stderr.write(`${name}\n`)
  const part = (await import(`./${name}.ts`)) as { default?: Part }
  try {
    return (
      (await part.default?.({
        say,
        use(start) {
          const server = start()
          running.push(server)
          return server
        },
      })) ?? []
    )
  } finally {
    await endAll()
  }
}

const chosen = choose(process.argv.slice(2))
installPeers()
const groups: Group[] = []
for (const name of chosen) groups.push(...(await run(name)))
process.stdout.write(`${machine()}\n\n`)
if (groups.length > 0) process.stdout.write(`${table(groups)}\n`)
