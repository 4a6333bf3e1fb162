/** Writes the table of paths, with the GraphQL field that does the same and the scope that both need, into the README. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from './route.ts'
import { routes } from './routes/index.ts'

const rowOf = ({ method, path, field, operation }: Route): string =>
  `| \`${method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}\` | \`${field}\` | ${operation.scope === 'anyone' || operation.scope === 'authenticated' ? operation.scope : `\`${operation.scope}\``} |`

export const routeTable = (rows: readonly Route[] = routes): string =>
  ['| REST | GraphQL | Scope |', '|---|---|---|', ...rows.map(rowOf), ''].join('\n')

if (import.meta.main) {
  const file = join(import.meta.dirname, '../README.md')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(<!-- routes -->\n)[^]*(<!-- \/routes -->)/, `$1${routeTable()}$2`))
}
