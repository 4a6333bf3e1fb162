/** The methods of the client by resource, from the paths of the OpenAPI document: their table and their types. */
import { type ResourceRow, type RowInput, type RowKind, readRow } from '../../../client/resource-row.ts'
import { propertiesOf } from '../openapi/schemas.ts'
import { type RestPath, restPaths } from './rest-paths.ts'
import { commentOf } from './schema-types.ts'

const HEAD = `/** Written by \`prisma/print-client.ts\` from the table of paths: methods by resource. */
import type { FileAnswer } from './file-answer.ts'
import type { RequestOptions as Options } from './request.ts'
import type { AnswerOf, List } from './rest.ts'
import type { Routes } from './rest.generated.ts'

type Body<C extends keyof Routes> = Routes[C] extends { body?: infer B } ? B : never
type Query<C extends keyof Routes> = Routes[C] extends { query?: infer Q } ? Q : never
type Answer<C extends keyof Routes> = Promise<AnswerOf<Routes[C]>>
`

const isPage = (answer: RestPath['answer']): boolean => {
  const names = propertiesOf(typeof answer === 'object' ? answer : {}).map(([name]) => name)
  return names.includes('data') && names.includes('cursor')
}

const kindOf = ({ method, answer }: RestPath): RowKind => {
  if (method !== 'GET') return ({ POST: 'P', PATCH: 'U', DELETE: 'D' } as const)[method as 'POST']
  return answer === 'file' ? 'F' : isPage(answer) ? 'L' : 'G'
}

const inputOf = ({ body, parameters }: RestPath): RowInput =>
  body ? 'b' : parameters.some((one) => one.in === 'query') ? 'q' : 'n'

/** Paths that are read, made and changed by the usual verbs; what another path ends with is a verb itself. */
const isObject = ({ path }: RestPath, paths: readonly RestPath[]): boolean =>
  path.endsWith('}') ||
  /^\/v1\/[^/]+$/.test(path) ||
  paths.filter((one) => one.path === path).length > 1 ||
  paths.some((one) => one.path.startsWith(`${path}/{`) && one.path.indexOf('}', path.length) === one.path.length - 1)

const rowOf = (route: RestPath, paths: readonly RestPath[]): string => {
  const kind = kindOf(route)
  return `${isObject(route, paths) ? kind : kind.toLowerCase()}${inputOf(route)}${route.path}`
}

/** `(documentId: string, query?: Query<…>, options?: Options): Answer<…>` */
const signatureOf = ({ kind, input, ids, method, path }: ResourceRow, route: RestPath): string => {
  const coordinate = `'${method} ${path}'`
  const takesBoth = input === 'b' && route.parameters.some((one) => one.in === 'query')
  const isRequired =
    input === 'b' ? route.body?.isRequired : route.parameters.some((one) => one.in === 'query' && one.required)
  const value = { b: 'body', q: 'query', n: undefined }[input]
  const given = [
    ...ids.map((id) => `${id}: string`),
    ...(value ? [`${value}${isRequired ? '' : '?'}: ${input === 'b' ? 'Body' : 'Query'}<${coordinate}>`] : []),
    `options?: Options${takesBoth ? ` & { query?: Query<${coordinate}> }` : ''}`,
  ]
  const answers = { L: `List<'${path}'>`, F: 'Promise<FileAnswer>' }[kind as string] ?? `Answer<${coordinate}>`
  return `(${given.join(', ')}): ${answers}`
}

interface MethodNode {
  calls: { signature: string; summary: unknown }[]
  children: Map<string, MethodNode>
}

const linesOf = ({ children }: MethodNode, indent: string): string =>
  [...children]
    .map(([name, node]) => {
      const isMethod = node.children.size === 0
      const inner = isMethod ? indent : `${indent}  `
      const calls = node.calls.map(
        ({ signature, summary }) => `${commentOf(summary, inner)}${inner}${isMethod ? name : ''}${signature}\n`,
      )
      return isMethod ? calls.join('') : `${indent}${name}: {\n${calls.join('')}${linesOf(node, inner)}${indent}}\n`
    })
    .join('')

export const resourceMethods = (): string => {
  const { paths } = restPaths()
  const called = paths.filter(({ answer }) => answer !== 'stream')
  const rows = called.map((route) => ({ text: rowOf(route, paths), row: readRow(rowOf(route, paths)), route }))
  // The client takes the last path of a name whose identifiers are given.
  rows.sort((a, b) => a.row.ids.length - b.row.ids.length)
  const root: MethodNode = { calls: [], children: new Map() }
  for (const { row, route } of rows) {
    let node = root
    for (const name of row.names) {
      const child = node.children.get(name) ?? { calls: [], children: new Map() }
      node.children.set(name, child)
      node = child
    }
    node.calls.push({ signature: signatureOf(row, route), summary: route.summary })
  }
  return [
    HEAD,
    `/** Kind, input and path of each method (\`resource-row.ts\`). */\nexport const table =\n  '${rows.map(({ text }) => text).join(' ')}'\n`,
    `export interface Resources {\n${linesOf(root, '  ')}}\n`,
  ].join('\n')
}
