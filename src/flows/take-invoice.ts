/** An invoice that was submitted as a flow: sent, kept, or rejected (213). */
import type { Actor } from '../auth/actor.ts'
import type { SendPlan } from '../exchange/send/store/plan-send.ts'
import { SEND_ERRORS } from '../exchange/send/send-document.ts'
import { planSend } from '../exchange/send/store/plan-send.ts'
import { storeDocument } from '../exchange/send/store/store-documents.ts'
import { examine, refuseUnsendable } from '../exchange/send/judge/examine.ts'
import { type Rejection, storeUnsent } from '../exchange/send/store/store-unsent.ts'
import type { SendInput } from '../exchange/send/read/send-input.ts'
import { sidesOf } from '../exchange/send/draft/sides.ts'
import type { Company } from '../generated/prisma/client.ts'
import { z } from 'zod'
import { ChunkedBytes } from '../kernel/bytes.ts'
import type { Client, Db } from '../kernel/database/open.ts'
import { AppError, isPassing } from '../kernel/errors/app-error.ts'
import { Upload } from '../kernel/input.ts'
import { motifOfRules } from '../lifecycle/tables/automatic.ts'
import { settle } from '../operation/batch.ts'
import { execute } from '../operation/execute.ts'
import { type Call, operation } from '../operation/operation.ts'
import { sirenOfAddress, sirenOfVatNumber } from '../values/french-address.ts'
import type { DocumentType } from '../values/document-types.ts'
import { spellingsOf } from '../values/peppol-id.ts'
import { acknowledgeRejection } from './acknowledge-rejection.ts'
import type { ExaminedFlow } from './examine-flow.ts'
import { fault, faultOfInvoice } from './flow-fault.ts'
import type { FlowRow } from './flow.ts'

/** What is kept and goes to nobody. */
const KEPT: readonly string[] = ['ArchiveOnly', 'OutOfScope', 'B2GOutOfScope', 'B2C', 'NotApplicable']

/** How an invoice that is to be kept says so itself (BAR), where its signaling says nothing. */
const treatmentIn = (treatments: readonly string[]): string | undefined =>
  KEPT.find((rule) => treatments.some((one) => one.toUpperCase() === rule.toUpperCase()))

/** The nine digits by which France knows a company. */
const sirenIn = (peppolId: string | null, vatNumber: string | null): string | undefined =>
  sirenOfAddress(peppolId) ?? sirenOfVatNumber(vatNumber)

/** The company of the caller that the file names: by its address, its VAT number, or its SIREN. */
const senderNamed = async (
  client: Client,
  { organizationId, companyId }: Actor,
  { peppolId, vatNumber }: { peppolId: string | null; vatNumber: string | null },
): Promise<Company | undefined> => {
  const siren = sirenIn(peppolId, vatNumber)
  const found = await client.company.findMany({
    where: {
      organizationId,
      ...(companyId !== null && { id: companyId }),
      OR: [
        ...(peppolId === null ? [] : [{ peppolId: { in: spellingsOf(peppolId) } }]),
        ...(vatNumber === null ? [] : [{ vatNumber }]),
        ...(siren === undefined ? [] : [{ vatNumber: { startsWith: 'FR', endsWith: siren } }]),
      ],
    },
    take: 20,
  })
  return found.toSorted((one, other) => Number(other.peppolId === peppolId) - Number(one.peppolId === peppolId))[0]
}

/** Why it may not leave, as a status tells it; undefined for what is no fault of the invoice. */
const rejectionOf = (error: AppError, rules: readonly string[]): Rejection | undefined => {
  const reasons: Readonly<Record<string, string>> = {
    UBL_VALIDATION_FAILED: motifOfRules(rules),
    DUPLICATE_NUMBER: 'DOUBLON',
    RECIPIENT_NOT_FOUND: 'DEST_INC',
    RECIPIENT_CANNOT_RECEIVE: 'REJ_ADR',
  }
  const motif = reasons[error.code]
  return motif === undefined ? undefined : { motif, reason: error.message, rules, code: error.code }
}

/**
 * Holds the flow, with the rule that is said of it. False where another server has taken it meanwhile: its own document
 * would look like an earlier one.
 */
