/** The commands of who operates a deployment. They work on its database, as the settings name it. */
import { approveOwnership, mandateOf, rejectOwnership, undecidedProofs } from '../companies/decide-ownership.ts'
import { importOrganization } from '../portability/archive/import-organization.ts'
import { type Env, processEnv } from '../kernel/env.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { nearestTo, suggestion } from '../kernel/errors/nearest.ts'
import type { Platform } from '../operation/platform.ts'
import { makeOperatorKey } from '../keys/make-operator-key.ts'
import { setOrganization } from '../tenants/set-organization.ts'
import { backup } from './backup/backup.ts'
import { BackupRefused, type Manifest } from './backup/manifest.ts'
import { restore } from './backup/restore.ts'
import { rotateSecrets, sealedBy } from './rotate-secrets.ts'
import { explain } from './start-failure.ts'

const USAGE = `Usage:
  invoice-exchange ownership list                     lists the claims that wait for a decision, oldest first
  invoice-exchange ownership mandate COMPANY          writes the signed mandate (PDF) to standard output
  invoice-exchange ownership approve COMPANY          makes the company the owner of its participant id
  invoice-exchange ownership reject COMPANY REASON    rejects the claim; the reason is shown to the company
  invoice-exchange organization set ID NAME=VALUE…    sets plan, name, country, vatNumber or contactEmail
  invoice-exchange organization key ID NAME           makes a key of the organization for everything, and shows it once
  invoice-exchange secrets rotate                     seals what is stored with the first key of SECRETS_KEY
  invoice-exchange backup FOLDER                      writes the database, the files and a manifest into a new folder
  invoice-exchange restore FOLDER                     reads them into an empty database, and compares the result
  invoice-exchange import FILE                        takes over an organization that another deployment has exported

COMPANY is the id of a company (comp_…), ID that of an organization. The settings name the database (DATABASE_URL).
With --json, each result is a JSON object on a line of its own.
`

/** Output of a command, and its exit code. */
interface Outcome {
  code: 0 | 1
  said: string | Uint8Array
  /** The same for programs, a line each. */
  rows?: readonly object[]
}

const done = (said: string | Uint8Array, rows?: readonly object[]): Outcome => ({
  code: 0,
  said,
  ...(rows && { rows }),
})
const refused = (said: string): Outcome => ({ code: 1, said: `${said}\n` })

type Command = (platform: Platform, company: string, words: readonly string[]) => Promise<Outcome>

const approve: Command = async (platform, company) => {
  const ownership = await approveOwnership(platform, company)
  return done(`${company} owns its participant id (${ownership}).\n`, [{ companyId: company, ownership }])
}

const reject: Command = async (platform, company, words) => {
  const reason = words.join(' ').trim()
  if (reason === '') return refused(`A reason is missing.\n\n${USAGE}`)
  const count = await rejectOwnership(platform, company, reason)
  return count > 0
    ? done(`Rejected: ${reason}\n`, [{ companyId: company, rejected: reason }])
    : refused(`No claim of ${company} waits for a decision.`)
}

const mandate: Command = async (platform, company) => {
  const bytes = await mandateOf(platform, company)
  return bytes ? done(bytes) : refused(`There is no mandate of ${company}.`)
}

const key: Command = async (platform, organization, words) => {
  const name = words.join(' ').trim()
  if (name === '') return refused(USAGE)
  const key = await makeOperatorKey(platform, organization, name)
  return done(`${key}\n`, [{ organizationId: organization, name, key }])
}

const list: Command = async (platform) => {
  const rows = (await undecidedProofs(platform)).map(({ companyId, method, startedAt, company }) => ({
    companyId,
    method,
    startedAt: startedAt.toISOString(),
    peppolId: company.peppolId,
    vatNumber: company.vatNumber,
    name: company.name,
  }))
  const lines = rows.map((row) => Object.values(row).join('\t'))
  return done(lines.length > 0 ? `${lines.join('\n')}\n` : 'No claim waits for a decision.\n', rows)
}

const set: Command = async (platform, organization, words) => {
  if (words.length === 0) return refused(USAGE)
  const { id, plan, name, contactEmail } = await setOrganization(platform, organization, words)
  const said = [id, `plan=${plan}`, `name=${name}`, `contactEmail=${contactEmail ?? ''}`].join('\t')
  return done(`${said}\n`, [{ id, plan, name, contactEmail }])
}

const importFile = async (platform: Platform, file: string): Promise<Outcome> => {
  const { organizationId, tables, files } = await importOrganization(platform, file)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return done(
    `${organizationId}: ${rows} rows and ${files.count} files (${files.bytes} bytes) are imported.\n` +
      'Its keys let nobody in: make one with "invoice-exchange organization key". Its webhooks are paused.\n',
    [{ organizationId, rows, files: files.count, bytes: files.bytes }],
  )
}

