/** An e-reporting message (FRR) that was submitted as a flow: judged, and handed to the French portal as it is. */
import { z } from 'zod'
import { visibleTo } from '../companies/company.ts'
import { type Company, Prisma } from '../generated/prisma/client.ts'
import { AppError, isPassing } from '../kernel/errors/app-error.ts'
import { sirenOf } from '../lifecycle/messages/facts.ts'
import { settle } from '../operation/batch.ts'
import { execute } from '../operation/execute.ts'
import { type Call, operation } from '../operation/operation.ts'
import type { PortalAnswer } from '../upstreams/ppf/port.ts'
import type { ExaminedReport } from './examine-report.ts'
import { FlowFault, fault, faultOfReport } from './flow-fault.ts'
import type { FlowRow } from './flow.ts'
import { refusalDetails, ruleOfReport, typeOfReport } from './record/report-flow.ts'

const refuseBroken = ({ broken }: ExaminedReport): void => {
  if (broken.length === 0) return
  throw new FlowFault(
    broken.map(({ rule, message }) => ({
      level: 'Error',
      item: rule,
      reasonCode: 'InvalidSchema',
      reasonMessage: message,
    })),
  )
}

/** The company that declares, among those of the caller. */
const declaring = async ({ platform, actor }: Call, { siren }: ExaminedReport): Promise<Company> => {
  const found = await platform.db.client.company.findMany({
    where: { ...visibleTo(actor), country: 'FR', vatNumber: { startsWith: 'FR', endsWith: siren } },
    take: 20,
  })
  const company = found.find((one) => sirenOf(one) === siren)
  if (company) return company
  throw fault('OtherTechnicalError', 'TT-13', `The company ${siren} that declares is none of yours.`)
}

const dayOf = (text: string): Date => new Date(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3T00:00:00Z'))

/** The portal would be told the same days twice, once by the file and once by what was collected here. */
const refuseCollected = async ({ platform }: Call, company: Company, report: ExaminedReport): Promise<void> => {
  const { organizationId, id: companyId } = company
  const collected = await platform.db.client.eReportingPeriod.findFirst({
    where: {
      organizationId,
      companyId,
      kind: report.kind,
      firstDay: { lte: dayOf(report.lastDay) },
      lastDay: { gte: dayOf(report.firstDay) },
    },
    select: { id: true },
  })
  if (!collected) return
  const message = `This platform reports these days already, in the period ${collected.id}: report the rest to it.`
  throw fault('AlreadyExistingFlow', 'TG-7', message)
}

interface Taking {
  flow: FlowRow
  bytes: Uint8Array
  report: ExaminedReport
}

/** The portal is told outside of the transaction, under the identifier of the flow: however often, it is one. */
const takingReport = ({ flow, bytes, report }: Taking) =>
  operation({
    name: 'takeFlow',
    summary: 'Takes an e-reporting message that was submitted as a flow.',
    scope: 'compliance',
    writes: true,
    input: z.strictObject({}),
    errors: ['UPSTREAM_UNAVAILABLE'],
    async prepare(call): Promise<{ company: Company; answer: PortalAnswer }> {
      const company = await declaring(call, report)
      await refuseCollected(call, company, report)
      const answer = await call.platform.upstreams.ppf.submit(call.trace, {
        id: flow.id,
        invoiceNumber: report.number,
        files: [{ kind: 'F10', syntax: 'FRR', name: flow.name, content: bytes }],
      })
      return { company, answer }
    },
    async run({ db }, _input, { company, answer }) {
      const details = answer.outcome === 'accepted' ? [] : refusalDetails(answer)
      await db.$executeRaw(Prisma.sql`
        UPDATE flows SET "ackStatus" = ${details.length === 0 ? 'ok' : 'error'}::"FlowAckStatus",
          "ackDetails" = ${JSON.stringify(details)}::jsonb, "companyId" = ${company.id},
          type = ${typeOfReport(report)}, unsettled = true, caller = NULL,
          "processingRule" = CASE WHEN "ruleGiven" THEN "processingRule" ELSE ${ruleOfReport(report)} END
        WHERE "organizationId" = ${flow.organizationId} AND id = ${flow.id} AND "ackStatus" = 'pending'`)
    },
  })

export const takeReport = async (
  call: Call,
  flow: FlowRow,
  bytes: Uint8Array,
  report: ExaminedReport | null,
): Promise<void> => {
  if (report === null) throw fault('FlowTypeError', flow.name, 'The file holds no e-reporting message.')
  refuseBroken(report)
  const own = call.platform.env.PPF_PLATFORM_NUMBER
  if (report.platform !== own)
    throw fault('OtherTechnicalError', 'TT-8', `Its sender is the platform ${report.platform}: this one is ${own}.`)
  const done = await settle(() => execute(takingReport({ flow, bytes, report }), call, {}))
  if (done instanceof AppError) throw isPassing(done) ? done : faultOfReport(done)
}
