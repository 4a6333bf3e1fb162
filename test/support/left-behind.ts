/** Each file of tests closes what it opens: those that follow run in the same process. */
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { leftOpen } from './opened.ts'

// Other workers have folders of their own.
const folder = join(dirname(inject('dataFolder')), `worker-${process.env['VITEST_POOL_ID']}`)
mkdirSync(folder, { recursive: true, mode: 0o711 })
process.env['TMPDIR'] = folder
const before = new Set(readdirSync(folder))

afterAll(() => {
  const files = readdirSync(folder).filter((name) => !before.has(name))
  const left = [...leftOpen(), ...files.map((name) => `the temporary folder ${name}`)]
  if (left.length > 0) throw new Error(`The file leaves open:\n${left.join('\n')}`)
})
