import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const proxies = z
  .string()
  .regex(/^(?:true|false|[0-9])$/, 'expected true, false, or how many proxies stand in front')
  .transform((text) => ({ true: 1, false: 0 })[text] ?? Number(text))
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'expected a whole number').transform(Number).pipe(z.number().min(min).max(max))
const url = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `expected an address that starts with ${protocols.map((name) => `${name}://`).join(' or ')}`,
  })

const nameServers = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^(?:[\d.]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i, 'expected addresses such as 10.0.0.2 or [fd00::2]:53'),
    ),
  )

/** A fingerprint however it is written: with colons or without, in any case. */
export const fingerprint = (text: string): string => text.replaceAll(/[:\s]/g, '').toLowerCase()
const sealKey = z.string().min(32, 'at least 32 characters each')

/** Every setting, with its default. `.env.example` lists the same names; a test compares the two. */
const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4000),
  /** How clients reach this service; links and documentation addresses start with it. */
  BASE_URL: url('http', 'https').optional(),
  SERVICE_MODE: z.enum(['sandbox', 'live']).default('sandbox'),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: url('postgresql', 'postgres').optional(),
  DATABASE_POOL: wholeNumber(2, 500).default(16),
  REDIS_URL: url('redis', 'rediss').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WORKERS: z.enum(['inline', 'off']).default('inline'),
  /** What the access point presents when it hands over received documents; without it that door is shut. */
  NETWORK_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  /** How many events a live subscriber may leave unread before it is told to subscribe again. */
  SUBSCRIBER_BUFFER: wholeNumber(10, 100_000).default(5_000),
  /** Instead of the secret: the header in which a trusted proxy names the client certificate, and the certificates that may enter. */
  NETWORK_CERT_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'expected the name of a header')
    .toLowerCase()
    .optional(),
  NETWORK_CERT_SHA256: z
    .string()
    .transform((text) => text.split(',').map(fingerprint))
    .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/, 'expected SHA-256 fingerprints, separated by commas')))
    .optional(),
  JWT_ISSUER: url('http', 'https').optional(),
  JWT_AUDIENCE: z.string().min(1).default('invoice-exchange'),
  INTROSPECTION: flag.optional(),
  /** A JSON file of documents; when set, no other operation is accepted. */
  PERSISTED_OPERATIONS_FILE: z.string().min(1).optional(),
  /** How many trusted proxies stand in front, each of which adds to X-Forwarded-For; `true` is one. */
  TRUST_PROXY: proxies.default(0),

  /** Who hands messages over to the network: a simulator, phase4-peppol-standalone, or phoss-ap. */
  ACCESS_POINT: z.enum(['sandbox', 'phase4', 'phoss']).default('sandbox'),
  ACCESS_POINT_URL: url('http', 'https').optional(),
  /** What the access point asks for in the header X-Token. */
  ACCESS_POINT_TOKEN: z.string().min(1).optional(),
  /** PEM files: an authority of your own, and a certificate with its key to show to the access point. */
  ACCESS_POINT_CA_FILE: z.string().min(1).optional(),
  ACCESS_POINT_CERT_FILE: z.string().min(1).optional(),
  ACCESS_POINT_KEY_FILE: z.string().min(1).optional(),
  /** What counts as delivered: the receipt of the recipient's access point, or only its Message Level Status. */
  ACCESS_POINT_CONFIRMS: z.enum(['receipt', 'mls']).default('receipt'),
  ACCESS_POINT_TIMEOUT_MS: wholeNumber(100, 300_000).default(60_000),
  /** The digits of the seat id: Message Level Statuses are asked for and sent under it, unless the access point does so itself. */
  PEPPOL_SEAT: z
    .string()
    .regex(/^\d{6}$/, 'expected the six digits of a seat id, such as 000123 of POP000123')
    .optional(),

  /** How participants are looked up: a simulator, the same behind a name server and an SMP on loopback, or the SML and the SMPs of the network. */
  DIRECTORY: z.enum(['sandbox', 'loopback', 'peppol']).default('sandbox'),
  /** The zone of the SML: of the production network, unless told otherwise. */
  SML_ZONE: z
    .string()
    .regex(
      /^(?=.{1,170}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/i,
      'expected a name such as participant.sml.test.tech.peppol.org',
    )
    .default('participant.sml.prod.tech.peppol.org'),
  /** Which servers know the zone; those of the machine when absent. */
  SML_DNS: nameServers.optional(),
  /** PEM: the authorities whose SMPs are believed. */
  SMP_TRUST_FILE: z.string().min(1).optional(),
  /** How long each step may take. */
  DIRECTORY_TIMEOUT_MS: wholeNumber(50, 30_000).default(5_000),
  /** For tests and a sandbox of one machine: SMPs may be at any address. */
  DIRECTORY_ALLOW_PRIVATE: flag.default(false),

  /** A Peppol directory that answers searches; without one, the sandbox makes participants up. */
  DIRECTORY_URL: url('http', 'https').optional(),

  /** National registries; for countries without one, the sandbox makes companies up. */
  VIES_URL: url('http', 'https').optional(),
  SIRENE_URL: url('http', 'https').optional(),
  SIRENE_KEY: z.string().min(1).optional(),
  KBO_URL: url('http', 'https').optional(),
  KBO_TOKEN: z.string().min(1).optional(),
  REGISTRY_TIMEOUT_MS: wholeNumber(100, 60_000).default(10_000),

  /** How Italian invoices reach the interchange system: a simulator, or its web services (SdICoop). */
  SDI: z.enum(['sandbox', 'coop']).default('sandbox'),
  SDI_URL: url('http', 'https').optional(),
  /** Country and fiscal code of who transmits; without it each seller transmits its own. */
  SDI_SENDER: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9]{2,28}$/, 'expected a country and a fiscal code such as IT01234567890')
    .optional(),
  SDI_CA_FILE: z.string().min(1).optional(),
  SDI_CERT_FILE: z.string().min(1).optional(),
  SDI_KEY_FILE: z.string().min(1).optional(),
  SDI_TIMEOUT_MS: wholeNumber(100, 60_000).default(20_000),

  /** A phoss-smp where companies are published; without one, the sandbox pretends. */
  SMP_URL: url('http', 'https').optional(),
  SMP_USER: z.string().min(1).optional(),
  SMP_PASSWORD: z.string().min(1).optional(),
  /** What is published: where documents for our companies are handed over, the certificate of that access point (PEM), and whom to ask. */
  SMP_ENDPOINT_URL: url('http', 'https').optional(),
  SMP_CERTIFICATE_FILE: z.string().min(1).optional(),
  SMP_CONTACT: z.string().min(1).optional(),

  /** With a bucket, large bytes go to an S3-compatible object store; without, into the database. */
  S3_BUCKET: z.string().min(3).max(63).optional(),
  /** Absent for Amazon itself. */
  S3_ENDPOINT: url('http', 'https').optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Absent where the machine has an identity of its own. */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),

  /** Seals the secrets that are kept, such as those of webhooks: the first seals, the others still open. */
  SECRETS_KEY: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.tuple([sealKey], sealKey))
    .optional(),
  /** For tests and a sandbox of one machine: webhooks may go to any address, and by http. */
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  /** Which servers resolve the names of webhooks; those of the machine when absent. */
  WEBHOOK_DNS: nameServers.optional(),

  /** The French portal: with an address, statuses and invoice data go there; without, the sandbox has one of its own. */
  PPF_URL: url('http', 'https').optional(),
  PPF_TOKEN_URL: url('http', 'https').optional(),
  PPF_CLIENT_ID: z.string().min(1).optional(),
  PPF_CLIENT_SECRET: z.string().min(1).optional(),
  PPF_SCOPE: z.string().min(1).optional(),
  PPF_TIMEOUT_MS: wholeNumber(100, 30_000).default(20_000),

  /** With a mail server, mails leave; without, the sandbox keeps them and a live deployment refuses them. */
  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^@\r\n]*[^@\s<]@[^@\s>]+>?$/, 'expected an address such as `Invoices <invoices@example.com>`')
    .optional(),
})

