import type { BatchItem } from './update-lifecycle-batch.ts'
import type { LifecycleResult } from './apply-update.ts'
import type { ReportView } from '../compliance/reports/append-reports.ts'
import { ComplianceReport } from '../compliance/schema.ts'
import { authorityNames } from '../companies/authorities.ts'
import { Document } from '../documents/schema.ts'
import { lifecycleStatuses } from '../documents/record/filter.ts'
import type { DocumentRow } from '../documents/record/document.ts'
import { builder } from '../graphql/builder.ts'
import { enumOf } from '../graphql/enums.ts'
import { args, mutation, read, runs } from '../graphql/field.ts'
import { RefusalType } from '../graphql/refusal.ts'
import type { Payment } from './decide.ts'
import { isFrench, standingOf } from './document-standing.ts'
import { type LifecycleView, type StatusReason, getLifecycle } from './get-lifecycle.ts'
import { type KeptAmount, amountsOf, correctionsOf, paymentOf } from './messages/facts.ts'
import { messageSyntaxes } from './messages/channel.ts'
import { CHRONOLOGY } from './record-status.ts'
import { frenchStatuses } from './tables/french-statuses.ts'
import { type NextStep, nextSteps } from './tables/next-steps.ts'
import { partyOf, targets } from './tables/states.ts'
import { type Correction, reasonCodes } from './update-input.ts'
import { updateLifecycleBatch } from './update-lifecycle-batch.ts'
import { updateLifecycleByNumber } from './update-lifecycle-by-number.ts'
import { updateLifecycle } from './update-lifecycle.ts'

const lifecycleStatusEnum = enumOf('LifecycleStatus', lifecycleStatuses)
const Target = enumOf('LifecycleTarget', targets)
const ReasonCode = enumOf('ReasonCode', reasonCodes)
const MessageSyntax = enumOf('LifecycleMessageSyntax', messageSyntaxes)

const ReasonChoice = builder.objectRef<NextStep['reasonCodes'][number]>('ReasonChoice').implement({
  description: 'A reason that may be given.',
  fields: (t) => ({
    code: t.field({ type: ReasonCode, description: 'Its code.', resolve: ({ code }) => code }),
    label: t.exposeString('label', { description: 'What it means.' }),
  }),
})

const FrenchStatus = builder.objectRef<{ code: string; meaning: string }>('FrenchStatus').implement({
  description: 'A status of XP Z12-012.',
  fields: (t) => ({
    code: t.exposeString('code', { description: '`200` to `213`, and others that are understood.' }),
    meaning: t.exposeString('meaning', { description: 'What it means.' }),
    label: t.string({
      nullable: true,
      description: 'How the norm calls it.',
      resolve: ({ code }) => frenchStatuses[code]?.label ?? null,
    }),
    tier: t.string({
      nullable: true,
      description: '`mandatory`, `recommended` or `free`.',
      resolve: ({ code }) => frenchStatuses[code]?.tier ?? null,
    }),
    next: t.stringList({
      description: 'What usually follows; a chronology, not a list of checkpoints.',
      resolve: ({ code }) => [...(frenchStatuses[code]?.next ?? [])],
    }),
  }),
})
const frenchStatus = (code: string | null): { code: string; meaning: string } | null =>
  code === null ? null : { code, meaning: frenchStatuses[code]?.meaning ?? code }

const Transition = builder.objectRef<NextStep>('LifecycleTransition').implement({
  description: 'What may follow, and what it asks for.',
  fields: (t) => ({
    target: t.field({ type: Target, description: 'Where to.', resolve: ({ target }) => target }),
    label: t.exposeString('label', { description: 'What to call it.' }),
    frenchStatuses: t.field({
      type: [FrenchStatus],
      description: 'What it is in France; where there are several, what else is said decides.',
      resolve: (step) => step.frenchStatuses,
    }),
    requiredFields: t.stringList({
      description: 'Fields of the update that it needs.',
      resolve: ({ requiredFields }) => [...requiredFields],
    }),
    reasonCodes: t.field({
      type: [ReasonChoice],
      description: 'Reasons that it takes.',
      resolve: (step) => step.reasonCodes,
    }),
  }),
})

