/** National registries, and the platforms of the French and Italian authorities. */
import { z } from 'zod'
import { url, wholeNumber } from './forms.ts'

export const authoritiesSettings = {
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
    .regex(/^[A-Z]{2}[A-Z0-9]{2,28}$/, 'expected a country code and a fiscal code, such as IT01234567890')
    .optional(),
  SDI_CA_FILE: z.string().min(1).optional(),
  SDI_CERT_FILE: z.string().min(1).optional(),
  SDI_KEY_FILE: z.string().min(1).optional(),
  SDI_TIMEOUT_MS: wholeNumber(100, 60_000).default(20_000),

  /** The French portal, which gets statuses and invoice data; without an address, the sandbox simulates it. */
  PPF_URL: url('http', 'https').optional(),
  PPF_TOKEN_URL: url('http', 'https').optional(),
  PPF_CLIENT_ID: z.string().min(1).optional(),
  PPF_CLIENT_SECRET: z.string().min(1).optional(),
  PPF_SCOPE: z.string().min(1).optional(),
  /** Of the annexes of XP Z12-012: it decides how the portal is addressed. */
  FRENCH_EDITION: z.enum(['1.3', '1.4']).default('1.3'),
  /** The four characters by which the portal knows this platform. */
  PPF_PLATFORM_NUMBER: z
    .string()
    .regex(/^[A-Z0-9]{4}$/, 'expected four digits or capital letters, such as 0777')
    .default('0000'),
  /** Where the portal brings the files of the French directory; without it, the sandbox has a made-up one. */
  ANNUAIRE_FOLDER: z.string().min(1).optional(),
  PPF_TIMEOUT_MS: wholeNumber(100, 30_000).default(20_000),
}
