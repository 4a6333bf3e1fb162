/** What is promised, how each promise is tested, and what the last run of its test said. */
import { codeFigure } from '../docs/code-figure.ts'
import { asHtml, pageOf } from './pages.ts'

interface Guarantee {
  promise: string
  how: string
  /** The command that measures it, from the folder of the project. */
  command: string
  /** What it printed when it was last run as a whole: on 2 cores, 2026-11-22. */
  last?: string
}

const guarantees: readonly Guarantee[] = [
  {
    promise: 'Nothing that was acknowledged is lost when a process is killed, and nothing is done twice.',
    how:
      'Servers are killed at random moments while documents are sent and delivered, statuses are changed in batches, ' +
      'companies are registered and events go to webhooks. Every acknowledged change is then found exactly once.',
    command: 'npm run test:long -- kill',
  },
  {
    promise: 'A database that goes away ends no process, and loses nothing that was acknowledged.',
    how:
      'PostgreSQL is restarted under load: connections ended, fast and immediate shutdown, kill of the server. ' +
      'Callers get `503` with `Retry-After` meanwhile, never `500`, and every instance serves again within ' +
      'two seconds.',
    command: 'npm run test:long -- restarts',
  },
  {
    promise: 'Hostile input harms only its sender.',
    how:
      'Half an hour of honest and hostile callers side by side, with a restart of the database every two minutes. ' +
      'Reading and writing of large documents happens in threads of their own, with limits of time and memory.',
    command: 'npm run test:long -- soak',
    last:
      '30 minutes, 14 restarts: 43,290 honest requests answered and 8 told to come again (503), 3,449 hostile ' +
      'ones refused ' +
      'or answered, no 500, nothing lost. Half of the honest answers within 16 ms, 99 % within 741 ms, restarts ' +
      'included and with others on the cores; 847 MB of memory at most',
  },
  {
    promise: 'No input is answered with a fault of ours.',
    how: 'Every operation is called with hostile values in each of its fields, by REST and by GraphQL.',
    command: 'npm run test:long -- operations',
    last: '100,000 requests: 51,388 answered, 48,612 refused with a code, none with 5xx; the largest answer had 185 kB',
  },
  {
    promise: 'Files are read within limits of time and memory, whatever they contain.',
    how: 'Broken and hostile XML, PDF and JSON files of all allowed sizes go through the readers and the rules.',
    command: 'npm run test:long -- fuzz',
  },
  {
    promise: 'No organization sees or changes what belongs to another.',
    how:
      'Every operation is called, by every door, for the objects of another organization, and answers as if they did ' +
      'not exist. In production, a row of another organization in an answer ends the operation.',
    command: 'npm test -- test/doors/sweep.test.ts',
  },
  {
    promise: 'Every event reaches every subscriber once and in order.',
    how: 'Eight writers, with servers and clients that die, over WebSocket, server-sent events and the feed.',
    command: 'npm run test:long -- live',
  },
  {
    promise: 'Each line of a bulk send is sent once, or refused with its reason, whatever happens to the server.',
    how:
      'A server is killed again and again while it sends a file of 100,000 lines. Afterwards every line has one ' +
      'outcome, and every document that an outcome names is stored once.',
    command: 'npm run test:long -- kill-bulk',
  },
  {
    promise: 'An export of a million documents holds each of them once, and takes no more memory than a small one.',
    how:
      'A million documents are exported and downloaded. What the server holds in memory is measured meanwhile: it may ' +
      'grow by 50 MB.',
    command: 'npm run test:long -- bulk-export',
  },
  {
    promise: 'Documents are judged as the official rules judge them.',
    how: 'Public sample documents are compared with the verdict of the official rules, rule by rule.',
    command: 'npm test -- test/rules/corpus.test.ts',
  },
]

const section = ({ promise, how, command, last }: Guarantee): string =>
  [
    `<section><h2>${asHtml(promise)}</h2>`,
    `<p>${asHtml(how)}</p>`,
    codeFigure('Command', command).text,
    ...(last === undefined ? [] : [`<p>Last run (2 cores, 2026-11-22): ${asHtml(last)}.</p>`]),
    '</section>',
  ].join('')

export const safetyPage = () =>
  pageOf(
    'Safety',
    [
      '<p>What you can rely on, and the command with which you can see it for yourself: each runs from the folder of ',
      'the product, prints its figures, and fails when the promise does not hold.</p>',
      ...guarantees.map(section),
    ].join(''),
  )
