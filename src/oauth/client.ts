/** Registered clients, and what they ask for in a browser. */
import type { Site } from '../auth/site.ts'
import type { OauthClient } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import type { Call, Run } from '../operation/operation.ts'
import { noteGuess, refuseGuesser } from './guesses.ts'
import { isRegistered } from './redirects.ts'
import { userCodeOf } from './secrets.ts'

const unknownClient = () => refusal('INVALID_REQUEST', 'clientId', 'No client is registered under this id.')

const CONSOLE = 'console'
export const isOwnConsole = (clientId: string | null): boolean => clientId === CONSOLE

/** The console of the deployment, which nobody has to register: it is led to its own address at the site, and nowhere else. */
const consoleAt = ({ baseUrl }: Pick<Site, 'baseUrl'>): OauthClient => ({
  id: CONSOLE,
  name: 'Console',
  redirectUris: [`${baseUrl}/console/`],
  refreshes: true,
  createdAt: new Date(0),
  lastUsedAt: null,
})

export const clientNamed = async (db: Db, site: Pick<Site, 'baseUrl'>, id: string): Promise<OauthClient> => {
  if (isOwnConsole(id)) return consoleAt(site)
  const client = await db.oauthClient.findUnique({ where: { id } })
  if (client) return client
  throw unknownClient()
}

/** Clients that nobody uses are removed. */
export const noteUse = async ({ db, now }: Pick<Run, 'db' | 'now'>, id: string): Promise<void> => {
  await db.oauthClient.updateMany({ where: { id }, data: { lastUsedAt: now } })
}

/** The address that a client is told an outcome at: one that it registered. Nothing else is ever redirected to. */
export const redirectOf = async (
  { platform, site }: Pick<Call, 'platform' | 'site'>,
  clientId: string,
  redirectUri: string | null,
): Promise<string> => {
  const { redirectUris } = await clientNamed(platform.db.client, site, clientId)
  const [only, ...more] = redirectUris
  if (redirectUri === null && only !== undefined && more.length === 0) return only
  if (redirectUri !== null && isRegistered(redirectUris, redirectUri)) return redirectUri
  throw refusal('INVALID_REQUEST', 'redirectUri', 'The client did not register this address.')
}

/** Whether a request that was pushed belongs to the client that comes with it. */
export const refuseForeignRequest = async (call: Call, consentId: string, clientId: string | null): Promise<void> => {
  await refuseGuesser(call)
  const request = await call.platform.db.client.oauthRequest.findUnique({ where: { id: consentId } })
  if (request && request.clientId === clientId) return
  await noteGuess(call)
  throw refusal('INVALID_REQUEST', 'requestUri', 'The client did not push this request.')
}

/** The request of a device whose code somebody has typed. */
export const consentOfDevice = async (call: Call, typed: string): Promise<string | undefined> => {
  await refuseGuesser(call)
  const request = await call.platform.db.client.oauthRequest.findUnique({ where: { userCode: userCodeOf(typed) } })
  if (request && request.status === 'pending' && request.expiresAt > call.platform.clock.now()) return request.id
  await noteGuess(call)
  return undefined
}
