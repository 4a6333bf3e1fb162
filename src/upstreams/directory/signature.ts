/** The signature of an SMP: an enveloped XML signature over the whole answer, by a certificate that comes with it. */
import type { X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import { decodeXml } from '../../formats/xml/decode.ts'
import { type XmlElement, descendants, readXml } from '../../formats/xml/tree.ts'
import { readCertificate } from './trust.ts'

/** What was signed, read from the very text that the signature covers, and who has signed it. */
export interface SignedDocument {
  root: XmlElement
  certificate: X509Certificate
  /** Further certificates that came with it. */
  others: readonly X509Certificate[]
}

export class SignatureInvalid extends Error {
  override readonly name = 'SignatureInvalid'
}

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const ENVELOPED = `${DS}enveloped-signature`
const canonicalizations = ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', 'http://www.w3.org/2001/10/xml-exc-c14n#']
/** SHA-1 is out of use on the network. */
const digests = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']
const signatures = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]

/** A record is some ten kilobytes, with a hundred elements. */
const LIMITS = { bytes: 262_144, nodes: 1_000, depth: 30 }
const MOST_CERTIFICATES = 5

const refuse = (message: string): never => {
  throw new SignatureInvalid(message)
}

const only = (elements: readonly XmlElement[], what: string): XmlElement => {
  const [one, ...more] = elements
  return one && more.length === 0 ? one : refuse(`Expected one ${what}, but found ${elements.length}.`)
}

const algorithmOf = (element: XmlElement): string => element.attribute('Algorithm') ?? ''

/**
 * One signature, directly inside the root, over the whole document and nothing else: then what is read is what is
 * signed.
 */
const checkForm = (root: XmlElement): XmlElement => {
  const signature = only(
    [...descendants(root)].filter(({ qname }) => qname === 'ds:Signature'),
    'signature',
  )
  if (signature.parent !== root) refuse('The signature is not in the root element.')
  const info = only(signature.all('ds:SignedInfo'), 'SignedInfo')
  const reference = only(info.all('ds:Reference'), 'reference')
  if (reference.attribute('URI') !== '') refuse('The signature does not cover the whole document.')
  const transforms = reference
    .all('ds:Transforms')
    .flatMap((one) => one.all('ds:Transform'))
    .map(algorithmOf)
  const [first, second, ...more] = transforms
  if (first !== ENVELOPED || more.length > 0 || (second !== undefined && !canonicalizations.includes(second)))
    refuse('The signature covers only a part of the document.')
  if (!canonicalizations.includes(algorithmOf(only(info.all('ds:CanonicalizationMethod'), 'CanonicalizationMethod'))))
    refuse('The canonicalization method of the signature is not supported.')
  if (!signatures.includes(algorithmOf(only(info.all('ds:SignatureMethod'), 'SignatureMethod'))))
    refuse('The algorithm of the signature is not supported.')
  if (!digests.includes(algorithmOf(only(reference.all('ds:DigestMethod'), 'DigestMethod'))))
    refuse('The algorithm of the digest is not supported.')
  return signature
}

const certificatesOf = (signature: XmlElement): X509Certificate[] => {
  const texts = signature
    .all('ds:KeyInfo')
    .flatMap((info) => info.all('ds:X509Data'))
    .flatMap((data) => data.all('ds:X509Certificate'))
    .map(({ text }) => text)
  if (texts.length > MOST_CERTIFICATES) refuse(`The signature has more than ${MOST_CERTIFICATES} certificates.`)
  return texts.map((text) => readCertificate(text) ?? refuse('A certificate of the signature cannot be read.'))
}

/** What the reader of the signature cannot read, or would mend by itself, was not signed as it stands there. */
const parsed = (text: string): Document => {
  const errorHandler = (_level: string, message: unknown): never => {
    throw new SignatureInvalid(`The signed text cannot be read: ${String(message)}`)
  }
  try {
    return new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')
  } catch (error) {
    throw error instanceof SignatureInvalid
      ? error
      : new SignatureInvalid('The signed text cannot be read.', { cause: error })
  }
}

/** The text that the signature covers, in its canonical form. */
const signedText = (text: string, certificate: X509Certificate): string => {
  const element = parsed(text).getElementsByTagNameNS(DS, 'Signature').item(0)
  if (!element) return refuse('The document has no signature.')
  const verifier = new SignedXml({
    publicCert: certificate.publicKey.export({ type: 'spki', format: 'pem' }),
    getCertFromKeyInfo: () => null,
  })
  let fits: boolean
  try {
    verifier.loadSignature(element as unknown as Node)
    fits = verifier.checkSignature(text)
  } catch (error) {
    throw new SignatureInvalid('The signature does not match the key of the certificate, or was changed.', {
      cause: error,
    })
  }
  const [signed, ...more] = fits ? verifier.getSignedReferences() : []
  return signed !== undefined && more.length === 0 ? signed : refuse('The document was changed after it was signed.')
}

/**
 * Whether the certificate is to be trusted is another question. Throws a FormatError for what is no XML, and
 * SignatureInvalid.
 */
export const readSigned = (bytes: Uint8Array): SignedDocument => {
  const text = decodeXml(bytes).replace(/^\uFEFF/, '')
  // Our own reader comes first: what it refuses (document types, size, depth) no other reader sees.
  const signature = checkForm(readXml(text, LIMITS))
  const [certificate, ...others] = certificatesOf(signature)
  if (!certificate) return refuse('The signature has no certificate.')
  return { root: readXml(signedText(text, certificate), LIMITS), certificate, others }
}