/** Nothing is changed where something stored was sealed with a key that is not there. */
const rotate: Command = async (platform) => {
  const { keyIds, keyId } = platform.secretBox
  const unknown = [...(await sealedBy(platform))].filter((one) => !keyIds.includes(one))
  if (unknown.length > 0)
    return refused(
      `Stored secrets were sealed with a key that SECRETS_KEY does not contain (${unknown.join(', ')}). ` +
        'Add the earlier key behind the new one: SECRETS_KEY=new,old',
    )
  const sealed = await rotateSecrets(platform)
  const others = [...(await sealedBy(platform))].filter((one) => one !== keyId)
  if (others.length > 0)
    return refused('Another instance still seals with an earlier key. Restart it, and rotate again.')
  return done(
    `Every stored secret is sealed with the first key (${sealed} anew). Others can be removed from SECRETS_KEY.\n`,
    [{ sealed, keyId }],
  )
}

const commands: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  ownership: { list, mandate, approve, reject },
  organization: { set, key },
  secrets: { rotate },
}
const withoutSubject: ReadonlySet<Command | undefined> = new Set([list, rotate])

/** The refusal of words that are no command: with the one that was probably meant, or with all of them. */
const notACommand = ([area = '', verb = '']: readonly string[]): Outcome => {
  const verbs = Object.keys(commands[area] ?? {})
  if (verbs.length === 0 || verb === '' || verbs.includes(verb)) return refused(USAGE)
  const nearest = nearestTo(verb, verbs)
  const meant = suggestion(nearest === undefined ? undefined : `${area} ${nearest}`)
  return refused(`The command "${area} ${verb}" does not exist.${meant}\nSee: invoice-exchange help ${area}`)
}

const commandOf = (args: readonly string[]): ((platform: Platform) => Promise<Outcome>) | undefined => {
  const [area = '', name = '', about = '', ...words] = args
  if (area === 'import') return name === '' ? undefined : (platform) => importFile(platform, name)
  const command = commands[area]?.[name]
  return command && (about !== '' || withoutSubject.has(command))
    ? (platform) => command(platform, about, words)
    : undefined
}

/** Runs a command line on an open platform. */
export const operate = async (platform: Platform, args: readonly string[]): Promise<Outcome> => {
  const command = commandOf(args)
  if (!command) return notACommand(args)
  try {
    return await command(platform)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(error.message)
  }
}

const backups: Readonly<Record<string, [run: (env: Env, folder: string) => Promise<Manifest>, done: string]>> = {
  backup: [backup, 'are in'],
  restore: [restore, 'are restored, the same as in'],
}

/** On a database that is not opened as one of ours: it may be of another version, or empty. */
export const operateBackup = async (env: Env, [area = '', folder]: readonly string[]): Promise<Outcome | undefined> => {
  const command = backups[area]
  if (!command) return undefined
  if (folder === undefined) return refused(USAGE)
  try {
    const { tables, files, keyIds, madeAt } = await command[0](env, folder)
    const rows = tables.reduce((sum, one) => sum + one.rows, 0)
    const said = `${rows} rows of ${tables.length} tables and ${files?.count ?? 0} files of the bucket ${command[1]} ${folder}.`
    const about = area === 'backup' && keyIds.length > 0 ? ' Keep SECRETS_KEY elsewhere: a restore needs it.' : ''
    return done(`${said}${about}\n`, [{ folder, madeAt, rows, tables: tables.length, files }])
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    return refused(error.message)
  }
}

const platformOutcome = async (args: readonly string[]): Promise<Outcome> => {
  // Before the database is opened, which may take seconds, or make one.
  if (!commandOf(args)) return notACommand(args)
  const { openPlatform } = await import('./compose.ts')
  const platform = await openPlatform({ ...processEnv(), ROLE: ['server', 'relay'], LOG_LEVEL: 'silent' })
  return operate(platform, args).finally(() => platform.close())
}

const run = async (args: readonly string[]): Promise<number> => {
  const words = args.filter((one) => one !== '--json')
  const { code, said, rows } = (await operateBackup(processEnv(), words)) ?? (await platformOutcome(words))
  const isJson = words.length < args.length && rows !== undefined
  const text = isJson ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : said
  ;(code === 0 ? process.stdout : process.stderr).write(text)
  return code
}

if (process.argv[1]?.endsWith('launch.js') || process.argv[1]?.endsWith('invoice-exchange') || import.meta.main)
  try {
    process.exitCode = await run(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
