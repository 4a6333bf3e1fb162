/** The certificates of a network of one machine, made anew each time: an authority, its SMP, and its access point. */
import 'reflect-metadata'
import { X509Certificate, webcrypto } from 'node:crypto'
import { BasicConstraintsExtension, X509CertificateGenerator, cryptoProvider } from '@peculiar/x509'
import { DAY_MS } from '../../../values/dates.ts'

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}
const VALID_DAYS = 3_650

export interface Certificates {
  authority: X509Certificate
  smp: X509Certificate
  /** PEM. */
  smpKey: string
  accessPoint: X509Certificate
}

const AUTHORITY = 'CN=Sandbox SMP Authority, O=Sandbox'

export const newCertificates = async (now: Date, accessPointName: string): Promise<Certificates> => {
  cryptoProvider.set(webcrypto as Crypto)
  const { subtle } = webcrypto
  const [authorityKeys, keys] = (await Promise.all([
    subtle.generateKey(RSA, true, ['sign', 'verify']),
    subtle.generateKey(RSA, true, ['sign', 'verify']),
  ])) as [CryptoKeyPair, CryptoKeyPair]
  let serial = 0
  const issue = async (subject: string, { publicKey }: CryptoKeyPair, ca: boolean): Promise<X509Certificate> =>
    new X509Certificate(
      Buffer.from(
        (
          await X509CertificateGenerator.create({
            serialNumber: String(++serial).padStart(2, '0'),
            subject,
            issuer: AUTHORITY,
            publicKey,
            signingKey: authorityKeys.privateKey,
            signingAlgorithm: RSA,
            // The sandbox's clock may be moved by years.
            notBefore: new Date(now.getTime() - DAY_MS),
            notAfter: new Date(now.getTime() + VALID_DAYS * DAY_MS),
            extensions: [new BasicConstraintsExtension(ca, undefined, true)],
          })
        ).rawData,
      ),
    )
  return {
    authority: await issue(AUTHORITY, authorityKeys, true),
    smp: await issue('CN=PSMP000000, O=Sandbox', keys, false),
    accessPoint: await issue(`CN=${accessPointName}`, keys, false),
    smpKey: `-----BEGIN PRIVATE KEY-----\n${Buffer.from(await subtle.exportKey('pkcs8', keys.privateKey))
      .toString('base64')
      .replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
  }
}
