import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, type JWK, SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { systemClock } from '../../src/kernel/clock.ts'

export const AUDIENCE = 'invoice-exchange'

interface Keys {
  kid: string
  privateKey: CryptoKey
  privateJwk: JWK
  publicPem: string
}

const newKeys = async (kid: string): Promise<Keys> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    kid,
    privateKey,
    privateJwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' },
    publicPem: await exportSPKI(publicKey),
  }
}

/** Everybody who is known signs in, and our service needs no further consent there. */
const signingIn = (permissions: object) => ({
  interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_context: unknown, accountId: string) =>
    accountId in permissions ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
  async loadExistingGrant({ oidc }: GrantContext) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid email')
    grant.addResourceScope('urn:invoice-exchange', '')
    await grant.save()
    return grant
  },
})

interface Grant {
  addOIDCScope(scope: string): void
  addResourceScope(resource: string, scope: string): void
  save(): Promise<unknown>
}
interface GrantContext {
  oidc: {
    provider: { Grant: new (about: { clientId: string; accountId: string }) => Grant }
    client: { clientId: string }
    session: { accountId: string }
  }
}

export interface IdentityProvider {
  issuer: string
  /** What was asked of it since it began: paths, in order. */
  asked: string[]
  keys: Keys
  /** While set, every path that begins so is answered 500. */
  failing: string | undefined
  /** New keys in the place of the old ones. */
  rotate(kid: string): Promise<void>
  /** A token that its own token endpoint gives to a client. */
  tokenOf(client: string): Promise<string>
  /** A token signed with its present key. */
  sign(claims: Record<string, unknown>, header?: { alg?: string; kid?: string }): Promise<string>
  stop(): Promise<void>
  start(): Promise<void>
}

/**
 * `oidc-provider` on loopback. Its clients are users for us: each client's access token carries the permissions given
 * here. With a callback, people sign in with a browser: `?as=ada` in the place of a password.
 */
export const startIdentityProvider = async (
  permissions: Record<string, Record<string, string[]>>,
  callback?: string,
): Promise<IdentityProvider> => {
  let handler: ReturnType<Provider['callback']> | undefined
  let signInAs: (request: IncomingMessage, response: ServerResponse) => Promise<void> = () => Promise.resolve()
  let server = createServer()
  const asked: string[] = []
  const listen = (port: number): Promise<void> => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (idp.failing !== undefined && request.url?.startsWith(idp.failing)) response.writeHead(500).end('not today')
      else if (request.url?.startsWith('/interaction/')) void signInAs(request, response)
      else void handler?.(request, response)
    })
    return new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve))
  }
  const serveWith = ({ privateJwk }: Keys): void => {
    const provider = new Provider(idp.issuer, {
      jwks: { keys: [privateJwk] },
      ...(callback !== undefined && signingIn(permissions)),
      clients: [
        ...(callback === undefined
          ? []
          : [{ client_id: 'service', client_secret: 'secret-of-service', redirect_uris: [callback] }]),
        ...Object.keys(permissions).map((client_id) => ({
          client_id,
          client_secret: `secret-of-${client_id}`,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        })),
      ],
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => 'urn:invoice-exchange',
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            scope: '',
            audience: AUDIENCE,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 3_600,
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      extraTokenClaims: (_context: unknown, token: { clientId?: string; accountId?: string }) => ({
        _permissions: permissions[token.accountId ?? token.clientId ?? ''],
        email: `${token.accountId ?? token.clientId}@example.com`,
      }),
    })
    handler = provider.callback()
    signInAs = (request, response) =>
      provider.interactionFinished(request, response, {
        login: { accountId: new URL(request.url ?? '', idp.issuer).searchParams.get('as') ?? '' },
      })
  }
  const idp: IdentityProvider = {
    issuer: '',
    asked,
    failing: undefined,
    keys: await newKeys('first'),
    async rotate(kid) {
      idp.keys = await newKeys(kid)
      serveWith(idp.keys)
    },
    async tokenOf(client) {
      const answer = await fetch(`${idp.issuer}/token`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(`${client}:secret-of-${client}`).toString('base64')}`,
        },
        body: 'grant_type=client_credentials',
      })
      const { access_token: token } = (await answer.json()) as { access_token?: string }
      if (token === undefined) throw new Error(`No token: ${answer.status}`)
      return token
    },
    sign: (claims, header = {}) =>
      new SignJWT({
        iss: idp.issuer,
        aud: AUDIENCE,
        sub: 'signed',
        exp: Math.floor(systemClock.now().getTime() / 1000) + 600,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: idp.keys.kid, ...header })
        .sign(idp.keys.privateKey),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    start: () => listen(Number(new URL(idp.issuer).port)),
  }
  await listen(0)
  idp.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  serveWith(idp.keys)
  return idp
}
