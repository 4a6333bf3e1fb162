import type { Env } from './settings.ts'

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

/** What settings require of each other. */
export const agreements: readonly Agreement[] = [
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
