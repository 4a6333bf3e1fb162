/** Completion for three shells, from the table of commands: names, options, and values of options. */
import { type Command, type Input, UsageError, type Words, optionsOf } from './command.ts'
import { print } from './terminal.ts'

const PROGRAM = 'invoice-exchange'

/** `organization set ID` is completed as `organization set`. */
const pathOf = ({ name }: Command): string => name.replace(/ [A-Z]+$/, '')

interface Completed {
  path: string
  about: string
  options: [name: string, about: string, values: readonly string[] | undefined, takesValue: boolean][]
  firstWords: readonly string[]
}

const wordsOf = async (words: Words | undefined): Promise<readonly string[] | undefined> =>
  typeof words === 'function' ? words() : words

const completedOf = async (command: Command): Promise<Completed> => ({
  path: pathOf(command),
  about: command.about,
  options: await Promise.all(
    Object.entries(optionsOf(command)).map(
      async ([name, { about, values, value }]): Promise<Completed['options'][number]> => [
        `--${name}`,
        about,
        await wordsOf(values),
        value !== undefined,
      ],
    ),
  ),
  firstWords: (await wordsOf(command.firstWords)) ?? [],
})

const completed = (commands: readonly Command[]): Promise<Completed[]> =>
  Promise.all(
    commands
      .filter((one, index) => commands.findIndex((other) => pathOf(other) === pathOf(one)) === index)
      .map(completedOf),
  )

const firstWordsOf = (all: readonly Completed[]): string[] => [
  ...new Set(all.map(({ path }) => path.split(' ', 1)[0] ?? '')),
]

const secondWordsOf = (all: readonly Completed[], first: string): string[] =>
  all.flatMap(({ path }) => (path.startsWith(`${first} `) ? [path.slice(first.length + 1)] : []))

const bash = (all: readonly Completed[]): string => {
  const cases = all.map(({ path, options, firstWords }) => {
    const values = options.flatMap(([name, , list]) =>
      list ? [`      ${name}) COMPREPLY=($(compgen -W '${list.join(' ')}' -- "$word")); return ;;`] : [],
    )
    const files = `      --out|--list|--logo) COMPREPLY=($(compgen -f -- "$word")); return ;;`
    return [
      `    '${path}')`,
      `      case $before in`,
      ...values,
      files,
      `      esac`,
      `      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '${options.map(([name]) => name).join(' ')}' -- "$word"))`,
      firstWords.length > 0
        ? `      else COMPREPLY=($(compgen -W '${firstWords.join(' ')}' -- "$word")); fi ;;`
        : `      else COMPREPLY=($(compgen -f -- "$word")); fi ;;`,
    ].join('\n')
  })
  const pairs = firstWordsOf(all)
    .filter((first) => secondWordsOf(all, first).length > 0)
    .map(
      (first) =>
        `    ${first}) COMPREPLY=($(compgen -W '${secondWordsOf(all, first).join(' ')}' -- "$word")); return ;;`,
    )
  return `# bash completion for ${PROGRAM}
_invoice_exchange() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} first=\${COMP_WORDS[1]} command
  COMPREPLY=()
  if [[ $COMP_CWORD == 1 ]]; then COMPREPLY=($(compgen -W '${[...firstWordsOf(all), 'help'].join(' ')}' -- "$word")); return; fi
  if [[ $COMP_CWORD == 2 ]]; then case $first in
${pairs.join('\n')}
  esac; fi
  command=$first
  case "$first \${COMP_WORDS[2]}" in
    ${all
      .filter(({ path }) => path.includes(' '))
      .map(({ path }) => `'${path}'`)
      .join('|')}) command="$first \${COMP_WORDS[2]}" ;;
  esac
  case $command in
${cases.join('\n')}
  esac
}
complete -o filenames -F _invoice_exchange ${PROGRAM}
`
}

/** Characters that zsh reads in a description. */
const zshSafe = (text: string): string => text.replace(/'/g, "'\\''").replace(/[[\]:]/g, '\\$&')

const zsh = (all: readonly Completed[]): string => {
  const cases = all.map(({ path, options, firstWords }) => {
    const lines = options.map(([name, about, values, takes]) => {
      const value = values ? `:value:(${values.join(' ')})` : takes ? ':value:_files' : ''
      return `        '*${name}[${zshSafe(about)}]${value}'`
    })
    const rest = firstWords.length > 0 ? `'*:word:(${firstWords.join(' ')})'` : `'*:file:_files'`
    return `      '${path}') _arguments \\\n${lines.join(' \\\n')} \\\n        ${rest} ;;`
  })
  const names = firstWordsOf(all).map((first) => {
    const about = all.find(({ path }) => path === first || path.startsWith(`${first} `))?.about ?? ''
    return `    '${first}:${zshSafe(about)}'`
  })
  const pairs = firstWordsOf(all).filter((first) => secondWordsOf(all, first).length > 0)
  return `#compdef ${PROGRAM}
_invoice_exchange() {
  local -a names
  names=(
${names.join('\n')}
    'help:Shows options and examples of a command.'
  )
  if (( CURRENT == 2 )); then _describe command names; return; fi
  local command=$words[2]
  case $command in
    ${pairs.join('|')})
      if (( CURRENT == 3 )); then
        case $command in
${pairs.map((first) => `          ${first}) compadd ${secondWordsOf(all, first).join(' ')} ;;`).join('\n')}
        esac
        return
      fi
      command="$words[2] $words[3]" ;;
  esac
  case $command in
${cases.join('\n')}
  esac
}
_invoice_exchange "$@"
`
}

const fishSafe = (text: string): string => text.replace(/['\\]/g, '\\$&')

const fish = (all: readonly Completed[]): string => {
  const pairs = firstWordsOf(all).filter((first) => secondWordsOf(all, first).length > 0)
  const head = `complete -c ${PROGRAM}`
  const seen = ([first = '', second]: string[]): string =>
    second === undefined
      ? `__fish_seen_subcommand_from ${first}`
      : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
  return [
    `# fish completion for ${PROGRAM}`,
    ...firstWordsOf(all).map((first) => {
      const about = all.find(({ path }) => path === first || path.startsWith(`${first} `))?.about ?? ''
      return `${head} -n __fish_use_subcommand -a ${first} -d '${fishSafe(about)}'`
    }),
    `${head} -n __fish_use_subcommand -a help -d 'Shows options and examples of a command.'`,
    ...pairs.map((first) => {
      const words = secondWordsOf(all, first).join(' ')
      return `${head} -f -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${words}' -a '${words}'`
    }),
    ...all.flatMap(({ path, options, firstWords }) => [
      ...(firstWords.length > 0 ? [`${head} -f -n '${seen(path.split(' '))}' -a '${firstWords.join(' ')}'`] : []),
      ...options.map(([name, about, values, takes]) => {
        const value = values ? ` -x -a '${values.join(' ')}'` : takes ? ' -r' : ''
        return `${head} -n '${seen(path.split(' '))}' -l ${name.slice(2)}${value} -d '${fishSafe(about)}'`
      }),
    ]),
    '',
  ].join('\n')
}

const shells: Readonly<Record<string, (all: readonly Completed[]) => string>> = { bash, zsh, fish }

export const printCompletion = async (
  { words: [shell = ''] }: Input,
  commands: readonly Command[],
): Promise<number> => {
  const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined
  if (!write) throw new UsageError(`Name a shell: ${Object.keys(shells).join(', ')}.`)
  await print(write(await completed(commands)).trimEnd())
  return 0
}