const PaymentSaid = builder.objectRef<Payment>('LifecyclePayment').implement({
  description: 'What a status says of a payment.',
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'Day.', resolve: ({ date }) => date }),
    amount: t.field({ type: 'Decimal', nullable: true, description: 'Amount.', resolve: ({ amount }) => amount }),
    currency: t.field({
      type: 'CurrencyCode',
      nullable: true,
      description: 'Currency.',
      resolve: ({ currency }) => currency,
    }),
    reference: t.exposeString('reference', { nullable: true, description: 'Reference.' }),
    remaining: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'What remains.',
      resolve: ({ remaining }) => remaining,
    }),
  }),
})

const Amount = builder.objectRef<KeptAmount>('LifecycleAmount').implement({
  description: 'An amount that a French status carries.',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description:
        'MDT-207: MEN collected, MPA paid, RAP remaining, MAP and MAPTTC approved, MNA and MNATTC refused, MAJ completed.',
    }),
    amount: t.field({ type: 'Decimal', description: 'Amount.', resolve: ({ amount }) => amount }),
    currency: t.field({
      type: 'CurrencyCode',
      nullable: true,
      description: 'Currency.',
      resolve: ({ currency }) => currency,
    }),
    percent: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'VAT rate.',
      resolve: ({ percent }) => percent ?? null,
    }),
  }),
})

const CorrectionSaid = builder.objectRef<Correction>('Correction').implement({
  description: 'A field of the document that is wrong, and what it should be.',
  fields: (t) => ({
    term: t.exposeString('term', { description: 'Business term of EN 16931.' }),
    path: t.string({ nullable: true, description: 'Where it stands.', resolve: ({ path }) => path ?? null }),
    current: t.string({ nullable: true, description: 'What it says.', resolve: ({ current }) => current ?? null }),
    expected: t.exposeString('expected', { description: 'What it should say.' }),
  }),
})

const Entry = builder.prismaObject('LifecycleEntry', {
  description: 'One status that a document was given.',
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    status: t.field({
      type: lifecycleStatusEnum,
      nullable: true,
      description: 'Where the business moved to; null where it did not.',
      select: { status: true },
      resolve: ({ status }) => status,
    }),
    frenchStatus: t.field({
      type: FrenchStatus,
      nullable: true,
      description: 'The French status.',
      select: { frenchStatus: true },
      resolve: (entry) => frenchStatus(entry.frenchStatus),
    }),
    party: t.field({
      type: enumOf('LifecycleParty', ['buyer', 'supplier', 'platform']),
      description: 'Who gave it.',
      select: { party: true },
      resolve: ({ party }) => party,
    }),
    source: t.field({
      type: enumOf('LifecycleSource', ['api', 'network', 'automatic', 'payment']),
      description: 'How it came.',
      select: { source: true },
      resolve: ({ source }) => source,
    }),
    author: t.exposeString('author', { description: 'The key, user or participant behind it.' }),
    happenedAt: t.expose('happenedAt', { type: 'DateTime', description: 'When it was decided.' }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When it was recorded here.' }),
    reasonCode: t.exposeString('reasonCode', { nullable: true, description: 'Why, as it was given.' }),
    motif: t.exposeString('motif', { nullable: true, description: 'Why, as AFNOR says it.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, in words.' }),
    note: t.exposeString('note', { nullable: true, description: 'Remark.' }),
    requestedAction: t.exposeString('requestedAction', {
      nullable: true,
      description: 'What the other side is asked to do.',
    }),
    payment: t.field({
      type: PaymentSaid,
      nullable: true,
      description: 'The payment it tells of.',
      select: { payment: true },
      resolve: (entry) => paymentOf(entry as never),
    }),
    amounts: t.field({
      type: [Amount],
      description: 'The amounts it carries.',
      select: { amounts: true },
      resolve: (entry) => amountsOf(entry as never),
    }),
    corrections: t.field({
      type: [CorrectionSaid],
      description: 'Fields that are wrong.',
      select: { corrections: true },
      resolve: (entry) => correctionsOf(entry as never),
    }),
    rules: t.stringList({
      description: 'Rules that a validation found broken.',
      select: { rules: true },
      resolve: ({ rules }) => rules,
    }),
    relatedDocumentId: t.exposeID('relatedDocumentId', {
      nullable: true,
      description: 'The document that completes this one.',
    }),
  }),
})

