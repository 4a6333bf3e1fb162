import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { readInput } from '../../src/cli/arguments.ts'
import { commands } from '../../src/cli/commands.ts'
import { helpOf, helpOfAll } from '../../src/cli/help.ts'

const { columns } = process.stdout
afterEach(() => {
  process.stdout.columns = columns
})
const linesIn = (text: string): string[] => stripVTControlCharacters(text).split('\n')

test.each([80, 200])('help fits into a terminal of %s columns, and is never wider than 100', (wide) => {
  process.stdout.columns = wide
  const widest = Math.max(...linesIn(helpOfAll(commands)).map(({ length }) => length))
  expect(widest).toBeLessThanOrEqual(Math.min(wide, 100))
  for (const command of commands) {
    // Examples are lines to be copied.
    const lines = linesIn(helpOf(command))
    const told = lines.slice(1, lines.indexOf('Examples'))
    expect(told.filter(({ length }) => length > Math.min(wide, 100))).toEqual([])
  }
})

test('an option that does not exist is named in one short sentence', () => {
  const [command] = commands
  if (!command) throw new Error('There are commands.')
  expect(() => readInput(command, ['--nothing'])).toThrow(/^Unknown option '--nothing'\.$/)
})
