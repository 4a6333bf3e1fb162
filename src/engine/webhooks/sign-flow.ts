/** Signatures of what is posted about flows (XP Z12-013): over `<body>@<unix seconds>`, in base64. */
import { type KeyObject, constants, createHmac, createPrivateKey, sign } from 'node:crypto'

/** The norm's names, and what each takes. */
export const signatureAlgorithms = {
  HS256: 'HMAC with SHA-256. The key is a secret.',
  RS256: 'RSA (PKCS #1) with SHA-256. The key is a private key.',
  RSA_PSS: 'RSA-PSS with SHA-256. The key is a private key.',
  ECDSA: 'ECDSA with SHA-256. The key is a private key.',
  EDDSA_25519: 'Ed25519. The key is a private key.',
  EDDSA_448: 'Ed448. The key is a private key.',
} as const
export type SignatureAlgorithm = keyof typeof signatureAlgorithms

/** Which kind of key each needs. */
const kinds: Readonly<Record<Exclude<SignatureAlgorithm, 'HS256'>, readonly string[]>> = {
  RS256: ['rsa'],
  RSA_PSS: ['rsa', 'rsa-pss'],
  ECDSA: ['ec'],
  EDDSA_25519: ['ed25519'],
  EDDSA_448: ['ed448'],
}

/** In base64: PEM, or PKCS #8 in DER. */
const privateKeyOf = (key: Buffer): KeyObject =>
  key.subarray(0, 10).toString() === '-----BEGIN'
    ? createPrivateKey(key)
    : createPrivateKey({ key, format: 'der', type: 'pkcs8' })

const signers: Readonly<Record<Exclude<SignatureAlgorithm, 'HS256'>, (text: Buffer, key: KeyObject) => Buffer>> = {
  RS256: (text, key) => sign('sha256', text, { key, padding: constants.RSA_PKCS1_PADDING }),
  RSA_PSS: (text, key) =>
    sign('sha256', text, {
      key,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
  ECDSA: (text, key) => sign('sha256', text, key),
  EDDSA_25519: (text, key) => sign(null, text, key),
  EDDSA_448: (text, key) => sign(null, text, key),
}

/** Throws where the key does not fit the algorithm. */
export const signFlow = (body: string, epoch: number, algorithm: SignatureAlgorithm, base64: string): string => {
  const [text, key] = [Buffer.from(`${body}@${epoch}`), Buffer.from(base64, 'base64')]
  if (algorithm === 'HS256') return createHmac('sha256', key).update(text).digest('base64')
  const privateKey = privateKeyOf(key)
  if (!kinds[algorithm].includes(privateKey.asymmetricKeyType ?? ''))
    throw new Error(`${algorithm} needs a key of the kind ${kinds[algorithm].join(' or ')}.`)
  return signers[algorithm](text, privateKey).toString('base64')
}
