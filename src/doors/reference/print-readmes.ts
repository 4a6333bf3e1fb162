/** Writes the tables of the READMEs that are made of the product: the paths of REST, and the names of the send body. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../../rest-compat/routes/index.ts'
import { exitCodes } from '../../cli/command.ts'
import { commands } from '../../cli/commands.ts'
import { lineOf } from '../../cli/help.ts'
import { orderTerms } from '../../formats/order-terms.ts'
import { terms } from '../../formats/terms.ts'
import { type Route, coordinateOf } from '../../http/route.ts'
import { type LimitName, limitTable, shownLimit } from '../../values/limits.ts'

const root = join(import.meta.dirname, '../../..')

const scopeOf = ({ operation: { scope } }: Route): string =>
  scope === 'anyone' || scope === 'authenticated' ? scope : `\`${scope}\``

const rowOf = (route: Route): string => `| \`${coordinateOf(route)}\` | \`${route.field}\` | ${scopeOf(route)} |`

export const routeTable = (): string[] => ['| REST | GraphQL | Scope |', '|---|---|---|', ...routes.map(rowOf)]

/** Every name of the send body's `document` with the business term of EN 16931 that it stands for. */
const termTable = (): string[] => [
  '| Name | Term | What it is |',
  '|---|---|---|',
  ...terms.map(({ id, name, json }) => `| \`${json}\` | ${id} | ${name} |`),
]

/** The names that only orders have. */
const orderTable = (): string[] => [
  '| Name | What it is |',
  '|---|---|',
  ...orderTerms.map(({ name, json }) => `| \`${json}\` | ${name} |`),
]

/** The limits of requests and answers. */
export const limitsTable = (): string[] => [
  '| What | At most | Why |',
  '|---|---:|---|',
  ...(Object.keys(limitTable) as LimitName[]).map(
    (name) => `| ${limitTable[name].what} | ${shownLimit(name)} | ${limitTable[name].why} |`,
  ),
]

/** The commands of the command line. */
const commandTable = (): string[] => [
  '| Command | What it does |',
  '|---|---|',
  ...commands.map((one) => `| \`${lineOf(one).replaceAll('|', '\\|')}\` | ${one.about} |`),
]

const exitCodeTable = (): string[] => [
  '| Code | Meaning |',
  '|---:|---|',
  ...Object.entries(exitCodes).map(([code, what]) => `| ${code} | ${what} |`),
]

interface Printed {
  file: string
  /** The name in the comments that the table stands between. */
  mark: string
  table: () => string[]
}

const printed: readonly Printed[] = [
  { file: 'rest-compat/README.md', mark: 'routes', table: routeTable },
  { file: 'rest-compat/README.md', mark: 'limits', table: limitsTable },
  { file: 'src/formats/json/README.md', mark: 'terms', table: termTable },
  { file: 'src/formats/json/README.md', mark: 'orders', table: orderTable },
  { file: 'src/cli/README.md', mark: 'commands', table: commandTable },
  { file: 'src/cli/README.md', mark: 'exit-codes', table: exitCodeTable },
]

if (import.meta.main)
  for (const { file, mark, table } of printed) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    const filled = text.replace(
      new RegExp(`(<!-- ${mark} -->\\n)[^]*(<!-- /${mark} -->)`),
      (_all, before: string, after: string) => `${before}${table().join('\n')}\n${after}`,
    )
    if (!text.includes(`<!-- ${mark} -->`)) throw new Error(`${file} has no place for the table ${mark}.`)
    writeFileSync(path, filled)
  }
