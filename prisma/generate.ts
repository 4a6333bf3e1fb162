/**
 * Generates the Prisma client and the Pothos types into src/generated, unless they are there already for this schema.
 * The Prisma CLI insists on a schema engine even where `generate` does not need it: it gets a stand-in
 * only where there is no real one, so that nothing is downloaded.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildClient } from './build-client.ts'
import { buildConsole } from './build-console.ts'
import { buildDocs } from './build-docs.ts'
import { tellStep } from './tell-step.ts'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'src/generated/.schema-hash')
const schema = join(root, 'prisma/schema')

const hash = createHash('sha256')
for (const file of readdirSync(schema).sort()) hash.update(file).update(readFileSync(join(schema, file)))
hash.update(readFileSync(join(root, 'node_modules/prisma/package.json')))
hash.update(readFileSync(join(root, 'node_modules/@pothos/plugin-prisma/package.json')))
const wanted = hash.digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  tellStep('the types of the database')
  rmSync(join(root, 'src/generated'), { recursive: true, force: true })
  const bin = join(root, 'node_modules/.bin')
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
  const hasEngine = readdirSync(join(root, 'node_modules/@prisma/engines')).some((file) =>
    file.startsWith('schema-engine'),
  )
  if (!hasEngine) env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= '/bin/true'
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/prisma/build/index.js'), 'generate'],
    { cwd: root, env, encoding: 'utf8' },
  )
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`)
    process.exit(1)
  }
  mkdirSync(join(root, 'src/generated'), { recursive: true })
  writeFileSync(stamp, wanted)
}

buildClient()
await buildConsole()
await buildDocs()
