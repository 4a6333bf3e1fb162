/** Marks in the modules of the product which of them a file of tests runs code of: the record of `npm test -- --changed`. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')

/** One text for each file of tests, with the modules that it ran. */
const recordFolder = join(root, 'node_modules/.cache/invoice-exchange/executed')

export interface Marks {
  /** Whether marks are made. A module that is loaded calls functions of others, for whichever test is first. */
  isOn: boolean
  modules: Record<string, { hasRun: boolean }>
}

declare global {
  var executed: Marks | undefined
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const MARKED = ['src/', 'rest-compat/', 'afnor/']
const MARK = '__marks.isOn&&(__module.hasRun=true)'

interface SyntaxNode {
  type: string
  start: number
  end: number
  body?: SyntaxNode | SyntaxNode[] | null
}
export type Parse = (file: string, text: string) => { program: unknown }

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode)

/** The bodies of all functions, in the order of the text for those beside each other. */
const bodiesIn = (node: SyntaxNode): { body: SyntaxNode; end: number }[] => {
  const inner = childrenOf(node).flatMap(bodiesIn)
  const { body } = node
  return FUNCTIONS.has(node.type) && isNode(body) ? [{ body, end: node.end }, ...inner] : inner
}

export type Part = Pick<SyntaxNode, 'start' | 'end'>

/** Statements whose effect no run of a test shows: the compiler checks types. */
const WITHOUT_VALUES = /^(Import|TSInterface|TSTypeAlias|ExportAll)/

/** Functions of a module, and the statements that have values. */
export const partsOf = (parse: Parse, file: string, text: string): { functions: Part[]; values: Part[] } => {
  const program = parse(file, text).program as SyntaxNode
  const statements = childrenOf(program) as (SyntaxNode & { declaration?: SyntaxNode | null })[]
  return {
    functions: bodiesIn(program).map(({ body: { start }, end }) => ({ start, end })),
    values: statements.filter(({ type, declaration }) => !WITHOUT_VALUES.test(declaration?.type ?? type)),
  }
}

const insertions = (text: string, { body, end }: { body: SyntaxNode; end: number }): [at: number, text: string][] => {
  if (body.type === 'BlockStatement') return [[body.start + 1, `${MARK};`]]
  return [
    [text.lastIndexOf('=>', body.start) + 2, `(${MARK},`],
    [end, ')'],
  ]
}

/** The text with a mark at the start of each function, on the lines that it had. */
export const withMarks = (parse: Parse, module: string, text: string): string => {
  const marks = bodiesIn(parse(module, text).program as SyntaxNode)
    .flatMap((body) => insertions(text, body))
    .sort(([one], [other]) => one - other)
  let [marked, from] = ['', 0]
  for (const [at, mark] of marks) {
    marked += text.slice(from, at) + mark
    from = at
  }
  const known = `__marks.modules[${JSON.stringify(module)}]??={hasRun:false}`
  const head = `var __marks=globalThis.executed??={isOn:true,modules:{}},__module=${known};__marks.isOn=false;`
  return `${head}${marked}${text.slice(from)}\n;__marks.isOn=true`
}

export const markExecuted = (): Plugin => ({
  name: 'mark-executed',
  enforce: 'pre',
  async transform(text, id) {
    const module = relative(root, id)
    if (!/\.tsx?$/.test(module) || !MARKED.some((folder) => module.startsWith(folder))) return undefined
    const { parseSync } = await import('vite')
    return { code: withMarks(parseSync, module, text), map: null }
  },
})

const recordOf = (test: string): string => join(recordFolder, `${test}.txt`)
export const isRecorded = (test: string): boolean => existsSync(recordOf(test))
export const writeRecord = (test: string, modules: readonly string[]): void => {
  mkdirSync(dirname(recordOf(test)), { recursive: true })
  writeFileSync(recordOf(test), `${modules.toSorted().join('\n')}\n`)
}

/** The files of tests that ran code of each module when they were last recorded. */
export const readRecord = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const record = new Map<string, Set<string>>()
  if (!existsSync(recordFolder)) return record
  const names = readdirSync(recordFolder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.txt')))
    for (const module of readFileSync(join(recordFolder, name), 'utf8').trim().split('\n'))
      record.set(module, (record.get(module) ?? new Set()).add(name.slice(0, -'.txt'.length)))
  return record
}
