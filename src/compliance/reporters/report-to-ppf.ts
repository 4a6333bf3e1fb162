/** Tells the French portal a status of a document; with the first one (200), the data of the invoice. */
import { readFile } from '../../documents/record/files.ts'
import type { LifecycleDocument } from '../../lifecycle/read/document-standing.ts'
import { cdarOf } from '../../lifecycle/messages/write-cdar.ts'
import type { PortalFile } from '../../upstreams/ppf/port.ts'
import type { Reporter, Submission } from './reporter.ts'

const DEPOSITED = '200'
const syntaxes: Readonly<Record<string, 'UBL' | 'CII'>> = { ubl: 'UBL', cii: 'CII' }

const invoiceData = async ({ platform, trace, document }: Submission): Promise<PortalFile[]> => {
  const syntax = syntaxes[document.syntax ?? '']
  if (!syntax || document.fileHash === null) return []
  const content = await readFile(
    platform.upstreams.storage,
    platform.db.client,
    trace,
    document.organizationId,
    document.fileHash,
  )
  return [{ kind: 'F1', syntax, name: `${document.id}_F1.xml`, content }]
}

export const reportToPpf: Reporter = async (submission) => {
  const { platform, trace, report, document, company } = submission
  const { organizationId, id } = report
  const entryId = report.subject.replace(/^status:/, '')
  const entry = await platform.db.client.lifecycleEntry.findUniqueOrThrow({
    where: { organizationId_id: { organizationId, id: entryId } },
  })
  const payload = cdarOf(
    { number: id, entry, document: { ...document, company } as LifecycleDocument },
    {
      portal: platform.env.FRENCH_EDITION,
    },
  )
  const files: PortalFile[] = [
    { kind: 'CDV', syntax: 'CDAR', name: `${id}_CDV.xml`, content: payload },
    ...(report.frenchStatus === DEPOSITED ? await invoiceData(submission) : []),
  ]
  const answer = await platform.upstreams.ppf.submit(trace, { id, invoiceNumber: document.number, files })
  if (answer.outcome === 'accepted')
    return { outcome: 'reported', reference: answer.reference, response: answer.response, payload }
  return { outcome: 'failed', code: answer.code, message: answer.message, response: answer.response, payload }
}
