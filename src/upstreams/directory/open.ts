/** The live lookup, as the settings have it. */
import type { X509Certificate } from 'node:crypto'
import { getServers } from 'node:dns'
import type { Clock } from '../../kernel/clock.ts'
import type { Env } from '../../kernel/env.ts'
import type { Circuit } from '../circuit.ts'
import { openDialler } from '../dialler.ts'
import { openHttpClient } from '../http-client.ts'
import { type PeppolDirectoryOptions, peppolDirectory } from './peppol.ts'
import type { Directory } from './port.ts'

/** More than any list of services. */
const MAX_ANSWER_BYTES = 524_288

/** Anybody on the network may run an SMP: its address is a stranger's. */
const faultOfUrl =
  (allowPrivate: boolean) =>
  (text: string): string | undefined => {
    if (!URL.canParse(text)) return 'it is not a URL.'
    const { protocol, port, username, password } = new URL(text)
    if (protocol !== 'http:' && protocol !== 'https:')
      return `its protocol is ${protocol.slice(0, 20)}, not http or https.`
    if (username !== '' || password !== '') return 'it contains a user name or password.'
    return port === '' || allowPrivate ? undefined : `its port ${port} is not the standard port of http or https.`
  }

interface LookupOptions extends Pick<
  PeppolDirectoryOptions,
  'clock' | 'circuit' | 'trusted' | 'zone' | 'nameServers' | 'timeoutMs'
> {
  allowPrivate: boolean
}

export const openLookup = ({ allowPrivate, ...options }: LookupOptions): Directory =>
  peppolDirectory({
    ...options,
    faultOfUrl: faultOfUrl(allowPrivate),
    client: openHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES, dial: openDialler({ allowPrivate }) }),
  })

interface DirectoryOptions {
  env: Env
  clock: Clock
  circuit: Circuit
  trusted: readonly X509Certificate[]
}

export const openPeppolDirectory = ({ env, ...options }: DirectoryOptions): Directory =>
  openLookup({
    ...options,
    zone: env.SML_ZONE,
    nameServers: env.SML_DNS ?? getServers(),
    timeoutMs: env.DIRECTORY_TIMEOUT_MS,
    allowPrivate: env.DIRECTORY_ALLOW_PRIVATE,
  })
