/** Signing in: by a code that a person types in a browser, by a key, or into a new sandbox. */
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { type AnswerOf, type Client, type RouteOf, type Schemas, Refusal, createClient } from '../client/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Account, accountsFile, forgetAccount, newSigningSecret, storeAccount, storedAccount } from './accounts.ts'
import { type Input, UsageError } from './command.ts'
import { type Token, accountName, accountOf, online, urlOf } from './online.ts'
import { Progress, bold, cyan, dim, green, note, print, printJson, safe } from './terminal.ts'

/** What the commands need; a person can leave some of it out. */
type Scope = Schemas.Scope
const SCOPES: readonly Scope[] = [
  'companies.read',
  'compliance',
  'directory',
  'documents.read',
  'documents.search',
  'documents.write',
  'lifecycle',
  'partners',
  'payments',
  'platform',
  'receive',
  'send',
  'stats',
]

type Device = AnswerOf<RouteOf<'POST', '/v1/oauth/device'>>

/** Asks until somebody has decided. */
const waitForToken = async (client: Client, { device_code, interval }: Device): Promise<Token> => {
  const progress = new Progress('Waiting for the browser')
  const started = systemClock.now().getTime()
  try {
    for (let seconds = interval; ;) {
      await sleep(seconds * 1_000)
      progress.show(Math.round((systemClock.now().getTime() - started) / 1_000), null, 's')
      try {
        return await client.post('/v1/oauth/token', { body: { grant_type: 'device_code', device_code } })
      } catch (error) {
        if (!(error instanceof Refusal) || !['AUTHORIZATION_PENDING', 'SLOW_DOWN'].includes(error.code)) throw error
        if (error.code === 'SLOW_DOWN') seconds += interval
      }
    }
  } finally {
    progress.end()
  }
}

const byDevice = async (url: string, input: Input): Promise<Account> => {
  const client = createClient({ baseUrl: url })
  const scopes = (input.text('scopes')?.split(',') ?? SCOPES) as Scope[]
  const device = await client.post('/v1/oauth/device', {
    body: { client_name: 'Command line', scopes, offline: true },
  })
  if (input.json) await printJson({ verificationUri: device.verification_uri, userCode: device.user_code })
  else {
    note(`\nOpen  ${cyan(device.verification_uri, process.stderr)}`)
    note(`and type the code  ${bold(device.user_code, process.stderr)}\n`)
    note(dim(`or open ${device.verification_uri_complete}`, process.stderr))
  }
  return accountOf(url, await waitForToken(client, device))
}

const bySandbox = async (url: string): Promise<Account> => {
  const body = { label: 'command line', keyType: 'platform' } as const
  const { apiKey, expiresAt } = await createClient({ baseUrl: url }).post('/v1/sandbox/bootstrap', { body })
  return { url, apiKey, ...(expiresAt && { expiresAt }) }
}

const byKey = async (url: string): Promise<Account> => {
  if (process.stdin.isTTY) note('Paste the key, then press Enter and Ctrl-D:')
  const apiKey = (await text(process.stdin)).trim()
  if (!/^\S+$/.test(apiKey)) throw new UsageError('Standard input has no key.')
  return { url, apiKey }
}

export const login = async (input: Input): Promise<number> => {
  const [name, url] = [accountName(input), urlOf(input)]
  const account = input.flag('sandbox')
    ? await bySandbox(url)
    : input.flag('with-key')
      ? await byKey(url)
      : await byDevice(url, input)
  const me = await createClient({ baseUrl: url, apiKey: account.apiKey }).get('/v1/me')
  const signingSecret = storedAccount(name)?.signingSecret ?? newSigningSecret()
  storeAccount(name, { ...account, organizationId: me.organizationId, signingSecret })
  const organization = me.organizations.find(({ id }) => id === me.organizationId)?.name ?? me.organizationId
  if (input.json) {
    await printJson({ account: name, url, organizationId: me.organizationId, scopes: me.scopes })
    return 0
  }
  await print(`${green('✓')} Signed in to ${bold(safe(organization))} at ${url}${me.isTestMode ? ' (sandbox)' : ''}`)
  note(dim(`  The key is in ${accountsFile()}, which only you can read.`, process.stderr))
  return 0
}

/** Ends the key at the server, where `login` had got it, and forgets it. */
export const logout = async (input: Input): Promise<number> => {
  const name = accountName(input)
  const account = storedAccount(name)
  if (!account) throw new UsageError(`There is no account "${name}".`)
  if (account.refreshToken !== undefined) {
    const { client } = online(input)
    await client.post('/v1/oauth/revoke', { body: { token: account.refreshToken } })
  }
  forgetAccount(name)
  if (input.json) await printJson({ account: name, signedIn: false })
  else await print(`${green('✓')} Signed out of ${account.url}`)
  return 0
}

export const whoAmI = async (input: Input): Promise<number> => {
  const { client, url, name } = online(input)
  const me = await client.get('/v1/me')
  if (input.json) {
    await printJson({ account: name, url, ...me })
    return 0
  }
  const organization = me.organizations.find(({ id }) => id === me.organizationId)?.name ?? ''
  const { used, limit } = me.quota
  const lines: readonly (readonly [string, string])[] = [
    ['Server', `${url}${me.isTestMode ? ' (sandbox)' : ''}`],
    ['Organization', `${safe(organization)} ${dim(me.organizationId)}`],
    ...(me.companyId === null ? [] : [['Company', me.companyId] as const]),
    ['Plan', `${me.plan}, ${me.rateLimitPerMinute} requests a minute`],
    ['This month', `${used} documents sent${limit === null ? '' : ` of ${limit}`}`],
    ['Scopes', me.scopes.join(', ')],
  ]
  await print(lines.map(([title, value]) => `${dim(title.padEnd(13))} ${value}`).join('\n'))
  return 0
}