const holdPending = async (db: Db, { flow: { organizationId, id }, rule }: Taking): Promise<boolean> => {
  const held = await db.$queryRaw<unknown[]>`
    UPDATE flows SET "processingRule" = ${rule}
    WHERE "organizationId" = ${organizationId} AND id = ${id} AND "ackStatus" = 'pending' RETURNING 1`
  return held.length > 0
}

interface Taking {
  flow: FlowRow
  /** What its sender says of it; `Undefined` where that follows from the parties. */
  rule: string
  isKept: boolean
  /** Known before: the number is taken. */
  rejection?: Rejection | undefined
}

interface TakenPlan extends SendPlan {
  rejection: Rejection | null
}

/** The send of a flow: like every other, and what may not leave is stored with its rejection. */
const takingInvoice = (taking: Taking) => {
  const { flow, isKept, rejection: known } = taking
  return operation({
    name: 'takeFlow',
    summary: 'Takes an invoice that was submitted as a flow.',
    scope: 'send',
    writes: true,
    input: z.custom<SendInput>(),
    errors: SEND_ERRORS,
    async prepare(call, input): Promise<TakenPlan> {
      const examination = await examine(call, input)
      const rules = [...new Set(examination.validation.errors.map(({ rule }) => rule))]
      const refused =
        isKept && examination.validation.valid ? null : await settle(async () => refuseUnsendable(input, examination))
      const rejection = known ?? (refused instanceof AppError ? rejectionOf(refused, rules) : null)
      if (refused instanceof AppError && (!rejection || examination.parties.sender.country !== 'FR')) throw refused
      return { ...(await planSend(call, examination)), flowId: flow.id, rejection: rejection ?? null }
    },
    async run(run, input, plan) {
      if (!(await holdPending(run.db, taking))) return
      if (plan.rejection !== null || isKept) await storeUnsent(run, input, plan, plan.rejection)
      else await storeDocument(run, { actor: run.actor, input, plan })
      if (plan.rejection !== null) await acknowledgeRejection(run.db, flow, plan.rejection, plan.validation.errors)
    },
  })
}

export const takeInvoice = async (
  call: Call,
  flow: FlowRow,
  bytes: Uint8Array,
  { facts, treatments }: ExaminedFlow,
): Promise<void> => {
  if (facts === null) throw fault('FlowTypeError', flow.name, 'The file holds no invoice.')
  const { sender, receiver } = sidesOf(facts, null)
  const company = await senderNamed(call.platform.db.client, call.actor, sender)
  if (!company)
    throw fault(
      'OtherTechnicalError',
      'BT-34',
      `The document names ${sender.peppolId ?? sender.vatNumber ?? 'nobody'} as its sender, which is no company of yours.`,
    )
  const rule = flow.ruleGiven ? flow.processingRule : (treatmentIn(treatments) ?? 'Undefined')
  const isKept = KEPT.includes(rule)
  const siren = sirenIn(null, receiver.vatNumber)
  const to = receiver.peppolId ?? (siren === undefined ? undefined : `0225:${siren}`)
  if (to === undefined && !isKept)
    throw fault('OtherTechnicalError', 'BT-49', 'The document has no electronic address of its recipient.')
  const input = {
    type: facts.type satisfies DocumentType,
    format: 'auto',
    from: company.peppolId,
    ...(to !== undefined && { to }),
    file: new Upload(new ChunkedBytes([bytes], flow.sha256 ?? undefined), flow.name),
    fileName: flow.name,
  } as SendInput
  await send(call, input, { flow, rule, isKept })
}

/** A number that is taken shows itself when the document is written: then it is stored with that rejection. */
const send = async (call: Call, input: SendInput, taking: Taking): Promise<void> => {
  const sent = await settle(() => execute(takingInvoice(taking), call, input))
  if (!(sent instanceof AppError)) return
  const rejection = sent.code === 'DUPLICATE_NUMBER' ? rejectionOf(sent, []) : undefined
  if (!rejection || taking.rejection) throw isPassing(sent) ? sent : faultOfInvoice(sent)
  await send(call, input, { ...taking, rejection })
}
