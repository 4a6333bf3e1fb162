/**
 * Builds the console (`src/console`) into src/generated/console: the types of its operations from schema.graphql, then
 * the page with its assets, compressed. `stampOf` says whether anything changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src/console')
const target = join(root, 'src/generated/console')
const stamp = join(target, '.stamp')

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

/** Of all that the result depends on. */
const stampOf = (): string => {
  const hash = createHash('sha256')
  const others = ['schema.graphql', 'package-lock.json', 'prisma/build-console.ts'].map((name) => join(root, name))
  for (const file of [...filesIn(source), ...others]) hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** The types of the operations, and the operations as a live deployment may keep them. */
const writeOperations = async (): Promise<void> => {
  const { buildSchema, parse, print, validate } = await import('graphql')
  const { codegen } = await import('@graphql-codegen/core')
  const operations = await import('@graphql-codegen/typescript-operations')
  const documents = await import('@graphql-codegen/typed-document-node')
  const schemaText = readFileSync(join(root, 'schema.graphql'), 'utf8')
  const schema = buildSchema(schemaText)
  const file = join(source, 'data/operations.graphql')
  const document = parse(readFileSync(file, 'utf8'))
  const faults = validate(schema, document)
  if (faults.length > 0) throw new Error(faults.map(({ message }) => `${relative(root, file)}: ${message}`).join('\n'))
  const scalars = { ID: 'string', DateTime: 'string', Date: 'string', Decimal: 'string', JSON: 'unknown' }
  const config = { scalars, useTypeImports: true, enumsAsTypes: true, defaultScalarType: 'string', skipTypename: true }
  const text = await codegen({
    filename: 'operations.ts',
    schema: parse(schemaText),
    documents: [{ location: file, document }],
    config,
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: { operations, documents } as never,
  })
  writeFileSync(join(target, 'operations.ts'), text)
  writeFileSync(join(target, 'operations.graphql'), print(document))
}

const writeSite = async (): Promise<void> => {
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  await build({
    configFile: false,
    root: source,
    base: '/console/',
    logLevel: 'error',
    publicDir: join(source, 'public'),
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { '#operations': join(target, 'operations.ts') } },
    build: {
      outDir: join(target, 'site'),
      emptyOutDir: true,
      target: 'es2022',
      cssCodeSplit: false,
      // Nothing inside a page or an address: everything is a file that the policy allows.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
}

const COMPRESSED = new Set(['.js', '.css', '.svg'])

const compress = (): void => {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  for (const file of filesIn(join(target, 'site')).filter((one) => COMPRESSED.has(extname(one)))) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Builds where something has changed since, and says whether it did. */
export const buildConsole = async (): Promise<boolean> => {
  const wanted = stampOf()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await writeOperations()
  await writeSite()
  compress()
  writeFileSync(stamp, wanted)
  return true
}
