/** Work: the mail to the organization's contact about a quota that is nearly or wholly used. */
import { brandOf, mailWords } from '../../../companies/brand.ts'
import type { Work } from '../../../generated/prisma/client.ts'
import { newTrace } from '../../../kernel/trace.ts'
import type { Platform } from '../../../operation/platform.ts'
import { MailRefused } from '../../../upstreams/mail/port.ts'

const ofDocuments = (kind: string, subjectId: string, percent: string) => ({
  subject: `${percent} % of a monthly quota is used`,
  text: [
    `${percent} % of the documents are sent that the ${kind} ${subjectId} may send in this month.`,
    percent === '100'
      ? 'Further documents are refused (QUOTA_EXCEEDED) until the next month begins.'
      : 'At 100 %, further documents are refused (QUOTA_EXCEEDED).',
  ],
})

const ofStorage = (kind: string, subjectId: string, percent: string) => ({
  subject: `${percent} % of a quota of storage is used`,
  text: [
    `Stored documents take ${percent} % of the storage that the ${kind} ${subjectId} may use.`,
    percent === '100'
      ? 'Documents are received, but not sent any more (QUOTA_EXCEEDED), until the quota is raised.'
      : 'At 100 %, documents are received, but not sent any more (QUOTA_EXCEEDED).',
  ],
})

export const tellOfQuota = async (platform: Platform, work: Work): Promise<void> => {
  const { organizationId, subjectId, target } = work
  const organization = await platform.db.client.organization.findUnique({ where: { id: organizationId } })
  if (!organization?.contactEmail) return
  const [kind = '', percent = '', resource = 'documents'] = target.split(':')
  const words = resource === 'storage' ? ofStorage(kind, subjectId, percent) : ofDocuments(kind, subjectId, percent)
  try {
    await platform.upstreams.mail.send(newTrace(platform.clock.now(), organizationId), {
      ...mailWords(await brandOf(platform.db.client, organizationId, null)),
      id: work.id,
      to: [organization.contactEmail],
      subject: words.subject,
      text: [...words.text, ''].join('\n'),
      attachments: [],
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    platform.log.warn({ err: error, organizationId }, 'The mail about a quota was refused')
  }
}
