/** Which driver speaks to each upstream: decided by the settings here, and known nowhere else. */
import type { X509Certificate } from 'node:crypto'
import { accessSync, constants, readFileSync } from 'node:fs'
import type { Clock } from '../kernel/clock.ts'
import type { Client } from '../kernel/database/open.ts'
import { type Env, SettingsError } from '../kernel/env.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { domainTargetOf } from '../kernel/own-address.ts'
import { SANDBOX_SEAT, serviceProviderId } from '../values/service-provider.ts'
import { phase4AccessPoint } from './access-point/phase4.ts'
import { phossAccessPoint } from './access-point/phoss.ts'
import type { AccessPoint, LocalDoor } from './access-point/port.ts'
import { sandboxAccessPoint } from './access-point/sandbox.ts'
import { folderAnnuaire } from './annuaire/folder.ts'
import type { Annuaire } from './annuaire/port.ts'
import { sandboxAnnuaire } from './annuaire/sandbox.ts'
import type { Circuit } from './circuit.ts'
import type { Directory } from './directory/port.ts'
import { sandboxDirectory } from './directory/sandbox.ts'
import { certificatesIn } from './directory/trust.ts'
import { httpDirectorySearch } from './directory-search/http.ts'
import type { DirectorySearch } from './directory-search/port.ts'
import { sandboxDirectorySearch } from './directory-search/sandbox.ts'
import type { DomainRecords } from './dns/port.ts'
import { systemDomains } from './dns/resolver.ts'
import { sandboxDomains } from './dns/sandbox.ts'
import { type Mail, MailRefused, type Mailer } from './mail/port.ts'
import { sandboxMailer } from './mail/sandbox.ts'
import { httpPortal } from './ppf/http.ts'
import type { Portal } from './ppf/port.ts'
import { sandboxPortal } from './ppf/sandbox.ts'
import { sdiCoop } from './sdi/http.ts'
import type { Sdi, SdiDoor } from './sdi/port.ts'
import { sandboxSdi } from './sdi/sandbox.ts'
import { httpShops } from './shops/http.ts'
import type { Shops } from './shops/port.ts'
import { sandboxShops } from './shops/sandbox.ts'
import { phossSmp } from './smp/phoss.ts'
import { type Smp, SmpFailure } from './smp/port.ts'
import { sandboxSmp } from './smp/sandbox.ts'
import type { ExternalStorage } from './storage/port.ts'

export interface UpstreamOptions {
  env: Env
  clock: Clock
  client: Client
  /** Where the simulated network delivers to companies of this deployment. */
  deliverLocally: LocalDoor
  /** Where the simulated interchange system brings its messages. */
  deliverSdi: SdiDoor
}

export const accessPointFor = ({ env, clock, client, deliverLocally }: UpstreamOptions): AccessPoint => {
  if (env.ACCESS_POINT === 'sandbox')
    return sandboxAccessPoint({
      client,
      clock,
      deliverLocally,
      serviceProvider: serviceProviderId(env.PEPPOL_SEAT ?? SANDBOX_SEAT),
    })
  for (const setting of ['ACCESS_POINT_CA_FILE', 'ACCESS_POINT_CERT_FILE', 'ACCESS_POINT_KEY_FILE'] as const)
    refuseUnreadable(setting, env[setting])
  const driver = env.ACCESS_POINT === 'phase4' ? phase4AccessPoint : phossAccessPoint
  return driver({
    url: env.ACCESS_POINT_URL ?? '',
    token: env.ACCESS_POINT_TOKEN ?? '',
    confirms: env.ACCESS_POINT_CONFIRMS,
    caFile: env.ACCESS_POINT_CA_FILE,
    certFile: env.ACCESS_POINT_CERT_FILE,
    keyFile: env.ACCESS_POINT_KEY_FILE,
  })
}

const refuseUnreadable = (setting: string, file: string | undefined): void => {
  try {
    if (file !== undefined) accessSync(file, constants.R_OK)
  } catch {
    throw new SettingsError(`The settings cannot be used:\n  ${setting}: the file ${file} cannot be read`)
  }
}

/** The simulated world must not answer for the real one. */
const noDirectory: Directory = (() => {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new AppError('UPSTREAM_UNAVAILABLE', {
        message: 'This server is not configured to look up participants. Set DIRECTORY=peppol.',
      }),
    )
  return { lookUp: refuse, receptionOf: refuse }
})()

/** What reads and makes signatures, and the servers on loopback, are loaded only where they are wanted. */
export const directoryFor = async ({ env, clock, client }: UpstreamOptions, circuit: Circuit): Promise<Directory> => {
  if (env.DIRECTORY === 'loopback')
    return (await import('./directory/loopback/open.ts')).openLoopbackDirectory({ env, clock, client, circuit })
  if (env.DIRECTORY === 'peppol')
    return (await import('./directory/open.ts')).openPeppolDirectory({
      env,
      clock,
      circuit,
      trusted: trustedIn('SMP_TRUST_FILE', env.SMP_TRUST_FILE),
    })
  return env.SERVICE_MODE === 'live' ? noDirectory : sandboxDirectory(client, circuit)
}

/** The certificates that the file of a setting holds: one at least, and all of them readable. */
const trustedIn = (setting: string, file: string | undefined): X509Certificate[] => {
  refuseUnreadable(setting, file)
  const unusable = (reason: string): SettingsError =>
    new SettingsError(`The settings cannot be used:\n  ${setting}: the file ${file} ${reason}`)
  try {
    const certificates = certificatesIn(readFileSync(file ?? '', 'utf8'))
    if (certificates.length > 0) return certificates
  } catch (cause) {
    throw Object.assign(unusable('contains a certificate that cannot be read'), { cause })
  }
  throw unusable('contains no certificate in PEM form')
}

