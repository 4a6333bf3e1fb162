import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { type Marks, partsOf, withMarks } from '../support/executed.ts'

const module = `const made = [1, 2].map((one) => one + 1)
const nested = (first: number): ((second: number) => object) => (second) => ({ sum: first + second })
class Held {
  get value() { return 1 }
  async *all() { yield this.value }
}
function named() {
  return { nested, held: new Held(), made }
}`

test('a marked module does the same on the same lines, and says that it ran only after it was loaded', () => {
  const marked = withMarks(parseSync, 'a.ts', module)
  expect(marked.split('\n')).toHaveLength(module.split('\n').length + 1)
  const scope: { executed?: Marks } = {}
  const plain = marked.replace(': ((second: number) => object)', '').replace('first: number', 'first')
  // oxlint-disable-next-line no-new-func -- The text is this file's own.
  const named = new Function('globalThis', `${plain}\nreturn named`)(scope)
  expect(scope.executed).toEqual({ isOn: true, modules: { 'a.ts': { hasRun: false } } })
  const { nested, held, made } = named()
  expect([nested(1)(2), held.value, made]).toEqual([{ sum: 3 }, 1, [2, 3]])
  expect(scope.executed?.modules['a.ts']).toEqual({ hasRun: true })
})

test('imports and types are no values of a module, and functions are parts of their own', () => {
  const text = `import { a } from './a.ts'\ninterface B { c: string }\nexport type D = B\nconst e = { f: () => a }\n`
  const { functions, values } = partsOf(parseSync, 'a.ts', text)
  const shown = ({ start, end }: { start: number; end: number }): string => text.slice(start, end)
  expect(values.map(shown)).toEqual(['const e = { f: () => a }'])
  expect(functions.map(shown)).toEqual(['a'])
})
