/** Whom we believe: authorities that the operator names, and what they have certified. */
import { X509Certificate } from 'node:crypto'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
/** Root, authority, and two for those who have one more between them. */
const LONGEST_CHAIN = 5

/**
 * Node reads some parts of a certificate only when they are accessed: everything that is needed is accessed here, so
 * that a certificate that cannot be read throws here.
 */
const whole = (certificate: X509Certificate): X509Certificate => {
  const { publicKey, validFromDate, validToDate } = certificate
  if (publicKey.type !== 'public' || Number.isNaN(validFromDate.getTime() + validToDate.getTime()))
    throw new Error('The certificate cannot be read.')
  return certificate
}

/** The certificates in a PEM file; throws for one that cannot be read. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  [...pem.matchAll(PEM)].map(([one]) => whole(new X509Certificate(one)))

/** A certificate in base64; undefined for one that cannot be read. */
export const readCertificate = (base64: string): X509Certificate | undefined => {
  try {
    return whole(new X509Certificate(Buffer.from(base64, 'base64')))
  } catch {
    return undefined
  }
}

const issued = (issuer: X509Certificate, subject: X509Certificate): boolean =>
  issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey)

/**
 * From a certificate up to one that is trusted, through those that came with it; undefined where no way leads there.
 * Every certificate of the store is an end: with the authority for SMPs alone in it, the root's other authorities are
 * not believed.
 */
export const chainTo = (
  trusted: readonly X509Certificate[],
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  length = 1,
): X509Certificate[] | undefined => {
  if (trusted.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return [certificate]
  if (length === LONGEST_CHAIN) return undefined
  for (const issuer of [...trusted, ...others]) {
    if (!issued(issuer, certificate)) continue
    const chain = chainTo(
      trusted,
      issuer,
      others.filter((one) => one !== issuer),
      length + 1,
    )
    if (chain) return [certificate, ...chain]
  }
  return undefined
}

/** When something is valid. */
export interface ValidityWindow {
  from: Date
  until: Date
}

/** When all of them are. */
export const windowOf = (certificates: readonly X509Certificate[]): ValidityWindow => ({
  from: new Date(Math.max(...certificates.map(({ validFromDate }) => validFromDate.getTime()))),
  until: new Date(Math.min(...certificates.map(({ validToDate }) => validToDate.getTime()))),
})

export const isWithin = ({ from, until }: ValidityWindow, now: Date): boolean => from <= now && now <= until

/** In words. */
export const spanOf = ({ from, until }: ValidityWindow): string =>
  `valid from ${from.toISOString()} to ${until.toISOString()}`

/** As one line, the most telling part first. */
export const subjectOf = ({ subject }: X509Certificate): string => subject.split('\n').reverse().join(', ')

/** The common name: what people call the holder. */
export const nameOf = (certificate: X509Certificate): string =>
  /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? subjectOf(certificate)

/** Two ways to write the same subject: order, spaces and case are the writer's. */
export const isSameSubject = (one: string, other: string): boolean => partsOf(one) === partsOf(other)
const partsOf = (text: string): string =>
  text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
    .sort()
    .join()
