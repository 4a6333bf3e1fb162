import { InvoiceExchangeError } from '../client/index.ts'
import { readInput } from './arguments.ts'
import { UsageError } from './command.ts'
import { commandIn, commands, commandsOf, unknownCommand } from './commands.ts'
import { helpOf, helpOfAll, helpOfSome } from './help.ts'
import { NotSignedIn, exitCodeOf, explain } from './online.ts'
import { print } from './terminal.ts'

const version = async (): Promise<string> =>
  (await import('../../package.json', { with: { type: 'json' } })).default.version

const wordsIn = (args: readonly string[]): string[] => args.filter((one) => !one.startsWith('-') && one !== 'help')

/** `help`, `help send`, `documents` alone. */
const helpFor = (words: readonly string[]): string | undefined => {
  if (words.length === 0) return helpOfAll(commands)
  const found = commandIn(words)
  if (found) return helpOf(found.command)
  const some = words.length === 1 ? commandsOf(words[0]) : []
  return some.length > 0 ? helpOfSome(some) : undefined
}

const asksForHelp = (args: readonly string[]): boolean =>
  args[0] === 'help' || args.includes('--help') || args.includes('-h')

const fail = (error: unknown, help: string, json: boolean): number => {
  if (error instanceof InvoiceExchangeError || error instanceof NotSignedIn) {
    explain(error, json)
    return exitCodeOf(error)
  }
  if (error instanceof Error && 'syscall' in error) {
    process.stderr.write(`${error.message}\n`)
    return 1
  }
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\nSee: ${['invoice-exchange help', help].join(' ').trimEnd()}\n`)
  return 1
}

/** Runs a command line and answers its exit code. */
export const run = async (args: readonly string[]): Promise<number> => {
  if (args[0] === '--version') {
    await print(await version())
    return 0
  }
  const found = commandIn(args)
  const words = wordsIn(args)
  try {
    const isWanted = args.length === 0 || asksForHelp(args)
    const text = isWanted || !found ? helpFor(words) : undefined
    if (text !== undefined) {
      await print(text.trimEnd())
      return isWanted ? 0 : 1
    }
    if (!found?.command.run) throw unknownCommand(words)
    return await found.command.run(readInput(found.command, found.rest))
  } catch (error) {
    const known = commandsOf(words[0]).length > 0 ? words[0] : undefined
    return fail(error, found?.command.name ?? known ?? '', args.includes('--json'))
  }
}

if (import.meta.main || process.argv[1]?.endsWith('launch.js') || process.argv[1]?.endsWith('invoice-exchange')) {
  // A reader that has seen enough (head, less) closes the pipe: that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.exitCode = await run(process.argv.slice(2))
}
