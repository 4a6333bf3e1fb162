import { z } from 'zod'
import { newLinkToken } from './onboarding-link.ts'
import { companyRef } from '../companies/company.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { newId } from '../values/ids.ts'
import { companyToManage } from './company-to-manage.ts'
import { forPlatforms } from './for-platforms.ts'
import { HOUR_MS } from '../values/dates.ts'

const MOST_HOURS = 720
/** Links of one company that nobody has used yet. */
const MOST_OPEN = 20

export const createOnboardingLink = forPlatforms({
  name: 'createOnboardingLink',
  summary:
    'Makes a page for your customer, with your brand: there it confirms the data of its company and signs the mandate ' +
    'to exchange documents in its name. The link works once. Only this answer contains it.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z
    .strictObject({
      companyId: companyRef,
      ttlHours: z.number().int().min(1).max(MOST_HOURS).default(72).describe('For how many hours the link works.'),
    })
    .meta({ examples: [{ ttlHours: 72 }] }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT'],
  /** Customers get to see the own domain of the organization, wherever the platform asked. */
  prepare: ({ platform, actor }) => platform.sites.of(actor.organizationId, actor.companyId),
  async run(run, { companyId: ref, ttlHours }, { baseUrl }) {
    const { db, now, audit } = run
    const { organizationId, id: companyId } = await companyToManage(run, ref)
    const open = { organizationId, companyId, completedAt: null, expiresAt: { gt: now } }
    if ((await db.onboardingLink.count({ where: open })) >= MOST_OPEN)
      throw new AppError('CONFLICT', { message: `The company has ${MOST_OPEN} links that nobody used yet.` })
    const { token, hash } = newLinkToken()
    const expiresAt = new Date(now.getTime() + ttlHours * HOUR_MS)
    const link = await db.onboardingLink.create({
      data: { organizationId, id: newId('onboardingLink'), companyId, hash, createdAt: now, expiresAt },
    })
    audit({ kind: 'company', subjectId: companyId, companyId, before: null, after: { onboardingLink: link.id } })
    return { ...link, url: `${baseUrl}/onboarding/${token}` }
  },
})