const Message = builder.prismaObject('LifecycleMessage', {
  description: 'A message between the parties that tells a status.',
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    entryId: t.exposeID('entryId', { nullable: true, description: 'The status that it tells.' }),
    direction: t.field({
      type: enumOf('Direction', ['incoming', 'outgoing']),
      description: 'Sent or received.',
      select: { direction: true },
      resolve: ({ direction }) => direction,
    }),
    syntax: t.field({
      type: MessageSyntax,
      description: 'Invoice Response or CDAR.',
      select: { syntax: true },
      resolve: ({ syntax }) => syntax,
    }),
    number: t.exposeString('number', { description: 'How it names itself.' }),
    deliveryStatus: t.field({
      type: enumOf('DeliveryStatus', ['pending', 'delivered', 'failed', 'rejected']),
      description: 'Where its delivery stands.',
      select: { deliveryStatus: true },
      resolve: ({ deliveryStatus }) => deliveryStatus,
    }),
    errorCode: t.exposeString('errorCode', { nullable: true, description: 'Why it was not delivered.' }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'Why it was not delivered, in words.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true, description: 'When it was taken over.' }),
  }),
})

const Reason = builder.objectRef<StatusReason>('LifecycleReason').implement({
  description: 'Why a document stands where it does.',
  fields: (t) => ({
    code: t.exposeString('code', { nullable: true, description: 'Reason or error code.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'In words.' }),
    rules: t.stringList({ description: 'Rules that a validation found broken.', resolve: ({ rules }) => [...rules] }),
  }),
})

const stepsOf = (document: DocumentRow): NextStep[] => nextSteps(standingOf(document), partyOf(document))
const forSteps = { lifecycleStatus: true, frenchStatus: true, selfBilled: true, direction: true, type: true } as const

builder.prismaObjectFields(Document, (t) => ({
  frenchStatus: t.field({
    type: FrenchStatus,
    nullable: true,
    description: 'The French status, for invoices of French companies.',
    select: { frenchStatus: true },
    resolve: (document) => frenchStatus(document.frenchStatus),
  }),
  transitions: t.field({
    type: [Transition],
    description: 'What the organization may do with it next.',
    select: forSteps,
    resolve: (document) => stepsOf(document as DocumentRow),
  }),
  statuses: t.relation('lifecycle', {
    type: Entry,
    description: 'Every status it was given, oldest first.',
    query: { orderBy: [...CHRONOLOGY] },
  }),
  lifecycleMessages: t.relation('messages', {
    type: Message,
    description: 'Messages between the parties that tell a status.',
    query: { orderBy: { id: 'asc' } },
  }),
}))

const ReportState = builder.objectRef<ReportView>('ReportState').implement({
  description: 'What an authority is told of a move.',
  fields: (t) => ({
    reportedTo: t.field({
      type: enumOf('Authority', authorityNames),
      description: 'The authority.',
      resolve: ({ reportedTo }) => reportedTo,
    }),
    status: t.field({
      type: enumOf('ReportStatus', ['pending', 'reported', 'failed']),
      description: 'Where the report stands.',
      resolve: ({ status }) => status,
    }),
    nextCheckAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is looked at next.',
      resolve: ({ nextCheckAt }) => nextCheckAt,
    }),
  }),
})

