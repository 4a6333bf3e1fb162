import { parseArgs } from 'node:util'
import { UsageError, frenchEdition, profilesNamed } from './profiles.ts'
import { validateFiles } from './validate.ts'

const USAGE = `Usage:
  invoice-exchange validate FILE… [--profile NAME | --profiles A,B] [--france 1.3|1.4] [--json] [--list FILE]
  invoice-exchange convert FILE --to ubl|cii|fatturapa|facturx|json|pdf|html [--out FILE] [--language en|fr|nl|de|it]
                           [--color #RRGGBB] [--logo FILE]
  invoice-exchange ownership list|approve|reject|mandate …
  invoice-exchange organization set ID NAME=VALUE…
  invoice-exchange organization key ID NAME
  invoice-exchange import FILE

validate  Checks documents (UBL, CII, Factur-X, JSON send body, SBDH envelope) against the official rules.
          --profiles applies exactly the named rule sets. Without it, the document itself names its rule sets.
          --france chooses the edition of the French annexes (default 1.3).
          --list reads the paths from a file, one on each line. "-" reads them from standard input.
          --json prints one JSON object for each file, on a line of its own.
convert   Converts a document to another format, and writes it to standard output or to --out.
          --language, --color and --logo (PNG or JPEG) apply to the readable formats pdf, facturx and html.
ownership Decides which organization owns a participant id, for the operator of a server (DATABASE_URL).
organization Sets the plan and the profile of an organization, likewise, or makes a key of it.
import    Takes over an organization that another deployment has exported, likewise.

Exit codes: 0 valid, 3 invalid, 1 error.
`

/** Runs a command line and answers its exit code. */
const run = async (args: readonly string[]): Promise<number> => {
  const [command, ...rest] = args
  try {
    if (command === 'validate') return await validateCommand(rest)
    if (command === 'convert') return await convertCommand(rest)
    if (command === '--help' || command === 'help') return process.stdout.write(USAGE) ? 0 : 0
    throw new UsageError(command === undefined ? 'A command is missing.' : `The command "${command}" does not exist.`)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      process.stderr.write(`${error.message}\n`)
      return 1
    }
    if (!(error instanceof UsageError) && !isArgumentError(error)) throw error
    process.stderr.write(`${error.message}\n\n${USAGE}`)
    return 1
  }
}

const isArgumentError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const validateCommand = (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      profile: { type: 'string', multiple: true },
      profiles: { type: 'string' },
      france: { type: 'string' },
      json: { type: 'boolean' },
      list: { type: 'string' },
    },
  })
  const named = [...(values.profile ?? []), ...(values.profiles === undefined ? [] : [values.profiles])]
  if (positionals.length === 0 && values.list === undefined)
    throw new UsageError('Name at least one FILE, or give a list of files with --list.')
  return validateFiles({
    files: positionals,
    ...(values.list === undefined ? {} : { list: values.list }),
    ...(named.length === 0 ? {} : { profiles: named.flatMap(profilesNamed) }),
    ...(values.france === undefined ? {} : { options: { france: frenchEdition(values.france) } }),
    json: values.json ?? false,
  })
}

const convertCommand = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      out: { type: 'string' },
      language: { type: 'string' },
      color: { type: 'string' },
      logo: { type: 'string' },
    },
  })
  const [file] = positionals
  if (file === undefined || positionals.length !== 1 || values.to === undefined)
    throw new UsageError('convert requires exactly one FILE, and --to.')
  // Fonts and page setting take time to load, and validating needs neither.
  const { convertFile } = await import('./convert.ts')
  const { to, ...options } = values
  return convertFile(file, to, options)
}

// A reader that has seen enough (head, less) closes the pipe: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

if (import.meta.main || process.argv[1]?.endsWith('launch.js') || process.argv[1]?.endsWith('invoice-exchange'))
  process.exitCode = await run(process.argv.slice(2))
