/** Which file of the product imports which, read from the code itself. Types count. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** What `prisma/generate.ts` makes belongs to no room. */
const GENERATED = 'src/generated/'

/** Sources do not change while they are looked at. */
const once = <T>(of: (name: string) => T): ((name: string) => T) => {
  const known = new Map<string, T>()
  return (name) => {
    const value = known.has(name) ? (known.get(name) as T) : of(name)
    known.set(name, value)
    return value
  }
}

export const filesIn = once((folder): readonly string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
        .map((name) => `${folder}/${name}`)
        .filter((file) => !file.startsWith(GENERATED))
        .toSorted()
    : [],
)

export const productFiles = (): string[] => ['src', 'rest-compat', 'afnor'].flatMap(filesIn)

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The code of a file, without comments. */
export const codeOf = once((file) =>
  read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1'),
)

export interface Import {
  from: string
  /** A path from the root for files of ours, a name for packages. */
  target: string
  typeOnly: boolean
}

const STATEMENT = /^\s*(?:import|export)\s(type\s)?([^;'"]*?)\s*(?:from\s+)?['"]([^'"]+)['"]/gm
const CALL = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const isOfTypes = (names: string): boolean => {
  const listed = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  const each = listed?.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])) ?? []
  return each.length > 0 && each.every((name) => name.startsWith('type '))
}

export const importsOf = once((file): readonly Import[] => {
  const code = codeOf(file)
  const targetOf = (specifier: string): string =>
    specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier
  return [
    ...[...code.matchAll(STATEMENT)].map(([, type, names = '', specifier = '']) => ({
      from: file,
      target: targetOf(specifier),
      typeOnly: type !== undefined || isOfTypes(names),
    })),
    ...[...code.matchAll(CALL)].map(([, specifier = '']) => ({
      from: file,
      target: targetOf(specifier),
      typeOnly: false,
    })),
  ]
})

/** Groups of files that reach each other by imports, the largest first. */
export const circlesAmong = (files: readonly string[]): string[][] => {
  const known = new Set(files)
  const targets = new Map(
    files.map((file) => [file, importsOf(file).flatMap(({ target }) => (known.has(target) ? [target] : []))]),
  )
  return stronglyConnected(files, (file) => targets.get(file) ?? []).toSorted((one, other) => other.length - one.length)
}

/** Tarjan's algorithm; only groups of more than one. */
const stronglyConnected = (nodes: readonly string[], edges: (node: string) => readonly string[]): string[][] => {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const groups: string[][] = []
  const lower = (node: string, by: number): void => void lowest.set(node, Math.min(lowest.get(node) ?? by, by))
  const visit = (node: string): void => {
    order.set(node, order.size)
    lower(node, order.size - 1)
    path.push(node)
    for (const next of edges(node)) {
      if (!order.has(next)) {
        visit(next)
        lower(node, lowest.get(next) ?? 0)
      } else if (path.includes(next)) lower(node, order.get(next) ?? 0)
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = path.splice(path.indexOf(node))
    if (group.length > 1) groups.push(group.toSorted())
  }
  for (const node of nodes) if (!order.has(node)) visit(node)
  return groups
}
