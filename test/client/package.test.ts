/** @module-tag heavy */
/** The package as it is published: small, without dependencies, and typed; the guide is run and compiled. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import { buildSchema, isScalarType, isSpecifiedScalarType, parse } from 'graphql'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { textOf } from '../../prisma/build-docs.ts'
import { blocksIn } from '../../src/docs/blocks.ts'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'src/client')
const MOST_BYTES = 12_000

const folder = mkdtempSync(join(tmpdir(), 'client-'))
const installed = join(folder, 'node_modules/@invoice-exchange/client')
const tsc = join(root, 'node_modules/typescript/bin/tsc')

const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

const guide = readFileSync(join(source, 'README.md'), 'utf8')
const codegenPage = textOf('en', 'guides/code-generation')
const npm = (where: string, command: string, ...more: string[]): void => {
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', npm_config_update_notifier: 'false' }
  const line = [command, ...more].join(' ')
  const { status, stderr } = spawnSync(line, { cwd: where, env, encoding: 'utf8', shell: true })
  if (status !== 0) throw new Error(stderr)
}

/** By the commands of the guide: what the tests use is installed from the tarball. */
beforeAll(() => {
  const [pack = '', install = ''] = /^npm pack .*\nnpm install .*$/m.exec(guide)?.[0].split('\n') ?? []
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  npm(root, pack, '--pack-destination', folder)
  npm(folder, install, '--offline', '--no-audit', '--no-fund')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('all of it takes at most 12 kB, packed as browsers load it, and depends on nothing', async () => {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: join(source, 'index.ts'), formats: ['es'] },
    },
  })) as unknown as { output: { code: string; imports: string[] }[] }[]
  const [chunk] = result[0]?.output ?? []
  expect(chunk?.imports).toEqual([])
  const bytes = gzipSync(chunk?.code ?? '').length
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  const description = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, unknown>
  expect(Object.keys(description)).not.toContain('dependencies')
})

test('the package exports what the sources do, and types without those of any platform but fetch', () => {
  const files = readdirSync(join(installed, 'dist'))
  expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'documents.generated.js']))
  writeFileSync(
    join(folder, 'use.js'),
    `import * as client from '@invoice-exchange/client'
import * as documents from '@invoice-exchange/client/documents'
const { documents: resource } = client.createClient({ baseUrl: 'http://127.0.0.1:9' })
console.log(JSON.stringify([Object.keys(client), Object.keys(documents), typeof resource.send.batch]))`,
  )
  const { status, said } = run(join(folder, 'use.js'))
  expect(status).toBe(0)
  const [names, documents, batch] = JSON.parse(said) as [string[], string[], string]
  expect(names).toEqual(expect.arrayContaining(['createClient', 'verifyWebhook', 'signWebhook', 'hasCode', 'errorOf']))
  expect(documents).toEqual(expect.arrayContaining(['DocumentsDocument', 'LiveEventsDocument']))
  expect(batch).toBe('function')
})

interface CodegenFile {
  generates: Record<string, { preset: string; config: { scalars: Record<string, string> } }>
}

const schemaText = readFileSync(join(root, 'schema.graphql'), 'utf8')
const codegenConfig = () => {
  const { generates } = load(
    blocksIn(codegenPage).find(({ language }) => language === 'yaml')?.code ?? '',
  ) as CodegenFile
  const { preset, config } = generates['src/gql/'] ?? {}
  if (preset !== 'client' || !config) throw new Error('The page shows the preset of clients.')
  return config
}

/** The types of a document, by the plugin that the preset of clients uses. */
const typesOf = (document: string, config: object): Promise<string> =>
  codegen({
    filename: 'index.ts',
    schema: parse(schemaText),
    documents: [{ location: 'example', document: parse(document) }],
    config,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  })

test('the configuration on the page of code generation names each scalar of the schema, and makes amounts texts', async () => {
  const config = codegenConfig()
  const scalars = Object.values(buildSchema(schemaText).getTypeMap()).filter(isScalarType)
  const own = scalars.filter((one) => !isSpecifiedScalarType(one)).map(({ name }) => name)
  expect(Object.keys(config.scalars).sort()).toEqual(own.sort())
  const lists = 'query Lists { documents { nodes { grossAmount issueDate createdAt currency } } }'
  const types = await typesOf(lists, config)
  expect(types).toContain(
    '{ grossAmount: string | null, issueDate: string | null, createdAt: string, currency: string | null }',
  )
  const { Decimal: _decimal, ...others } = config.scalars
  await expect(typesOf(lists, { ...config, scalars: others })).rejects.toThrow('Decimal')
})

/** Writes the types that the page imports, as the preset does for the document of the example. */
const writeGenerated = async (): Promise<void> => {
  const types = await typesOf(/graphql\(`([^`]*)`\)/.exec(codegenPage)?.[1] ?? '', codegenConfig())
  mkdirSync(join(folder, 'gql'))
  writeFileSync(
    join(folder, 'gql/index.ts'),
    `${types}
declare class TypedDocumentString<Data, Variables> extends String { __apiType?: (variables: Variables) => Data }
export declare const graphql: (text: string) => TypedDocumentString<TotalsQuery, TotalsQueryVariables>
`,
  )
}

/** Names that the examples use without declaring them. */
const GIVEN = `
import { createClient } from '@invoice-exchange/client'
declare const client: ReturnType<typeof createClient>
declare const sent: { id: string }
declare const lastSeq: number
declare const rawBody: string
declare const secret: string
declare const request: { headers: Record<string, string | undefined> }
`

test('every example of the guide and of the page of code generation compiles as it stands there', async () => {
  await writeGenerated()
  const examples = blocksIn(guide + codegenPage).flatMap(({ language, code }) => (language === 'ts' ? [code] : []))
  expect(examples.length).toBeGreaterThanOrEqual(6)
  examples.forEach((code, index) => {
    const own = new Set([...code.matchAll(/(?:const|import \{[^}]*?) (\w+)/g)].map(([, name]) => name))
    const given = GIVEN.split('\n').filter((text) => !own.has(/declare const (\w+)/.exec(text)?.[1] ?? ''))
    const lines = code.includes('createClient(') ? [] : given
    writeFileSync(join(folder, `example-${index}.ts`), `${lines.join('\n')}\n${code}\nexport {}\n`)
  })
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  const files = examples.map((_code, index) => `example-${index}.ts`)
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom']
  expect(run(tsc, ...options, '--types', '', ...files)).toEqual({ status: 0, said: '' })
})
