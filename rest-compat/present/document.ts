import { z } from 'zod'
import type { Batch } from '../../src/operation/batch.ts'
import type { ActionResult } from '../../src/documents/actions/act-on-document.ts'
import type { DocumentRow } from '../../src/documents/record/document.ts'
import type { listMessageStatuses } from '../../src/documents/views/list-message-statuses.ts'
import type { Moment } from '../../src/documents/views/timeline.ts'
import type { Validation } from '../../src/documents/record/validation.ts'
import type { DeliveryAttempt, DocumentAttachment } from '../../src/generated/prisma/client.ts'
import type { LookupReason } from '../../src/upstreams/directory/lookup.ts'
import { Decimal } from '../../src/values/money.ts'
import { Exact } from '../../src/kernel/json.ts'
import { reasonNames } from './directory.ts'
import { iso, refusalShape, timestamp } from './shared.ts'

const day = z.iso.date()
const amount = z.number().meta({ examples: [1234.5] })

export const findingShape = z
  .object({
    rule: z
      .string()
      .describe(
        'Official identifier of the rule; `NOT_CARRIED` for what the body says and its document has no place for.',
      ),
    severity: z.enum(['fatal', 'warning']),
    message: z.string(),
    fix: z.string(),
    terms: z.array(z.string()),
    path: z.string().nullable(),
    xpath: z.string(),
    profile: z.string(),
  })
  .meta({ id: 'Finding' })

export const documentShape = z
  .object({
    id: z.string(),
    companyId: z.string(),
    type: z.string(),
    typeCode: z.string().nullable(),
    direction: z.string(),
    number: z.string(),
    issueDate: day.nullable(),
    dueDate: day.nullable(),
    currency: z.string().nullable(),
    grossAmount: amount.nullable(),
    netAmount: amount.nullable(),
    vatAmount: amount.nullable(),
    amountDue: amount.nullable(),
    status: z.string(),
    deliveryStatus: z.string().nullable(),
    lifecycleStatus: z.string(),
    frenchStatus: z.string().nullable(),
    senderPeppolId: z.string().nullable(),
    senderName: z.string().nullable(),
    senderVatNumber: z.string().nullable(),
    receiverPeppolId: z.string().nullable(),
    receiverName: z.string().nullable(),
    receiverVatNumber: z.string().nullable(),
    buyerReference: z.string().nullable(),
    orderReference: z.string().nullable(),
    billingReference: z.string().nullable(),
    paymentIban: z.string().nullable(),
    paymentReference: z.string().nullable(),
    selfBilled: z.boolean(),
    channel: z.string().nullable(),
    archived: z.boolean(),
    read: z.boolean(),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    receivedAt: timestamp.nullable(),
    sentAt: timestamp.nullable(),
    deliveredAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Document' })

const dateOf = (value: Date | null): string | null => value?.toISOString().slice(0, 10) ?? null
const exact = (value: DocumentRow['grossAmount']): Exact | null => (value === null ? null : new Exact(value, 2))

export const presentDocument = (row: DocumentRow) => ({
  id: row.id,
  companyId: row.companyId,
  type: row.type,
  typeCode: row.typeCode,
  direction: row.direction,
  number: row.number,
  issueDate: dateOf(row.issueDate),
  dueDate: dateOf(row.dueDate),
  currency: row.currency,
  grossAmount: exact(row.grossAmount),
  netAmount: exact(row.netAmount),
  vatAmount: exact(row.vatAmount),
  amountDue: exact(row.amountDue),
  status: row.status,
  deliveryStatus: row.deliveryStatus,
  lifecycleStatus: row.lifecycleStatus,
  frenchStatus: row.frenchStatus,
  senderPeppolId: row.senderPeppolId,
  senderName: row.senderName,
  senderVatNumber: row.senderVatNumber,
  receiverPeppolId: row.receiverPeppolId,
  receiverName: row.receiverName,
  receiverVatNumber: row.receiverVatNumber,
  buyerReference: row.buyerReference,
  orderReference: row.orderReference,
  billingReference: row.billingReference,
  paymentIban: row.paymentIban,
  paymentReference: row.paymentReference,
  selfBilled: row.selfBilled,
  channel: row.channel,
  archived: row.archived,
  read: row.read,
  errorCode: row.errorCode,
  errorMessage: row.errorMessage,
  receivedAt: iso(row.receivedAt),
  sentAt: iso(row.sentAt),
  deliveredAt: iso(row.deliveredAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  metadata: row.metadata,
})

export const summaryShape = z
  .object({
    id: z.string(),
    type: z.string(),
    number: z.string(),
    issueDate: day.nullable(),
    currency: z.string().nullable(),
    amount: amount.nullable(),
    status: z.string(),
    direction: z.string(),
  })
  .meta({ id: 'DocumentSummary' })

/** The short form in lists of invoices; there the type is upper-case, as in GraphQL. */
export const presentSummary = (row: DocumentRow) => ({
  id: row.id,
  type: row.type.toUpperCase().replaceAll('-', '_'),
  number: row.number,
  issueDate: dateOf(row.issueDate),
  currency: row.currency,
  amount: exact(row.grossAmount),
  status: row.status,
  direction: row.direction,
})

export const sentShape = documentShape
  .extend({
    validation: z.object({ profile: z.string().nullable(), valid: z.boolean(), warnings: z.array(findingShape) }),
  })
  .meta({ id: 'SentDocument' })

export const presentSent = ({ document, validation }: { document: DocumentRow; validation: Validation }) => ({
  ...presentDocument(document),
  validation: { profile: validation.profile, valid: validation.valid, warnings: validation.warnings },
})

const money = (text: string | null): Exact | null => (text === null ? null : new Exact({ toFixed: () => text }))

export const dryRunShape = z
  .object({
    valid: z.boolean(),
    profile: z.string().nullable(),
    errors: z.array(findingShape),
    warnings: z.array(findingShape),
    recipient: z
      .object({ exists: z.boolean(), canReceive: z.boolean(), reason: z.enum(reasonNames).nullable() })
      .nullable(),
    channel: z.string().nullable(),
    totals: z.object({
      currency: z.string().nullable(),
      netAmount: amount.nullable(),
      vatAmount: amount.nullable(),
      grossAmount: amount.nullable(),
      prepaidAmount: amount.nullable(),
      amountDue: amount.nullable(),
    }),
  })
  .meta({ id: 'DryRun' })

interface DryRun extends Validation {
  recipient: { exists: boolean; canReceive: boolean; reason: LookupReason | null } | null
  channel: string | null
  totals: Record<'currency' | 'netAmount' | 'vatAmount' | 'grossAmount' | 'prepaidAmount' | 'amountDue', string | null>
}

export const presentDryRun = ({
  valid,
  profile,
  errors,
  warnings,
  recipient,
  channel,
  totals: { currency, ...amounts },
}: DryRun) => ({
  valid,
  profile,
  errors,
  warnings,
  recipient,
  channel,
  totals: { currency, ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, money(value)])) },
})

