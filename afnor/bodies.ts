/** What clients of XP Z12-013 send, as the description shows it. The operations check it. */
import { z } from 'zod'
import { ackStatuses, flowProfiles, flowSyntaxes, flowTypes, processingRules } from '../src/flows/record/flow-words.ts'
import { signatureAlgorithms } from '../src/engine/webhooks/sign-flow.ts'

const word = (words: Readonly<Record<string, string>>) => z.enum(Object.keys(words))
const directions = z.enum(['In', 'Out'])

const flowInfoShape = z
  .object({
    trackingId: z.string().max(36).optional().describe("The sender's own identifier."),
    name: z.string().max(255).describe('Name of the file.'),
    processingRule: word(processingRules).optional(),
    flowSyntax: word(flowSyntaxes),
    flowProfile: word(flowProfiles).optional(),
    sha256: z
      .string()
      .regex(/^[a-fA-F0-9]{64}$/)
      .optional()
      .describe('SHA-256 of the file, which is compared with what has arrived.'),
  })
  .meta({ id: 'FlowInfo', description: 'Signaling of a flow.' })

export const flowFormShape = z.object({
  flowInfo: flowInfoShape,
  file: z.string().meta({ format: 'binary' }).describe('The file, at most 100 MB.'),
})

const searchFiltersShape = z
  .object({
    updatedAfter: z.iso.datetime(),
    updatedBefore: z.iso.datetime(),
    processingRule: z.array(word(processingRules)),
    flowType: z.array(word(flowTypes)),
    flowDirection: z.array(directions),
    trackingId: z.string().max(36),
    ackStatus: word(ackStatuses),
  })
  .partial()
  .meta({ id: 'SearchFlowFilters', description: 'Criteria: at least one.' })

export const searchParamsShape = z
  .object({
    limit: z.int().min(1).max(100).default(25),
    cursor: z.string().optional().describe('Where to go on: `nextCursor` of the page before.'),
    where: searchFiltersShape,
  })
  .meta({ id: 'SearchFlowParams', description: 'What flows are found by.' })

const technicalParts = {
  headers: z.array(z.object({ headerName: z.string(), headerValue: z.string() })).optional(),
  authentication: z
    .object({
      authType: z.enum(['BASIC', 'OAUTH2']),
      userId: z.string().optional(),
      userPassword: z.string().optional(),
      tokenUrl: z.string().optional(),
      clientId: z.string().optional(),
      clientSecret: z.string().optional(),
    })
    .optional(),
  signature: z.object({ algo: word(signatureAlgorithms).nullable(), key: z.string().optional() }).optional(),
}

export const technicalShape = z
  .object(technicalParts)
  .meta({ id: 'WebhookTechnicalParams', description: 'What may be changed of a subscription.' })

const laterParamsShape = z
  .object({
    callbackUrl: z.string(),
    flowTypes: z.array(word(flowTypes)).optional(),
    flowDirection: directions.optional(),
    ackStatus: word(ackStatuses).optional(),
  })
  .meta({ id: 'WebhookParams', description: 'A subscription as edition 1.3 has it.' })

const earlierParamsShape = z
  .object({
    callback: z.object({ url: z.string(), ...technicalParts }),
    metadata: z.object({
      flowType: z.union([word(flowTypes), z.array(word(flowTypes))]),
      flowDirection: directions,
      processingRule: z.union([word(processingRules), z.array(word(processingRules))]).optional(),
      ackStatus: word(ackStatuses).optional(),
    }),
  })
  .meta({ id: 'WebhookCallbackParams', description: 'A subscription as edition 1.2 has it.' })

export const webhookParamsShape = z.union([earlierParamsShape, laterParamsShape])
