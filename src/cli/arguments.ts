/** Words of a command line, read by the table of commands. */
import { parseArgs } from 'node:util'
import { nearestTo, suggestion } from '../kernel/errors/nearest.ts'
import { type Command, type Input, UsageError, optionsOf } from './command.ts'

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

const isArgumentError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** Node explains how a file is named that begins with a dash, which nobody meant who mistyped an option. */
const toldOf = (message: string): string => `${message.split('. To specify ')[0]?.replace(/\.$/, '')}.`

/** ` Did you mean "--direction"?`, for an option that does not exist. */
const suggestionFor = (message: string, options: readonly string[]): string => {
  const written = /^Unknown option '--([^']+)'/.exec(message)?.[1]
  const nearest = written === undefined ? undefined : nearestTo(written, options)
  return suggestion(nearest === undefined ? undefined : `--${nearest}`)
}

const parse = (command: Command, args: readonly string[]): { values: Values; positionals: string[] } => {
  const options = Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, { value, many, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(many && { multiple: true }),
        ...(short !== undefined && { short }),
      },
    ]),
  )
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    if (isArgumentError(error))
      throw new UsageError(`${toldOf(error.message)}${suggestionFor(error.message, Object.keys(options))}`)
    throw error
  }
}

export const readInput = (command: Command, args: readonly string[]): Input => {
  const { values, positionals } = parse(command, args)
  const texts = (name: string): string[] => [values[name] ?? []].flat().filter((one) => typeof one === 'string')
  return {
    words: positionals,
    texts,
    text: (name) => texts(name).at(-1),
    flag: (name) => values[name] === true,
    json: values['json'] === true,
  }
}
