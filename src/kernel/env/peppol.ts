/** The Peppol network: the access point in both directions, the lookup of participants, and the publication of ours. */
import { z } from 'zod'
import { fingerprint, flag, nameServers, url, wholeNumber } from './forms.ts'

export const peppolSettings = {
  /** What the access point sends when it hands over received documents; without it nothing is taken over that way. */
  NETWORK_SECRET: z.string().min(16, 'expected at least 16 characters').optional(),
  /** Instead of the secret: the header in which a trusted proxy names the client certificate. */
  NETWORK_CERT_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'expected the name of a header')
    .toLowerCase()
    .optional(),
  /** The certificates that may enter. */
  NETWORK_CERT_SHA256: z
    .string()
    .transform((text) => text.split(',').map(fingerprint))
    .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/, 'expected SHA-256 fingerprints, separated by commas')))
    .optional(),

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
  /**
   * The digits of the seat id, under which Message Level Statuses are requested and sent, unless the access point does
   * that itself.
   */
  PEPPOL_SEAT: z
    .string()
    .regex(/^\d{6}$/, 'expected the six digits of a seat id, such as 000123 for the seat POP000123')
    .optional(),

  /**
   * How participants are looked up: in a simulator, in a simulator behind a name server and an SMP on loopback, or by
   * the SML and the SMPs of the network.
   */
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

  /** A phoss-smp where companies are published; without one, the sandbox pretends. */
  SMP_URL: url('http', 'https').optional(),
  SMP_USER: z.string().min(1).optional(),
  SMP_PASSWORD: z.string().min(1).optional(),
  /** What is published: the address of the access point for our companies, its certificate (PEM), and whom to ask. */
  SMP_ENDPOINT_URL: url('http', 'https').optional(),
  SMP_CERTIFICATE_FILE: z.string().min(1).optional(),
  SMP_CONTACT: z.string().min(1).optional(),
}
