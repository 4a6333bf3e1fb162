import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { expect } from 'vitest'

const formats = join(import.meta.dirname, '../formats/fixtures/golden')

/** Whether files are written rather than compared with. */
export const isRecording = env.UPDATE_GOLDEN === '1'

/** Compares with the file of that name; `UPDATE_GOLDEN=1` writes it. */
export const expectGolden = (name: string, text: string, folder = formats): void => {
  const file = join(folder, name)
  if (isRecording) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : `no golden file ${name}: run with UPDATE_GOLDEN=1`)
}

/** One element a line: differences show where they are. The bytes between the tags stay what they are. */
export const lineByLine = (xml: string): string => `${xml.replace(/></g, '>\n<')}\n`
