/** All commands. Help, completion and the README are made from this table. */
import { accountCommands } from './account-commands.ts'
import { nearestTo, suggestion } from '../kernel/errors/nearest.ts'
import { type Command, type OptionSpec, UsageError } from './command.ts'
import { localCommands } from './local-commands.ts'
import { operatorCommands } from './operator-commands.ts'

const eventTypes = async (): Promise<readonly string[]> => (await import('../engine/feed/catalog.ts')).eventTypes

const filters: Readonly<Record<string, OptionSpec>> = {
  events: { value: 'TYPES', about: 'Only these kinds, separated by commas.', many: true, values: eventTypes },
  company: { value: 'ID', about: 'Only events about this company.' },
  document: { value: 'ID', about: 'Only events about this document.' },
  partner: { value: 'ID', about: 'Only events about this partner.' },
  tag: { value: 'TAG', about: 'Only events about documents with this tag.' },
}

const documents: readonly Command[] = [
  {
    name: 'send',
    words: 'FILE…|JSON|-',
    group: 'Documents',
    about: 'Sends documents: JSON, UBL, CII or a PDF with an embedded invoice.',
    more:
      'A file that ends with .jsonl (also .gz) has a body in each line: the server sends them in the background, and a ' +
      'bar shows how far it is.',
    online: true,
    options: {
      from: { value: 'PEPPOL_ID', about: 'The sender. Required for a file that is not JSON.' },
      to: { value: 'PEPPOL_ID', about: 'The recipient.' },
      type: { value: 'TYPE', about: 'Kind of document of a file (default: invoice).' },
      wait: { about: 'Waits until the document is delivered, or has failed.' },
      timeout: { value: 'SECONDS', about: 'How long to wait at most (default: 60).' },
      'idempotency-key': { value: 'KEY', about: 'Sends once, however often the command is repeated with this key.' },
    },
    examples: [
      ['send invoice.json --wait', 'a body like that of POST /v1/documents/send'],
      ['send invoice.xml --from 0208:0123456749 --to 0208:0987654394', 'UBL or CII as it is'],
      ['send invoices/2026-*.json', 'many, with a bar'],
      ['send year.jsonl.gz', 'a hundred thousand, in the background'],
    ],
    run: async (input) => (await import('./send.ts')).send(input),
  },
  {
    name: 'documents list',
    words: '',
    group: 'Documents',
    about: 'Lists documents, newest first.',
    online: true,
    options: {
      status: {
        value: 'STATUS',
        about: 'Only with one of these statuses: draft, sent, delivered, rejected (several with commas).',
        values: ['draft', 'sent', 'delivered', 'rejected'],
      },
      'delivery-status': {
        value: 'STATUS',
        about: 'Only with this delivery: pending, delivered, failed, rejected.',
        values: ['pending', 'delivered', 'failed', 'rejected'],
      },
      'lifecycle-status': { value: 'STATUS', about: 'Only with one of these business statuses, such as approved.' },
      direction: { value: 'WAY', about: 'incoming or outgoing.', values: ['incoming', 'outgoing'] },
      type: { value: 'TYPE', about: 'Only documents of these kinds.' },
      number: { value: 'NUMBER', about: 'Only the documents with this number.' },
      company: { value: 'ID', about: 'Only documents of this company.' },
      since: { value: 'DAY', about: 'Issued on this day or later.' },
      until: { value: 'DAY', about: 'Issued on this day or earlier.' },
      tag: { value: 'TAG', about: 'Only documents with this tag.' },
      search: { value: 'WORDS', about: 'Words in the number, parties, references and lines.' },
      limit: { value: 'N', about: 'How many (default: 20).' },
      all: { about: 'All of them.' },
    },
    examples: [
      ['documents list --delivery-status failed,rejected', 'what did not arrive'],
      ['documents list --direction incoming --since 2026-11-01 --all --json', 'for programs'],
    ],
    run: async (input) => (await import('./documents.ts')).listDocuments(input),
  },
  {
    name: 'documents get',
    words: 'ID',
    group: 'Documents',
    about: 'Shows a document, or fetches one of its files.',
    online: true,
    options: {
      file: {
        value: 'KIND',
        about: 'pdf, xml, ubl, cii, original, html, facturx, fatturapa or evidence.',
        values: ['pdf', 'xml', 'ubl', 'cii', 'original', 'html', 'facturx', 'fatturapa', 'evidence'],
      },
      out: { value: 'FILE', about: 'Where to write it; "-" is standard output (default: the name that it has).' },
    },
    examples: [
      ['documents get doc_01kafm4h7vf8xbkrs9q2m3c5de', ''],
      ['documents get number:F-2026-1 --file pdf --out invoice.pdf', 'the readable form'],
    ],
    run: async (input) => (await import('./documents.ts')).getDocument(input),
  },
  {
    name: 'export',
    words: '',
    group: 'Documents',
    about: 'Exports everything of the organization as an archive, or a list as JSONL or CSV.',
    more: 'The server does it in the background. A download that breaks off is taken up where it ended.',
    online: true,
    options: {
      out: { value: 'FILE', about: 'Where to write it (default: the name that the server gives it).' },
      company: { value: 'ID', about: 'Only what this company has.' },
      query: { value: 'GRAPHQL', about: 'A query whose list is exported instead.' },
      format: { value: 'FORMAT', about: 'jsonl (default) or csv, for a query.', values: ['jsonl', 'csv'] },
    },
    examples: [
      ['export --out everything.zip', 'what `import` takes over elsewhere'],
      ["export --query '{ documents { nodes { number grossAmount } } }' --format csv --out all.csv", ''],
    ],
    run: async (input) => (await import('./export.ts')).exportData(input),
  },
]

