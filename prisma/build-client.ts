/**
 * Writes the generated files of the client where they are missing, or a path or document has changed. Their types follow
 * all of the product, and nothing but a compiler reads these: `npm run check` and the package write them every time.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tellStep } from './tell-step.ts'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'src/generated/.client-hash')
const NAMES = ['rest', 'resources', 'documents']

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|graphql)$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort()

const FOLDERS = ['rest-compat', 'src/client/operations', 'src/doors/reference/client', 'src/doors/reference/openapi']
const FILES = ['schema.graphql', 'src/client/resource-row.ts', 'prisma/print-client.ts', 'prisma/build-console.ts']

const stampOf = (): string => {
  const hash = createHash('sha256')
  for (const file of [...FOLDERS.flatMap(filesIn), ...FILES]) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

export const buildClient = (): void => {
  const wanted = stampOf()
  const isThere = NAMES.every((name) => existsSync(join(root, `src/client/${name}.generated.ts`)))
  if (isThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  tellStep('the client')
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'prisma/print-client.ts')], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The client is not written: ${stderr}`)
  writeFileSync(stamp, wanted)
}
