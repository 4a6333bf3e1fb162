/** The long tests: `npm run test:long -- NAME`. What follows the name goes to vitest, or to the program. */
import { filesWithSamples } from '../../lanes.ts'
import { butAlike, onCitus, onEmbedded, onPostgres, onServices, run } from '../../support/run.ts'
import { butLeftOut } from './left-out-on-citus.ts'

interface LongTest {
  /** What it does. */
  what: string
  /** The places where it runs one after the other; a program is run as it is. */
  on: readonly (keyof typeof places)[]
  /** The file of its tests, or what vitest is told instead. */
  file: string | readonly string[]
  /** How long it is; what the environment says goes before. */
  settings?: Readonly<Record<string, string>>
}

const places = {
  embedded: onEmbedded,
  PostgreSQL: onPostgres,
  'PostgreSQL and Redis': onServices,
  Citus: onCitus,
  'no database': ([file = '', ...args]: readonly string[]) => run([file, ...args]),
}

const WITH_QUESTIONS =
  'app auth client doors engine flows journeys lifecycle portability procurement tenants upstreams kernel/reads kernel/writes'
const onBothRoads = WITH_QUESTIONS.split(' ').map((one) => `test/${one}`)

const longTests: Readonly<Record<string, LongTest>> = {
  live: {
    what: 'eight writers, dying servers and dying clients of every door: each event is seen once, in order',
    on: ['PostgreSQL and Redis'],
    file: 'test/lab/long/live.test.ts',
    settings: { LIVE_EVENTS: '50000', LIVE_DEATHS: '500', LIVE_KILLS: 'Infinity' },
  },
  listen: {
    what: '`listen` while servers are restarted and killed and the line is cut: 10,000 events, each once, in order',
    on: ['embedded'],
    file: 'test/lab/long/listen.test.ts',
    settings: { LISTEN_EVENTS: '10000', LISTEN_RESTARTS: '12', LISTEN_CUTS: '60' },
  },
  console: {
    what: 'a list of 10,000 rows in Chromium: 50 frames a second while it scrolls, events on the screen in half a second',
    on: ['embedded'],
    file: 'test/lab/long/console.test.ts',
    settings: { CONSOLE_ROWS: '10000', CONSOLE_EVENTS: '40', NEEDS_CHROMIUM: '1' },
  },
  pictures: {
    what: 'every page of the console as a picture in $PICTURES: three widths, light and dark, two languages',
    on: ['embedded'],
    file: 'test/lab/long/pictures.test.ts',
    settings: { PICTURES: '/tmp/pictures', NEEDS_CHROMIUM: '1' },
  },
  kill: {
    what: 'servers killed while they send and deliver: what was acknowledged arrives once',
    on: ['embedded', 'PostgreSQL'],
    file: 'test/lab/long/kill.test.ts',
    settings: { KILLS: '200' },
  },
  restarts: {
    what: 'PostgreSQL restarted under load: every instance lives on, and nothing acknowledged is lost',
    on: ['PostgreSQL'],
    file: 'test/lab/long/restarts.test.ts',
    settings: { RESTARTS: '50' },
  },
  failover: {
    what: 'the primary of PostgreSQL killed under load, its standby promoted: no 500, nothing acknowledged is lost',
    on: ['PostgreSQL'],
    file: 'test/lab/long/failover.test.ts',
    settings: { FAILOVERS: '5' },
  },
  'full-disk': {
    what: 'the disk of PostgreSQL filled under load three times (by root): refused with 503, nothing lost, served again',
    on: ['PostgreSQL'],
    file: 'test/lab/long/full-disk.test.ts',
    settings: { FULL_DISKS: '3' },
  },
  cluster: {
    what: 'a cluster disturbed at random for ten minutes under 30 sends a second: nothing lost, nothing twice',
    on: ['PostgreSQL'],
    file: 'test/lab/cluster/faults.test.ts',
    settings: { FAULT_SECONDS: '600', FAULT_SENDERS: '48', FAULT_PER_SECOND: '30' },
  },
  upgrade: {
    what: 'the version before on migrations of this one under load, then replaced: nothing lost, no answer but success',
    on: ['PostgreSQL'],
    file: 'test/lab/long/upgrade.test.ts',
    settings: { UPGRADE_SENDS: '100' },
  },
  citus: {
    what: 'the whole suite with tenants spread over the servers of Citus, and servers killed while they send',
    on: ['Citus'],
    file: [...butAlike, ...butLeftOut],
    settings: { KILLS: '12', KILL_ROUNDS: '5' },
  },
  pooler: {
    what: 'events between two instances behind PgBouncer: how long each takes to the subscribers of the other',
    on: ['PostgreSQL'],
    file: 'test/lab/long/pooler.test.ts',
    settings: { POOLER_EVENTS: '300' },
  },
  soak: {
    what: 'honest and hostile callers for half an hour, PostgreSQL restarted every two minutes: no 500, nothing lost',
    on: ['PostgreSQL'],
    file: 'test/lab/long/soak.test.ts',
    settings: { SOAK_SECONDS: '1800', SOAK_RESTART_SECONDS: '120', SOAK_HONEST: '4' },
  },
  'kill-lifecycle': {
    what: 'servers killed in batches of updates: nothing acknowledged is missing, each status has one event',
    on: ['embedded', 'PostgreSQL'],
    file: 'test/lab/long/kill-lifecycle.test.ts',
    settings: { KILLS: '200' },
  },
  'kill-webhooks': {
    what: 'servers and workers killed while events go to webhooks: each is delivered',
    on: ['PostgreSQL and Redis'],
    file: 'test/lab/long/kill-webhooks.test.ts',
    settings: { KILL_ROUNDS: '20' },
  },
  'kill-writes': {
    what: 'servers killed while companies are made and onboarded and agents let in: nothing acknowledged is missing',
    on: ['embedded'],
    file: 'test/lab/long/kill-writes.test.ts',
    settings: { KILL_ROUNDS: '60' },
  },
  'bulk-export': {
    what: 'a million documents exported and downloaded: each once, within 50 MB, with the time it took',
    on: ['PostgreSQL'],
    file: 'test/lab/long/bulk-export.test.ts',
    settings: { BULK_ROWS: '1000000' },
  },
  export: {
    what: 'an organization of 100,000 documents changes deployments, with kills: equal manifests, memory and time',
    on: ['embedded', 'PostgreSQL'],
    file: 'test/lab/long/export.test.ts',
    settings: { EXPORT_DOCUMENTS: '100000' },
  },
  'kill-bulk': {
    what: 'servers killed in a bulk send of a hundred thousand lines: each line is sent once, with its outcome',
    on: ['PostgreSQL', 'embedded'],
    file: 'test/lab/long/kill-bulk.test.ts',
    settings: { BULK_LINES: '100000', KILLS: '10' },
  },
  tenants: {
    what: 'a platform of 5,000 companies: how long it takes to make them, and what lists and usage take then',
    on: ['embedded', 'PostgreSQL'],
    file: 'test/lab/long/tenants.test.ts',
    settings: { TENANTS: '5000' },
  },
  usage: {
    what: 'usage of a million documents and 5,000 companies, by company, country and kind: the time it takes',
    on: ['PostgreSQL'],
    file: 'test/lab/long/usage.test.ts',
    settings: { USAGE_COMPANIES: '5000', USAGE_DOCUMENTS: '1000000' },
  },
  memory: {
    what: 'what the server holds of a file of 25 MB while it comes and goes: at most twice its size',
    on: ['embedded'],
    file: 'test/lab/long/memory.test.ts',
    settings: { MEASURE_MEMORY: 'true' },
  },
  payments: {
    what: 'orders and statements of ten thousand documents, exact to the cent, with the time they took',
    on: ['embedded'],
    file: 'test/lab/long/payments.test.ts',
    settings: { PAYMENTS: '10000' },
  },
  statements: {
    what: 'a thousand generated statements in the manners of ten banks: never a wrong record, and the recall',
    on: ['embedded'],
    file: 'test/lab/long/statements.test.ts',
    settings: { STATEMENTS: '1000' },
  },
  imports: {
    what: 'two thousand imports in one batch while the registry fails now and then',
    on: ['embedded'],
    file: 'test/doors/rest/imports.test.ts',
    settings: { IMPORT_ITEMS: '2000' },
  },
  signatures: {
    what: 'a signed record of the network changed at random: it says the same, or nothing',
    on: ['embedded'],
    file: 'test/upstreams/signed-metadata.test.ts',
    settings: { SIGNATURE_RUNS: '20000' },
  },
  generated: {
    what: 'made-up bodies for every profile and syntax: valid by the schema, no fatal finding',
    on: ['embedded'],
    file: 'test/formats/generated.test.ts',
    settings: { GENERATED_BODIES: '10000' },
  },
  sensible: {
    what: 'bodies as sensible users of twelve countries write them, of eight kinds: each is valid',
    on: ['embedded'],
    file: 'test/journeys/sensible-bodies.test.ts',
    settings: { SENSIBLE_BODIES: '10000' },
  },
  rules: {
    what: 'broken documents through every rule: none crashes',
    on: ['embedded'],
    file: 'test/rules/fuzz.test.ts',
    settings: { FUZZ_RUNS: '10000' },
  },
  xsd: {
    what: 'documents with a fault in their form: our validator of schemas and libxml2 find the same valid',
    on: ['embedded'],
    file: 'test/rules/xsd.test.ts',
    settings: { XSD_MUTANTS: '50000', XSD_SEED: '1' },
  },
  roads: {
    what: 'every question of the tests by both roads, generated ones, reads and writes: the same, plan or not',
    on: ['embedded', 'PostgreSQL'],
    file: onBothRoads,
    settings: { BOTH_ROADS: '1', ROADS: '200', READS: '500', WRITES: '30' },
  },
  fuzz: {
    what: 'broken and hostile files through the core, within limits of time and memory ([COUNT] [--from N])',
    on: ['no database'],
    file: 'test/fuzz/fuzz.ts',
  },
  carts: {
    what: 'broken carts brought to both callbacks: no 5xx, and what the process holds then',
    on: ['embedded'],
    file: 'test/fuzz/carts.test.ts',
    settings: { FUZZ_CARTS: '5000' },
  },
  exhaustive: {
    what: 'walks over generated rows, of which other runs take samples: all of their rows',
    on: ['embedded'],
    file: filesWithSamples(),
    settings: { EXHAUSTIVE: '1' },
  },
  operations: {
    what: 'every operation of REST and GraphQL with hostile values in every place: no 5xx',
    on: ['embedded'],
    file: 'test/fuzz/operations.test.ts',
    settings: { FUZZ_REQUESTS: '100000' },
  },
  openapi: {
    what: 'the OpenAPI document through the linter of Redocly, which is installed for it',
    on: ['no database'],
    file: 'test/lab/peers/lint-openapi.ts',
  },
  'typed-client': {
    what: 'types made from the OpenAPI document by openapi-typescript: a story of openapi-fetch compiles with them',
    on: ['no database'],
    file: 'test/lab/peers/typed-client.ts',
  },
}

const table = (): string => {
  const rows = Object.entries(longTests).map(([name, { what, on, settings = {} }]) => {
    const given = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
    return `  ${name.padEnd(15)} ${what}\n  ${''.padEnd(15)} (${[on.join(', then '), ...given].join('; ')})\n`
  })
  return `Usage: npm run test:long -- NAME [ARGUMENTS]\n\n${rows.join('')}`
}

/** Runs a long test in all its places, up to the first that fails. */
const runLong = async ({ on, file, settings = {} }: LongTest, args: readonly string[]): Promise<number> => {
  const given = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, process.env[key] ?? value]))
  for (const place of on) {
    const code = await places[place]([file, ...args].flat(), given)
    if (code !== 0) return code
  }
  return 0
}

const [name = '', ...args] = process.argv.slice(2)
const chosen = Object.hasOwn(longTests, name) ? longTests[name] : undefined
if (!chosen) process.stderr.write(table())
process.exitCode = chosen ? await runLong(chosen, args) : 2
