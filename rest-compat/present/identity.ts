import { z } from 'zod'
import type { RequestLog } from '../../src/generated/prisma/client.ts'
import { timestamp } from './shared.ts'

export const identityShape = z
  .object({
    authMethod: z.string(),
    userId: z.string().nullable(),
    email: z.string().nullable(),
    keyType: z.string().nullable(),
    organizationId: z.string(),
    organizationIds: z.array(z.string()),
    organizations: z.array(
      z.object({ id: z.string(), name: z.string(), country: z.string().nullable(), vatNumber: z.string().nullable() }),
    ),
    companyId: z.string().nullable(),
    scopes: z.array(z.string()),
    isTestMode: z.boolean(),
    plan: z.string(),
    quota: z.object({ limit: z.number().nullable(), used: z.number() }),
    rateLimitPerMinute: z.number(),
  })
  .meta({ id: 'Identity' })

export const requestShape = z
  .object({
    id: z.string(),
    method: z.string(),
    path: z.string(),
    operation: z.string().nullable(),
    status: z.number(),
    errorCode: z.string().nullable(),
    apiKeyId: z.string().nullable(),
    userId: z.string().nullable(),
    startedAt: timestamp,
    durationMs: z.number(),
    upstreamCalls: z.array(
      z.object({
        upstream: z.string(),
        call: z.string(),
        startedMs: z.number(),
        durationMs: z.number(),
        outcome: z.string(),
      }),
    ),
    validation: z.array(z.object({ field: z.string(), rule: z.string(), message: z.string() }).loose()),
    requestBody: z.string().nullable(),
  })
  .meta({ id: 'Request' })

type Shown = z.input<typeof requestShape>

export const presentRequest = ({ organizationId: _tenant, callerLabel: _label, ...entry }: RequestLog): Shown => ({
  ...entry,
  startedAt: entry.startedAt.toISOString(),
  upstreamCalls: entry.upstreamCalls as Shown['upstreamCalls'],
  validation: entry.validation as Shown['validation'],
})

export const usageShape = z.object({
  data: z.array(
    z.object({
      apiKeyId: z.string().nullable(),
      userId: z.string().nullable(),
      label: z.string().nullable(),
      requests: z.number(),
      errors: z.number(),
      lastSeenAt: timestamp,
    }),
  ),
})
