/** The way out to servers of others: addresses are checked as they are dialled, for names can change their mind. */
import { Resolver, lookup as lookUpLocally } from 'node:dns/promises'
import { type LookupFunction, isIP } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { hostOf, isPublicAddress } from './public-address.ts'

/** Nothing was dialled; the message tells nothing of our network. */
export class NotDialled extends Error {
  override readonly name = 'NotDialled'
}

/** It leads into somebody's network. */
export class NotPublic extends NotDialled {}

export interface DiallerOptions {
  /** Tests and the sandbox of one machine: every address goes, and names are those of the machine. */
  allowPrivate: boolean
  /** Which servers resolve names; those of the machine when absent. */
  dnsServers?: readonly string[] | undefined
  /** Which addresses may be dialled. */
  isAllowed?: (address: string) => boolean
}

const CONNECT_TIMEOUT_MS = 10_000
const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2

const unresolved = (name: string, cause?: unknown): NotDialled =>
  new NotDialled(`The host name ${name} could not be resolved.`, { cause })
const refused = (host: string): NotPublic => new NotPublic(`${host} resolves to an address that is not public.`)

type Resolve = (name: string) => Promise<string[]>

const locally: Resolve = async (name) => (await lookUpLocally(name, { all: true })).map(({ address }) => address)

/**
 * Asks the servers directly: the resolver of the system blocks one of few threads for each name, and a slow name would
 * hold up all others.
 */
const overTheNetwork = (servers: readonly string[] | undefined): Resolve => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw unresolved(name)
  }
}

/** Resolves a name for the dialler. One address that is not allowed spoils them all: an honest host has none. */
export const checkedLookup = (resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction => {
  const allowed = callbackify(async (name: string) => {
    const addresses = await resolve(name).catch((error: unknown) => {
      throw error instanceof NotDialled ? error : unresolved(name, error)
    })
    if (!addresses.every(isAllowed)) throw refused(name)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
  return (name, { all }, callback) =>
    allowed(name, (error, entries) => {
      const [first] = error ? [] : entries
      if (!first) callback(error ?? unresolved(name), '', 0)
      else if (all) callback(null, entries)
      else callback(null, first.address, first.family)
    })
}

/**
 * Dials only what is allowed: names by the lookup above, addresses here; and what was reached is looked at once more.
 */
const checkedConnector = (
  lookup: LookupFunction,
  isAllowed: (address: string) => boolean,
): buildConnector.connector => {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup, allowH2: false } as buildConnector.BuildOptions)
  return (options, callback) => {
    const host = hostOf(options)
    if (isIP(host) !== 0 && !isAllowed(host)) return callback(refused(host), null)
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(refused(host), null)
    })
  }
}

const lookupFor = ({ allowPrivate, dnsServers, isAllowed = allowedBy(allowPrivate) }: DiallerOptions): LookupFunction =>
  checkedLookup(allowPrivate && !dnsServers ? locally : overTheNetwork(dnsServers), isAllowed)

const allowedBy = (allowPrivate: boolean) => (allowPrivate ? () => true : isPublicAddress)

/** Connects as undici does, to what may be dialled only. */
export const openDialler = (options: DiallerOptions): buildConnector.connector =>
  checkedConnector(lookupFor(options), options.isAllowed ?? allowedBy(options.allowPrivate))

/** Tells whether a name leads into somebody's network by now; one that leads nowhere yet may lead to a good place. */
export const nameChecker = (options: DiallerOptions): ((name: string) => Promise<boolean>) => {
  const lookup = lookupFor(options)
  return (name) => new Promise((resolve) => lookup(name, { all: true }, (error) => resolve(error instanceof NotPublic)))
}
