/** Writes the golden files again, by the tests that compare with them: a part of `npm run print`. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onEmbedded } from './support/run.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.test.ts') && readFileSync(join(import.meta.dirname, file), 'utf8').includes('/support/golden.ts'),
)
process.exitCode = await onEmbedded(['--reporter=dot', ...files.map((file) => `test/${file}`)], { UPDATE_GOLDEN: '1' })
