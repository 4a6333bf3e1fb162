/** Help, from the table of commands. */
import {
  type Command,
  type Group,
  accountOptions,
  commonOptions,
  exitCodes,
  optionsOf,
  type OptionSpec,
} from './command.ts'
import { bold, cyan, dim } from './terminal.ts'

const PROGRAM = 'invoice-exchange'
/** As wide as the terminal, where there is one; longer lines are hard to read. */
const WIDEST = 100
const NARROWEST = 40
const room = (): number => Math.max(NARROWEST, Math.min(WIDEST, process.stdout.columns || WIDEST))
const GROUPS: readonly Group[] = ['Documents', 'Events', 'Account', 'Files on this machine', 'Operator', 'Help']

const wrap = (text: string, indent: number): string => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length + indent > room()) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}

/** Words between backticks are code. */
const shown = (text: string): string => text.replace(/`([^`]+)`/g, (_all, code: string) => cyan(code))

const optionHead = (name: string, { value, short }: OptionSpec): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`

const optionLines = (options: Readonly<Record<string, OptionSpec>>): string[] => {
  const heads = Object.entries(options).map(([name, option]) => optionHead(name, option))
  const width = Math.max(...heads.map((head) => head.length))
  return Object.values(options).map(
    ({ about }, index) => `  ${cyan((heads[index] ?? '').padEnd(width))}  ${shown(wrap(about, width + 4))}`,
  )
}

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', bold(title), ...lines]

export const lineOf = ({ name, words }: Pick<Command, 'name' | 'words'>): string =>
  [name, words].filter(Boolean).join(' ')

/** Of one command. */
export const helpOf = (command: Command): string => {
  const { about, more, options = {}, online, examples } = command
  const exampleLines = examples.flatMap(([line, what]) => [
    ...(what === '' ? [] : [`  ${dim(`# ${what}`)}`]),
    `  ${PROGRAM} ${line}`,
  ])
  return [
    `${bold('Usage')}  ${PROGRAM} ${lineOf(command)}${Object.keys(optionsOf(command)).length > 0 ? ' [options]' : ''}`,
    '',
    shown(wrap(about, 0)),
    ...(more === undefined ? [] : ['', shown(wrap(more, 0))]),
    ...titled('Options', Object.keys(options).length === 0 ? [] : optionLines(options)),
    ...titled('Account', online ? optionLines(accountOptions) : []),
    ...titled('Always', optionLines(commonOptions)),
    ...titled('Examples', exampleLines),
    '',
  ].join('\n')
}

/** Of a group of commands that share their first word. */
const commandLines = (commands: readonly Command[]): string[] => {
  const width = Math.max(...commands.map((one) => lineOf(one).length))
  return commands.map((one) => `  ${cyan(lineOf(one).padEnd(width))}  ${shown(wrap(one.about, width + 4))}`)
}

export const helpOfSome = (commands: readonly Command[]): string =>
  [
    bold('Commands'),
    ...commandLines(commands),
    '',
    dim(`${PROGRAM} help COMMAND shows options and examples.`),
    '',
  ].join('\n')

export const helpOfAll = (commands: readonly Command[]): string =>
  [
    `${bold(PROGRAM)}: exchange electronic invoices from the command line`,
    '',
    `${bold('Usage')}  ${PROGRAM} COMMAND [options]`,
    ...GROUPS.flatMap((group) => titled(group, commandLines(commands.filter((one) => one.group === group)))),
    ...titled('First steps', [
      `  ${PROGRAM} login --sandbox`,
      `  ${PROGRAM} trigger document.received`,
      `  ${PROGRAM} documents list`,
    ]),
    ...titled(
      'Exit codes',
      Object.entries(exitCodes).map(([code, what]) => `  ${code}  ${wrap(what, 5)}`),
    ),
    '',
    dim(`${PROGRAM} help COMMAND shows options and examples.`),
    '',
  ].join('\n')
