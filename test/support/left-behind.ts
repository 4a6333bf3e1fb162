/** Each file of tests closes what it opens: those that follow run in the same process. */
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { forget, leftOpen } from './opened.ts'
import { until } from './until.ts'

// Other workers have folders of their own.
const folder = join(dirname(inject('dataFolder')), `worker-${process.env['VITEST_POOL_ID']}`)
mkdirSync(folder, { recursive: true, mode: 0o711 })
process.env['TMPDIR'] = folder
const before = new Set(readdirSync(folder))

/** Node keeps there what it has compiled, for every process. */
const COMPILED = 'node-compile-cache'

const left = (): string[] => [
  ...leftOpen(),
  ...readdirSync(folder).flatMap((name) =>
    before.has(name) || name === COMPILED ? [] : [`the temporary folder ${name}`],
  ),
]

// The other side of a closed connection and a closed thread may end a moment later.
afterAll(async () => {
  try {
    await until(left, [])
  } catch (error) {
    throw new Error(`The file leaves open:\n${left().join('\n')}`, { cause: error })
  } finally {
    forget()
  }
}, 60_000)
