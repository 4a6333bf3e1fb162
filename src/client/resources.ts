/** Methods by resource (`client.documents.send(body)`): the table of paths as a tree of functions. */
import type { ClientOptions } from './request.ts'
import { type ResourceRow, readRow } from './resource-row.ts'
import { type Resources, table } from './resources.generated.ts'
import { type AnyOptions, type Page, call, callFile, pagesOf } from './rest.ts'

const listOf = (client: ClientOptions, path: string, options: AnyOptions): Promise<Page> & AsyncIterable<unknown> => {
  const first = pagesOf(client, path, options)
    .next()
    .then(({ value }) => value as Page)
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      const { data, cursor } = await first
      yield* data
      if (cursor === null) return
      for await (const page of pagesOf(client, path, { ...options, query: { ...options.query, cursor } }))
        yield* page.data
    },
  })
}

const request = (client: ClientOptions, row: ResourceRow, given: readonly unknown[]): unknown => {
  const { kind, input, method, path, ids } = row
  const [first, second] = given.slice(ids.length)
  const options: AnyOptions = {
    ...((input === 'n' ? first : second) as AnyOptions | undefined),
    path: Object.fromEntries(ids.map((name, index) => [name, given[index]])),
    ...(input === 'b' && { body: first }),
    ...(input === 'q' && { query: first as object }),
  }
  if (kind === 'L') return listOf(client, path, options)
  return kind === 'F' ? callFile(client, path, options) : call(client, method, path, options)
}

const isId = (given: unknown): boolean => typeof given === 'string' && given !== ''

/** One name may have several paths: that with most identifiers in front is meant. */
const methodOf =
  (client: ClientOptions, name: string, rows: readonly ResourceRow[]) =>
  (...given: unknown[]): unknown => {
    const row = rows.findLast(({ ids }) => ids.every((_id, index) => isId(given[index])))
    if (row) return request(client, row, given)
    const missing = rows[0]?.ids.find((_id, index) => !isId(given[index]))
    throw new TypeError(missing === undefined ? `${name} is no method.` : `${name}: ${missing} is missing.`)
  }

const rowsByName = new Map<string, ResourceRow[]>()
for (const row of table.split(' ').map(readRow)) {
  const name = row.names.join('.')
  rowsByName.set(name, [...(rowsByName.get(name) ?? []), row])
}

export const resourcesOf = (client: ClientOptions): Resources => {
  const root = {}
  for (const name of rowsByName.keys()) {
    let node: Record<string, unknown> = root
    let path = ''
    for (const part of name.split('.')) {
      path += path === '' ? part : `.${part}`
      node = (node[part] ??= methodOf(client, path, rowsByName.get(path) ?? [])) as typeof node
    }
  }
  return root as Resources
}