export const attemptShape = z
  .object({
    id: z.string(),
    number: z.number(),
    channel: z.string(),
    endpoint: z.string().nullable(),
    startedAt: timestamp,
    durationMs: z.number(),
    outcome: z.string(),
    errorCode: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'DeliveryAttempt' })

export const presentAttempt = ({
  id,
  number,
  channel,
  endpoint,
  startedAt,
  durationMs,
  outcome,
  errorCode,
  detail,
}: DeliveryAttempt) => ({
  id,
  number,
  channel,
  endpoint,
  startedAt: startedAt.toISOString(),
  durationMs,
  outcome,
  errorCode,
  detail,
})

export const messageStatusShape = z
  .object({
    id: z.string(),
    kind: z.string(),
    code: z.string(),
    description: z.string().nullable(),
    issues: z.array(z.object({ place: z.string(), reason: z.string(), message: z.string() })),
    senderId: z.string(),
    instanceId: z.string(),
    issuedAt: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'MessageStatus' })

export const presentMessageStatus = ({
  id,
  kind,
  code,
  description,
  issues,
  senderId,
  instanceId,
  issuedAt,
  createdAt,
}: Awaited<ReturnType<typeof listMessageStatuses.run>>[number]) => ({
  id,
  kind,
  code,
  description,
  issues,
  senderId,
  instanceId,
  issuedAt,
  createdAt: createdAt.toISOString(),
})

export const actionShape = z
  .object({
    documentId: z.string(),
    action: z.string(),
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    updatedAt: timestamp,
  })
  .meta({ id: 'ActionResult' })

/** The structured view with its decimals as number literals. */
const withExactDecimals = (value: unknown): unknown => {
  if (Decimal.isDecimal(value)) return new Exact(value)
  if (Array.isArray(value)) return value.map(withExactDecimals)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withExactDecimals(inner)]))
    : value
}

export const presentStructured = ({ documentId, document }: { documentId: string; document: unknown }) => ({
  documentId,
  document: withExactDecimals(document),
})

/** Of a batch: what came of each item under a name of its own, or why it was refused. */
export const batchShape = <S extends z.ZodType>(name: string, shape: S) =>
  z.object({
    results: z.array(
      z.union([
        z.object({ index: z.number(), ok: z.literal(true), [name]: shape }),
        z.object({ index: z.number(), ok: z.literal(false), error: refusalShape }),
      ]),
    ),
    succeeded: z.number(),
    failed: z.number(),
  })

export const presentBatch =
  <T>(name: string, present: (value: T) => unknown) =>
  ({ results, ...counts }: Batch<T>) => ({
    results: results.map((result) =>
      result.ok ? { index: result.index, ok: true, [name]: present(result.value) } : result,
    ),
    ...counts,
  })

export const presentAction = ({ updatedAt, ...done }: ActionResult) => ({ ...done, updatedAt: updatedAt.toISOString() })

export const attachmentShape = z
  .object({
    id: z.string(),
    fileName: z.string(),
    mimeType: z.string(),
    description: z.string().nullable(),
    size: z.number(),
    hash: z.string().describe('SHA-256 of its bytes, in hexadecimal.'),
  })
  .meta({ id: 'DocumentAttachment' })

export const presentAttachment = ({ id, fileName, mimeType, description, size, fileHash }: DocumentAttachment) => ({
  id,
  fileName,
  mimeType,
  description,
  size,
  hash: fileHash,
})

export const momentShape = z
  .object({
    at: timestamp,
    source: z.string(),
    what: z.string(),
    by: z.string().nullable(),
    text: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Moment' })

export const presentMoment = ({ at, ...moment }: Moment) => ({ at: at.toISOString(), ...moment })

export const relatedShape = z.object({ relation: z.string(), document: summaryShape }).meta({ id: 'RelatedDocument' })