const events: readonly Command[] = [
  {
    name: 'listen',
    words: '',
    group: 'Events',
    about: 'Shows events as they happen, and forwards them to an address as a webhook would.',
    more:
      'The signing secret is the same each time. Each event is forwarded once and in order: lines that break, servers that ' +
      'start anew and your own Ctrl-C lose and double nothing. An address that does not answer is waited for; one that ' +
      'refuses an event gets it eight times. If the command itself is killed while an event is being answered, that one ' +
      'event comes again, with the same id.',
    online: true,
    options: {
      'forward-to': { value: 'URL', about: 'Where to post each event; a port alone is one of this machine.' },
      from: { value: 'PLACE', about: 'now, oldest, or the number of an event (default: where the last run ended).' },
      replay: { value: 'IDS', about: 'Forwards these events once more, and ends.', many: true },
      count: { value: 'N', about: 'Ends after so many events.' },
      'print-secret': { about: 'Prints the signing secret, and ends.' },
      ...filters,
    },
    examples: [
      ['listen --forward-to http://localhost:3000/hook', ''],
      ['listen --forward-to 3000 --events document.received,document.failed', 'only these'],
      ['listen --from oldest --json', 'everything that is kept, for programs'],
      ['listen --replay evt_01kafm4h7vf8xbkrs9q2m3c5de --forward-to 3000', 'one event once more'],
    ],
    run: async (input) => (await import('./listen.ts')).listen(input),
  },
  {
    name: 'trigger',
    words: 'EVENT',
    group: 'Events',
    about: 'Makes an event happen in the sandbox, by real requests, and waits for it.',
    online: true,
    firstWords: async () => Object.keys((await import('./trigger.ts')).causes),
    examples: [
      ['trigger document.received', 'somebody sends you an invoice'],
      ['trigger document.failed --json', ''],
    ],
    run: async (input) => (await import('./trigger.ts')).trigger(input),
  },
  {
    name: 'tail',
    words: '[events|requests]',
    group: 'Events',
    about: 'Shows events and requests of the organization as they happen.',
    online: true,
    firstWords: ['events', 'requests'],
    options: filters,
    examples: [
      ['tail', 'both'],
      ['tail requests --json', 'for programs'],
    ],
    run: async (input) => (await import('./tail.ts')).tail(input),
  },
]

const help: readonly Command[] = [
  {
    name: 'completion',
    words: 'bash|zsh|fish',
    group: 'Help',
    about: 'Prints what makes the shell complete commands, options and values.',
    firstWords: ['bash', 'zsh', 'fish'],
    examples: [
      ['completion bash > ~/.local/share/bash-completion/completions/invoice-exchange', ''],
      ['completion zsh > "${fpath[1]}/_invoice-exchange"', ''],
      ['completion fish > ~/.config/fish/completions/invoice-exchange.fish', ''],
    ],
    run: async (input) => (await import('./completion.ts')).printCompletion(input, commands),
  },
]

export const commands: readonly Command[] = [
  ...documents,
  ...events,
  ...accountCommands,
  ...localCommands,
  ...operatorCommands,
  ...help,
]

/** The command that the words begin with, and the words after its name. */
export const commandIn = (args: readonly string[]): { command: Command; rest: readonly string[] } | undefined => {
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(' ')
    const command = commands.find((one) => one.name === name && args.length >= length)
    if (command) return { command, rest: args.slice(length) }
  }
  return undefined
}

const wordOf = ({ name }: Command, place: 0 | 1): string[] => name.split(' ').slice(place, place + 1)

/** The commands that share a first word. */
export const commandsOf = (first: string | undefined): Command[] =>
  commands.filter((one) => wordOf(one, 0)[0] === first)

/** The command that was probably meant: each of the two words is compared with those that may stand in its place. */
const commandMeant = ([first = '', verb]: readonly string[]): string | undefined => {
  const area =
    commandsOf(first).length > 0
      ? first
      : nearestTo(
          first,
          commands.flatMap((one) => wordOf(one, 0)),
        )
  const verbs = commandsOf(area).flatMap((one) => wordOf(one, 1))
  if (area === undefined || verb === undefined || verbs.length === 0) return area
  const nearest = nearestTo(verb, verbs)
  return nearest === undefined ? (area === first ? undefined : area) : `${area} ${nearest}`
}

/** Error for words that no command begins with. */
export const unknownCommand = (words: readonly string[]): UsageError => {
  const written = words.slice(0, commandsOf(words[0]).length > 0 ? 2 : 1).join(' ')
  return new UsageError(`The command "${written}" does not exist.${suggestion(commandMeant(words))}`)
}
