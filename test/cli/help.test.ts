import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { readInput } from '../../src/cli/arguments.ts'
import { commands } from '../../src/cli/commands.ts'
import { helpOf, helpOfAll } from '../../src/cli/help.ts'
import { runCommandLine } from '../support/command-line.ts'

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

const misspelled = [
  ['documnts list', 'The command "documnts" does not exist. Did you mean "documents list"?', ''],
  ['document', 'The command "document" does not exist. Did you mean "documents"?', ''],
  ['sned invoice.json', 'The command "sned" does not exist. Did you mean "send"?', ''],
  ['help valdate', 'The command "valdate" does not exist. Did you mean "validate"?', ''],
  ['documents lsit', 'The command "documents lsit" does not exist. Did you mean "documents list"?', ' documents'],
  [
    'organization sho',
    'The command "organization sho" does not exist. Did you mean "organization show"?',
    ' organization',
  ],
  ['documents list --direcion=incoming', `Unknown option '--direcion'. Did you mean "--direction"?`, ' documents list'],
  ['tail --acount live', `Unknown option '--acount'. Did you mean "--account"?`, ' tail'],
  ['xyzzy', 'The command "xyzzy" does not exist.', ''],
  ['documents shred', 'The command "documents shred" does not exist.', ' documents'],
  ['tail --xyzzy', "Unknown option '--xyzzy'.", ' tail'],
] as const

test.each(misspelled)(
  '%s is refused with what was probably meant, if anything is close',
  async (line, message, help) => {
    const { code, out, errors } = await runCommandLine(line.split(' '))
    expect({ code, out, errors }).toEqual({
      code: 1,
      out: '',
      errors: `${message}\nSee: invoice-exchange help${help}\n`,
    })
  },
)

test('a command that lacks any one of its letters is refused with its whole name', async () => {
  for (const { name } of commands) {
    const words = name.split(' ').filter((word) => word !== 'ID')
    const slips = words.flatMap((word, place) =>
      [...word].map((_letter, index) => words.with(place, `${word.slice(0, index)}${word.slice(index + 1)}`)),
    )
    for (const slip of slips) {
      const { code, errors } = await runCommandLine(slip)
      expect({ slip, code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining(`"${words.join(' ')}"`) })
    }
  }
})
