/**
 * Writes the generated files of the client: the types and methods of REST from the table of paths, and its GraphQL
 * documents with their types from `src/client/operations` and the schema.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourceMethods } from '../src/doors/reference/client/resource-methods.ts'
import { restTypes } from '../src/doors/reference/client/rest-types.ts'
import { operationsIn, readOperations } from './build-console.ts'

const client = join(import.meta.dirname, '../src/client')

const HEAD = `/** Written by \`prisma/print-client.ts\` from \`operations\` and the schema. */
import type { Typed } from './graphql.ts'
`

const documents = async (): Promise<string> => {
  const { files, types, fragments } = await readOperations(join(client, 'operations'))
  const texts = files
    .flatMap(({ document }) => operationsIn(document.definitions, fragments))
    .map(
      ({ name, type, text }) =>
        `export const ${name}Document = ${JSON.stringify(text)} as string & Typed<${type}, ${type}Variables>\n`,
    )
  return [HEAD, types, ...texts].join('\n')
}

/** A file that is right stays as it is: somebody may be reading it. */
const write = (name: string, text: string): void => {
  const file = join(client, `${name}.generated.ts`)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

write('rest', restTypes())
write('resources', resourceMethods())
write('documents', await documents())
