/** Writes the GraphQL documents of the client, with their types, from `src/client/operations` and the schema. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationsIn, readOperations } from './build-console.ts'

const client = join(import.meta.dirname, '../src/client')

const HEAD = `/** Written by \`npm run print\` from \`operations\` and the schema. */
import type { Typed } from './graphql.ts'
`

const { files, types, fragments } = await readOperations(join(client, 'operations'))
const documents = files
  .flatMap(({ document }) => operationsIn(document.definitions, fragments))
  .map(
    ({ name, type, text }) =>
      `export const ${name}Document = ${JSON.stringify(text)} as string & Typed<${type}, ${type}Variables>\n`,
  )
writeFileSync(join(client, 'documents.generated.ts'), [HEAD, types, ...documents].join('\n'))
