/** What a command is: the table of commands is made of these, and help, completion and the README come from it. */

/** Words that are completed; a long list is loaded when somebody asks for it. */
export type Words = readonly string[] | (() => Promise<readonly string[]>)

/** An option as it is described and parsed. */
export interface OptionSpec {
  /** What its value is called; absent for a flag. */
  value?: string
  about: string
  /** May be given several times. */
  many?: boolean
  short?: string
  /** Values that are completed. */
  values?: Words
}

export interface Input {
  words: readonly string[]
  /** The value of an option; of one that was given several times, the last. */
  text(name: string): string | undefined
  texts(name: string): string[]
  flag(name: string): boolean
  /** One JSON object a line, for programs. */
  json: boolean
}

export type Group = 'Documents' | 'Events' | 'Account' | 'Files on this machine' | 'Operator' | 'Help'

export interface Command {
  name: string
  /** What stands after the name. */
  words: string
  group: Group
  about: string
  /** More than a sentence, where it is needed. */
  more?: string
  options?: Readonly<Record<string, OptionSpec>>
  /** Values of the first word that are completed. */
  firstWords?: Words
  examples: readonly (readonly [line: string, what: string])[]
  /** Talks to a server: takes the options of an account. */
  online?: boolean
  /** Runs on the database of a deployment (`src/app/operator.ts`). */
  operator?: boolean
  /** Answers the exit code. The module is loaded when the command is called: most commands need little. */
  run?(input: Input): Promise<number>
}

export const accountOptions: Readonly<Record<string, OptionSpec>> = {
  account: { value: 'NAME', about: 'The account to use, as it was called at `login` (default: `default`).' },
  url: { value: 'URL', about: 'Address of the server. Environment: INVOICE_EXCHANGE_URL.' },
  'api-key': { value: 'KEY', about: 'A key in place of the stored one. Environment: INVOICE_EXCHANGE_API_KEY.' },
}

export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  json: { about: 'Prints one JSON object a line, for programs.' },
  help: { about: 'Shows this help.', short: 'h' },
}

export const optionsOf = ({ options = {}, online }: Command): Record<string, OptionSpec> => ({
  ...options,
  ...(online && accountOptions),
  ...commonOptions,
})

/** How a command ends. */
export const exitCodes = {
  0: 'Done. Documents are valid.',
  1: 'The command was called wrongly, or a file cannot be read.',
  3: 'A document or the input of a request is not valid.',
  4: 'Not signed in, or the key may not do this.',
  5: 'The server has refused it for another reason: not found, in conflict, a quota.',
  6: 'The server cannot be reached, or has failed.',
} as const

export type ExitCode = keyof typeof exitCodes

/** Something is wrong with how the command was called. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
