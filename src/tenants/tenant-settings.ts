/** The settings of a platform, or of one of its companies, as they are stored and shown. */
import type { Actor } from '../auth/actor.ts'
import { type Branding, type CompanyDefaults, WHOLE, brandOf, brandingIn } from '../companies/brand.ts'
import { visibleCompany } from '../companies/company.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Db } from '../kernel/database/open.ts'
import { customDomainOf } from './domains/custom-domain.ts'

export interface ShownSettings {
  organizationId: string
  companyId: string | null
  branding: Awaited<ReturnType<typeof brandOf>>
  own: Branding
  defaults: CompanyDefaults | null
  customDomain: string | null
  updatedAt: Date | null
}

/** The company that is meant; each has a look of its own on the white-label plan only. */
export const companyOfSettings = async (db: Db, actor: Actor, ref: string | undefined): Promise<string | null> => {
  if (ref === undefined) return null
  const { id } = await visibleCompany(db, actor, ref)
  const isWhiteLabel = actor.kind === 'user' ? actor.plan === 'white_label' : actor.keyType === 'white_label'
  if (!isWhiteLabel)
    throw new AppError('INSUFFICIENT_SCOPE', { message: 'The look of a single company requires a white-label key.' })
  return id
}

export const shownSettings = async (
  db: Db,
  organizationId: string,
  companyId: string | null,
): Promise<ShownSettings> => {
  const row = await db.tenantSettings.findUnique({
    where: { organizationId_companyId: { organizationId, companyId: companyId ?? WHOLE } },
  })
  return {
    organizationId,
    companyId,
    branding: await brandOf(db, organizationId, companyId),
    own: brandingIn(row ?? undefined),
    customDomain: await customDomainOf(db, organizationId, companyId),
    defaults: companyId === null ? ((row?.defaults ?? {}) as CompanyDefaults) : null,
    updatedAt: row?.updatedAt ?? null,
  }
}
