/** What the operations on webhooks of flows have in common: the forms of their input, and what is kept sealed. */
import { z } from 'zod'
import { sealContext } from '../engine/webhooks/secrets.ts'
import { type SignatureAlgorithm, signFlow, signatureAlgorithms } from '../engine/webhooks/sign-flow.ts'
import type { Webhook } from '../generated/prisma/client.ts'
import { ackStatuses, flowTypes, processingRules } from '../flows/record/flow-words.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { oneOf } from '../kernel/input.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { asSecret } from '../kernel/secret-input.ts'
import type { Platform } from '../operation/platform.ts'
import { refuseTarget } from './webhook.ts'

/** Names that a callback has already, or that say how a request travels. */
const RESERVED =
  /^(content-|host$|connection$|transfer-encoding$|authorization$|afnor-|x-service-|user-agent$|expect$|te$|upgrade$|keep-alive$)/i

const text = (most: number) => z.string().min(1).max(most)

const callbackHeader = z
  .strictObject({
    headerName: text(100)
      .regex(/^[A-Za-z0-9-]+$/, 'Expected a header name of letters, digits and hyphens')
      .refine((name) => !RESERVED.test(name), { error: 'This header is set by the platform' })
      .describe('Name of the header.')
      .meta({ examples: ['X-Tenant'] }),
    headerValue: asSecret(text(1_000))
      .regex(/^[\x20-\x7e]*$/, 'Expected printable ASCII')
      .describe('Value of the header.')
      .meta({ examples: ['4711'] }),
  })
  .meta({ id: 'CallbackHeaderInput', description: 'A header of each callback.' })

const callbackAuthentication = z
  .strictObject({
    authType: oneOf('CallbackAuthentication', {
      BASIC: 'User and password.',
      OAUTH2: 'Client credentials: a token is fetched, and kept until it expires.',
    }).describe('How the callback authenticates itself.'),
    userId: text(200).optional().describe('With BASIC: the user.'),
    userPassword: text(500).optional().describe('With BASIC: the password.'),
    tokenUrl: text(2_048)
      .optional()
      .describe('With OAUTH2: where tokens are fetched. It must be a public https address.'),
    clientId: text(200).optional().describe('With OAUTH2: the client.'),
    clientSecret: text(500).optional().describe('With OAUTH2: its secret.'),
  })
  .superRefine((given, context) => {
    const needed =
      given.authType === 'BASIC'
        ? (['userId', 'userPassword'] as const)
        : (['tokenUrl', 'clientId', 'clientSecret'] as const)
    for (const name of needed)
      if (given[name] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'This field is required',
          params: { code: 'MISSING_FIELD' },
        })
  })
  .meta({ id: 'CallbackAuthenticationInput', description: 'How callbacks authenticate themselves at the endpoint.' })

const callbackSignature = z
  .strictObject({
    algo: oneOf('CallbackSignature', signatureAlgorithms).describe('Algorithm of the signature.'),
    key: asSecret(text(20_000))
      .describe('The key in base64: a secret, or a private key as PEM or PKCS #8.')
      .meta({ examples: ['c2VjcmV0'] }),
  })
  .meta({ id: 'CallbackSignatureInput', description: 'How callbacks are signed, with a key of the caller.' })

const many = <S extends z.ZodType>(one: S) => z.array(one).max(50)

export const technicalFields = {
  headers: z.array(callbackHeader).max(20).nullish().describe('Headers of each callback.'),
  authentication: asSecret(callbackAuthentication)
    .nullish()
    .describe('How callbacks authenticate themselves. Null for not at all.'),
  signature: callbackSignature.nullish().describe('How callbacks are signed. Null for the key that was made here.'),
}

export const flowFilterFields = {
  flowTypes: many(oneOf('FlowType', flowTypes)).optional().describe('Only flows of these kinds (default: all).'),
  flowDirection: oneOf('FlowDirection', {
    In: 'From this platform to the organization.',
    Out: 'From the organization to this platform.',
  })
    .optional()
    .describe('Only flows that go this way (default: both).'),
  processingRules: many(oneOf('ProcessingRule', processingRules))
    .optional()
    .describe('Only flows with one of these rules (default: all).'),
  ackStatus: oneOf('FlowAckStatus', ackStatuses)
    .optional()
    .describe('Only flows whose checks ended so (default: all).'),
}

/** What of a webhook of flows is sealed: it holds passwords and keys. */
export interface Callback {
  headers: { headerName: string; headerValue: string }[]
  authentication: z.output<typeof callbackAuthentication> | null
  signature: { algo: SignatureAlgorithm; key: string } | null
  edition: 'v1.2' | 'v1.3'
}

/** Whose callback it is: sealed with it. */
export const sealedCallback = (webhook: Pick<Webhook, 'organizationId' | 'id'>): string =>
  `${sealContext(webhook)} callback`

export const sealCallback = (box: SecretBox, webhook: Pick<Webhook, 'organizationId' | 'id'>, callback: Callback) =>
  box.seal(JSON.stringify(callback), sealedCallback(webhook))

export const openCallback = (box: SecretBox, webhook: Pick<Webhook, 'organizationId' | 'id' | 'callback'>): Callback =>
  JSON.parse(box.open(webhook.callback ?? new Uint8Array(), sealedCallback(webhook)).toString()) as Callback

/** Refuses addresses inside, and keys that cannot sign: before a flow depends on them. */
export const refuseUnusable = async (
  platform: Platform,
  {
    authentication,
    signature,
  }: { authentication?: Callback['authentication'] | undefined; signature?: Callback['signature'] | undefined },
): Promise<void> => {
  if (authentication?.tokenUrl !== undefined) await refuseTarget(authentication.tokenUrl, platform)
  if (!signature) return
  try {
    signFlow('{}', 0, signature.algo, signature.key)
  } catch (error) {
    const message = `The key does not fit ${signature.algo}: ${(error as Error).message}`
    throw refusal('INVALID_REQUEST', 'signature.key', message, { summary: `signature.key: ${message}` })
  }
}
