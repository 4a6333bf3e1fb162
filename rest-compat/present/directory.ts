import { z } from 'zod'
import type { verifyParticipant } from '../../src/directory/verify-participant.ts'
import type { DirectoryEntry } from '../../src/generated/prisma/client.ts'
import { type LookupReason, lookupOutcomes, lookupReasons, lookupSteps } from '../../src/upstreams/directory/lookup.ts'

export const reasonNames = Object.keys(lookupReasons) as LookupReason[]

const basic = {
  peppolId: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  postalCode: z.string().nullable(),
  vatNumber: z.string().nullable(),
  documentTypes: z.array(z.string()),
  accessPoint: z.string().nullable(),
}
const full = {
  identifiers: z.array(z.string()),
  naceCodes: z.array(z.string()),
  detail: z.record(z.string(), z.unknown()),
}

export const listedShape = z
  .object({ ...basic, ...z.object(full).partial().shape })
  .meta({ id: 'ListedParticipant', description: 'Identifiers, activities and detail only with `detail=full`.' })

export const presentListed =
  (detail: 'basic' | 'full') =>
  ({
    peppolId,
    name,
    country,
    city,
    postalCode,
    vatNumber,
    documentTypes,
    accessPoint,
    ...entry
  }: DirectoryEntry): z.input<typeof listedShape> => ({
    peppolId,
    name,
    country,
    city,
    postalCode,
    vatNumber,
    documentTypes,
    accessPoint,
    ...(detail === 'full' && {
      identifiers: entry.identifiers,
      naceCodes: entry.naceCodes,
      detail: entry.detail as Record<string, unknown>,
    }),
  })

export const participantShape = z
  .object({
    ...basic,
    ...full,
    accepts: z.array(z.string()),
    endpoint: z.string().nullable(),
    transportProfile: z.string().nullable(),
  })
  .meta({ id: 'Participant' })
const stepShape = z
  .object({
    step: z.enum(lookupSteps),
    target: z.string().describe('What was asked for: a name of the DNS, an address, a document type.'),
    answered: z.string().nullable().describe('Who answered: a server, whose certificate it is, or the cache.'),
    outcome: z.enum(lookupOutcomes).describe('`OK`, or why the step failed.'),
    detail: z.string().nullable().describe('What the answer was, or what is wrong with it.'),
    durationMs: z.number(),
  })
  .meta({ id: 'LookupStep', description: 'A step of a lookup on the network.' })

export const verificationShape = z
  .object({
    peppolId: z.string(),
    exists: z.boolean(),
    canReceive: z.boolean(),
    recipientName: z.string().nullable(),
    documentType: z.string(),
    accessPoint: z.string().nullable(),
    reason: z
      .enum(reasonNames)
      .nullable()
      .describe(
        `Why it cannot receive; null where it can. ${reasonNames.map((reason) => `\`${reason}\`: ${lookupReasons[reason].description}`).join(' ')}`,
      ),
    trace: z.array(stepShape).optional().describe('The steps of the lookup, with `?trace=true`.'),
  })
  .meta({ id: 'Verification' })

export const presentVerification = ({
  steps,
  isTraced,
  ...found
}: Awaited<ReturnType<typeof verifyParticipant.run>>): z.input<typeof verificationShape> => ({
  ...found,
  ...(isTraced && { trace: steps }),
})
