/** What callers say of a flow. */
import { z } from 'zod'
import { file, oneOf } from '../kernel/input.ts'
import { shownLimit } from '../values/limits.ts'
import { flowProfiles, flowSyntaxes, processingRules } from './record/flow-words.ts'

export const trackingId = z
  .string()
  .min(1)
  .max(36)
  .describe("The sender's own identifier. It need not be unique.")
  .meta({ examples: ['4711'] })

export const submitInput = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(255)
    .describe('Name of the file.')
    .meta({ examples: ['F20260001.xml'] }),
  flowSyntax: oneOf('FlowSyntax', flowSyntaxes).describe('Syntax of the file.'),
  trackingId: trackingId.optional(),
  processingRule: oneOf('ProcessingRule', processingRules)
    .optional()
    .describe('How the reform treats it. When absent, it follows from the parties.'),
  flowProfile: oneOf('FlowProfile', flowProfiles).optional().describe('Profile of an invoice.'),
  sha256: z
    .string()
    .regex(/^[a-fA-F0-9]{64}$/, 'Expected 64 hexadecimal digits')
    .transform((text) => text.toLowerCase())
    .optional()
    .describe('SHA-256 of the file, in hexadecimal. It is compared with what has arrived.')
    .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] }),
  file: file
    .describe(
      `The file. By \`/afnor\` it may have ${shownLimit('flowBytes')}, otherwise ${shownLimit('fileBytes')}. What has ` +
        `more than ${shownLimit('fileBytes')} is kept, and acknowledged as too large.`,
    )
    .meta({ graphql: 'File' }),
})
export type SubmitInput = z.output<typeof submitInput>
