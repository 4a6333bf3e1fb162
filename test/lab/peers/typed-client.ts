/**
 * Makes types from the OpenAPI document, as integrators do, and compiles a story with them:
 * `npm run test:long -- typed-client`. The tools come on demand.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../../rest-compat/routes/index.ts'
import { openapi } from '../../../src/doors/reference/openapi/document.ts'

const here = import.meta.dirname
const folder = join(here, 'generated')
/** Not beside the settings of the linter. */
const run = (cwd: string, command: string, ...args: string[]): void => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd })
  if (status !== 0) process.exit(status ?? 1)
}

const tool = (path: string): string => join(here, 'node_modules', path)

run(here, 'npm', 'install', '--silent', '--no-audit', '--no-fund', '--package-lock=false')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi(routes, 'https://api.invoice-exchange.example')))
run(folder, process.execPath, tool('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'paths.d.ts')
const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--allowImportingTsExtensions']
run(here, process.execPath, tool('typescript/bin/tsc'), ...options, 'typed-story.ts')
rmSync(folder, { recursive: true })