export type Env = z.output<typeof settings>

interface Agreement {
  setting: keyof Env
  broken(values: Env): boolean
  message: string
}

const real = (values: Env): boolean => values.ACCESS_POINT !== 'sandbox'
const oneOnly =
  (one: keyof Env, other: keyof Env) =>
  (values: Env): boolean =>
    (values[one] === undefined) !== (values[other] === undefined)
const withoutBucket = (setting: keyof Env): Agreement => ({
  setting,
  broken: (values) => values[setting] !== undefined && !values.S3_BUCKET,
  message: 'stands without S3_BUCKET, which switches the object store on',
})
const withoutAccessPoint = (setting: keyof Env): Agreement => ({
  setting,
  broken: (values) => values[setting] !== undefined && !real(values),
  message: 'is set, but ACCESS_POINT is sandbox: nothing would leave the machine. Set ACCESS_POINT=phase4 or phoss',
})

const withoutDirectory = (setting: keyof Env): Agreement => ({
  setting,
  broken: (values) => values[setting] !== undefined && values.DIRECTORY !== 'peppol',
  message: 'is set, but DIRECTORY is not peppol: nothing would leave the machine. Set DIRECTORY=peppol',
})

const withoutSdi = (setting: keyof Env): Agreement => ({
  setting,
  broken: (values) => values[setting] !== undefined && values.SDI === 'sandbox',
  message: 'is set, but SDI is sandbox: nothing would leave the machine. Set SDI=coop',
})

