/** Writes the generated files of the client. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourceMethods } from './resource-methods.ts'
import { restTypes } from './rest-types.ts'

const client = join(import.meta.dirname, '../../../client')

if (import.meta.main) {
  writeFileSync(join(client, 'rest.generated.ts'), restTypes())
  writeFileSync(join(client, 'resources.generated.ts'), resourceMethods())
}
