import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from 'node:process'

const formats = join(import.meta.dirname, '../formats/fixtures/golden')

/** Whether files are written rather than compared with: `npm run print`. */
const isRecording = env.UPDATE_GOLDEN === '1'

/** Only the lines that differ, with their surroundings. */
const difference = (file: string, text: string): string =>
  spawnSync('git', ['diff', '--no-index', '--no-color', '--unified=2', existsSync(file) ? file : '/dev/null', '-'], {
    input: text,
    encoding: 'utf8',
  }).stdout

/** Compares with the file of that name, which `npm run print` writes. */
export const expectGolden = (name: string, text: string, folder = formats): void => {
  const file = join(folder, name)
  if (isRecording) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  throw new Error(`${name} is not what was recorded. If that is intended: npm run print\n${difference(file, text)}`)
}

/** One element a line: differences show where they are. The bytes between the tags stay what they are. */
export const lineByLine = (xml: string): string => `${xml.replace(/></g, '>\n<')}\n`
