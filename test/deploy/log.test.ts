/** What operators read besides metrics: the log, and the list of what is installed. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { pino } from 'pino'
import { filesIn, read } from '../architecture/imports.ts'

const root = join(import.meta.dirname, '../..')
const part = readFileSync(join(root, 'deploy/README.md'), 'utf8').split('## The log')[1]?.split('\n## ')[0] ?? ''
const described = [...part.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
)

test('every field of the log is described, and no other', () => {
  const fields = new Set<string>()
  for (const file of filesIn('src'))
    for (const [, given = ''] of read(file).matchAll(/\blog\.(?:debug|info|warn|error|fatal)\(\s*\{([^}]*)\}/g))
      for (const [, name = ''] of given.matchAll(/(?:^|,)\s*(\w+)/g)) fields.add(name)
  // Named apart, in front of its line.
  for (const name of ['document', 'to', 'answer']) fields.add(name)
  let line = ''
  pino(new Writable({ write: (text, _encoding, done) => done(void (line = String(text))) })).info('x')
  const own = Object.keys(JSON.parse(line)).filter((name) => !['pid', 'hostname'].includes(name))
  expect([...described].sort()).toEqual([...fields, ...own].sort())
})

interface Component {
  name: string
  version: string
  hashes?: object[]
  properties: { name: string }[]
}

test(
  'the list of packages has every one that is installed, with its hash, and marks those that only build and test',
  { tags: 'heavy', timeout: 120_000 },
  async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sbom'], { cwd: root, maxBuffer: 64 * 1024 ** 2 })
    const { components } = JSON.parse(stdout) as { components: Component[] }
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    const listed = new Map(components.map((one) => [`${one.name}@${one.version}`, one]))
    const isMarked = (one: Component | undefined): boolean | undefined =>
      one?.properties.some(({ name }) => name === 'cdx:npm:package:development')
    for (const [name, version] of Object.entries(dependencies)) {
      const one = listed.get(`${name}@${version}`)
      expect([name, isMarked(one), one?.hashes?.length]).toEqual([name, false, 1])
    }
    for (const name of ['vitest', 'vite', 'oxlint'])
      expect([name, isMarked(listed.get(`${name}@${devDependencies[name]}`))]).toEqual([name, true])
  },
)
