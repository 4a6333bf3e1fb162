/** Writes the tables of the README: the paths with their GraphQL fields and scopes, and the names of the send body. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../src/http/route.ts'
import { terms } from '../src/formats/terms.ts'
import { routes } from './routes/index.ts'

const rowOf = ({ method, path, field, operation }: Route): string =>
  `| \`${method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}\` | \`${field}\` | ${operation.scope === 'anyone' || operation.scope === 'authenticated' ? operation.scope : `\`${operation.scope}\``} |`

export const routeTable = (rows: readonly Route[] = routes): string =>
  ['| REST | GraphQL | Scope |', '|---|---|---|', ...rows.map(rowOf), ''].join('\n')

/** Every name of the send body's `document` with the business term of EN 16931 that it stands for. */
export const termTable = (): string =>
  [
    '| Name | Term | What it is |',
    '|---|---|---|',
    ...terms.map(({ id, name, json }) => `| \`${json}\` | ${id} | ${name} |`),
    '',
  ].join('\n')

const tables: Readonly<Record<string, () => string>> = { routes: routeTable, terms: termTable }

if (import.meta.main) {
  const file = join(import.meta.dirname, '../README.md')
  const filled = Object.entries(tables).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[^]*(<!-- /${name} -->)`),
        (_all, before: string, after: string) => `${before}${table()}${after}`,
      ),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, filled)
}
