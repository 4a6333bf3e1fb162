#!/usr/bin/env node
// The sources are TypeScript, which Node runs as it is from version 24 on. On an older Node this starts the one that
// the project brings along as a dependency.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The commands of the operator work on the database of a deployment; all others need nothing but their files.
const main = new URL(
  ['ownership', 'organization', 'import'].includes(process.argv[2] ?? '') ? '../app/operator.ts' : './main.ts',
  import.meta.url,
)

if (Number(process.versions.node.split('.')[0]) >= 24) await import(main.href)
else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
  const { status } = spawnSync(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
