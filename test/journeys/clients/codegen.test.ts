/** @module-tag heavy */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientDocuments, clientSchema } from '../../support/client-documents.ts'
import { compileRelay } from '../../support/relay-artifacts.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'codegen-'))))
afterAll(() => rm(folder, { recursive: true }))

const root = join(import.meta.dirname, '../../..')
/** Compiles, as strictly as we do; answers what the compiler says. */
const compiled = async (where: string, ...files: string[]): Promise<string> => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
    paths: { 'relay-runtime': [join(root, 'node_modules/relay-runtime')] },
  }
  await writeFile(join(where, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const ran = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', where])
  return ran.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}

const USE = `
  import type * as made from './made.ts'
  export const list: made.StoryListQueryVariables = { filter: { direction: { eq: 'INCOMING' } } }
  export const send: made.StorySendMutationVariables = { input: {
    type: 'INVOICE', from: '0208:0403019261',
    content: { document: { number: '1', lines: [{ description: 'Work', quantity: '1', unitPrice: '2' }] } } } }
  export const shown = ({ documents }: made.StoryListQuery): string[] =>
    documents.edges.map(({ node }) => node.number + node.lifecycleStatus + node.lines.map(({ lineId }) => lineId))
  export const disputed = ({ updateLifecycle }: made.StoryDisputeMutation): boolean | undefined =>
    updateLifecycle?.result?.document?.archived
  // @ts-expect-error: a document has no such field.
  export const wrong = ({ documents }: made.StoryListQuery) => documents.edges.map(({ node }) => node.nothing)
  // @ts-expect-error: no such direction.
  export const sideways: made.StoryListQueryVariables = { filter: { direction: { eq: 'SIDEWAYS' } } }
`

test('graphql-codegen makes types of all documents of the stories: only right programs compile', async () => {
  const text = await codegen({
    schema: parse('type Query { unused: Int }'),
    schemaAst: clientSchema,
    documents: Object.entries(clientDocuments()).map(([location, content]) => ({ location, document: parse(content) })),
    filename: 'made.ts',
    plugins: [{ operations: {} }],
    pluginMap: { operations },
    config: { dedupeOperationSuffix: true, scalars: { Decimal: 'string', DateTime: 'string', Date: 'string' } },
  })
  await writeFile(join(folder, 'made.ts'), text)
  await writeFile(join(folder, 'use.ts'), USE)
  expect(await compiled(folder, 'use.ts')).toBe('')
})

test('what relay-compiler makes of the same documents compiles', async () => {
  const { folder: relay } = await compileRelay()
  try {
    const files = ['ListQuery', 'OneQuery', 'SendMutation', 'ArchiveMutation', 'DisputeMutation', 'LiveSubscription']
    expect(await compiled(relay, ...files.map((name) => `made/Story${name}.graphql.ts`))).toBe('')
  } finally {
    await rm(relay, { recursive: true })
  }
})
