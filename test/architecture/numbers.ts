/**
 * Prints how many ways there are to do one thing, and how much code they are: `npm run house -- --numbers`. A revision
 * after it is compared with the tree, and a second one takes the place of the tree. A way is gone when its mark is.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './imports.ts'

/** Name of a way, the folder of its code, and the definition by which it is found. */
type Way = readonly [name: string, folder: string, mark: RegExp]

const defines = (...names: string[]): RegExp =>
  new RegExp(String.raw`^(?:export )?(?:const|class|(?:async )?function) (?:${names.join('|')})\b`, 'm')

const sendWriters: readonly Way[] = [
  ['one send, in a transaction', 'src/partners/', defines('partnerInPlace')],
  ['one send, in one statement', 'src/operation/', /^ {2}inOneStatement\?/m],
  ['a group, in one statement', 'src/exchange/send/', defines('storeDocuments')],
  ['a group with quotas, in a transaction', 'src/exchange/send/', defines('storeAll')],
]

const sendRetreats: readonly Way[] = [
  ['from one statement to a transaction', 'src/operation/', /catch \(error\) \{[^}]*return inTransaction\(/],
  ['from a group to one, after a lost answer', 'src/exchange/send/', /DatabaseUnavailable\) return send\.alone\(\)/],
  [
    'from a group that failed to one by one',
    'src/',
    /^ +alone: \((?:send|ready)\) => (?:send\.alone|runInTransaction)\(/m,
  ],
]

const listReaders: readonly Way[] = [
  ['by the client of Prisma', 'src/kernel/database/', defines('Beyond', 'UnsupportedQuery')],
  ['by compiled statements', 'src/kernel/database/', defines('reads')],
  ['as rows of texts', 'src/kernel/database/', defines('unreadReads')],
  ['by a plan of GraphQL', 'src/', defines('planOf')],
]

const executors: readonly Way[] = [
  ['yoga and graphql-js', 'src/', /\bcreateYoga\b/],
  ['plans of our own', 'src/', defines('shortRoad')],
]

/** Code that does what other code does in general, by what it defines; after a rename also by its new name. */
const secondWays: Readonly<Record<string, string>> = {
  'compiled reads and writes':
    'withCompiled modelsOf plainRows readsByKey Draft unreadRows textRows conditionOfOne writes',
  'statements past the client':
    'rawOn gatheredIn writeLater deferStatements askingTogether batchQueries writeEachUnlessThere writeGathered ' +
    'answeringTexts sessionOn tellingOfInserts executing',
  'rows that are never read': 'rowsWriter writerOfColumn rememberingRows cachedRowWriter writtenPage',
  'plans of GraphQL': 'Compiler BeyondPlans UnsupportedPlan planOf plainType shortRoad textCache',
  'sends together': 'sendBesideOthers sendTogether sendLine foreseenDocument partnerInPlace',
}

/** Tests whose subject is that two ways do the same. */
const comparingTests = [
  'test/doors/graphql/both-roads.test.ts',
  'test/doors/graphql/short-road.test.ts',
  'test/doors/rest/kept-sends.test.ts',
  'test/doors/rest/sends-at-once.test.ts',
  'test/doors/rest/written-pages.test.ts',
  'test/kernel/gathered.test.ts',
  'test/kernel/grouped.test.ts',
  'test/kernel/raw.test.ts',
  'test/kernel/reads.test.ts',
  'test/kernel/writes.test.ts',
  'test/support/both-roads.ts',
  'test/support/questions.ts',
  'test/support/roads.ts',
  'test/support/written-pages.ts',
]

type Tree = ReadonlyMap<string, string>

interface Figure {
  name: string
  value: number
  parts: readonly string[]
}

const isCode = (file: string): boolean => /\.tsx?$/.test(file)
const isOfProduct = (file: string): boolean => isCode(file) && /^(src|rest-compat|afnor)\//.test(file)
const isGenerated = (file: string): boolean => file.includes('.generated.')
const linesOf = (text: string): number => text.split('\n').length - 1

const waysIn = (tree: Tree, name: string, ways: readonly Way[]): Figure => {
  const found = ways.flatMap(([way, folder, mark]) => {
    const file = [...tree].find(([path, text]) => isOfProduct(path) && path.startsWith(folder) && mark.test(text))
    return file ? [`${way} (${file[0]})`] : []
  })
  return { name, value: found.length, parts: found }
}

const linesIn = (tree: Tree, name: string, files: readonly string[]): Figure => {
  const counted = files.flatMap((file) => (tree.has(file) ? [[file, linesOf(tree.get(file) ?? '')] as const] : []))
  return {
    name,
    value: counted.reduce((sum, [, lines]) => sum + lines, 0),
    parts: counted.map(([file, lines]) => `${lines}  ${file}`),
  }
}

const filesWhere = (tree: Tree, is: (file: string) => boolean): string[] => [...tree.keys()].filter(is)

const defining = (tree: Tree, folders: RegExp, names: string): string[] =>
  filesWhere(
    tree,
    (file) => folders.test(file) && isCode(file) && defines(...names.split(' ')).test(tree.get(file) ?? ''),
  )

const summed = (tree: Tree, name: string, files: readonly string[]): Figure => ({
  ...linesIn(tree, name, files),
  parts: [`${files.length} files`],
})

/** Occurrences of a pattern in code, with the files that have most. */
const occurrences = (tree: Tree, name: string, pattern: RegExp, is: (file: string) => boolean): Figure => {
  const counted = filesWhere(tree, (file) => isCode(file) && is(file)).flatMap((file) => {
    const count = tree.get(file)?.match(pattern)?.length ?? 0
    return count > 0 ? [{ file, count }] : []
  })
  return {
    name,
    value: counted.reduce((sum, { count }) => sum + count, 0),
    parts: counted.toSorted((one, other) => other.count - one.count).map(({ file, count }) => `${count}  ${file}`),
  }
}

const CAST = /\bas (?:never|unknown as)\b/g
const MODULE_WEAK_MAP = /^(?:export )?const \w+(?:: .+)? = new WeakMap\b/gm
const SECOND_WAYS = /^src\/(kernel|operation|http|graphql|doors|exchange|documents|bulk)\//

const figuresOf = (tree: Tree): Figure[] => {
  const groups = Object.entries(secondWays).map(([name, names]) =>
    linesIn(tree, `  ${name}`, defining(tree, SECOND_WAYS, names)),
  )
  return [
    waysIn(tree, 'ways to write a send', sendWriters),
    waysIn(tree, 'retreats of a send', sendRetreats),
    waysIn(tree, 'ways to read a list', listReaders),
    waysIn(tree, 'executors of GraphQL', executors),
    linesIn(tree, 'lines of operation.ts', ['src/operation/operation.ts']),
    {
      name: 'lines that are second ways',
      value: groups.reduce((sum, { value }) => sum + value, 0),
      parts: [],
    },
    ...groups,
    linesIn(tree, 'lines of tests that compare ways', comparingTests),
    occurrences(tree, 'casts past what types say', CAST, (file) => !isGenerated(file)),
    occurrences(tree, 'WeakMaps of modules', MODULE_WEAK_MAP, isOfProduct),
    summed(
      tree,
      'lines of the product written by hand',
      filesWhere(tree, (file) => isOfProduct(file) && !isGenerated(file)),
    ),
    linesIn(tree, 'committed generated lines', filesWhere(tree, isGenerated)),
  ]
}

const git = (...given: string[]): string => execFileSync('git', given, { cwd: root, encoding: 'utf8' })

const treeIn = (folder: string, files: readonly string[]): Tree =>
  new Map(
    files
      .filter((file) => /\.(tsx?|js)$/.test(file))
      .toSorted()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )

const treeOf = (revision: string): Tree => {
  const folder = mkdtempSync(join(tmpdir(), 'house-'))
  try {
    const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    return treeIn(folder, git('ls-tree', '-r', '-z', '--name-only', revision).split('\0').filter(Boolean))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Files as they lie there: committed or not, but none that are ignored or deleted. */
const currentTree = (): Tree => {
  const deleted = new Set(git('ls-files', '-z', '--deleted').split('\0'))
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  return treeIn(
    root,
    files.filter((file) => file !== '' && !deleted.has(file)),
  )
}

const shown = (value: number): string => value.toLocaleString('en')

const rowOf = (figure: Figure, before: Figure | undefined): string =>
  `${figure.name.padEnd(40)}${(before ? `${shown(before.value)} → ` : '').padStart(12)}${shown(figure.value).padStart(9)}`

const detailsOf = ({ name, parts }: Figure): string[] =>
  parts.length === 0 ? [] : ['', `${name.trim()}:`, ...parts.map((part) => `  ${part}`)]

/** A table of the tree, or of one revision and what followed it; of one tree also with what was counted. */
export const numbers = (revisions: readonly string[]): string[] => {
  const [before, after] = revisions
  const figures = figuresOf(after === undefined ? currentTree() : treeOf(after))
  const earlier = before === undefined ? [] : figuresOf(treeOf(before))
  const rows = figures.map((figure, index) => rowOf(figure, earlier[index]))
  return before === undefined ? [...rows, ...figures.flatMap(detailsOf)] : rows
}
