/** Work: the mail to the organization's contact about a quota that is nearly or wholly used. */
import { brandOf, mailWords } from '../../companies/brand.ts'
import type { Work } from '../../generated/prisma/client.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Platform } from '../../operation/platform.ts'
import { MailRefused } from '../../upstreams/mail/port.ts'

export const tellOfQuota = async (platform: Platform, work: Work): Promise<void> => {
  const { organizationId, subjectId, target } = work
  const organization = await platform.db.client.organization.findUnique({ where: { id: organizationId } })
  if (!organization?.contactEmail) return
  const [kind = '', percent = ''] = target.split(':')
  try {
    await platform.upstreams.mail.send(newTrace(platform.clock.now(), organizationId), {
      ...mailWords(await brandOf(platform.db.client, organizationId, null)),
      id: work.id,
      to: [organization.contactEmail],
      subject: `${percent} % of a monthly quota is used`,
      text: [
        `${percent} % of the documents are sent that the ${kind} ${subjectId} may send in this month.`,
        percent === '100'
          ? 'Further documents are refused (QUOTA_EXCEEDED) until the next month begins.'
          : 'At 100 %, further documents are refused (QUOTA_EXCEEDED).',
        '',
      ].join('\n'),
      attachments: [],
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    platform.log.warn({ err: error, organizationId }, 'The mail about a quota was refused')
  }
}
