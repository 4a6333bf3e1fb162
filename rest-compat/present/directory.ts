import { z } from 'zod'
import type { DirectoryEntry } from '../../src/generated/prisma/client.ts'

const basic = { peppolId: z.string(), name: z.string(), country: z.string().nullable(), city: z.string().nullable(), postalCode: z.string().nullable(), vatNumber: z.string().nullable(), documentTypes: z.array(z.string()), accessPoint: z.string().nullable() }
const full = { identifiers: z.array(z.string()), naceCodes: z.array(z.string()), detail: z.record(z.string(), z.unknown()) }

export const listedShape = z.object({ ...basic, ...z.object(full).partial().shape }).meta({ id: 'ListedParticipant', description: 'Identifiers, activities and detail only with `detail=full`.' })

export const presentListed = (detail: 'basic' | 'full') => ({ peppolId, name, country, city, postalCode, vatNumber, documentTypes, accessPoint, ...entry }: DirectoryEntry): z.input<typeof listedShape> => ({
  peppolId, name, country, city, postalCode, vatNumber, documentTypes, accessPoint,
  ...(detail === 'full' && { identifiers: entry.identifiers, naceCodes: entry.naceCodes, detail: entry.detail as Record<string, unknown> }),
})

export const participantShape = z.object({ ...basic, ...full, accepts: z.array(z.string()), endpoint: z.string().nullable(), transportProfile: z.string().nullable() }).meta({ id: 'Participant' })
export const verificationShape = z.object({ peppolId: z.string(), exists: z.boolean(), canReceive: z.boolean(), recipientName: z.string().nullable(), documentType: z.string(), accessPoint: z.string().nullable() }).meta({ id: 'Verification' })
