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
  message:
    'has no effect without S3_BUCKET, which turns the object store on. Set S3_BUCKET too, or remove this setting',
})
const withoutAccessPoint = (setting: keyof Env): Agreement => ({
  setting,
  broken: (values) => values[setting] !== undefined && !real(values),
  message:
    'has no effect with ACCESS_POINT=sandbox, which sends nothing to the ' +
    'network. Set ACCESS_POINT=phase4 or phoss, or remove this setting',
})

const withoutDirectory = (setting: keyof Env): Agreement => ({
  setting,
  broken: (values) => values[setting] !== undefined && values.DIRECTORY !== 'peppol',
  message:
    'has an effect only with DIRECTORY=peppol, which asks the ' +
    'network. Set DIRECTORY=peppol, or remove this setting',
})

const withoutSdi = (setting: keyof Env): Agreement => ({
  setting,
  broken: (values) => values[setting] !== undefined && values.SDI === 'sandbox',
  message:
    'has no effect with SDI=sandbox, which sends nothing to the ' +
    'interchange system. Set SDI=coop, or remove this setting',
})

/** What settings require of each other. */
export const agreements: readonly Agreement[] = [
  {
    setting: 'DATABASE_URL',
    broken: ({ SERVICE_MODE, DATABASE_URL }) => SERVICE_MODE === 'live' && !DATABASE_URL,
    message:
      'SERVICE_MODE=live requires a PostgreSQL server, because the ' +
      'embedded database can lose data when the power fails',
  },
  {
    setting: 'DATABASE_DIRECT_URL',
    broken: ({ DATABASE_URL, DATABASE_DIRECT_URL }) => DATABASE_DIRECT_URL !== undefined && !DATABASE_URL,
    message: 'has no effect without DATABASE_URL, the pooler in front of that server. Set both, or DATABASE_URL alone',
  },
  {
    setting: 'ROLE',
    broken: ({ DATABASE_URL, ROLE }) => !ROLE.includes('all') && !DATABASE_URL,
    message: 'several processes require DATABASE_URL, because only one process can use the embedded database',
  },
  {
    setting: 'WORKERS',
    broken: ({ ROLE, WORKERS }) => WORKERS !== undefined && !ROLE.includes('all'),
    message: 'has no effect beside ROLE, which says more. Remove WORKERS',
  },
  {
    setting: 'ACCESS_POINT',
    broken: (values) => values.SERVICE_MODE === 'live' && !real(values),
    message: 'SERVICE_MODE=live requires a real access point: phase4 or phoss',
  },
  {
    setting: 'ACCESS_POINT_URL',
    broken: (values) => real(values) && !values.ACCESS_POINT_URL,
    message: 'is required with ACCESS_POINT=phase4 and phoss: the address of the access point',
  },
  {
    setting: 'ACCESS_POINT_TOKEN',
    broken: (values) => real(values) && !values.ACCESS_POINT_TOKEN,
    message:
      'is required with ACCESS_POINT=phase4 and phoss: the token ' +
      'that the access point expects in the header X-Token',
  },
  {
    setting: 'ACCESS_POINT_KEY_FILE',
    broken: oneOnly('ACCESS_POINT_CERT_FILE', 'ACCESS_POINT_KEY_FILE'),
    message: 'goes together with ACCESS_POINT_CERT_FILE: set both or none',
  },
  ...(['ACCESS_POINT_URL', 'ACCESS_POINT_TOKEN', 'ACCESS_POINT_CA_FILE', 'ACCESS_POINT_CERT_FILE'] as const).map(
    withoutAccessPoint,
  ),
  {
    setting: 'SMP_TRUST_FILE',
    broken: ({ DIRECTORY, SMP_TRUST_FILE }) => DIRECTORY === 'peppol' && !SMP_TRUST_FILE,
    message: 'is required with DIRECTORY=peppol: the PEM file with the certificate authorities of trusted SMPs',
  },
  ...(['SML_DNS', 'SMP_TRUST_FILE'] as const).map(withoutDirectory),
  {
    setting: 'DIRECTORY',
    broken: ({ SERVICE_MODE, DIRECTORY }) => SERVICE_MODE === 'live' && DIRECTORY === 'loopback',
    message: 'SERVICE_MODE=live looks up participants on the network: set DIRECTORY=peppol',
  },
  {
    setting: 'DIRECTORY_ALLOW_PRIVATE',
    broken: ({ SERVICE_MODE, DIRECTORY_ALLOW_PRIVATE }) => SERVICE_MODE === 'live' && DIRECTORY_ALLOW_PRIVATE,
    message:
      'is allowed only in tests and the sandbox: with SERVICE_MODE=live, only SMPs at public addresses are called',
  },
  {
    setting: 'SDI_URL',
    broken: ({ SDI, SDI_URL }) => SDI === 'coop' && !SDI_URL,
    message: 'is required with SDI=coop: the address of the web services of the interchange system',
  },
  {
    setting: 'SDI_KEY_FILE',
    broken: oneOnly('SDI_CERT_FILE', 'SDI_KEY_FILE'),
    message: 'goes together with SDI_CERT_FILE: set both or none',
  },
  ...(['SDI_URL', 'SDI_CA_FILE', 'SDI_CERT_FILE'] as const).map(withoutSdi),
  {
    setting: 'PEPPOL_SEAT',
    broken: (values) =>
      values.ACCESS_POINT === 'phase4' && values.ACCESS_POINT_CONFIRMS === 'mls' && !values.PEPPOL_SEAT,
    message:
      'is required with ACCESS_POINT_CONFIRMS=mls and ' +
      'ACCESS_POINT=phase4: the seat requests the Message Level Status',
  },
  {
    setting: 'NETWORK_CERT_SHA256',
    broken: oneOnly('NETWORK_CERT_HEADER', 'NETWORK_CERT_SHA256'),
    message: 'goes together with NETWORK_CERT_HEADER: set both or none',
  },
  {
    setting: 'NETWORK_CERT_HEADER',
    broken: (values) => values.NETWORK_CERT_HEADER !== undefined && !values.TRUST_PROXY,
    message:
      'requires TRUST_PROXY=true: without a trusted proxy in front of the service, anybody could send that header',
  },
  ...(['SMP_USER', 'SMP_PASSWORD', 'SMP_ENDPOINT_URL', 'SMP_CERTIFICATE_FILE'] as const).map((setting): Agreement => ({
    setting,
    broken: (values) => (values.SMP_URL === undefined) !== (values[setting] === undefined),
    message:
      'goes together with SMP_URL: an SMP requires a user, a ' +
      'password, and the endpoint and certificate to publish',
  })),
  {
    setting: 'SIRENE_KEY',
    broken: oneOnly('SIRENE_URL', 'SIRENE_KEY'),
    message: 'goes together with SIRENE_URL: set both or none',
  },
  {
    setting: 'KBO_TOKEN',
    broken: oneOnly('KBO_URL', 'KBO_TOKEN'),
    message: 'goes together with KBO_URL: set both or none',
  },
  ...(['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'] as const).map(withoutBucket),
  {
    setting: 'S3_SECRET_ACCESS_KEY',
    broken: oneOnly('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'),
    message: 'goes together with S3_ACCESS_KEY_ID: set both or none',
  },
  {
    setting: 'SECRETS_KEY',
    broken: ({ SERVICE_MODE, SECRETS_KEY }) => SERVICE_MODE === 'live' && !SECRETS_KEY,
    message: 'SERVICE_MODE=live requires a key for encrypting the secrets in the database',
  },
  {
    setting: 'WEBHOOK_ALLOW_PRIVATE',
    broken: ({ SERVICE_MODE, WEBHOOK_ALLOW_PRIVATE }) => SERVICE_MODE === 'live' && WEBHOOK_ALLOW_PRIVATE,
    message: 'is allowed only in tests and the sandbox: with SERVICE_MODE=live, webhooks go only to public addresses',
  },
  ...(['PPF_TOKEN_URL', 'PPF_CLIENT_ID', 'PPF_CLIENT_SECRET'] as const).map((setting): Agreement => ({
    setting,
    broken: oneOnly(setting, 'PPF_URL'),
    message: 'goes together with PPF_URL: set PPF_URL, PPF_TOKEN_URL, PPF_CLIENT_ID and PPF_CLIENT_SECRET, or none',
  })),
  {
    setting: 'OIDC_CLIENT_ID',
    broken: ({ OIDC_CLIENT_ID, JWT_ISSUER }) => OIDC_CLIENT_ID !== undefined && !JWT_ISSUER,
    message: 'requires JWT_ISSUER: the identity provider where people sign in',
  },
  {
    setting: 'OIDC_CLIENT_SECRET',
    broken: ({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) => OIDC_CLIENT_SECRET !== undefined && !OIDC_CLIENT_ID,
    message: 'has no effect without OIDC_CLIENT_ID: set both, or remove this setting',
  },
  {
    setting: 'MAIL_FROM',
    broken: oneOnly('SMTP_URL', 'MAIL_FROM'),
    message: 'goes together with SMTP_URL: set both or none',
  },
]
