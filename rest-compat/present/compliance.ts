import { z } from 'zod'
import type { ComplianceStatus } from '../../src/compliance/get-compliance-status.ts'
import type { ComplianceReport } from '../../src/generated/prisma/client.ts'
import { iso, timestamp } from './shared.ts'

const error = z.object({ code: z.string(), message: z.string() })

export const reportShape = z
  .object({
    id: z.string(),
    documentId: z.string(),
    companyId: z.string(),
    country: z.string(),
    reportedTo: z.string(),
    frenchStatus: z.string().nullable(),
    status: z.enum(['pending', 'reported', 'failed']),
    platformReference: z.string().nullable(),
    platformResponse: z.unknown(),
    error: error.nullable(),
    attempts: z.number(),
    nextCheckAt: timestamp.nullable(),
    dueBy: timestamp,
    createdAt: timestamp,
    reportedAt: timestamp.nullable(),
  })
  .meta({ id: 'ComplianceReport' })

export const presentReport = (row: ComplianceReport) => ({
  id: row.id,
  documentId: row.documentId,
  companyId: row.companyId,
  country: row.country,
  reportedTo: row.reportedTo,
  frenchStatus: row.frenchStatus,
  status: row.status,
  platformReference: row.platformReference,
  platformResponse: row.platformResponse,
  error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
  attempts: row.attempts,
  nextCheckAt: iso(row.nextCheckAt),
  dueBy: row.dueBy.toISOString(),
  createdAt: row.createdAt.toISOString(),
  reportedAt: iso(row.reportedAt),
})

export const complianceStatusShape = z
  .object({
    companyId: z.string(),
    companyName: z.string(),
    country: z.string(),
    platform: z.string(),
    status: z.enum(['not_registered', 'pending', 'active', 'error']),
    automatic: z.boolean(),
    reports: z.object({ pending: z.number(), reported: z.number(), failed: z.number() }),
    lastReportAt: timestamp.nullable(),
    lastError: error.extend({ at: timestamp }).nullable(),
    obligations: z.array(z.string()),
  })
  .meta({ id: 'ComplianceStatus' })
export const presentComplianceStatus = (status: ComplianceStatus) => status

export const byDayShape = z
  .object({
    data: z.array(z.object({ day: z.iso.date(), pending: z.number(), reported: z.number(), failed: z.number() })),
  })
  .meta({ id: 'ComplianceByDay' })
