/** A client for the account of a command, and what a refusal becomes on a terminal. */
import {
  AuthenticationError,
  type Client,
  ConnectionError,
  type InvoiceExchangeError,
  PermissionError,
  Refusal,
  ServerError,
  UpstreamError,
  ValidationError,
  createClient,
} from '../client/index.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Account, DEFAULT_ACCOUNT, alone, storeAccount, storedAccount } from './accounts.ts'
import { type ExitCode, type Input, UsageError } from './command.ts'
import { environment } from './environment.ts'
import { dim, note, red, safe } from './terminal.ts'

const DEFAULT_URL = 'http://127.0.0.1:4000'
const RENEW_BEFORE_MS = 60_000

export const accountName = (input: Input): string => input.text('account') ?? DEFAULT_ACCOUNT

/** The address without a slash at its end. */
export const urlOf = (input: Input, account?: Account): string => {
  const given = input.text('url') ?? environment('INVOICE_EXCHANGE_URL') ?? account?.url ?? DEFAULT_URL
  if (!URL.canParse(given) || !/^https?:/.test(given))
    throw new UsageError(`--url must be an address such as ${DEFAULT_URL}.`)
  return given.replace(/\/+$/, '')
}

/** A token response, as far as it is stored. */
export interface Token {
  access_token: string
  refresh_token?: string
  expires_in: number
}

/** What is stored of it. */
export const accountOf = (url: string, token: Token): Account => ({
  url,
  apiKey: token.access_token,
  ...(token.refresh_token !== undefined && { refreshToken: token.refresh_token }),
  expiresAt: new Date(systemClock.now().getTime() + token.expires_in * 1_000).toISOString(),
})

const isFresh = ({ refreshToken, expiresAt }: Account): boolean =>
  refreshToken === undefined ||
  expiresAt === undefined ||
  Date.parse(expiresAt) - systemClock.now().getTime() > RENEW_BEFORE_MS

/** The key of a stored account, renewed when it is about to end. */
const keyOf = (name: string, known: Account): (() => Promise<string>) => {
  let account = known
  return async () => {
    if (isFresh(account)) return account.apiKey
    return alone(async () => {
      account = storedAccount(name) ?? account
      if (isFresh(account)) return account.apiKey
      const renewed = await createClient({ baseUrl: account.url }).post('/v1/oauth/token', {
        body: { grant_type: 'refresh_token', refresh_token: account.refreshToken ?? '' },
      })
      account = { ...account, ...accountOf(account.url, renewed) }
      storeAccount(name, account)
      return account.apiKey
    })
  }
}

export interface Online {
  client: Client
  url: string
  name: string
}

const HINT = 'Sign in with "invoice-exchange login", or set INVOICE_EXCHANGE_API_KEY.'

/** The client that a command works with. */
export const online = (input: Input): Online => {
  const name = accountName(input)
  const account = storedAccount(name)
  const url = urlOf(input, account)
  const given = input.text('api-key') ?? environment('INVOICE_EXCHANGE_API_KEY')
  if (given === undefined && !account) throw new NotSignedIn(`No account "${name}". ${HINT}`)
  // A stored key is for its own server and no other.
  if (given === undefined && account && account.url !== url)
    throw new NotSignedIn(`The account "${name}" is for ${account.url}. Sign in at ${url}, or name another account.`)
  const client = createClient({
    baseUrl: url,
    apiKey: given ?? (account && keyOf(name, account)),
    headers: { 'user-agent': 'invoice-exchange-cli' },
    onRetry: ({ waitMs, reason }) =>
      note(dim(`${safe(reason.message)} Trying again in ${(waitMs / 1_000).toFixed(1)} s.`, process.stderr)),
  })
  return { client, url, name }
}

export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'
}

export const exitCodeOf = (error: InvoiceExchangeError | NotSignedIn): ExitCode => {
  if (error instanceof NotSignedIn || error instanceof AuthenticationError || error instanceof PermissionError) return 4
  if (error instanceof ValidationError) return 3
  return error instanceof ConnectionError || error instanceof ServerError || error instanceof UpstreamError ? 6 : 5
}

const detailLine = ({ field, message, fix }: Refusal['details'][number]): string =>
  `    ${field === '' ? '' : `${field}  `}${message}${fix === undefined ? '' : ` ${fix}`}`

/** A refusal in words: the message, each fault, and where to read on. */
export const explain = (error: InvoiceExchangeError | NotSignedIn, json: boolean): void => {
  if (json) {
    const { code, details, requestId, docUrl } = error as Partial<Refusal>
    process.stderr.write(
      `${JSON.stringify({ error: { code: code ?? 'NOT_SIGNED_IN', message: error.message, details, requestId, docUrl } })}\n`,
    )
    return
  }
  note(`${red('✗', process.stderr)} ${safe(error.message)}`)
  if (error instanceof AuthenticationError) note(HINT)
  if (!(error instanceof Refusal)) return
  const others = error.details.filter(({ message }) => message !== error.message)
  for (const detail of others) note(safe(detailLine(detail)))
  note(dim(`  ${[error.code, error.requestId, error.docUrl].filter(Boolean).join(' · ')}`, process.stderr))
}