/** What settings ask of each other. */
const agreements: readonly Agreement[] = [
  {
    setting: 'DATABASE_URL',
    broken: ({ SERVICE_MODE, DATABASE_URL }) => SERVICE_MODE === 'live' && !DATABASE_URL,
    message: 'SERVICE_MODE=live needs a PostgreSQL server: the embedded database does not survive the loss of power',
  },
  {
    setting: 'ACCESS_POINT',
    broken: (values) => values.SERVICE_MODE === 'live' && !real(values),
    message: 'SERVICE_MODE=live needs a real access point: phase4 or phoss',
  },
  {
    setting: 'ACCESS_POINT_URL',
    broken: (values) => real(values) && !values.ACCESS_POINT_URL,
    message: 'is needed by ACCESS_POINT=phase4 and phoss: where the access point listens',
  },
  {
    setting: 'ACCESS_POINT_TOKEN',
    broken: (values) => real(values) && !values.ACCESS_POINT_TOKEN,
    message: 'is needed by ACCESS_POINT=phase4 and phoss: what it expects in the header X-Token',
  },
  {
    setting: 'ACCESS_POINT_KEY_FILE',
    broken: oneOnly('ACCESS_POINT_CERT_FILE', 'ACCESS_POINT_KEY_FILE'),
    message: 'goes together with ACCESS_POINT_CERT_FILE: give both or none',
  },
  ...(['ACCESS_POINT_URL', 'ACCESS_POINT_TOKEN', 'ACCESS_POINT_CA_FILE', 'ACCESS_POINT_CERT_FILE'] as const).map(
    withoutAccessPoint,
  ),
  {
    setting: 'SMP_TRUST_FILE',
    broken: ({ DIRECTORY, SMP_TRUST_FILE }) => DIRECTORY === 'peppol' && !SMP_TRUST_FILE,
    message: 'is needed by DIRECTORY=peppol: the authorities (PEM) whose SMPs are believed',
  },
  ...(['SML_DNS', 'SMP_TRUST_FILE'] as const).map(withoutDirectory),
  {
    setting: 'DIRECTORY',
    broken: ({ SERVICE_MODE, DIRECTORY }) => SERVICE_MODE === 'live' && DIRECTORY === 'loopback',
    message: 'SERVICE_MODE=live looks participants up on the network: set DIRECTORY=peppol',
  },
  {
    setting: 'DIRECTORY_ALLOW_PRIVATE',
    broken: ({ SERVICE_MODE, DIRECTORY_ALLOW_PRIVATE }) => SERVICE_MODE === 'live' && DIRECTORY_ALLOW_PRIVATE,
    message: 'is for tests and the sandbox: with SERVICE_MODE=live, SMPs are at public addresses only',
  },
  {
    setting: 'SDI_URL',
    broken: ({ SDI, SDI_URL }) => SDI === 'coop' && !SDI_URL,
    message: 'is needed by SDI=coop: where the web services of the interchange system listen',
  },
  {
    setting: 'SDI_KEY_FILE',
    broken: oneOnly('SDI_CERT_FILE', 'SDI_KEY_FILE'),
    message: 'goes together with SDI_CERT_FILE: give both or none',
  },
  ...(['SDI_URL', 'SDI_CA_FILE', 'SDI_CERT_FILE'] as const).map(withoutSdi),
  {
    setting: 'PEPPOL_SEAT',
    broken: (values) =>
      values.ACCESS_POINT === 'phase4' && values.ACCESS_POINT_CONFIRMS === 'mls' && !values.PEPPOL_SEAT,
    message: 'is needed by ACCESS_POINT_CONFIRMS=mls with phase4: nobody else would ask for the status',
  },
  {
    setting: 'NETWORK_CERT_SHA256',
    broken: oneOnly('NETWORK_CERT_HEADER', 'NETWORK_CERT_SHA256'),
    message: 'goes together with NETWORK_CERT_HEADER: give both or none',
  },
  {
    setting: 'NETWORK_CERT_HEADER',
    broken: (values) => values.NETWORK_CERT_HEADER !== undefined && !values.TRUST_PROXY,
    message: 'needs TRUST_PROXY=true: without a trusted proxy in front, anybody could send that header',
  },
  ...(['SMP_USER', 'SMP_PASSWORD', 'SMP_ENDPOINT_URL', 'SMP_CERTIFICATE_FILE'] as const).map((setting): Agreement => ({
    setting,
    broken: (values) => (values.SMP_URL === undefined) !== (values[setting] === undefined),
    message: 'goes together with SMP_URL: an SMP needs its user and password, and what is to be published',
  })),
  {
    setting: 'SIRENE_KEY',
    broken: oneOnly('SIRENE_URL', 'SIRENE_KEY'),
    message: 'goes together with SIRENE_URL: give both or none',
  },
  {
    setting: 'KBO_TOKEN',
    broken: oneOnly('KBO_URL', 'KBO_TOKEN'),
    message: 'goes together with KBO_URL: give both or none',
  },
  ...(['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'] as const).map(withoutBucket),
  {
    setting: 'S3_SECRET_ACCESS_KEY',
    broken: oneOnly('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'),
    message: 'goes together with S3_ACCESS_KEY_ID: give both or none',
  },
  {
    setting: 'SECRETS_KEY',
    broken: ({ SERVICE_MODE, SECRETS_KEY }) => SERVICE_MODE === 'live' && !SECRETS_KEY,
    message: 'SERVICE_MODE=live needs a key that is not in the database, to seal the secrets that are',
  },
  {
    setting: 'WEBHOOK_ALLOW_PRIVATE',
    broken: ({ SERVICE_MODE, WEBHOOK_ALLOW_PRIVATE }) => SERVICE_MODE === 'live' && WEBHOOK_ALLOW_PRIVATE,
    message: 'is for tests and the sandbox: with SERVICE_MODE=live, webhooks go to public addresses only',
  },
  ...(['PPF_TOKEN_URL', 'PPF_CLIENT_ID', 'PPF_CLIENT_SECRET'] as const).map((setting): Agreement => ({
    setting,
    broken: oneOnly(setting, 'PPF_URL'),
    message: 'goes together with PPF_URL: give address, token address, client id and secret, or none',
  })),
  {
    setting: 'MAIL_FROM',
    broken: oneOnly('SMTP_URL', 'MAIL_FROM'),
    message: 'goes together with SMTP_URL: give both or none',
  },
]

const checked = settings.superRefine((values, context) => {
  for (const { setting, broken, message } of agreements)
    if (broken(values)) context.addIssue({ code: 'custom', path: [setting], message })
})

export class SettingsError extends Error {}

/** Reads and checks all settings; every fault is named at once. An empty value counts as absent. */
export const readEnv = (source: Record<string, string | undefined>): Env => {
  const present = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => name in settings.shape && value !== ''),
  )
  const result = checked.safeParse(present)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`The settings cannot be used:\n${faults.join('\n')}`)
}

export const processEnv = (): Env => readEnv(process.env)

export const settingNames: readonly string[] = Object.keys(settings.shape)
