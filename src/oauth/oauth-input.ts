/** Inputs that several operations of this room have. */
import { z } from 'zod'
import { isRedirectUri } from './redirects.ts'
import { asSecret } from '../kernel/secret-input.ts'

const NAME_CHARACTERS = 80
const URI_CHARACTERS = 2_000

/** Shown as text to whoever decides: one line, without letters that turn the direction of writing. */
export const clientName = z
  .string()
  .trim()
  .min(1)
  .max(NAME_CHARACTERS)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Expected one line of visible characters')

export const clientId = z
  .string()
  .min(1)
  .max(200)
  .meta({ examples: ['client_01kafm4h7vf8xbkrs9q2m3c5de'] })

export const redirectUri = z
  .string()
  .max(URI_CHARACTERS)
  .refine(
    isRedirectUri,
    'Expected https, http on the own machine, or the scheme of an app such as com.example.app:/, without a fragment',
  )
  .meta({ examples: ['http://127.0.0.1:8123/callback'] })

/** A code or token of ours; whatever else it is, it is unknown. */
export const secret = asSecret(z.string().min(1).max(500))

export const codeChallenge = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'Expected the SHA-256 of the verifier in base64url without padding')
  .meta({ maxLength: 43, examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'] })

export const codeVerifier = asSecret(
  z
    .string()
    .min(43)
    .max(128)
    .regex(/^[A-Za-z0-9._~-]*$/, 'Expected letters, digits and the characters - . _ ~'),
).meta({ examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'] })
