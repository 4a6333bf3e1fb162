/** An enveloped XML signature as SMPs make it, by other hands than those that check it. */
import { createHash, createSign } from 'node:crypto'
import { XmlC14NMode, XmlDocument, XmlElement } from 'libxml2-wasm'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

export interface SignatureOptions {
  key: string
  /** Base64, the signer's first. */
  certificates: readonly string[]
  canonicalization?: string
  hash?: 'sha1' | 'sha256' | 'sha512'
  /** What the reference is about, when it is not the whole document. */
  uri?: string
  transforms?: readonly string[]
}

const hashes = {
  sha1: { digest: `${DS}sha1`, signature: `${DS}rsa-sha1` },
  sha256: {
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  },
  sha512: {
    digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  },
}

const canonical = (xml: string, mode: string, path?: string): string => {
  const document = XmlDocument.fromString(xml)
  const options = { mode: mode === EXCLUSIVE ? XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 : XmlC14NMode.XML_C14N_1_0 }
  try {
    const node = path === undefined ? null : document.get(path, { ds: DS })
    return node instanceof XmlElement ? node.canonicalizeToString(options) : document.canonicalizeToString(options)
  } finally {
    document.dispose()
  }
}

/**
 * The document with the signature at the end of its root. `signed` is what is signed, when that is not the document.
 */
export const signXml = (
  xml: string,
  {
    key,
    certificates,
    canonicalization = C14N,
    hash = 'sha256',
    uri = '',
    transforms = [`${DS}enveloped-signature`],
  }: SignatureOptions,
  signed = xml,
): string => {
  const { digest, signature } = hashes[hash]
  const digestValue = createHash(hash)
    .update(canonical(signed, transforms.includes(EXCLUSIVE) ? EXCLUSIVE : C14N))
    .digest('base64')
  const info =
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${canonicalization}"/><ds:SignatureMethod ` +
    `Algorithm="${signature}"/><ds:Reference ` +
    `URI="${uri}"><ds:Transforms>${transforms.map((one) => `<ds:Transform Algorithm="${one}"/>`).join('')}` +
    `</ds:Transforms><ds:DigestMethod Algorithm="${digest}"/><ds:DigestValue>${digestValue}` +
    '</ds:DigestValue></ds:Reference></ds:SignedInfo>'
  const certified = certificates.map((one) => `<ds:X509Certificate>${one}</ds:X509Certificate>`).join('')
  const keyInfo = `<ds:KeyInfo><ds:X509Data>${certified}</ds:X509Data></ds:KeyInfo>`
  const within = (value: string): string =>
    xml.replace(
      /<\/[^<]*>\s*$/,
      (end) =>
        `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}` +
        `</ds:Signature>${end}`,
    )
  const value = createSign(`RSA-${hash.toUpperCase()}`)
    .update(canonical(within(''), canonicalization, '//ds:SignedInfo'))
    .sign(key, 'base64')
  return within(value)
}
