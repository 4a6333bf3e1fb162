/** Certificates of a network of our own: an authority for SMPs, and whom it certifies. */
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { BasicConstraintsExtension, X509CertificateGenerator, cryptoProvider } from '@peculiar/x509'
import { systemClock } from '../../src/kernel/clock.ts'

cryptoProvider.set(webcrypto as Crypto)

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}
const YEAR_MS = 365 * 86_400_000

export type Keys = webcrypto.CryptoKeyPair
export const newKeys = (): Promise<Keys> => webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
export const privatePem = async ({ privateKey }: Keys): Promise<string> =>
  pem('PRIVATE KEY', Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)))
const pem = (what: string, der: Buffer): string =>
  `-----BEGIN ${what}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${what}-----\n`

export interface Certified {
  pem: string
  base64: string
}
export interface Wish {
  subject: string
  keys: Keys
  notBefore?: Date
  notAfter?: Date
}

export interface Authority extends Certified {
  certify(wish: Wish): Promise<Certified>
  /** An authority below it. */
  authorize(wish: Wish): Promise<Authority>
}

let serial = 1

const authorityOf = (certificate: Certified, subject: string, keys: Keys): Authority => {
  const issue = async ({ subject: name, keys: its, notBefore, notAfter }: Wish, ca: boolean): Promise<Certified> =>
    made(
      await X509CertificateGenerator.create({
        serialNumber: (++serial).toString(16).padStart(8, '0'),
        subject: name,
        issuer: subject,
        publicKey: its.publicKey as CryptoKey,
        signingKey: keys.privateKey as CryptoKey,
        signingAlgorithm: RSA,
        notBefore: notBefore ?? new Date(systemClock.now().getTime() - 86_400_000),
        notAfter: notAfter ?? new Date(systemClock.now().getTime() + YEAR_MS),
        extensions: [new BasicConstraintsExtension(ca, undefined, true)],
      }),
    )
  return {
    ...certificate,
    certify: (wish) => issue(wish, false),
    authorize: async (wish) => authorityOf(await issue(wish, true), wish.subject, wish.keys),
  }
}

const made = (certificate: { rawData: ArrayBuffer }): Certified => {
  const der = Buffer.from(certificate.rawData)
  return { pem: pem('CERTIFICATE', der), base64: der.toString('base64') }
}

export const newAuthority = async (subject: string, keys: Keys): Promise<Authority> =>
  authorityOf(
    made(
      await X509CertificateGenerator.createSelfSigned({
        serialNumber: (++serial).toString(16).padStart(8, '0'),
        name: subject,
        keys: keys as CryptoKeyPair,
        signingAlgorithm: RSA,
        notBefore: new Date(systemClock.now().getTime() - YEAR_MS),
        notAfter: new Date(systemClock.now().getTime() + 3 * YEAR_MS),
        extensions: [new BasicConstraintsExtension(true, undefined, true)],
      }),
    ),
    subject,
    keys,
  )
