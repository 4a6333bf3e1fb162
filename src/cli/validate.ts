import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { FormatError } from '../formats/format-error.ts'
import { type Input, UsageError } from './command.ts'
import { translateFinding } from '../rules/translate.ts'
import { languageIn } from '../values/translation.ts'
import { environment } from './environment.ts'
import { examine, type Examination, type RuleChoice } from './examine.ts'
import { frenchEdition, profilesNamed } from './profiles.ts'
import { Progress, print } from './terminal.ts'

type Request = RuleChoice & { files: readonly string[]; list?: string; json: boolean }

type FileOutcome = { file: string; ms: number } & (
  { examination: Examination } | { error: { code: string; message: string } }
)

export const validateCommand = async (input: Input): Promise<number> => {
  const [list, profiles, france] = [input.text('list'), input.text('profiles'), input.text('france')]
  const named = [...input.texts('profile'), ...(profiles === undefined ? [] : [profiles])]
  if (input.words.length === 0 && list === undefined)
    throw new UsageError('Name at least one FILE, or give a list of files with --list.')
  return validateFiles({
    files: input.words,
    ...(list === undefined ? {} : { list }),
    ...(named.length === 0 ? {} : { profiles: named.flatMap(profilesNamed) }),
    ...(france === undefined ? {} : { options: { france: frenchEdition(france) } }),
    json: input.json,
  })
}

/** Files one after the other, each forgotten before the next: memory does not grow with their number. */
const validateFiles = async (request: Request): Promise<number> => {
  const counts = { valid: 0, invalid: 0, errors: 0 }
  const progress = new Progress('Checking')
  const many = !process.stdout.isTTY && (request.files.length > 1 || request.list !== undefined)
  for await (const file of pathsOf(request)) {
    const outcome = await validateFile(file, request)
    if ('error' in outcome || !isJudged(outcome.examination)) counts.errors += 1
    else if (isValid(outcome.examination)) counts.valid += 1
    else counts.invalid += 1
    await print(request.json ? asJson(outcome) : asText(outcome))
    const done = counts.valid + counts.invalid + counts.errors
    const known = request.list === undefined ? request.files.length : null
    if (many) progress.show(done, known, `${counts.invalid} invalid, ${counts.errors} unreadable`)
  }
  progress.end()
  const total = counts.valid + counts.invalid + counts.errors
  if (!request.json && total > 1)
    await print(
      `${total} files: ${counts.valid} valid, ${counts.invalid} invalid, ${counts.errors} could not be checked.`,
    )
  return counts.errors > 0 ? 1 : counts.invalid > 0 ? 3 : 0
}

async function* pathsOf({ files, list }: Request): AsyncGenerator<string> {
  yield* files
  if (list === undefined) return
  const input = list === '-' ? process.stdin : createReadStream(list)
  for await (const line of createInterface({ input, crlfDelay: Infinity })) if (line.trim() !== '') yield line.trim()
}

const validateFile = async (file: string, request: RuleChoice): Promise<FileOutcome> => {
  const start = performance.now()
  const ms = () => Math.round((performance.now() - start) * 100) / 100
  try {
    const examination = examine(new Uint8Array(await readFile(file)), request)
    return { file, examination, ms: ms() }
  } catch (error) {
    return { file, error: describe(error), ms: ms() }
  }
}

/** What is wrong with the file or with the disk is told; anything else is a fault of ours and stops the run. */
const describe = (error: unknown): { code: string; message: string } => {
  if (error instanceof FormatError)
    return {
      code: error.code,
      message: error.line > 0 ? `${error.message} (line ${error.line}, column ${error.column})` : error.message,
    }
  if (error instanceof Error && 'code' in error && 'syscall' in error)
    return { code: String(error.code), message: error.message }
  throw error
}

/** A file that no rules speak of is neither valid nor invalid. */
const isJudged = ({ profiles }: Examination): boolean => Object.keys(profiles).length > 0

const isValid = ({ profiles }: Examination): boolean => Object.values(profiles).every(({ fatal }) => fatal.length === 0)

const asJson = (outcome: FileOutcome): string => {
  if ('error' in outcome)
    return JSON.stringify({
      file: outcome.file,
      syntax: null,
      customization: null,
      profiles: {},
      findings: [],
      ms: outcome.ms,
      error: outcome.error,
    })
  const { syntax, customization, container, profiles, findings } = outcome.examination
  return JSON.stringify({
    file: outcome.file,
    syntax,
    customization,
    ...(container ? { container } : {}),
    profiles,
    findings,
    ms: outcome.ms,
  })
}

/** A sentence in the language of the terminal. Programs read JSON, which is English. */
const told = (sentence: string): string => {
  const locale = environment('LC_ALL') ?? environment('LC_MESSAGES') ?? environment('LANG')
  const language = languageIn(locale?.replace('_', '-'))
  return language === 'en' ? sentence : (translateFinding(sentence, language) ?? sentence)
}

const asText = (outcome: FileOutcome): string => {
  if ('error' in outcome) return `✗ ${outcome.file}\n    cannot be read: ${outcome.error.message}`
  const { syntax, profiles, findings } = outcome.examination
  const names = Object.keys(profiles).join(', ') || 'no rules for this kind of document'
  const lines = findings.map(
    ({ severity, rule, message, fix, xpath, path, line, column }) =>
      `    ${severity === 'fatal' ? '✗' : '!'} ${rule}  ${told(message)} ${told(fix)}\n        ` +
      `${path === undefined ? '' : `${path}  `}${xpath}${line > 0 ? ` (line ${line}, column ${column})` : ''}`,
  )
  const mark = !isJudged(outcome.examination) ? '?' : isValid(outcome.examination) ? '✓' : '✗'
  return [`${mark} ${outcome.file}  ${syntax}  [${names}]`, ...lines].join('\n')
}