const noSdi: Sdi = (() => {
  const refuse = (): never => {
    throw new AppError('UPSTREAM_UNAVAILABLE', {
      message: 'This server is not configured to use the Italian interchange system. Set SDI=coop.',
    })
  }
  return { submit: refuse, messages: refuse, numberOf: refuse, answer: refuse }
})()

export const sdiFor = ({ env, clock, client, deliverSdi }: UpstreamOptions): Sdi => {
  if (env.SDI === 'sandbox')
    return env.SERVICE_MODE === 'live' ? noSdi : sandboxSdi({ client, clock, deliver: deliverSdi })
  for (const setting of ['SDI_CA_FILE', 'SDI_CERT_FILE', 'SDI_KEY_FILE'] as const)
    refuseUnreadable(setting, env[setting])
  return sdiCoop({
    url: env.SDI_URL ?? '',
    caFile: env.SDI_CA_FILE,
    certFile: env.SDI_CERT_FILE,
    keyFile: env.SDI_KEY_FILE,
  })
}

/** The made-up directory, unless the address of a real one is set. */
export const directorySearchFor = ({ env }: UpstreamOptions): DirectorySearch => {
  if (env.DIRECTORY_URL) return httpDirectorySearch({ url: env.DIRECTORY_URL })
  return env.SERVICE_MODE === 'live'
    ? {
        search: () =>
          Promise.reject(
            new AppError('UPSTREAM_UNAVAILABLE', {
              message: 'This server is not configured to search a directory of participants. Set DIRECTORY_URL.',
            }),
          ),
      }
    : sandboxDirectorySearch()
}

/** The domains of made-up companies are made up as well. */
export const domainsFor = ({ env, client }: UpstreamOptions): DomainRecords =>
  env.SERVICE_MODE === 'live' ? systemDomains() : sandboxDomains(client, domainTargetOf(env))

/** As long as nobody says where the real portal is, a live deployment tells nobody, and what is due stays due. */
const noPortal: Portal = {
  submit: () =>
    Promise.reject(
      new AppError('UPSTREAM_UNAVAILABLE', {
        message: 'This server is not configured to use the French portal. Set PPF_URL.',
      }),
    ),
}

export const portalFor = ({ env, clock }: UpstreamOptions): Portal => {
  const { PPF_URL, PPF_TOKEN_URL, PPF_CLIENT_ID, PPF_CLIENT_SECRET, PPF_SCOPE } = env
  if (PPF_URL && PPF_TOKEN_URL && PPF_CLIENT_ID && PPF_CLIENT_SECRET)
    return httpPortal({
      url: PPF_URL,
      tokenUrl: PPF_TOKEN_URL,
      clientId: PPF_CLIENT_ID,
      clientSecret: PPF_CLIENT_SECRET,
      scope: PPF_SCOPE,
      clock,
    })
  return env.SERVICE_MODE === 'live' ? noPortal : sandboxPortal()
}

/** A live deployment without the files of the portal knows its own companies alone. */
const noAnnuaire: Annuaire = { next: () => Promise.resolve(null), read: () => (async function* () {})() }

export const annuaireFor = ({ env }: UpstreamOptions): Annuaire => {
  if (env.ANNUAIRE_FOLDER) return folderAnnuaire(env.ANNUAIRE_FOLDER)
  return env.SERVICE_MODE === 'live' ? noAnnuaire : sandboxAnnuaire()
}

/** In the sandbox every shop is the simulated one: nobody buys anything. */
export const shopsFor = ({ env }: UpstreamOptions): Shops =>
  env.SERVICE_MODE === 'sandbox'
    ? sandboxShops()
    : httpShops({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE, dnsServers: env.WEBHOOK_DNS })

const noSmp: Smp = (() => {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new SmpFailure(
        'service-group',
        'This server is not configured to publish companies in an SMP. Set SMP_URL.',
        true,
      ),
    )
  return { publish: refuse, withdraw: refuse, offer: refuse, takeOver: refuse }
})()

export const smpFor = ({ env }: UpstreamOptions): Smp => {
  if (!env.SMP_URL) return env.SERVICE_MODE === 'live' ? noSmp : sandboxSmp()
  refuseUnreadable('SMP_CERTIFICATE_FILE', env.SMP_CERTIFICATE_FILE)
  return phossSmp({
    url: env.SMP_URL,
    user: env.SMP_USER ?? '',
    password: env.SMP_PASSWORD ?? '',
    endpointUrl: env.SMP_ENDPOINT_URL ?? '',
    certificateFile: env.SMP_CERTIFICATE_FILE ?? '',
    contact: env.SMP_CONTACT ?? env.BASE_URL ?? 'https://localhost',
  })
}

/** The client is large, and most deployments of the sandbox never need it: it is loaded only where it is configured. */
export const storageFor = async ({ env }: Pick<UpstreamOptions, 'env'>): Promise<ExternalStorage | null> => {
  if (!env.S3_BUCKET) return null
  const { s3Storage } = await import('./storage/s3.ts')
  const [accessKeyId, secretAccessKey] = [env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY]
  return s3Storage({
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  })
}

const noMailer: Mailer = {
  send: () =>
    Promise.reject(new MailRefused('This server is not configured to send e-mail. Set SMTP_URL and MAIL_FROM.')),
  close: () => Promise.resolve(),
}

export const mailerFor = async ({ env }: UpstreamOptions): Promise<Mailer & { outbox?: readonly Mail[] }> => {
  if (env.SMTP_URL && env.MAIL_FROM)
    return (await import('./mail/smtp.ts')).smtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM })
  return env.SERVICE_MODE === 'live' ? noMailer : sandboxMailer()
}