const Lifecycle = builder.objectRef<LifecycleView>('Lifecycle').implement({
  description: 'Where the business of a document stands.',
  fields: (t) => ({
    document: t.field({ type: Document, description: 'The document.', resolve: ({ document }) => document }),
    currentStatus: t.field({
      type: lifecycleStatusEnum,
      description: 'Where it stands.',
      resolve: ({ document }) => document.lifecycleStatus,
    }),
    frenchStatus: t.field({
      type: FrenchStatus,
      nullable: true,
      description: 'The French status.',
      resolve: ({ document }) => (isFrench(document) ? frenchStatus(document.frenchStatus) : null),
    }),
    currentStatusReason: t.field({
      type: Reason,
      nullable: true,
      description: 'Why.',
      resolve: ({ reason }) => reason,
    }),
    allowedTransitions: t.field({
      type: [Transition],
      description: 'What may follow.',
      resolve: ({ document }) => stepsOf(document),
    }),
    events: t.field({
      type: [Entry],
      description: 'Every status it was given, oldest first.',
      resolve: ({ entries }) => [...entries],
    }),
    compliance: t.field({
      type: [ReportState],
      description: 'Where reporting stands, for each authority that is told.',
      resolve: ({ compliance }) => Object.values(compliance),
    }),
    reports: t.field({
      type: [ComplianceReport],
      description: 'What the authorities were told.',
      resolve: ({ compliance }) => Object.values(compliance).flatMap(({ reports }) => [...reports]),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the document last changed.',
      resolve: ({ document }) => document.updatedAt,
    }),
  }),
})

builder.queryField('documentLifecycle', (t) =>
  t.field({
    type: Lifecycle,
    description: getLifecycle.summary,
    args: args(getLifecycle, t),
    extensions: runs(getLifecycle),
    resolve: (_root, given, context) => read(getLifecycle, given, context),
  }),
)

const MessageTo = builder.objectRef<LifecycleResult['messages'][number]>('LifecycleMessageTo').implement({
  description: 'A message that tells the other side.',
  fields: (t) => ({
    syntax: t.field({ type: MessageSyntax, description: 'Invoice Response or CDAR.', resolve: ({ syntax }) => syntax }),
    to: t.exposeString('to', { description: 'Participant id of the other side.' }),
  }),
})

const Result = builder.objectRef<LifecycleResult>('LifecycleResult').implement({
  description: 'What an update of the business status did, or with `dryRun` would do.',
  fields: (t) => ({
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    previousStatus: t.field({
      type: lifecycleStatusEnum,
      description: 'Where it stood.',
      resolve: ({ previousStatus }) => previousStatus,
    }),
    currentStatus: t.field({
      type: lifecycleStatusEnum,
      description: 'Where it stands.',
      resolve: ({ currentStatus }) => currentStatus,
    }),
    frenchStatus: t.field({
      type: FrenchStatus,
      nullable: true,
      description: 'The French status.',
      resolve: (result) => frenchStatus(result.frenchStatus),
    }),
    updatedAt: t.field({ type: 'DateTime', description: 'When.', resolve: ({ updatedAt }) => updatedAt }),
    compliance: t.field({
      type: ReportState,
      nullable: true,
      description: 'What the authority is told; null where nothing is.',
      resolve: ({ compliance }) => compliance,
    }),
    allowedTransitions: t.field({
      type: [Target],
      description: 'What may follow.',
      resolve: ({ allowedTransitions }) => [...allowedTransitions],
    }),
    messages: t.field({
      type: [MessageTo],
      description: 'What tells the other side.',
      resolve: ({ messages }) => [...messages],
    }),
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether nothing has happened.' }),
  }),
})

const BatchEntry = builder.objectRef<BatchItem>('LifecycleBatchItem').implement({
  description: 'How one update of a batch went.',
  fields: (t) => ({
    documentId: t.id({ nullable: true, description: 'The document.', resolve: ({ documentId }) => documentId }),
    ok: t.boolean({ description: 'Whether it was applied.', resolve: ({ error }) => error === null }),
    result: t.field({ type: Result, nullable: true, description: 'What it did.', resolve: ({ result }) => result }),
    error: t.field({
      type: RefusalType,
      nullable: true,
      description: 'Why it was refused.',
      resolve: ({ error }) => error,
    }),
  }),
})

mutation(updateLifecycle, (t) => ({
  result: t.field({ type: Result, description: 'What it did.', resolve: (result) => result }),
}))
mutation(updateLifecycleByNumber, (t) => ({
  result: t.field({ type: Result, description: 'What it did.', resolve: (result) => result }),
}))
mutation(updateLifecycleBatch, (t) => ({
  results: t.field({
    type: [BatchEntry],
    description: 'One for each update, in their order.',
    resolve: ({ results }) => [...results],
  }),
  applied: t.exposeInt('applied', { description: 'How many were applied.' }),
  failed: t.exposeInt('failed', { description: 'How many were refused.' }),
}))
