/** Where a program is told the outcome: an https address, a port of the machine that it runs on, or an app on it. */

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

const parsed = (uri: string): URL | undefined => (URL.canParse(uri) ? new URL(uri) : undefined)

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname)

/**
 * A scheme of an app (RFC 8252, 7.1): a domain of its maker in reverse. The dot keeps away all that browsers and systems
 * give a meaning, such as `javascript:`, `data:`, `file:` and `intent:`.
 */
const isOfApp = ({ protocol }: URL, uri: string): boolean =>
  /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+:$/.test(protocol) && uri.startsWith(`${protocol}/`)

/** A host as it stands in a policy of the page: nothing in it ends the directive. */
const isPlainHost = ({ hostname }: URL): boolean => /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(hostname)

export const isRedirectUri = (uri: string): boolean => {
  const url = parsed(uri)
  if (!url || !/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\')) return false
  if (url.username !== '' || url.password !== '' || uri.includes('#')) return false
  return isOfApp(url, uri) || ((url.protocol === 'https:' || isLoopback(url)) && isPlainHost(url))
}

/** Only who registered its address is led to an app: any app can claim a scheme. */
export const needsRegistration = (uri: string): boolean => {
  const url = parsed(uri)
  return url !== undefined && isOfApp(url, uri)
}

/** Exactly one of those that were registered. On loopback the port may differ (RFC 8252): it is chosen at run time. */
export const isRegistered = (registered: readonly string[], uri: string): boolean => {
  if (registered.includes(uri)) return true
  const given = parsed(uri)
  if (!given || !isLoopback(given)) return false
  const withoutPort = (text: string): string => text.replace(/^(http:\/\/(?:\[::1\]|[^/:?]+)):\d+/, '$1')
  return registered.some((one) => withoutPort(one) === withoutPort(uri))
}

/** The address with more parameters. Those without a value are left out. */
export const redirectWith = (uri: string, parameters: Readonly<Record<string, string | null>>): string => {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}

/** What a person is told of an address: its host, or the scheme of an app, whose host means nothing. */
export const hostOf = (uri: string): string => {
  const url = parsed(uri)
  if (!url) return ''
  return isOfApp(url, uri) ? url.protocol : url.host
}

/** The same for a policy of the page. */
export const sourceOf = (uri: string): string => {
  const url = new URL(uri)
  return isOfApp(url, uri) ? url.protocol : url.origin
}
