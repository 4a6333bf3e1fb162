#!/usr/bin/env node
// The sources are TypeScript, which Node runs as it is from version 24 on. On an older Node this starts the one that
// the project brings along as a dependency. An image has no sources: there the bundle runs.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [area = '', verb = '', first = ''] = process.argv.slice(2)
/** The commands of the operator work on the database of a deployment; all others on files, or by a server. */
const isOperators =
  !process.argv.includes('--help') &&
  (['ownership', 'import', 'secrets', 'backup', 'restore'].includes(area) ||
    (area === 'organization' && (verb === 'key' || (verb === 'set' && /^[^-=][^=]*$/.test(first)))))
const source = new URL(isOperators ? '../app/operator.ts' : './main.ts', import.meta.url)
const bundled = new URL(`../generated/server/${isOperators ? 'operator' : 'cli'}.js`, import.meta.url)
const main = existsSync(source) ? source : bundled

if (Number(process.versions.node.split('.')[0]) >= 24) await import(main.href)
else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal tells both of Ctrl-C; what another process sends comes to this one alone.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => (process.exitCode = code ?? 1))
}
