import { z } from 'zod'
import { WHOLE } from '../companies/brand.ts'
import { companyRef } from '../companies/company.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { preferDomain } from './domains/custom-domain.ts'
import { forPlatforms } from './for-platforms.ts'
import { branding, defaults } from './settings-input.ts'
import { companyOfSettings, shownSettings } from './tenant-settings.ts'

type Values = Readonly<Record<string, unknown>>

/** What is given replaces what was said, and null takes it back. */
const changed = (before: unknown, given: Values | undefined): Values =>
  Object.fromEntries(
    Object.entries({ ...(before as Values), ...given }).filter(([, value]) => value !== null && value !== undefined),
  )

/** A picture is no text for people: the audit tells that it is another. */
const audited = (values: Values): object =>
  'logo' in values ? { ...values, logo: `${String(values['logo']).length} characters` } : values

export const updatePlatformSettings = forPlatforms({
  name: 'updatePlatformSettings',
  summary:
    'Changes the branding of the organization and what its new companies begin with. With `companyId`, changes the ' +
    'branding of one company, which inherits what it does not say. What is absent stays, and null takes it back.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z
    .strictObject({
      companyId: companyRef.optional().describe('The company, with a white-label key.'),
      branding: branding.optional(),
      defaults: defaults.optional(),
      customDomain: z
        .string()
        .max(300)
        .nullish()
        .describe('The claimed domain that links in mails begin with, where several are active. Null: the oldest.')
        .meta({ examples: ['pay.atelier.example'] }),
    })
    .meta({ examples: [{ branding: { name: 'Atelier Invoices', supportEmail: 'help@example.com' } }] }),
  errors: ['COMPANY_NOT_FOUND', 'BRANDING_CONTRAST', 'INVALID_CURRENCY', 'INVALID_ENUM'],
  async run(run, given) {
    const { db, actor, now, emit } = run
    const { organizationId } = actor
    const companyId = await companyOfSettings(db, actor, given.companyId)
    if (companyId !== null && given.defaults)
      throw refusal('INVALID_REQUEST', 'defaults', 'New companies begin with what the organization says.')
    const key = { organizationId, companyId: companyId ?? WHOLE }
    // The row is held, so that of two changes at once neither forgets the other.
    await db.tenantSettings.createMany({ data: [{ ...key, updatedAt: now }], skipDuplicates: true })
    await db.$queryRaw`SELECT 1 FROM tenant_settings
      WHERE "organizationId" = ${organizationId} AND "companyId" = ${key.companyId} FOR UPDATE`
    const before = await db.tenantSettings.findUniqueOrThrow({ where: { organizationId_companyId: key } })
    const data = {
      branding: changed(before.branding, given.branding) as object,
      defaults: changed(before.defaults, given.defaults) as object,
      updatedAt: now,
    }
    await db.tenantSettings.update({ where: { organizationId_companyId: key }, data })
    run.audit({
      kind: 'settings',
      subjectId: companyId ?? organizationId,
      companyId,
      before: { ...audited(before.branding as Values), ...(before.defaults as Values) },
      after: { ...audited(data.branding as Values), ...(data.defaults as Values) },
    })
    if (given.customDomain !== undefined) await preferDomain(run, companyId, given.customDomain)
    const changes = [
      ...(given.customDomain === undefined ? [] : ['customDomain']),
      ...Object.keys(given.branding ?? {}),
      ...Object.keys(given.defaults ?? {}),
    ].toSorted()
    if (changes.length > 0) emit('platform.settings_updated', { companyId, changes }, { companyId })
    return shownSettings(db, organizationId, companyId)
  },
})
