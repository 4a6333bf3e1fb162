/** The commands of who operates a deployment. They work on its database, as the settings name it. */
import { approveOwnership, mandateOf, rejectOwnership, undecidedProofs } from '../companies/decide-ownership.ts'
import { importOrganization } from '../portability/archive/import-organization.ts'
import { processEnv } from '../kernel/env.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Platform } from '../operation/platform.ts'
import { makeOperatorKey } from '../keys/make-operator-key.ts'
import { setOrganization } from '../tenants/set-organization.ts'
import { explain } from './start-failure.ts'

const USAGE = `Usage:
  invoice-exchange ownership list                     lists the claims that wait for a decision, oldest first
  invoice-exchange ownership mandate COMPANY          writes the signed mandate (PDF) to standard output
  invoice-exchange ownership approve COMPANY          makes the company the owner of its participant id
  invoice-exchange ownership reject COMPANY REASON    rejects the claim; the reason is shown to the company
  invoice-exchange organization set ID NAME=VALUE…    sets plan, name, country, vatNumber or contactEmail
  invoice-exchange organization key ID NAME           makes a key of the organization for everything, and shows it once
  invoice-exchange import FILE                        takes over an organization that another deployment has exported

COMPANY is the id of a company (comp_…), ID that of an organization. The settings name the database (DATABASE_URL).
`

/** What a command says, and how it ends. */
interface Outcome {
  code: 0 | 1
  said: string | Uint8Array
}

const done = (said: string | Uint8Array): Outcome => ({ code: 0, said })
const refused = (said: string): Outcome => ({ code: 1, said: `${said}\n` })

type Command = (platform: Platform, company: string, words: readonly string[]) => Promise<Outcome>

const approve: Command = async (platform, company) =>
  done(`${company} owns its participant id (${await approveOwnership(platform, company)}).\n`)

const reject: Command = async (platform, company, words) => {
  const reason = words.join(' ').trim()
  if (reason === '') return refused(`A reason is missing.\n\n${USAGE}`)
  const count = await rejectOwnership(platform, company, reason)
  return count > 0 ? done(`Rejected: ${reason}\n`) : refused(`No claim of ${company} waits for a decision.`)
}

const mandate: Command = async (platform, company) => {
  const bytes = await mandateOf(platform, company)
  return bytes ? done(bytes) : refused(`There is no mandate of ${company}.`)
}

const key: Command = async (platform, organization, words) => {
  const name = words.join(' ').trim()
  if (name === '') return refused(USAGE)
  return done(`${await makeOperatorKey(platform, organization, name)}\n`)
}

const commands: Readonly<Record<string, Command>> = { approve, reject, mandate }

const list = async (platform: Platform): Promise<Outcome> => {
  const lines = (await undecidedProofs(platform)).map(({ companyId, method, startedAt, company }) =>
    [companyId, method, startedAt.toISOString(), company.peppolId, company.vatNumber, company.name].join('\t'),
  )
  return done(lines.length > 0 ? `${lines.join('\n')}\n` : 'No claim waits for a decision.\n')
}

const set: Command = async (platform, organization, words) => {
  if (words.length === 0) return refused(USAGE)
  const { id, plan, name, contactEmail } = await setOrganization(platform, organization, words)
  return done(`${[id, `plan=${plan}`, `name=${name}`, `contactEmail=${contactEmail ?? ''}`].join('\t')}\n`)
}

const importFile = async (platform: Platform, file: string): Promise<Outcome> => {
  const { organizationId, tables, files } = await importOrganization(platform, file)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return done(
    `${organizationId}: ${rows} rows and ${files.count} files (${files.bytes} bytes) are imported.\n` +
      'Its keys let nobody in: make one with "invoice-exchange organization key". Its webhooks are paused.\n',
  )
}

const commandOf = (args: readonly string[]): ((platform: Platform) => Promise<Outcome>) | undefined => {
  const [area = '', name = '', about, ...words] = args
  if (area === 'import') return name === '' ? undefined : (platform) => importFile(platform, name)
  if (area !== 'organization' && name === 'list') return list
  const command = area === 'organization' ? { set, key }[name] : commands[name]
  return command && about !== undefined ? (platform) => command(platform, about, words) : undefined
}

/** Runs a command line on an open platform. */
export const operate = async (platform: Platform, args: readonly string[]): Promise<Outcome> => {
  const command = commandOf(args)
  if (!command) return refused(USAGE)
  try {
    return await command(platform)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused(error.message)
  }
}

const run = async (args: readonly string[]): Promise<number> => {
  const { openPlatform } = await import('./compose.ts')
  const platform = await openPlatform({ ...processEnv(), WORKERS: 'off', LOG_LEVEL: 'silent' })
  try {
    const { code, said } = await operate(platform, args)
    ;(code === 0 ? process.stdout : process.stderr).write(said)
    return code
  } finally {
    await platform.close()
  }
}

if (process.argv[1]?.endsWith('launch.js') || process.argv[1]?.endsWith('invoice-exchange') || import.meta.main)
  try {
    process.exitCode = await run(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
