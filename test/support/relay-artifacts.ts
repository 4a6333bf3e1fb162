/** What relay-compiler makes of the documents of the clients' story: one module of TypeScript for each operation. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import compiler from 'relay-compiler'
import type { ConcreteRequest } from 'relay-runtime'
import { deletionDocuments } from './client-deletions.ts'
import { SCHEMA_FILE, clientDocuments } from './client-documents.ts'

const documents = clientDocuments({
  list: ' @connection(key: "Story_documents")',
  added: ' @prependNode(connections: $connections, edgeTypeName: "DocumentEdge")',
  spread: ' @relay(mask: false)',
  variables: ', $connections: [ID!]!',
})

const deletions = deletionDocuments({
  page: (field) => ` @connection(key: "StoryKept_${field}")`,
  rows: (selection) => `edges { node { ${selection} } }`,
  gone: {
    page: { directive: ' @deleteEdge(connections: $connections)', variables: ', $connections: [ID!]!' },
    list: { directive: ' @deleteRecord', variables: '' },
  },
})

const CONFIG = {
  src: './src',
  schema: './schema.graphql',
  artifactDirectory: './made',
  language: 'typescript',
  eagerEsModules: true,
  useImportTypeSyntax: true,
}

export interface RelayArtifacts {
  folder: string
  /** The operation of a name such as `StoryListQuery`. */
  request(name: string): Promise<ConcreteRequest>
}

export const compileRelay = async (): Promise<RelayArtifacts> => {
  const folder = await mkdtemp(join(tmpdir(), 'relay-'))
  await Promise.all(['src', 'made'].map((name) => mkdir(join(folder, name))))
  await copyFile(SCHEMA_FILE, join(folder, 'schema.graphql'))
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(CONFIG))
  const tagged = [...Object.values(documents), ...Object.values(deletions)].map((text) => `graphql\`${text}\`\n`)
  await writeFile(join(folder, 'src/Story.ts'), `import { graphql } from 'relay-runtime'\n${tagged.join('')}`)
  await promisify(execFile)(compiler, ['./relay.config.json'], { cwd: folder })
  return {
    folder,
    async request(name) {
      const file = pathToFileURL(join(folder, 'made', `${name}.graphql.ts`)).href
      return (await import(/* @vite-ignore */ file)).default as ConcreteRequest
    },
  }
}
