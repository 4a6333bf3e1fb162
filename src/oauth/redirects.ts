/** Where a program is told the outcome: an https address, or a port of the machine that it runs on. */

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

const parsed = (uri: string): URL | undefined => (URL.canParse(uri) ? new URL(uri) : undefined)

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname)

export const isRedirectUri = (uri: string): boolean => {
  const url = parsed(uri)
  if (!url || !/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\')) return false
  const isPlain = url.username === '' && url.password === '' && !uri.includes('#')
  return isPlain && (url.protocol === 'https:' || isLoopback(url))
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

export const hostOf = (uri: string): string => parsed(uri)?.host ?? ''
