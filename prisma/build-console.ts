/**
 * Builds the console (`src/console`) into src/generated/console: the types of its operations from schema.graphql, then
 * the page with its assets, compressed. `stampOf` says whether anything changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import {
  type DefinitionNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  buildSchema,
  concatAST,
  parse,
  print,
  stripIgnoredCharacters,
  validate,
  visit,
} from 'graphql'
import { tellStep } from './tell-step.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src/console')
const HOME = join(root, 'src/generated/console')

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

/** The sources of the client that the console is built with. */
const clientFiles = (): string[] =>
  readdirSync(join(root, 'src/client'))
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(root, 'src/client', name))

/** Of all that the result depends on. */
const stampOf = (): string => {
  const hash = createHash('sha256')
  const others = ['schema.graphql', 'package-lock.json', 'prisma/build-console.ts'].map((name) => join(root, name))
  for (const file of [...filesIn(source), ...clientFiles(), ...others])
    hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** The fragments that a definition spreads, and those that they spread, each once. */
const fragmentsOf = (
  definition: ExecutableDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  found = new Set<FragmentDefinitionNode>(),
): ReadonlySet<FragmentDefinitionNode> => {
  visit(definition, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value)
      if (!fragment || found.has(fragment)) return
      found.add(fragment)
      fragmentsOf(fragment, fragments, found)
    },
  })
  return found
}

const kinds = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

/** The operations of a file, each with the fragments that it needs. */
export const operationsIn = (definitions: readonly DefinitionNode[], fragments: Fragments): Operation[] =>
  definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION
      ? [
          {
            name: one.name?.value ?? '',
            type: `${one.name?.value}${kinds[one.operation]}`,
            text: [one, ...fragmentsOf(one, fragments)].map((part) => stripIgnoredCharacters(print(part))).join(' '),
          },
        ]
      : [],
  )

interface Operation {
  name: string
  /** Of its answer. */
  type: string
  text: string
}

/** The operations of a file as texts of a known type: a page loads its own and no others. */
const writeDocuments = (
  target: string,
  name: string,
  definitions: readonly DefinitionNode[],
  fragments: Fragments,
): string[] => {
  const operations = operationsIn(definitions, fragments)
  const lines = operations.map(
    (one) =>
      `export const ${one.name}Document = ${JSON.stringify(one.text)} ` +
      `as unknown as Doc<types.${one.type}, types.${one.type}Variables>`,
  )
  if (operations.length === 0) return []
  const head = [
    "import type { TypedDocumentNode as Doc } from '@graphql-typed-document-node/core'",
    "import type * as types from './types.ts'",
  ]
  writeFileSync(join(target, `${name}.ts`), [...head, ...lines, ''].join('\n'))
  return operations.map(({ text }) => text)
}
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** The texts as the client of the page spells them: with the names of types, which its cache asks for. */
const asSent = async (texts: readonly string[]): Promise<string[]> => {
  const { createRequest, formatDocument, stringifyDocument } = await import('@urql/core')
  return texts.map((text) => stringifyDocument(formatDocument(createRequest(text, {}).query)))
}

/** The documents of a folder, checked against the schema, with the types of all of them. */
export const readOperations = async (folder: string) => {
  const { codegen } = await import('@graphql-codegen/core')
  const plugin = await import('@graphql-codegen/typescript-operations')
  const schemaText = readFileSync(join(root, 'schema.graphql'), 'utf8')
  const files = filesIn(folder).map((file) => ({
    name: basename(file, '.graphql'),
    document: parse(readFileSync(file, 'utf8')),
  }))
  const document = concatAST(files.map((one) => one.document))
  const faults = validate(buildSchema(schemaText), document)
  if (faults.length > 0)
    throw new Error(faults.map(({ message }) => `${relative(root, folder)}: ${message}`).join('\n'))
  const scalars = { ID: 'string', JSON: 'unknown', File: 'File' }
  const types = await codegen({
    filename: 'types.ts',
    schema: parse(schemaText),
    documents: [{ location: folder, document }],
    config: { scalars, useTypeImports: true, enumsAsTypes: true, defaultScalarType: 'string', skipTypename: true },
    plugins: [{ operations: {} }],
    pluginMap: { operations: plugin } as never,
  })
  const fragments: Fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  return { files, types, fragments }
}

/** The types of the operations, and the operations as a live deployment may keep them. */
const writeOperations = async (target: string): Promise<void> => {
  const { files, types, fragments } = await readOperations(join(source, 'operations'))
  writeFileSync(join(target, 'types.ts'), types)
  const texts = files.flatMap((one) => writeDocuments(target, one.name, one.document.definitions, fragments))
  const names = ['types', ...files.flatMap(({ name }) => (existsSync(join(target, `${name}.ts`)) ? [name] : []))]
  writeFileSync(join(target, 'operations.ts'), names.map((name) => `export * from './${name}.ts'\n`).join(''))
  writeFileSync(join(target, 'operations.json'), JSON.stringify(await asSent(texts), null, 1))
}

/** What Vite and React build by: whoever starts the build, a test too, gets the page that people get. */
const forProduction = async (build: () => Promise<unknown>): Promise<void> => {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

const writeSite = async (target: string): Promise<void> => {
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

const compress = (target: string): void => {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  for (const file of filesIn(join(target, 'site')).filter((one) => COMPRESSED.has(extname(one)))) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Builds where something has changed since, and says whether it did. */
export const buildConsole = async (target = HOME): Promise<boolean> => {
  const stamp = join(target, '.stamp')
  const wanted = stampOf()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  tellStep('the console')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await writeOperations(target)
  await forProduction(() => writeSite(target))
  compress(target)
  writeFileSync(stamp, wanted)
  return true
}
